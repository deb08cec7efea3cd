// The server's to-dos as last seen, and edits of them.

public import Essentials
public import Outbox
public import TodoDomain

/// The server's list as last seen, in its order, with a unique identity for each to-do.
public typealias TodosStore = TransactionalRows<Todo, TodosStoreHeader>

/// The data about the list besides its to-dos.
public struct TodosStoreHeader: Hashable, Sendable {
  /// The validator of the list (an ETag); nil if the server sent none, or the stored list has changed since.
  public var validator: String?
  /// The date when the server sent the list; nil if it never has.
  public var fetchedAt: Date?
  /// The store's revision when the server's list was stored, which identifies that list; nil if there never was one.
  public var listRevision: Int64?
  /// The parts delivered since. A list that was requested before them may lack them.
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

/// A part of a to-do that the server has changed for an edit from here. Its value is in the stored to-do.
public struct DeliveredPart: Hashable, Sendable {
  /// The kind of part.
  public enum Part: String, Hashable, Sendable {
    /// Whether it exists: it was added or deleted.
    case presence
    /// Its title.
    case title
    /// Whether it is completed.
    case completion
  }

  /// The server's id of the to-do.
  public var serverID: String
  /// The part that was changed.
  public var part: Part
  /// The store's revision when it was stored, which tells two deliveries of the same part apart.
  public var revision: Int64
  /// The date when it was stored.
  public var date: Date

  public init(serverID: String, part: Part, revision: Int64, date: Date) {
    self.serverID = serverID
    self.part = part
    self.revision = revision
    self.date = date
  }
}

/// The edits of to-dos that a server has not received yet.
public typealias TodosOutbox = Outbox<TodoEdit>

/// An edit of a to-do.
public enum TodoEdit: Hashable, Sendable {
  /// An addition.
  case add(Todo)
  /// A change of the fields that differ, from the to-do as it was shown to the to-do as it is shown now.
  case update(from: Todo, to: Todo)
  /// A deletion of the to-do, as it was shown.
  case delete(Todo)

  /// The to-do after the edit, or before its deletion.
  public var todo: Todo {
    switch self {
    case .add(let todo), .update(_, let todo), .delete(let todo): todo
    }
  }
}
