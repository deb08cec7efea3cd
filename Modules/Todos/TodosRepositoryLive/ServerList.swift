import CachedResource
import Essentials
import Observed
import Outbox
import PagedList
import TodoDomain
import TodosService
import TodosStore

/// The server's list and its stored copy.
struct ServerList: Sendable {
  let service: TodosService
  let store: TodosStore
  let now: @Sendable () -> Date
  /// The time during which the server's list may lack an added to-do or still have a deleted one.
  let settling: Duration
  /// The date until which the server wants no requests, as it said last; nil if it never did.
  private let pausedUntil = Observed<Date?>(nil)

  init(service: TodosService, store: TodosStore, now: @escaping @Sendable () -> Date, settling: Duration) {
    self.service = service
    self.store = store
    self.now = now
    self.settling = settling
  }

  /// The reason to send no request now; nil if there is none.
  var pause: AnswerFailure? {
    guard let end = pausedUntil.value else { return nil }
    // A later date than a server can ask for was noted before the clock was set back.
    return end > now() && end.timeIntervalSince(now()) <= 24 * 60 * 60 ? .pausedUntil(end) : nil
  }

  /// Remembers until when the server wants no requests, if this is what an error says.
  func note(_ error: any Error) {
    if case AnswerFailure.pausedUntil(let end) = error { pausedUntil.replace(with: end) }
  }

  /// Stores a to-do as the server returned it for an edit. If it is stored already, only `change` is applied to it,
  /// because the stored list may have newer edits by others than this answer.
  func save(_ todo: Todo, _ change: @escaping @Sendable (inout Todo) -> Void = { _ in }) async throws {
    guard let serverID = todo.serverID else { return }
    let date = now()
    try await store.update { contents in
      var cached = todo
      if let present = contents.rows.first(where: { $0.serverID == serverID }) {
        cached = present.with(id: todo.id)
        change(&cached)
      }
      contents.put(cached, at: date)
    }
  }

  /// Requests the server's list and stores it, with each to-do under its identity here.
  /// - Returns: The list, and the reason if it could not be stored.
  /// - Throws: The errors of the service, without a request while the server wants none, and `DatabaseError` if nothing
  ///   can be read.
  func refresh(fully: Bool = false) async throws -> (listed: ListedTodos, failure: (any Error)?) {
    var newest = ListedTodos(given: nil, known: [])
    // A list that was stored during the request may be newer than the answer, so the server is asked again.
    for _ in 0..<4 {
      let known = try await store.read()
      let answer: Revalidation<Page<Todo>>
      if let pause { throw pause }
      do { answer = try await service.all(fully ? nil : known.header.validator) } catch {
        note(error)
        throw error
      }
      let date = now()
      newest = ListedTodos(given: nil, known: known.rows)
      if case .changed(let page, _) = answer {
        newest.given = page.items
        newest.unreadable = page.unreadable
      }
      do {
        let isCached = try await store.update {
          $0.store(answer, requestedWith: known, at: date, settling: settling)
        }
        if isCached { return (newest, nil) }
      } catch {
        try Task.checkCancellation()
        return (newest, error)
      }
    }
    return (newest, nil)
  }
}

/// A list from the server.
struct ListedTodos {
  /// The new list; nil if the known one is unchanged.
  var given: [Todo]?
  let known: [Todo]
  /// The number of elements of the new list that could not be read.
  var unreadable = 0

  /// The to-dos, each under its identity here.
  var todos: [Todo] { given?.identified(as: known) ?? known }
}

extension [Todo] {
  /// Returns the same to-dos without duplicates, each under the identity by which it was known before. If several have
  /// the same UUID, only one of them is identified by it.
  func identified(as known: Self) -> Self {
    let knownRows = IdentityIndex(count: known.count) { known[$0].serverID }
    let own = IdentityIndex(count: count) { self[$0].serverID }
    func knownID(of serverID: String) -> Todo.ID? { knownRows.first(serverID).map { known[$0].id } }
    // Only UUIDs are collected, because an identity with the server's id is always unique.
    var taken: Set<String> = []
    for todo in self {
      if let serverID = todo.serverID, case .temporary(let text)? = knownID(of: serverID) { taken.insert(text) }
    }
    // The array is copied only at the first difference, because nearly always there is none.
    var result: Self?
    for (index, todo) in enumerated() {
      var new: Todo?
      if let serverID = todo.serverID, own.first(serverID) == index {
        if let id = knownID(of: serverID) {
          new = todo.with(id: id)
        } else if case .temporary(let text) = todo.id, !taken.insert(text).inserted {
          new = todo.with(id: .server(serverID))
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
  func with(id: ID) -> Self { Todo(id: id, serverID: serverID, title: title, isCompleted: isCompleted) }
}
