// To-dos with edits that are not delivered yet, and their delivery.

public import PagedList
public import TodoDomain

/// The to-dos to show: those of the server, with the edits made here that are not delivered yet.
///
/// A change is first saved as an edit. When the call returns, it is on disk, with or without a network. Changes throw
/// `Error`, `DatabaseError` or `CancellationError`; nothing is changed then.
public struct TodosRepository: Sendable {
  /// Returns a list, read from storage. New to-dos are at its end. Its `refresh` delivers the edits as far as possible,
  /// and then requests the server's list. Edits that are still waiting are applied to it.
  public var list: @Sendable (_ filter: TodoFilter) -> PagedList<TodoItem>
  /// Returns one to-do from storage; nil if it does not exist.
  /// - Throws: `DatabaseError`, or `CancellationError`.
  public var todo: @Sendable (_ id: Todo.ID) async throws -> TodoItem?
  /// Returns a stream of the numbers: the current ones, and new ones whenever they change. It yields nothing while they
  /// cannot be read.
  public var counts: @Sendable () -> AsyncStream<TodoCounts>

  /// Adds to-dos, one for each title that is not blank, all of them or none. Returns the undo, which deletes them in
  /// order.
  /// - Throws: `Error.blankTitle` if all titles are blank.
  public var add: @Sendable (_ titles: [String]) async throws -> TodoUndo
  /// Changes the title of a to-do. Returns the undo of that.
  /// - Throws: `Error.blankTitle`, `Error.noSuchTodo`.
  public var rename: @Sendable (_ id: Todo.ID, _ title: String) async throws -> TodoUndo
  /// Completes or reopens a to-do. Returns the undo of that.
  /// - Throws: `Error.noSuchTodo`.
  public var setCompleted: @Sendable (_ id: Todo.ID, _ isCompleted: Bool) async throws -> TodoUndo
  /// Deletes a to-do. Returns the undo of that.
  /// - Throws: `Error.noSuchTodo`.
  public var delete: @Sendable (_ id: Todo.ID) async throws -> TodoUndo
  /// Undoes a change, and returns the undo of the undo. If the change was delivered already, this is a new edit that
  /// restores the state before it.
  /// - Throws: `Error.noSuchTodo`.
  public var undo: @Sendable (_ undo: TodoUndo) async throws -> TodoUndo
  /// Carries out a decision about the refused edits of a to-do. Returns the undo, which makes these edits again; nil
  /// after `tryAgain`, or if there are none.
  public var resolve: @Sendable (_ id: Todo.ID, _ resolution: TodoResolution) async throws -> TodoUndo?

  /// Delivers the waiting edits, oldest first, until one gets no answer, and returns the result. Concurrent calls share
  /// one delivery. While another process delivers, this one does not.
  /// - Throws: `DatabaseError`, or `CancellationError`.
  public var deliver: @Sendable () async throws -> TodoDelivery
  /// Delivers at once, after every change and, while edits are waiting, after growing pauses, until its task is
  /// cancelled. While the server wants no requests, none is sent.
  public var deliverUntilCancelled: @Sendable () async -> Void
  /// Returns the deliveries with notices, each exactly once: first those that no stream has yielded yet, then new ones.
  /// The stream ends when the task that reads it is cancelled.
  public var deliveries: @Sendable () -> AsyncStream<TodoDelivery>

  public init(
    list: @escaping @Sendable (_ filter: TodoFilter) -> PagedList<TodoItem>,
    todo: @escaping @Sendable (_ id: Todo.ID) async throws -> TodoItem?,
    counts: @escaping @Sendable () -> AsyncStream<TodoCounts>,
    add: @escaping @Sendable (_ titles: [String]) async throws -> TodoUndo,
    rename: @escaping @Sendable (_ id: Todo.ID, _ title: String) async throws -> TodoUndo,
    setCompleted: @escaping @Sendable (_ id: Todo.ID, _ isCompleted: Bool) async throws -> TodoUndo,
    delete: @escaping @Sendable (_ id: Todo.ID) async throws -> TodoUndo,
    undo: @escaping @Sendable (_ undo: TodoUndo) async throws -> TodoUndo,
    resolve: @escaping @Sendable (_ id: Todo.ID, _ resolution: TodoResolution) async throws -> TodoUndo?,
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

  /// An error of a change.
  public enum Error: Swift.Error, Hashable, Sendable {
    /// The title is blank.
    case blankTitle
    /// The to-do does not exist, or not any more.
    case noSuchTodo(Todo.ID)
  }
}
