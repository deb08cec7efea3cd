import FlagsStore
import Foundation
import Observed
import Testing

@Suite(.timeLimit(.minutes(5)))
struct FlagsStoreTests {
  struct Failed: Error {}
  let post = ItemKind("post")
  let bookmark = Bookmark(kind: ItemKind("post"), id: "1", addedAt: .distantPast)

  @Test func `the stub has no flags and ignores changes`() async throws {
    let sut = FlagsStore.stub
    _ = sut.changes.watch { Issue.record("a change was signalled") }
    #expect(try await sut.addRead(post, ["1"], .random()) == 0)
    #expect(try await sut.removeRead(post, ["1"]).isEmpty)
    #expect(try await sut.undoRead(.random()) == 0)
    #expect(try await !sut.addBookmark(bookmark))
    #expect(try await sut.removeBookmark(post, "1") == nil)
    try await sut.removeAll(post)
    #expect(try await sut.flags(post, ["1"]).isEmpty)
    #expect(try await sut.bookmarks(post, nil, 9).isEmpty)
  }

  @Test func `the stub's changes are empty and start from the beginning only once`() async throws {
    let sut = FlagsStore.stub
    let first = try await sut.changed(post, nil, 9)
    #expect(
      first == FlagChanges(changes: [], version: try await sut.version(post), isFromStart: true, hasMore: false))
    #expect(try await !sut.changed(post, first.version, 9).isFromStart)
  }

  @Test func `an endpoint of the failing store throws`() async {
    let (sut, bookmark) = (FlagsStore.failing(Failed()), bookmark)
    _ = sut.changes.watch { Issue.record("a change was signalled") }
    await #expect(throws: Failed.self) { try await sut.flags(post, ["1"]) }
    await #expect(throws: Failed.self) { try await sut.addRead(post, ["1"], .random()) }
    await #expect(throws: Failed.self) { try await sut.removeRead(post, ["1"]) }
    await #expect(throws: Failed.self) { try await sut.undoRead(.random()) }
    await #expect(throws: Failed.self) { try await sut.addBookmark(bookmark) }
    await #expect(throws: Failed.self) { try await sut.removeBookmark(post, "1") }
    await #expect(throws: Failed.self) { try await sut.bookmarks(post, nil, 1) }
    await #expect(throws: Failed.self) { try await sut.removeAll(post) }
    await #expect(throws: Failed.self) { try await sut.version(post) }
    await #expect(throws: Failed.self) { try await sut.changed(post, nil, 1) }
  }

  @Test func `a thousand random batches are distinct`() {
    #expect(Set((1...1_000).map { _ in ReadBatch.random() }).count == 1_000)
  }
}
