import BookmarksStore
import Feed
import Foundation
import ItemKind
import ItemsLoader
import Observed
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct BookmarksStoreTests {
  struct Failed: Error {}

  @Test func `a store in memory keeps bookmarks by the rules`() async throws {
    try await checkBookmarksStore { .memory() }
  }

  @Test func `a store in memory may begin with some`() async throws {
    let one = Bookmark(kind: .comic, id: "1", addedAt: .distantPast)
    #expect(try await BookmarksStore.memory([one]).marked(.comic, ["1", "2"]) == ["1"])
  }

  @Test func `failing fails at every endpoint`() async {
    let sut = BookmarksStore.failing(Failed())
    _ = sut.changes.watch { Issue.record("nothing changes") }
    let one = Bookmark(kind: .comic, id: "1", addedAt: .distantPast)
    await #expect(throws: Failed.self) { try await sut.add(one) }
    await #expect(throws: Failed.self) { try await sut.remove(.comic, "1") }
    await #expect(throws: Failed.self) { try await sut.marked(.comic, ["1"]) }
    await #expect(throws: Failed.self) { try await sut.window(.comic, .row(0), 0, 0) }
  }
}

extension ItemKind {
  static let comic = Self("comic")
}
