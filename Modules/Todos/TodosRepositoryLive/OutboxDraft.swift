import Essentials
import Outbox
import TodoDomain
import TodosRepository
import TodosStore

/// A draft of the outbox in which a change is made, with the cached list of the server.
struct OutboxDraft {
  var contents: TodosOutbox.Contents
  let cached: [Todo]
  let makeID: @Sendable () -> UUID

  func shown(_ id: Todo.ID) throws -> Todo {
    guard let item = ShownTodos(cached: cached, changes: contents.rows).item(id) else {
      throw TodosRepository.Error.noSuchTodo(id)
    }
    return item.todo
  }

  mutating func add(_ titles: [String]) throws -> [Todo.ID] {
    let titles = titles.filter { !$0.allSatisfy(\.isWhitespace) }
    guard !titles.isEmpty else { throw TodosRepository.Error.blankTitle }
    return titles.map { add(Todo(id: newID(), title: $0)) }
  }

  mutating func update(_ id: Todo.ID, _ change: (inout Todo) -> Void) throws {
    let before = try shown(id)
    var after = before
    change(&after)
    guard let index = lastUnsent(id) else {
      if after != before { contents.append(.update(from: before, to: after)) }
      return
    }
    let entry = contents.rows[index]
    // Modifying a refused edit makes it a new one.
    contents.rows[index].refusal = nil
    switch entry.change {
    case .add: contents.rows[index].change = .add(after)
    case .delete:
      contents.rows.remove(at: index)
      try update(id, change)
    case .update(let first, let second):
      let server = ShownTodos(cached: cached, changes: Array(contents.rows[..<index])).item(id)?.todo
      var from = before
      from.title = base(first.title, second.title, shown: before.title, now: after.title, server: server?.title)
      from.isCompleted = base(
        first.isCompleted, second.isCompleted, shown: before.isCompleted, now: after.isCompleted,
        server: server?.isCompleted)
      contents.rows[index].change = .update(from: from, to: after)
      if from.title == after.title, from.isCompleted == after.isCompleted { contents.rows.remove(at: index) }
    }
  }

  /// Returns the value that a field had before its first edit here.
  private func base<Value: Equatable>(
    _ first: Value, _ second: Value, shown: Value, now: Value, server: Value?
  ) -> Value {
    // A field without an edit starts from the value shown.
    let base = first == second ? shown : first
    // Changing it back would make the edit empty, but others may have changed the field meanwhile.
    return base == now && second != now ? server ?? base : base
  }

  mutating func delete(_ id: Todo.ID) throws {
    let todo = try shown(id)
    while let index = lastUnsent(id) {
      if case .add = contents.rows.remove(at: index).change { return }
    }
    contents.append(.delete(todo))
  }

  /// Restores a deleted to-do. If the server may already know of the deletion, it becomes a new to-do.
  mutating func restore(_ todo: Todo) throws -> Todo.ID {
    if let index = lastUnsent(todo.id), case .delete = contents.rows[index].change {
      contents.rows.remove(at: index)
      if (try? shown(todo.id)) != nil {
        try update(todo.id) {
          $0.title = todo.title
          $0.isCompleted = todo.isCompleted
        }
        return todo.id
      }
    }
    return add(Todo(id: newID(), title: todo.title, isCompleted: todo.isCompleted))
  }

  /// Carries out a decision about refused edits, and returns the undo, if there is one.
  mutating func resolve(_ id: Todo.ID, _ resolution: TodoResolution) -> TodoUndo? {
    guard let item = ShownTodos(cached: cached, changes: contents.rows).item(id), let refusal = item.refusal else {
      return nil
    }
    if resolution == .tryAgain {
      for index in contents.rows.indices where contents.rows[index].change.todo.id == id {
        contents.rows[index].refusal = nil
      }
      return nil
    }
    contents.rows.removeAll { !$0.isWaiting && $0.change.todo.id == id }
    let todo = item.todo
    if refusal.isDeletion { return TodoUndo([.delete(id)]) }
    let again: [TodoUndo.Step] =
      item.isOnlyHere ? [.restore(todo)] : [.rename(id, todo.title), .setCompleted(id, todo.isCompleted)]
    if resolution == .keepServers { return TodoUndo(again) }
    return TodoUndo([.delete(add(Todo(id: newID(), title: todo.title, isCompleted: todo.isCompleted)))] + again)
  }

  private mutating func add(_ todo: Todo) -> Todo.ID {
    contents.append(.add(todo))
    return todo.id
  }

  private func newID() -> Todo.ID { .temporary(makeID().uuidString) }

  /// Returns the index of the last edit of a to-do, unless the server may already have that edit.
  private func lastUnsent(_ id: Todo.ID) -> Int? {
    let index = contents.rows.lastIndex { $0.change.todo.id == id }
    return index.flatMap { contents.rows[$0].sentAt == nil ? $0 : nil }
  }
}

extension OutboxDraft {
  /// Takes steps, and returns the undo of them.
  mutating func take(_ steps: [TodoUndo.Step]) throws -> TodoUndo {
    var back: [TodoUndo.Step] = []
    for step in steps {
      switch step {
      case .delete(let id):
        guard let todo = try? shown(id) else { continue }
        back.append(.restore(todo))
        try delete(id)
      case .restore(let todo): back.append(.delete(try restore(todo)))
      case .rename(let id, let title):
        back.append(.rename(id, try shown(id).title))
        try update(id) { $0.title = title }
      case .setCompleted(let id, let isCompleted):
        back.append(.setCompleted(id, try shown(id).isCompleted))
        try update(id) { $0.isCompleted = isCompleted }
      }
    }
    // Others may have deleted some or all of the added to-dos.
    if back.isEmpty, case .delete(let id)? = steps.first { throw TodosRepository.Error.noSuchTodo(id) }
    return TodoUndo(back.reversed())
  }
}
