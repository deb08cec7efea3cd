import BookmarksStore
import Feed
import Foundation
import ItemKind
import ItemsLoader
import Observed
import Testing

@Suite(.timeLimit(.minutes(5)))
struct BookmarksStoreTests {
  struct Failed: Error {}

  @Test func `in the stub nothing is bookmarked, whatever is done`() async throws {
    let sut = BookmarksStore.stub
    _ = sut.changes.watch { Issue.record("nothing changes") }
    #expect(try await sut.add(Bookmark(kind: .comic, id: "1", addedAt: .distantPast)) == nil)
    #expect(try await sut.marked(.comic, ["1"]).isEmpty)
    #expect(try await sut.remove(.comic, "1") == nil)
    let window = try await sut.window(.comic, .row(0), 9, 9)
    #expect(window.items.isEmpty && window.count == 0 && window.isComplete && window.fetchedAt == nil)
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
