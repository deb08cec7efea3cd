import Outbox
import TodoDomain
import TodosRepository
import TodosStore

/// The to-dos to show: the server's list as last seen, with the edits made here applied.
struct ShownTodos {
  private let cached: [Todo]
  /// The items that differ from the cached to-do in their row, followed by the added ones; nil for a deleted one.
  private var changed: [Int: TodoItem?] = [:]
  /// The rows of all items, including deleted ones.
  private(set) var rows: Range<Int>

  init(cached: [Todo], changes: [TodosOutbox.Entry]) {
    self.cached = cached
    rows = cached.indices
    var known: [Todo.ID: Int] = [:]
    let ids = Set(changes.map(\.change.todo.id))
    if !ids.isEmpty {
      for (row, todo) in cached.enumerated() where ids.contains(todo.id) && known[todo.id] == nil {
        known[todo.id] = row
      }
    }
    for entry in changes {
      let todo = entry.change.todo
      var item = known[todo.id].flatMap { self[$0] } ?? TodoItem(todo)
      switch entry.change {
      case .add: break
      case .update(let before, let after):
        item.todo.copyFields(changedBy: (before, after), from: after)
      case .delete:
        if entry.isWaiting {
          if let row = known[todo.id] { changed[row] = .some(nil) }
          continue
        }
      }
      if entry.isWaiting { item.isPending = true }
      if let refusal = entry.refusal {
        item.refusal = TodoRefusal(text: refusal)
        if case .delete = entry.change { item.refusal?.isDeletion = true }
      }
      let row = known[todo.id] ?? rows.upperBound
      known[todo.id] = row
      rows = 0..<max(rows.upperBound, row + 1)
      changed[row] = item
    }
  }

  private subscript(row: Int) -> TodoItem? { changed[row] ?? TodoItem(cached[row]) }

  /// The items, created lazily because there may be many.
  var items: some Sequence<TodoItem> { items(in: rows) }

  func items(in rows: Range<Int>) -> some Sequence<TodoItem> { rows.lazy.compactMap { self[$0] } }

  func item(_ id: Todo.ID) -> TodoItem? { items.first { $0.id == id } }
}

extension Todo {
  /// Copies the fields that an edit changes from another to-do.
  mutating func copyFields(changedBy edit: (from: Todo, to: Todo), from other: Todo) {
    if edit.from.title != edit.to.title { title = other.title }
    if edit.from.isCompleted != edit.to.isCompleted { isCompleted = other.isCompleted }
  }
}

extension TodoRefusal {
  /// Creates a refusal from its text in the outbox: the status code and, after a space, the server's words.
  init(text: String) {
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    self.init(status: parts.first.flatMap { Int($0) } ?? 400, words: parts.count > 1 ? parts[1] : nil)
  }

  /// The text in the outbox.
  var text: String { words.map { "\(status) \($0)" } ?? String(status) }
}
