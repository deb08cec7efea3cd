import Essentials
import ItemsLoader
import RowList
import TodoDomain
import TodosSource
import TodosStore

/// The server's list, and what is kept of it.
struct ServerList: Sendable {
  let service: TodosSource
  let store: TodosStore
  let now: @Sendable () -> Date
  /// How long a list may be without what was added before it.
  let settling: Duration

  /// Adds one to what is kept as the server has just given it; the next list may not have it yet.
  func add(_ todo: Todo) async throws {
    let date = now()
    try await store.edit { contents in
      if let serverID = todo.serverID { contents.header.added[serverID] = date }
    }
    _ = try await store.source.add(todo)
  }

  /// Asks the server for its list and keeps it, each to-do under the identity that it has here.
  /// - Returns: The list, whether it could be kept or not, and why it could not.
  /// - Throws: what the service throws; `DatabaseError` where nothing can be read.
  func refresh(fully: Bool = false) async throws -> (todos: [Todo], keepingFailure: (any Error)?) {
    var newest: [Todo] = []
    // What was put into the store while the server was asked may be newer than its answer: then it is asked again.
    for _ in 0..<4 {
      let kept = try await store.read()
      let answer = try await service.all(fully ? nil : kept.header.validator)
      let date = now()
      do {
        let isKept = try await store.update { contents in
          guard contents.revision == kept.revision else { return false }
          contents.header.fetchedAt = date
          if case .changed(let todos, let validator) = answer {
            contents.take(todos.identified(as: contents.rows), at: date, settling: settling)
            contents.header.validator = validator
          }
          return true
        }
        newest = if case .changed(let todos, _) = answer { todos.identified(as: kept.rows) } else { kept.rows }
        if isKept { return (newest, nil) }
      } catch {
        try Task.checkCancellation()
        guard case .changed(let todos, _) = answer else { return (kept.rows, error) }
        return (todos.identified(as: kept.rows), error)
      }
    }
    return (newest, nil)
  }
}

extension TodosStore.Contents {
  /// Takes over the server's list, without losing what was added a moment ago and is not on it yet.
  fileprivate mutating func take(_ todos: [Todo], at date: Date, settling: Duration) {
    let listed = Set(todos.compactMap(\.serverID))
    header.added = header.added.filter { serverID, added in
      let age = date.timeIntervalSince(added)
      return !listed.contains(serverID) && age >= 0 && age < settling / .seconds(1)
    }
    let taken = Set(todos.map(\.id))
    rows = todos + rows.filter { !taken.contains($0.id) && $0.serverID.map { header.added[$0] != nil } ?? false }
  }
}

extension [Todo] {
  /// The same to-dos, each once, and each under the identity that it was known by before. Of several that were made with
  /// the same UUID, one bears it.
  func identified(as known: Self) -> Self {
    let names = Dictionary(known.compactMap { todo in todo.serverID.map { ($0, todo.id) } }) { first, _ in first }
    var taken = Set(compactMap { $0.serverID.flatMap { names[$0] } })
    var seen: Set<String> = []
    return compactMap { todo in
      guard let serverID = todo.serverID, seen.insert(serverID).inserted else { return nil }
      if let name = names[serverID] { return todo.named(name) }
      return taken.insert(todo.id).inserted ? todo : todo.named(.server(serverID))
    }
  }
}

extension Todo {
  func named(_ id: ID) -> Self { Todo(id: id, serverID: serverID, title: title, isCompleted: isCompleted) }
}
