public import TodoDomain

/// To-dos that were added, and what takes them back.
public struct TodoAddition: Hashable, Sendable {
  /// Those that were added, in order.
  public var ids: [Todo.ID]
  /// What takes them all back.
  public var undo: TodoUndo

  public init(ids: [Todo.ID], undo: TodoUndo) {
    self.ids = ids
    self.undo = undo
  }
}

/// What takes a change back.
public struct TodoUndo: Hashable, Sendable {
  /// One step of it.
  public enum Step: Hashable, Sendable {
    /// It was added: it goes away.
    case delete(Todo.ID)
    /// It was deleted: it comes back as it was.
    case restore(Todo)
    /// It was renamed: it has its old title again.
    case rename(Todo.ID, String)
    /// It was completed or reopened: it is what it was again.
    case setCompleted(Todo.ID, Bool)
  }

  /// What is done, in order.
  public var steps: [Step]

  public init(_ steps: [Step]) { self.steps = steps }
}

/// What came of delivering.
public struct TodoDelivery: Sendable {
  /// How many changes the server has taken.
  public var delivered: Int
  /// The to-dos of which it has refused a change.
  public var refused: [TodoItem]
  /// How many changes wait still.
  public var waiting: Int
  /// What the person should be told.
  public var notices: [TodoNotice]
  /// Why something waits still: a `NetworkClient.Error`, `TodoDeliveryBusy` or `TodoDeliverySettling`.
  public var failure: (any Error)?

  public init(
    delivered: Int = 0, refused: [TodoItem] = [], waiting: Int = 0, notices: [TodoNotice] = [],
    failure: (any Error)? = nil
  ) {
    self.delivered = delivered
    self.refused = refused
    self.waiting = waiting
    self.notices = notices
    self.failure = failure
  }
}

/// Another process delivers, or was ended while it did.
public struct TodoDeliveryBusy: Error, Hashable {
  public init() {}
}

/// An addition was sent and nobody knows what came of it: the server, whose list does not have it, may be at work on it
/// still, so that it is not sent again yet.
public struct TodoDeliverySettling: Error, Hashable {
  public init() {}
}

/// That the title of a to-do was changed here and elsewhere, and that the one from here, delivered later, has won. (Of
/// two who complete it nobody wins.)
public struct TodoNotice: Hashable, Sendable {
  /// The to-do as it is now.
  public var todo: Todo
  /// The title that it has not any more.
  public var replacedTitle: String

  public init(todo: Todo, replacedTitle: String) {
    self.todo = todo
    self.replacedTitle = replacedTitle
  }

  /// What is told, without a capital and a full stop.
  public var clause: String { "your title “\(todo.title)” replaced “\(replacedTitle)”, which was given elsewhere" }
}
