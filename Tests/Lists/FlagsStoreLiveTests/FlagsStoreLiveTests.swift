import Database
import DatabaseLive
import FlagsStore
import FlagsStoreLive
import Foundation
import Observed
import ProcessTestSupport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct FlagsStoreLiveTests {
  let post = ItemKind("post")
  let comic = ItemKind("comic")
  let one = ReadBatch(1)
  let two = ReadBatch(.min)
  let sut = FlagsStore.live(database: .memory())

  func bookmark(_ id: String, _ seconds: Double = 0, _ kind: ItemKind = ItemKind("comic")) -> Bookmark {
    Bookmark(kind: kind, id: id, addedAt: Date(timeIntervalSinceReferenceDate: seconds))
  }

  func read(_ sut: FlagsStore? = nil, _ kind: ItemKind? = nil) async throws -> Set<String> {
    Set(try await (sut ?? self.sut).changed(kind ?? post, nil, .max).changes.filter(\.flags.isRead).map(\.id))
  }

  func bookmarked(_ kind: ItemKind? = nil) async throws -> [String] {
    try await sut.bookmarks(kind ?? comic).map(\.id)
  }

  @Test func `a new store is empty, and removing missing flags has no effect`() async throws {
    #expect(try await sut.flags(post, ["1", "2"]).isEmpty)
    #expect(try await sut.removeRead(post, ["1"]).isEmpty)
    #expect(try await sut.undoRead(one, nil) == 0)
    #expect(try await sut.addRead(post, [], one) == 0)
    #expect(try await sut.removeBookmark(comic, "1") == nil)
    #expect(try await sut.bookmarks(comic).isEmpty)
    try await sut.removeAll(comic)
  }

  @Test func `addRead counts each newly read item once, separately for each kind`() async throws {
    #expect(try await sut.addRead(post, ["2", "1", "2", "é/%'", ""], one) == 4)
    #expect(try await sut.addRead(post, ["1", "7"], two) == 1)
    #expect(try await sut.addRead(comic, ["1"], two) == 1)
    let read = ItemFlags(isRead: true)
    #expect(try await sut.flags(post, ["1", "3", "", "7", "1"]) == ["1": read, "": read, "7": read])
    #expect(try await sut.flags(comic, ["1", "7"]) == ["1": read])
    #expect(try await self.read() == ["", "1", "2", "7", "é/%'"])
  }

  @Test func `removeRead returns the batches of the items that were read`() async throws {
    _ = try await sut.addRead(post, ["1", "2"], one)
    _ = try await sut.addRead(post, ["1", "7"], two)
    #expect(try await sut.removeRead(post, ["7", "3", "1", "7"]) == ["7": two, "1": one])
    #expect(try await read() == ["2"])
  }

  @Test func `undoRead makes the still-read items of a batch unread again, of every kind, once`() async throws {
    _ = try await sut.addRead(post, ["1", "2"], one)
    _ = try await sut.addRead(post, ["1", "7", "8"], two)
    _ = try await sut.addRead(comic, ["1"], two)
    _ = try await sut.removeRead(post, ["8"])
    #expect(try await sut.undoRead(two, nil) == 2)
    #expect(try await read() == ["1", "2"])
    #expect(try await read(nil, comic) == [])
    #expect(try await sut.undoRead(two, nil) == 0)
  }

  @Test func `undoRead makes only some items of a batch unread again`() async throws {
    _ = try await sut.addRead(post, ["1", "2", "3"], two)
    _ = try await sut.addRead(post, ["7"], one)
    _ = try await sut.addRead(comic, ["2"], two)
    #expect(try await sut.undoRead(two, (post, ["2", "7", "9"])) == 1)
    #expect(try await read() == ["1", "3", "7"])
    #expect(try await read(nil, comic) == ["2"])
    try await sut.sweep(post, 5, [], ReadBatch(5))
    #expect(try await sut.undoRead(ReadBatch(5), (post, ["1"])) == 0)
    #expect(try await sut.unwrittenSweeps(post).map(\.batch) == [ReadBatch(5)])
  }

  @Test func `thousands of items can be marked as read, looked up and taken back`() async throws {
    let many = (0..<2_000).map { "x\($0)" } + ["7"]
    _ = try await sut.addRead(post, ["7"], one)
    _ = try await sut.addBookmark(bookmark("7"))
    #expect(try await sut.flags(post, many) == ["7": ItemFlags(isRead: true)])
    #expect(try await sut.flags(comic, many).count == 1)
    #expect(try await sut.addRead(post, many, two) == 2_000)
    #expect(try await sut.flags(post, many).count == 2_001)
    #expect(try await sut.removeRead(post, Array(many.prefix(1_000))).count == 1_000)
    #expect(try await sut.undoRead(two, nil) == 1_000)
  }

  @Test func `bookmarks are listed newest first, one per item, separately for each kind`() async throws {
    let newest = bookmark("1", 30.123456789)
    for one in [bookmark("9", 10), newest, bookmark("é/%'", 20)] {
      #expect(try await sut.addBookmark(one))
    }
    _ = try await sut.addBookmark(bookmark("1", 5, post))
    #expect(try await bookmarked() == ["1", "é/%'", "9"])
    #expect(try await sut.bookmarks(comic).first == newest)
    #expect(try await sut.flags(comic, ["1", "2"]) == ["1": ItemFlags(bookmarkedAt: newest.addedAt)])
    #expect(try await !sut.addBookmark(bookmark("9", 99)), "an item has one bookmark")
    #expect(try await bookmarked() == ["1", "é/%'", "9"], "the bookmark keeps its place")
    #expect(try await bookmarked(post) == ["1"])
    #expect(try await bookmarked().count == 3)
    #expect(try await bookmarked(post).count == 1)
  }

  @Test func `bookmarks of the same date are ordered by id`() async throws {
    for one in [bookmark("z", 10), bookmark("b", 15), bookmark("a", 15), bookmark("c", 15), bookmark("y", 20)] {
      _ = try await sut.addBookmark(one)
    }
    #expect(try await bookmarked() == ["y", "a", "b", "c", "z"])
  }

  @Test func `a removed bookmark is returned, and is at its row again once it is added`() async throws {
    for one in [bookmark("1", 30), bookmark("a", 15), bookmark("9", 10)] { _ = try await sut.addBookmark(one) }
    let removed = try #require(try await sut.removeBookmark(comic, "a"))
    #expect(removed == bookmark("a", 15))
    #expect(try await bookmarked() == ["1", "9"])
    #expect(try await sut.addBookmark(removed))
    #expect(try await bookmarked() == ["1", "a", "9"])
    #expect(try await !sut.addBookmark(removed))
  }

  @Test func `the read flag and the bookmark of an item are independent`() async throws {
    _ = try await sut.addRead(comic, ["1"], one)
    _ = try await sut.addBookmark(bookmark("1", 5))
    #expect(try await sut.flags(comic, ["1"])["1"] == ItemFlags(isRead: true, bookmarkedAt: bookmark("1", 5).addedAt))
    _ = try await sut.removeRead(comic, ["1"])
    #expect(try await sut.flags(comic, ["1"])["1"] == ItemFlags(bookmarkedAt: bookmark("1", 5).addedAt))
    _ = try await sut.addRead(comic, ["1"], two)
    _ = try await sut.removeBookmark(comic, "1")
    #expect(try await sut.flags(comic, ["1"])["1"] == ItemFlags(isRead: true))
  }

  @Test func `removeAll removes the flags of one kind only`() async throws {
    _ = try await sut.addRead(comic, ["1"], one)
    _ = try await sut.addBookmark(bookmark("2"))
    _ = try await sut.addRead(post, ["1"], one)
    try await sut.removeAll(comic)
    #expect(try await sut.flags(comic, ["1", "2"]).isEmpty)
    #expect(try await read() == ["1"])
    #expect(try await sut.undoRead(one, nil) == 1)
  }

  @Test func `every effective change sends one change signal, and a repeated one sends none`() async throws {
    let sut = sut
    let post = post
    let comic = comic
    let one = one
    let two = two
    let bookmark = bookmark("a")
    let changes: [@Sendable () async throws -> Void] = [
      { _ = try await sut.addRead(post, ["9"], one) }, { _ = try await sut.removeRead(post, ["9"]) },
      { _ = try await sut.addRead(comic, ["9"], two) }, { _ = try await sut.undoRead(two, nil) },
      { _ = try await sut.addBookmark(bookmark) }, { _ = try await sut.removeBookmark(comic, "a") },
      { try await sut.removeAll(comic) },
    ]
    for change in changes {
      let told = CallRecorder<Void>()
      let stop = sut.changes.watch { told.record(()) }
      try await change()
      #expect(told.all.count == 1)
      let version = try await (sut.version(post), sut.version(comic))
      try await change()
      stop()
      #expect(told.all.count == 1)
      #expect(try await sut.version(post) == version.0)
      #expect(try await sut.version(comic) == version.1)
    }
  }

  @Test func `two stores of the same database share their flags`() async throws {
    let database = Database.memory()
    let first = FlagsStore.live(database: database)
    let other = FlagsStore.live(database: database)
    #expect(try await other.flags(comic, ["7"]).isEmpty)
    _ = try await first.addRead(comic, ["7"], one)
    _ = try await first.addBookmark(bookmark("7", 0.1))
    #expect(try await other.bookmarks(comic) == [bookmark("7", 0.1)])
    #expect(try await other.removeBookmark(comic, "7") == bookmark("7", 0.1))
    #expect(try await first.flags(comic, ["7"]) == ["7": ItemFlags(isRead: true)])
    #expect(try await other.undoRead(one, nil) == 1)
    #expect(try await first.flags(comic, ["7"]).isEmpty)
  }

  @Test func `a failed write throws and leaves the flags unchanged`() async throws {
    var database = Database.memory()
    let sut = FlagsStore.live(database: database)
    _ = try await sut.addRead(comic, ["1"], one)
    _ = try await sut.addBookmark(bookmark("1"))
    let before = try await sut.changed(comic, nil, 9)
    database.writing = { _ in throw DatabaseError.noSpace }
    let full = FlagsStore.live(database: database)
    let comic = comic
    let one = one
    let two = two
    let bookmark = bookmark("2")
    await #expect(throws: DatabaseError.noSpace) { try await full.addRead(comic, ["2"], two) }
    await #expect(throws: DatabaseError.noSpace) { try await full.removeRead(comic, ["1"]) }
    await #expect(throws: DatabaseError.noSpace) { try await full.undoRead(one, nil) }
    await #expect(throws: DatabaseError.noSpace) { try await full.addBookmark(bookmark) }
    await #expect(throws: DatabaseError.noSpace) { try await full.removeBookmark(comic, "1") }
    await #expect(throws: DatabaseError.noSpace) { try await full.removeAll(comic) }
    #expect(try await sut.changed(comic, nil, 9) == before)
  }
}
