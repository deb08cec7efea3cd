import PagedList
public import TodoDomain

extension TodosRepository {
  /// Lists the given to-dos as if a server had just sent them, and ignores changes.
  public static func stub(_ items: [TodoItem] = [Todo].samples.map { TodoItem($0) }) -> Self {
    let waiting = items.count { $0.isPending }
    let counts = TodoCounts(
      open: items.count { !$0.todo.isCompleted }, waiting: waiting, refused: items.count { $0.refusal != nil })
    return Self(
      list: { filter in .inMemory(.unflagged(items.filter { filter.includes($0.todo) }, text: \.todo.title)) },
      todo: { id in items.first { $0.id == id } },
      counts: { AsyncStream { $0.yield(counts) } },
      add: { titles in TodoUndo(titles.indices.map { .delete(.temporary("new-\($0)")) }) },
      rename: { id, _ in TodoUndo([.rename(id, try items.todo(id).title)]) },
      setCompleted: { id, _ in TodoUndo([.setCompleted(id, try items.todo(id).isCompleted)]) },
      delete: { id in TodoUndo([.restore(try items.todo(id))]) },
      undo: { $0 }, resolve: { _, _ in nil }, deliver: { TodoDelivery(waiting: waiting) }, deliverUntilCancelled: {},
      deliveries: { AsyncStream { _ in } })
  }

  /// Fails at every endpoint and has no cached copy.
  public static func failing(_ error: any Swift.Error) -> Self {
    Self(
      list: { _ in .failing(error) }, todo: { _ in throw error }, counts: { AsyncStream { $0.finish() } },
      add: { _ in throw error }, rename: { _, _ in throw error }, setCompleted: { _, _ in throw error },
      delete: { _ in throw error }, undo: { _ in throw error }, resolve: { _, _ in throw error },
      deliver: { throw error }, deliverUntilCancelled: {}, deliveries: { AsyncStream { $0.finish() } })
  }
}

extension [TodoItem] {
  fileprivate func todo(_ id: Todo.ID) throws -> Todo {
    guard let item = first(where: { $0.id == id }) else { throw TodosRepository.Error.noSuchTodo(id) }
    return item.todo
  }
}
