import BookmarksStore
import BookmarksStoreLive
import Database
import DatabaseLive
import Feed
import Foundation
import ItemKind
import Observed
import ProcessTestSupport
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
    let stop = sut.changes.watch { told.record(()) }
    #expect(try await sut.add(Bookmark(kind: comic, id: "1", addedAt: .distantFuture)) == nil)
    #expect(try await sut.remove(comic, "2") == nil)
    stop()
    #expect(told.all.isEmpty)
  }

  @Test(arguments: ["bookmarks", "bookmarks_order", "sqlite_autoindex_bookmarks_1"])
  func `a table or an index that shows fewer than the others is damage, and nothing is written`(part: String)
    async throws
  {
    let folder = TemporaryFolder()
    let file = folder.url.appending(path: "x.db")
    let database = { Database.live(file: file, durability: .full, damage: .keep) }
    for id in ["1", "2", "3"] {
      _ = try await BookmarksStore.live(database: database()).add(Bookmark(kind: comic, id: id, addedAt: .distantPast))
    }
    let pages = try await database().read {
      try $0.rows("SELECT rootpage FROM sqlite_master WHERE name = ?", .text(part)) { Int($0.integer(0)) }
    }
    var bytes = try Data(contentsOf: file)
    // The number of cells of its only page: 3 is 2 now.
    bytes[(try #require(pages.first) - 1) * 4_096 + 4] ^= 1
    try bytes.write(to: file)
    let (sut, comic) = (BookmarksStore.live(database: database()), comic)
    let damaged = DatabaseError.damaged(file: file.path())
    await #expect(throws: damaged) { try await sut.window(comic, .row(0), 0, 9) }
    await #expect(throws: damaged) { try await sut.add(Bookmark(kind: comic, id: "9", addedAt: .distantPast)) }
    await #expect(throws: damaged) { try await sut.remove(comic, "1") }
    #expect(try Data(contentsOf: file) == bytes)
  }
}
