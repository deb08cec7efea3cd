import Outbox
import TodoDomain
import TodosStore

extension TodosOutbox.Contents {
  /// Sets an edit aside as refused, and combines it with other edits of the same to-do.
  mutating func refuse(_ id: TodosOutbox.Entry.ID, _ reason: String) {
    setAside(id, reason)
    guard let index = rows.firstIndex(where: { $0.id == id }) else { return }
    let entry = rows[index]
    switch entry.change {
    case .add: foldIntoAddition(at: index)
    case .update(let from, let to):
      let first = rows.firstIndex { $0.id != id && !$0.isWaiting && $0.change.todo.id == to.id }
      if let first, case .update(let oldFrom, let oldTo) = rows[first].change {
        rows[index].change = .update(from: from, to: to).after(from: oldFrom, to: oldTo)
        rows.remove(at: first)
      }
    case .delete: break
    }
    dropSuperseded()
  }

  /// Merges later edits into a refused addition, because they have no to-do to apply to. If the last one is a deletion,
  /// all of them are removed.
  private mutating func foldIntoAddition(at index: Int) {
    let entry = rows[index]
    func isBehind(_ other: TodosOutbox.Entry) -> Bool {
      other.id != entry.id && other.change.todo.id == entry.change.todo.id
    }
    let others = rows.filter(isBehind)
    if case .delete = others.last?.change {
      rows.removeAll { isBehind($0) || $0.id == entry.id }
    } else if let last = others.last {
      rows[index].change = .add(last.change.todo)
      rows.removeAll(where: isBehind)
    }
  }

  /// Removes the parts of refused edits that later edits change again. If they were sent again, they would win.
  mutating func dropSuperseded() {
    for refused in rows where !refused.isWaiting {
      guard case .update(let from, var to) = refused.change else { continue }
      var isDropped = false
      for index in rows.indices where rows[index].id > refused.id && rows[index].change.todo.id == to.id {
        switch rows[index].change {
        case .add: break
        case .delete: isDropped = true
        case .update(var laterFrom, let laterTo):
          if laterFrom.title != laterTo.title, from.title != to.title {
            // The server still has the title from before the refused edit, so the later edit starts from there.
            if laterFrom.title == to.title, laterTo.title != from.title { laterFrom.title = from.title }
            to.title = from.title
          }
          if laterFrom.isCompleted != laterTo.isCompleted, from.isCompleted != to.isCompleted {
            to.isCompleted = from.isCompleted
          }
          rows[index].change = .update(from: laterFrom, to: laterTo)
        }
      }
      if let index = rows.firstIndex(where: { $0.id == refused.id }) {
        rows[index].change = .update(from: from, to: to)
        if isDropped || !rows[index].change.isAny { rows.remove(at: index) }
      }
    }
  }
}

extension TodoEdit {
  /// Whether it changes anything.
  var isAny: Bool {
    guard case .update(let from, let to) = self else { return true }
    return from.title != to.title || from.isCompleted != to.isCompleted
  }

  /// Returns this edit combined with an earlier one.
  fileprivate func after(from old: Todo, to oldTo: Todo) -> Self {
    guard case .update(var from, var to) = self else { return self }
    if old.title != oldTo.title {
      if from.title == to.title { to.title = oldTo.title }
      from.title = old.title
    }
    if old.isCompleted != oldTo.isCompleted {
      if from.isCompleted == to.isCompleted { to.isCompleted = oldTo.isCompleted }
      from.isCompleted = old.isCompleted
    }
    return .update(from: from, to: to)
  }
}
