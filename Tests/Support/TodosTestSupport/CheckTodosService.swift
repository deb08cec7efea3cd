import CachedResource
import Foundation
import Synchronization
public import Testing
import TodoDomain
public import TodosService

/// Checks that a service stores and changes to-dos correctly, as the repository requires of a store and of a server.
/// - Parameters:
///   - service: An empty service.
///   - noticesOthers: Whether it notices that another client has changed the same to-do meanwhile. A server without
///     strong validators (ETags) does not.
public func checkTodosService(
  _ service: TodosService, noticesOthers: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  func all() async throws -> [Todo] {
    guard case .changed(let page, _) = try await service.all(nil) else { return [] }
    return page.items
  }
  func new(_ id: String, _ title: String, isCompleted: Bool = false) -> Todo {
    Todo(id: .temporary(UUID().uuidString), serverID: id, title: title, isCompleted: isCompleted)
  }
  #expect(try await all() == [], "an empty service has no to-dos", sourceLocation: sourceLocation)

  let wanted = [
    new("a", "one"), new("b", "e\u{301} \"2\" \\ 3/4 ✅", isCompleted: true), new("c", "one"),
  ]
  var additions: [Todo] = []
  for todo in wanted { additions.append(try await service.add(todo)) }
  let added = additions
  #expect(
    added.map(\.id) == wanted.map(\.id), "an addition keeps the identity of the to-do", sourceLocation: sourceLocation)
  #expect(added.map(\.title) == wanted.map(\.title), "an addition keeps the title", sourceLocation: sourceLocation)
  #expect(
    added.map(\.isCompleted) == [false, true, false], "an addition keeps whether the to-do is completed",
    sourceLocation: sourceLocation)
  let ids = added.compactMap(\.serverID)
  #expect(Set(ids).count == 3, "each to-do has a different server ID", sourceLocation: sourceLocation)
  guard ids.count == 3 else { return }
  #expect(
    try await all() == added, "the list has all to-dos in the order of their addition", sourceLocation: sourceLocation)

  let renamed = try await service.update(ids[0]) { present in
    #expect(present == added[0], "a change receives the current to-do", sourceLocation: sourceLocation)
    return present.with(title: "renamed")
  }
  #expect(
    renamed == added[0].with(title: "renamed"), "a change sets the title and nothing else",
    sourceLocation: sourceLocation)
  let completed = try await service.update(ids[2]) { $0.with(isCompleted: true) }
  let reopened = try await service.update(ids[1]) { $0.with(isCompleted: false) }
  #expect(
    try await all() == [renamed, reopened, completed], "changes are saved and keep the order of the list",
    sourceLocation: sourceLocation)
  #expect(
    try await service.update(ids[1]) { $0 } == reopened, "an empty change changes nothing",
    sourceLocation: sourceLocation)
  await #expect(throws: Refused.self, "an error thrown by a change is rethrown", sourceLocation: sourceLocation) {
    try await service.update(ids[0]) { _ in throw Refused() }
  }
  #expect(try await all().first == renamed, "a change that throws changes nothing", sourceLocation: sourceLocation)

  let turns = Mutex(0)
  let last = try await service.update(ids[0]) { present in
    // At the first call, another client changes the to-do first.
    let isFirst = turns.withLock { turns in
      turns += 1
      return turns == 1
    }
    if isFirst, noticesOthers { _ = try await service.update(ids[0]) { $0.with(isCompleted: true) } }
    return present.with(title: "last")
  }
  let both = renamed.with(title: "last").with(isCompleted: noticesOthers)
  #expect(last == both, "neither of two concurrent changes is lost", sourceLocation: sourceLocation)
  #expect(try await all().first == last, "both concurrent changes are saved", sourceLocation: sourceLocation)

  try await service.delete(ids[1])
  #expect(
    try await all() == [last, completed], "a deletion removes only its to-do", sourceLocation: sourceLocation)
  for id in [ids[1], "none", "", ".", ".."] {
    await #expect(
      throws: TodosService.Missing.self, "a missing to-do cannot be changed", sourceLocation: sourceLocation
    ) {
      try await service.update(id) { $0.with(title: "x") }
    }
    await #expect(
      throws: TodosService.Missing.self, "a missing to-do cannot be deleted", sourceLocation: sourceLocation
    ) {
      try await service.delete(id)
    }
  }
  #expect(
    try await all() == [last, completed], "refused changes and deletions change nothing", sourceLocation: sourceLocation
  )
  for id in [ids[0], ids[2]] { try await service.delete(id) }
  #expect(try await all() == [], "the service is empty after the deletions", sourceLocation: sourceLocation)
}

/// Checks that a service recognises the validators that it has returned.
/// - Parameter service: A service with a validator.
public func checkTodosServiceValidators(
  _ service: TodosService, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  guard case .changed(_, let validator?) = try await service.all(nil) else {
    Issue.record("the list has no validator", sourceLocation: sourceLocation)
    return
  }
  #expect(
    try await service.all(validator) == .unchanged, "the validator confirms the list", sourceLocation: sourceLocation)
  #expect(
    try await service.all("\"other\"") != .unchanged, "another validator does not confirm the list",
    sourceLocation: sourceLocation)
  let added = try await service.add(Todo(id: .temporary(UUID().uuidString), serverID: "new", title: "new"))
  guard case .changed(let page, _) = try await service.all(validator) else {
    Issue.record("the old validator confirms the list after a change", sourceLocation: sourceLocation)
    return
  }
  #expect(page.items.last == added, sourceLocation: sourceLocation)
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
