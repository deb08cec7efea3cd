// To-dos with edits that are not delivered yet, and their delivery.

public import PagedList
public import TodoDomain

/// To-dos as they are shown: the server's, with the changes made here that wait to be sent laid over them.
///
/// A change is made here first: when the call returns, it is safe on disk, whether there is a network or not. What
/// changes throw is `Error`, `DatabaseError` or `CancellationError`; after one of these nothing has changed.
public struct TodosRepository: Sendable {
  /// The list, read from what is kept; a new to-do stands at its end. `refresh` delivers what waits, as far as that goes,
  /// and asks the server for its list; what waits still is laid over it.
  public var list: @Sendable (_ filter: TodoFilter) -> PagedList<TodoItem>
  /// One to-do, without asking the server; nil where there is no such.
  /// - Throws: `DatabaseError`, or `CancellationError`.
  public var todo: @Sendable (_ id: Todo.ID) async throws -> TodoItem?
  /// How many there are: now, and after every change of that. Nothing comes while it cannot be read.
  public var counts: @Sendable () -> AsyncStream<TodoCounts>

  /// Adds to-dos, one for each title that is not blank, all or none.
  /// - Throws: `Error.blankTitle` where all are.
  public var add: @Sendable (_ titles: [String]) async throws -> TodoAddition
  /// Gives a to-do another title. Returns what takes that back, as the next two do.
  /// - Throws: `Error.blankTitle`, `Error.noSuchTodo`.
  public var rename: @Sendable (_ id: Todo.ID, _ title: String) async throws -> TodoUndo
  /// Completes or reopens a to-do.
  /// - Throws: `Error.noSuchTodo`.
  public var setCompleted: @Sendable (_ id: Todo.ID, _ isCompleted: Bool) async throws -> TodoUndo
  /// Deletes a to-do.
  /// - Throws: `Error.noSuchTodo`.
  public var delete: @Sendable (_ id: Todo.ID) async throws -> TodoUndo
  /// Takes a change back, and returns what makes it again. Where the change was delivered already, this is a new change
  /// that restores what was before it.
  /// - Throws: `Error.noSuchTodo`.
  public var undo: @Sendable (_ undo: TodoUndo) async throws -> TodoUndo
  /// Decides what becomes of the change of a to-do that the server has refused; does nothing where none is refused.
  public var resolve: @Sendable (_ id: Todo.ID, _ resolution: TodoResolution) async throws -> Void

  /// Delivers what waits, oldest first, until the server gives no answer; says what came of it. Two calls at the same
  /// time are one, and while another process delivers, this one does not.
  /// - Throws: `DatabaseError`, or `CancellationError`.
  public var deliver: @Sendable () async throws -> TodoDelivery
  /// Delivers at once, after every change, and while something waits after growing pauses, until its task is cancelled.
  public var deliverUntilCancelled: @Sendable () async -> Void
  /// Returns the deliveries with notices, whoever started them, each once: those so far that nobody was handed, then each
  /// when it is made. It ends when the task that reads it is cancelled.
  public var deliveries: @Sendable () -> AsyncStream<TodoDelivery>

  public init(
    list: @escaping @Sendable (_ filter: TodoFilter) -> PagedList<TodoItem>,
    todo: @escaping @Sendable (_ id: Todo.ID) async throws -> TodoItem?,
    counts: @escaping @Sendable () -> AsyncStream<TodoCounts>,
    add: @escaping @Sendable (_ titles: [String]) async throws -> TodoAddition,
    rename: @escaping @Sendable (_ id: Todo.ID, _ title: String) async throws -> TodoUndo,
    setCompleted: @escaping @Sendable (_ id: Todo.ID, _ isCompleted: Bool) async throws -> TodoUndo,
    delete: @escaping @Sendable (_ id: Todo.ID) async throws -> TodoUndo,
    undo: @escaping @Sendable (_ undo: TodoUndo) async throws -> TodoUndo,
    resolve: @escaping @Sendable (_ id: Todo.ID, _ resolution: TodoResolution) async throws -> Void,
    deliver: @escaping @Sendable () async throws -> TodoDelivery,
    deliverUntilCancelled: @escaping @Sendable () async -> Void,
    deliveries: @escaping @Sendable () -> AsyncStream<TodoDelivery>
  ) {
    self.list = list
    self.todo = todo
    self.counts = counts
    self.add = add
    self.rename = rename
    self.setCompleted = setCompleted
    self.delete = delete
    self.undo = undo
    self.resolve = resolve
    self.deliver = deliver
    self.deliverUntilCancelled = deliverUntilCancelled
    self.deliveries = deliveries
  }

  /// Why a change was not made.
  public enum Error: Swift.Error, Hashable, Sendable {
    /// A title says nothing.
    case blankTitle
    /// There is no such to-do, or none any more.
    case noSuchTodo(Todo.ID)
  }
}
