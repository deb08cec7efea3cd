public import NetworkClient
public import TodoDomain

/// A to-do as it is shown.
public struct TodoItem: Hashable, Sendable, Identifiable {
  /// The to-do, with what was changed here.
  public var todo: Todo
  /// Whether something of it waits to be sent.
  public var isPending: Bool
  /// Why the server has refused a change of it; nil where it has not. The change is set aside, and shown.
  public var refusal: TodoRefusal?

  public init(_ todo: Todo, isPending: Bool = false, refusal: TodoRefusal? = nil) {
    self.todo = todo
    self.isPending = isPending
    self.refusal = refusal
  }

  /// Names the to-do.
  public var id: Todo.ID { todo.id }
}

/// That a server has said no to a change.
public struct TodoRefusal: Hashable, Sendable {
  /// The status code that it said so with: 400, 404, 409, 410, 413 or 422.
  public var status: Int
  /// What it has said, in one line; nil where it has said nothing.
  public var words: String?

  public init(status: Int, words: String? = nil) {
    self.status = status
    self.words = words
  }

  /// Whether it said so because the to-do is gone.
  public var isGone: Bool { status == 404 || status == 410 }
}

/// Which to-dos are listed.
public enum TodoFilter: Hashable, Sendable, CaseIterable {
  /// All there are.
  case all
  /// Those that are not completed.
  case open
  /// Those that are.
  case done

  /// Whether a to-do is listed.
  public func includes(_ todo: Todo) -> Bool {
    switch self {
    case .all: true
    case .open: !todo.isCompleted
    case .done: todo.isCompleted
    }
  }
}

/// How many to-dos there are.
public struct TodoCounts: Hashable, Sendable {
  /// Those that are shown and not completed.
  public var open: Int
  /// The changes that wait to be sent.
  public var waiting: Int
  /// The changes that the server has refused, and of which nobody has decided what becomes of them.
  public var refused: Int
  /// What keeps those that wait from being sent, where that is not the network; nil where nothing waits.
  public var obstacle: TodoObstacle?

  public init(open: Int = 0, waiting: Int = 0, refused: Int = 0, obstacle: TodoObstacle? = nil) {
    self.open = open
    self.waiting = waiting
    self.refused = refused
    self.obstacle = obstacle
  }
}

/// What keeps changes from being sent although the server can be reached.
public enum TodoObstacle: Hashable, Sendable {
  /// Another process delivers, or was ended while it did.
  case busy
  /// The server answers, and neither takes a change nor refuses it: it wants a log-in, or something else answers.
  case answer(NetworkClient.Error)
}

/// What becomes of a change that the server has refused.
public enum TodoResolution: Hashable, Sendable, CaseIterable {
  /// It is sent once more.
  case tryAgain
  /// It is dropped: the to-do is what the server says it is, if it is there.
  case keepServers
  /// The to-do as it is shown is added as a new one, and the change is dropped.
  case addAsNew
}
