public import Essentials
public import Outbox
public import RowList
public import TodoDomain

/// The server's list as it was last seen: its to-dos in its order, each with an identity of its own.
public typealias TodosStore = RowList<Todo, TodosStoreHeader>

/// What is known of the list besides its to-dos.
public struct TodosStoreHeader: Hashable, Sendable {
  /// The server's mark of the state in which the list is kept (an ETag); nil where it gave none, or something was
  /// changed since.
  public var validator: String?
  /// When the server gave the list; nil where it never has.
  public var fetchedAt: Date?
  /// Those that were added from here and have been on none of the server's lists since, by the server's id, and when they
  /// were: a list that was made a moment earlier does not have them.
  public var added: [String: Date]

  public init(validator: String? = nil, fetchedAt: Date? = nil, added: [String: Date] = [:]) {
    self.validator = validator
    self.fetchedAt = fetchedAt
    self.added = added
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
