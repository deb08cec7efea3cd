// The server's to-dos as last seen, and edits of them.

public import Essentials
public import Outbox
public import TodoDomain
public import TransactionalRows

/// The server's list as it was last seen: its to-dos in its order, each with an identity of its own.
public typealias TodosStore = TransactionalRows<Todo, TodosStoreHeader>

/// What is known of the list besides its to-dos.
public struct TodosStoreHeader: Hashable, Sendable {
  /// The server's mark of the state in which the list is kept (an ETag); nil where it gave none, or something was
  /// changed since.
  public var validator: String?
  /// When the server gave the list; nil where it never has.
  public var fetchedAt: Date?
  /// Names the list that the server gave: the revision that it was laid over; nil where it never has given one.
  public var listRevision: Int64?
  /// What was delivered since. A list that the server was asked for before that may not know of it.
  public var delivered: [DeliveredPart]

  public init(
    validator: String? = nil, fetchedAt: Date? = nil, listRevision: Int64? = nil, delivered: [DeliveredPart] = []
  ) {
    self.validator = validator
    self.fetchedAt = fetchedAt
    self.listRevision = listRevision
    self.delivered = delivered
  }
}

/// A part of a to-do that a server has changed as it was told from here. What it is now is what is kept.
public struct DeliveredPart: Hashable, Sendable {
  /// What was changed.
  public enum Part: String, Hashable, Sendable {
    /// Whether it is there: it was added or deleted.
    case presence
    /// Its title.
    case title
    /// Whether it is done.
    case completion
  }

  /// The server's id of the to-do.
  public var serverID: String
  /// What was changed.
  public var part: Part
  /// The revision of the store that it was laid over: the same part delivered again has another.
  public var revision: Int64
  /// When it was kept.
  public var date: Date

  public init(serverID: String, part: Part, revision: Int64, date: Date) {
    self.serverID = serverID
    self.part = part
    self.revision = revision
    self.date = date
  }
}

/// The changes of to-dos that a server has still to hear of.
public typealias TodosOutbox = Outbox<TodoChange>

/// A change of a to-do.
public enum TodoChange: Hashable, Sendable {
  /// It was made here.
  case add(Todo)
  /// It was changed, from what was shown to what is shown now: the fields that differ.
  case update(from: Todo, to: Todo)
  /// It was deleted; this is what was shown.
  case delete(Todo)

  /// The to-do as it is after the change, or before it was deleted.
  public var todo: Todo {
    switch self {
    case .add(let todo), .update(_, let todo), .delete(let todo): todo
    }
  }
}
