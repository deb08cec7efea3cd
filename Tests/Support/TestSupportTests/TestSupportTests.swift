import Database
import DatabaseLive
import DatabaseStore
import Foundation
import ItemsLoader
import Store
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct TestSupportTests {
  @Test func `an unexpected call records an issue and throws`() async {
    let endpoint: @Sendable (Int) async throws -> String = unexpected("posts")
    await withKnownIssue {
      await #expect(throws: UnexpectedCall.self) { try await endpoint(1) }
    }
  }

  @Test func `a gate holds until it is opened`() async throws {
    let gate = Gate()
    async let paused: Void = gate.pause()
    await gate.open()
    try await paused
  }

  @Test func `a cancelled pause ends`() async {
    let gate = Gate()
    let task = Task { try await gate.pause() }
    await gate.arrived()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `checkStore finds a store that does not keep`() async throws {
    await withKnownIssue {
      try await checkStore(Store<Int, String>.stub(), keys: (1, 2), values: ("a", "b"), tellsChanges: false)
    }
    await withKnownIssue {
      try await checkStore(Store<Int, String>.stub(), key: 1, values: ("a", "b"), tellsChanges: false)
    }
    await withKnownIssue("it keeps what was there when all should go") {
      var store: Store<Int, StoredCopy<String>> = Database.memory().copies(
        named: "letters", versions: 1...1, key: \.description)
      store.removeAll = {}
      let (one, other) = (StoredCopy("a", fetchedAt: .distantPast), StoredCopy("b", fetchedAt: .distantPast))
      try await checkStore(store, key: 1, values: (one, other), tellsChanges: false)
    }
  }

  @Test func `checkDatabase finds a database that does nothing`() async throws {
    await withKnownIssue { try await checkDatabase { .failing() } }
  }
}
