public import TodoDomain

/// The steps that undo a change.
public struct TodoUndo: Hashable, Sendable {
  /// A single step.
  public enum Step: Hashable, Sendable {
    /// Deletes a to-do that was added.
    case delete(Todo.ID)
    /// Restores a deleted to-do.
    case restore(Todo)
    /// Restores the old title of a to-do.
    case rename(Todo.ID, String)
    /// Restores whether a to-do is completed.
    case setCompleted(Todo.ID, Bool)
  }

  /// The steps, in order.
  public var steps: [Step]

  public init(_ steps: [Step]) { self.steps = steps }

  /// The to-dos that the steps delete or change, in order. Those that they restore do not exist yet.
  public var ids: [Todo.ID] {
    steps.compactMap { step in
      switch step {
      case .delete(let id), .rename(let id, _), .setCompleted(let id, _): id
      case .restore: nil
      }
    }
  }
}

/// The result of a delivery.
public struct TodoDelivery: Sendable {
  /// The number of edits that the server has accepted.
  public var delivered: Int
  /// The to-dos with an edit that the server has refused.
  public var refused: [TodoItem]
  /// The number of edits that were refused by earlier deliveries, and wait for a decision.
  public var refusedBefore: Int
  /// The number of edits that are still waiting.
  public var waiting: Int
  /// The notices for the person.
  public var notices: [TodoNotice]
  /// The reason why edits are still waiting: a `NetworkClient.Error`, `AnswerFailure.pausedUntil`, `TodoDeliveryBusy`
  /// or `TodoDeliverySettling`.
  public var failure: (any Error)?

  public init(
    delivered: Int = 0, refused: [TodoItem] = [], refusedBefore: Int = 0, waiting: Int = 0,
    notices: [TodoNotice] = [], failure: (any Error)? = nil
  ) {
    self.delivered = delivered
    self.refused = refused
    self.refusedBefore = refusedBefore
    self.waiting = waiting
    self.notices = notices
    self.failure = failure
  }
}

/// Another process is delivering, or was killed while it did and its lease has not expired.
public struct TodoDeliveryBusy: Error, Hashable {
  public init() {}
}

/// An addition was sent without an answer, and the server's list does not have it. The server may still be working on
/// it, so it is not sent again yet.
public struct TodoDeliverySettling: Error, Hashable {
  public init() {}
}

/// A notice that a title was changed both here and elsewhere, and that the one from here, delivered later, replaced the
/// other. (Nothing is replaced when both have completed the to-do.)
public struct TodoNotice: Hashable, Sendable {
  /// The to-do as it is now.
  public var todo: Todo
  /// The title from which it was changed here.
  public var titleBefore: String
  /// The title that was replaced.
  public var replacedTitle: String

  public init(todo: Todo, titleBefore: String, replacedTitle: String) {
    self.todo = todo
    self.titleBefore = titleBefore
    self.replacedTitle = replacedTitle
  }

  /// The notice, without a capital letter and a full stop.
  public var clause: String { "your title “\(todo.title)” replaced “\(replacedTitle)”, which was given elsewhere" }
}
