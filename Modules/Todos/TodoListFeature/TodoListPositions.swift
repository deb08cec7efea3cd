public import ItemList
public import Observed
public import TodosRepository

/// The saved positions in the lists of to-dos.
public struct TodoListPositions: Sendable {
  /// The list that is shown; it is saved from now on.
  public let shown: Observed<TodoFilter>
  /// Returns the first state of a list.
  let start: @Sendable (_ filter: TodoFilter) -> TodoListState
  /// Saves the position in a list from now on.
  let follow: @Sendable (_ list: TodoListViewModel, _ filter: TodoFilter) -> Void

  /// - Parameters:
  ///   - shown: The list that is shown first.
  ///   - start: Returns the first state of a list.
  ///   - follow: Saves the position in a list from now on.
  public init(
    shown: Observed<TodoFilter> = Observed(.all),
    start: @escaping @Sendable (_ filter: TodoFilter) -> TodoListState = { _ in TodoListState() },
    follow: @escaping @Sendable (_ list: TodoListViewModel, _ filter: TodoFilter) -> Void = { _, _ in }
  ) {
    self.shown = shown
    self.start = start
    self.follow = follow
  }
}
