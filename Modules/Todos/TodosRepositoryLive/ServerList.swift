import CachedResource
import Essentials
import PagedList
import TodoDomain
import TodosService
import TodosStore
import TransactionalRows

/// The server's list, and what is kept of it.
struct ServerList: Sendable {
  let service: TodosService
  let store: TodosStore
  let now: @Sendable () -> Date
  /// How long a list may be without what was added before it, and with what was deleted.
  let settling: Duration

  /// What is kept, as it is told what the server has taken.
  var cached: TodosService { store.source(now: now) }

  /// Keeps a to-do as the server has given it in answer to a change. Of one that is kept already `change` alone is taken
  /// over: a list that came before this answer may know of what others have changed since.
  func keep(_ todo: Todo, _ change: @escaping @Sendable (inout Todo) -> Void = { _ in }) async throws {
    guard let serverID = todo.serverID else { return }
    do {
      _ = try await cached.update(serverID) { present in
        var present = present.named(todo.id)
        change(&present)
        return present
      }
    } catch is TodosService.Missing {
      _ = try await cached.add(todo)
    }
  }

  /// Asks the server for its list and keeps it, each to-do under the identity that it has here.
  /// - Returns: The list, whether it could be kept or not, and why it could not.
  /// - Throws: what the service throws; `DatabaseError` where nothing can be read.
  func refresh(fully: Bool = false) async throws -> (listed: ListedTodos, failure: (any Error)?) {
    var newest = ListedTodos(given: nil, known: [])
    // A list that was kept while the server was asked may be newer than its answer: then it is asked again.
    for _ in 0..<4 {
      let asked = try await store.read()
      let answer = try await service.all(fully ? nil : asked.header.validator)
      let date = now()
      newest = ListedTodos(given: nil, known: asked.rows)
      if case .changed(let todos, _) = answer { newest.given = todos }
      do {
        let isCached = try await store.update { $0.take(answer, asked: asked, at: date, settling: settling) }
        if isCached { return (newest, nil) }
      } catch {
        try Task.checkCancellation()
        return (newest, error)
      }
    }
    return (newest, nil)
  }
}

/// A list as the server gave it.
struct ListedTodos {
  /// Nil where it is what was known.
  var given: [Todo]?
  let known: [Todo]

  /// Each under the identity that it has here.
  var todos: [Todo] { given?.identified(as: known) ?? known }
}

extension [Todo] {
  /// The same to-dos, each once, and each under the identity that it was known by before. Of several that were made with
  /// the same UUID, one bears it.
  func identified(as known: Self) -> Self {
    let names = Positions(count: known.count) { known[$0].serverID }
    let own = Positions(count: count) { self[$0].serverID }
    func name(of serverID: String) -> Todo.ID? { names.first(serverID).map { known[$0].id } }
    // By the server's id nothing else can be named.
    var taken: Set<String> = []
    for todo in self {
      if let serverID = todo.serverID, case .temporary(let text)? = name(of: serverID) { taken.insert(text) }
    }
    // A copy is made of what differs only: nearly always nothing does.
    var result: Self?
    for (index, todo) in enumerated() {
      var new: Todo?
      if let serverID = todo.serverID, own.first(serverID) == index {
        if let name = name(of: serverID) {
          new = todo.named(name)
        } else if case .temporary(let text) = todo.id, !taken.insert(text).inserted {
          new = todo.named(.server(serverID))
        } else {
          new = todo
        }
      }
      if result == nil, new != todo { result = Array(self[..<index]) }
      if let new { result?.append(new) }
    }
    return result ?? self
  }
}

extension Todo {
  func named(_ id: ID) -> Self { Todo(id: id, serverID: serverID, title: title, isCompleted: isCompleted) }
}
