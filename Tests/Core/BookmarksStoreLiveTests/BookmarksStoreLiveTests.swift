import BookmarksStore
import BookmarksStoreLive
import Database
import DatabaseLive
import Feed
import Foundation
import ItemKind
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct BookmarksStoreLiveTests {
  let comic = ItemKind("comic")

  @Test func `it keeps bookmarks by the rules`() async throws {
    try await checkBookmarksStore { .live(database: .memory()) }
  }

  @Test func `what is bookmarked is there for whoever opens the same database, as it was made`() async throws {
    let database = Database.memory()
    let (one, other) = (BookmarksStore.live(database: database), BookmarksStore.live(database: database))
    #expect(try await other.marked(comic, ["7"]).isEmpty)
    let bookmark = Bookmark(kind: comic, id: "7", addedAt: Date(timeIntervalSinceReferenceDate: 0.1))
    _ = try await one.add(bookmark)
    #expect(try await other.window(comic, .row(0), 0, 9).items == [bookmark])
    #expect(try await other.remove(comic, "7") == .removed(bookmark))
    #expect(try await one.marked(comic, ["7"]).isEmpty)
  }

  @Test func `what cannot be kept is an error, and nothing has changed`() async throws {
    var database = Database.memory()
    let sut = BookmarksStore.live(database: database)
    _ = try await sut.add(Bookmark(kind: comic, id: "1", addedAt: .distantPast))
    database.writing = { _ in throw DatabaseError.noSpace }
    let full = BookmarksStore.live(database: database)
    await #expect(throws: DatabaseError.noSpace) {
      try await full.add(Bookmark(kind: comic, id: "2", addedAt: .distantPast))
    }
    await #expect(throws: DatabaseError.noSpace) { try await full.remove(comic, "1") }
    #expect(try await sut.window(comic, .row(0), 0, 9).items.map(\.id) == ["1"])
  }

  @Test func `a bookmark that is there already is not written again`() async throws {
    let sut = BookmarksStore.live(database: .memory())
    _ = try await sut.add(Bookmark(kind: comic, id: "1", addedAt: .distantPast))
    let told = Calls<Void>()
    let changes = sut.changes()
    let watching = Task { for await _ in changes { told.record(()) } }
    #expect(try await sut.add(Bookmark(kind: comic, id: "1", addedAt: .distantFuture)) == nil)
    #expect(try await sut.remove(comic, "2") == nil)
    watching.cancel()
    await watching.value
    #expect(told.all.isEmpty)
  }
}
