public import Essentials
public import NetworkClient
public import TodoDomain

/// A to-do as the list shows it.
public struct TodoItem: Hashable, Sendable, Identifiable {
  /// The to-do, with the edits made here.
  public var todo: Todo
  /// Whether an edit of it is waiting to be sent.
  public var isPending: Bool
  /// The reason why the server has refused an edit; nil if it has not. The refused edit is set aside but still shown.
  public var refusal: TodoRefusal?

  public init(_ todo: Todo, isPending: Bool = false, refusal: TodoRefusal? = nil) {
    self.todo = todo
    self.isPending = isPending
    self.refusal = refusal
  }

  /// The identity of the to-do.
  public var id: Todo.ID { todo.id }
  /// Whether nothing remains of it when the refused edit is dropped.
  public var isOnlyHere: Bool { todo.serverID == nil || refusal.map { $0.isGone && !$0.isDeletion } == true }
}

/// The to-dos that a list shows.
public enum TodoFilter: Hashable, Sendable, CaseIterable {
  /// All to-dos.
  case all
  /// To-dos that are not completed.
  case open
  /// Completed to-dos.
  case done

  /// Returns whether a list with this filter shows a to-do.
  public func includes(_ todo: Todo) -> Bool {
    switch self {
    case .all: true
    case .open: !todo.isCompleted
    case .done: todo.isCompleted
    }
  }
}

/// The numbers of to-dos and of edits.
public struct TodoCounts: Hashable, Sendable {
  /// The number of open to-dos.
  public var open: Int
  /// The number of edits waiting to be sent.
  public var waiting: Int
  /// The number of refused edits without a decision.
  public var refused: Int
  /// The obstacle to sending the waiting edits; nil if nothing is waiting.
  public var obstacle: TodoObstacle?

  public init(open: Int = 0, waiting: Int = 0, refused: Int = 0, obstacle: TodoObstacle? = nil) {
    self.open = open
    self.waiting = waiting
    self.refused = refused
    self.obstacle = obstacle
  }
}

/// A reason why edits are not sent although the server can be reached.
public enum TodoObstacle: Hashable, Sendable {
  /// Another process is delivering, or was killed while it did and its lease has not expired.
  case busy
  /// The answer neither accepts nor refuses an edit: the server requires a login, or something else answers.
  case answer(NetworkClient.Error)
  /// The server wants no requests until a date.
  case pausedUntil(Date)
  /// There is no answer. The list that the server is asked for says why.
  case unreachable
}

/// A decision about a refused edit.
public enum TodoResolution: Hashable, Sendable, CaseIterable {
  /// Send it again.
  case tryAgain
  /// Drop it. The to-do becomes what the server has, if it exists there.
  case keepServers
  /// Add the to-do as it is shown as a new one, and drop the edit. A deletion is only dropped.
  case addAsNew
}
