import CachedResource
import Foundation
import Synchronization
public import Testing
import TodoDomain
public import TodosService

/// Checks that a service stores and changes to-dos correctly, as the repository requires of a store and of a server.
/// - Parameters:
///   - source: An empty service.
///   - noticesOthers: Whether it notices that somebody else has changed the same to-do meanwhile. A server without
///     strong validators (ETags) does not.
public func checkTodosSource(
  _ source: TodosService, noticesOthers: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  func all() async throws -> [Todo] {
    guard case .changed(let todos, _) = try await source.all(nil) else { return [] }
    return todos
  }
  func new(_ id: String, _ title: String, isCompleted: Bool = false) -> Todo {
    Todo(id: .temporary(UUID().uuidString), serverID: id, title: title, isCompleted: isCompleted)
  }
  #expect(try await all() == [], "an empty source has none", sourceLocation: sourceLocation)

  let wanted = [
    new("a", "one"), new("b", "e\u{301} \"2\" \\ 3/4 ✅", isCompleted: true), new("c", "one"),
  ]
  var additions: [Todo] = []
  for todo in wanted { additions.append(try await source.add(todo)) }
  let added = additions
  #expect(added.map(\.id) == wanted.map(\.id), "one that is added is still the same", sourceLocation: sourceLocation)
  #expect(added.map(\.title) == wanted.map(\.title), "and has its title", sourceLocation: sourceLocation)
  #expect(
    added.map(\.isCompleted) == [false, true, false], "and is as completed as it was", sourceLocation: sourceLocation)
  let ids = added.compactMap(\.serverID)
  #expect(Set(ids).count == 3, "each has an id of its own", sourceLocation: sourceLocation)
  guard ids.count == 3 else { return }
  #expect(try await all() == added, "all are there, in the order in which they came", sourceLocation: sourceLocation)

  let renamed = try await source.update(ids[0]) { present in
    #expect(present == added[0], "who changes one is told what it is", sourceLocation: sourceLocation)
    return present.with(title: "renamed")
  }
  #expect(
    renamed == added[0].with(title: "renamed"), "one that is changed is what it was made, and nothing else",
    sourceLocation: sourceLocation)
  let completed = try await source.update(ids[2]) { $0.with(isCompleted: true) }
  let reopened = try await source.update(ids[1]) { $0.with(isCompleted: false) }
  #expect(
    try await all() == [renamed, reopened, completed], "changes are kept, each in its place",
    sourceLocation: sourceLocation)
  #expect(
    try await source.update(ids[1]) { $0 } == reopened, "a change of nothing is none", sourceLocation: sourceLocation)
  await #expect(throws: Refused.self, "what a change throws comes out", sourceLocation: sourceLocation) {
    try await source.update(ids[0]) { _ in throw Refused() }
  }
  #expect(try await all().first == renamed, "and nothing has changed", sourceLocation: sourceLocation)

  let turns = Mutex(0)
  let last = try await source.update(ids[0]) { present in
    // At the first call, somebody else is faster.
    let isFirst = turns.withLock { turns in
      turns += 1
      return turns == 1
    }
    if isFirst, noticesOthers { _ = try await source.update(ids[0]) { $0.with(isCompleted: true) } }
    return present.with(title: "last")
  }
  let both = renamed.with(title: "last").with(isCompleted: noticesOthers)
  #expect(last == both, "of two changes at the same time none is lost", sourceLocation: sourceLocation)
  #expect(try await all().first == last, "and both are kept", sourceLocation: sourceLocation)

  try await source.delete(ids[1])
  #expect(
    try await all() == [last, completed], "what is deleted is gone, and the rest is not", sourceLocation: sourceLocation
  )
  for id in [ids[1], "none", "", ".", ".."] {
    await #expect(throws: TodosService.Missing.self, "what is not there is not changed", sourceLocation: sourceLocation)
    {
      try await source.update(id) { $0.with(title: "x") }
    }
    await #expect(throws: TodosService.Missing.self, "and not deleted", sourceLocation: sourceLocation) {
      try await source.delete(id)
    }
  }
  #expect(try await all() == [last, completed], "by which nothing has changed", sourceLocation: sourceLocation)
  for id in [ids[0], ids[2]] { try await source.delete(id) }
  #expect(try await all() == [], "and in the end it is empty again", sourceLocation: sourceLocation)
}

/// Checks that a service recognizes the validators that it has returned.
/// - Parameter source: A service with a validator.
public func checkTodosSourceMarks(
  _ source: TodosService, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  guard case .changed(_, let validator?) = try await source.all(nil) else {
    Issue.record("there is no mark", sourceLocation: sourceLocation)
    return
  }
  #expect(try await source.all(validator) == .unchanged, "a mark is known again", sourceLocation: sourceLocation)
  #expect(try await source.all("\"other\"") != .unchanged, "and no other", sourceLocation: sourceLocation)
  let added = try await source.add(Todo(id: .temporary(UUID().uuidString), serverID: "new", title: "new"))
  guard case .changed(let todos, _) = try await source.all(validator) else {
    Issue.record("it is worth nothing after a change", sourceLocation: sourceLocation)
    return
  }
  #expect(todos.last == added, sourceLocation: sourceLocation)
}

extension Todo {
  fileprivate func with(title: String) -> Self {
    Todo(id: id, serverID: serverID, title: title, isCompleted: isCompleted)
  }

  fileprivate func with(isCompleted: Bool) -> Self {
    Todo(id: id, serverID: serverID, title: title, isCompleted: isCompleted)
  }
}

private struct Refused: Error {}
