import Outbox
import RowList
import TodoDomain
import TodosRepository
import TodosStore

/// What is shown: the server's list as it was last seen, with what was changed here laid over it.
struct Shown {
  private(set) var items: [TodoItem]

  init(kept: [Todo], changes: [TodosOutbox.Entry]) {
    var items: [TodoItem?] = kept.map { TodoItem($0) }
    var places = Dictionary(kept.enumerated().map { ($0.element.id, $0.offset) }) { first, _ in first }
    for entry in changes {
      let todo = entry.change.todo
      var item = places[todo.id].flatMap { items[$0] } ?? TodoItem(todo)
      switch entry.change {
      case .add: break
      case .update(let before, let after):
        if before.title != after.title { item.todo.title = after.title }
        if before.isCompleted != after.isCompleted { item.todo.isCompleted = after.isCompleted }
      case .delete:
        if entry.isWaiting {
          if let place = places[todo.id] { items[place] = nil }
          continue
        }
      }
      if entry.isWaiting { item.isPending = true }
      if let refusal = entry.refusal { item.refusal = TodoRefusal(text: refusal) }
      if let place = places[todo.id] {
        items[place] = item
      } else {
        places[todo.id] = items.count
        items.append(item)
      }
    }
    self.items = items.compactMap { $0 }
  }

  func item(_ id: Todo.ID) -> TodoItem? { items.first { $0.id == id } }
}

extension TodoRefusal {
  /// As the outbox keeps it: the status code, and behind a blank the words.
  init(text: String) {
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    self.init(status: parts.first.flatMap { Int($0) } ?? 400, words: parts.count > 1 ? parts[1] : nil)
  }

  /// As the outbox keeps it.
  var text: String { words.map { "\(status) \($0)" } ?? String(status) }
}
