import Database
import DatabaseLive
import FlagsStore
import FlagsStoreLive
import Foundation
import Observed
import ProcessTestSupport
import Testing

/// Flags in a file: damage, two processes, and tables of earlier versions.
@Suite(.timeLimit(.minutes(5)))
struct FlagFilesTests {
  let post = ItemKind("post")
  let comic = ItemKind("comic")
  let folder = TemporaryFolder()
  var file: URL { folder.url.appending(path: "x.db") }

  func database() -> Database { Database.live(file: file, durability: .full, damage: .keep) }
  func sut() -> FlagsStore { .live(database: database()) }

  func bookmark(_ id: String, _ seconds: Double = 0) -> Bookmark {
    Bookmark(kind: comic, id: id, addedAt: Date(timeIntervalSinceReferenceDate: seconds))
  }

  /// Damages the only page of a table or an index so that it shows 2 rows of 3.
  func damage(_ part: String) async throws -> Data {
    let pages = try await database().read {
      try $0.rows("SELECT rootpage FROM sqlite_master WHERE name = ?", .text(part)) { Int($0.integer(0)) }
    }
    var bytes = try Data(contentsOf: file)
    bytes[(try #require(pages.first) - 1) * 4_096 + 4] ^= 1
    try bytes.write(to: file)
    return bytes
  }

  @Test(arguments: ["item_flags", "item_flags_bookmarks", "item_flags_revisions"])
  func `a table or index with missing rows throws damaged, and nothing is written`(part: String)
    async throws
  {
    for id in ["1", "2", "3"] { _ = try await sut().addBookmark(bookmark(id)) }
    let bytes = try await damage(part)
    let sut = sut()
    let comic = comic
    let bookmark = bookmark("9")
    let damaged = DatabaseError.damaged(file: file.path())
    await #expect(throws: damaged) { try await sut.bookmarks(comic) }
    await #expect(throws: damaged) { try await sut.addBookmark(bookmark) }
    await #expect(throws: damaged) { try await sut.removeBookmark(comic, "1") }
    #expect(try Data(contentsOf: file) == bytes)
  }

  @Test func `flags set through several connections at once are all saved, with distinct revisions`() async throws {
    let file = file
    let post = post
    try await withThrowingTaskGroup { group in
      for program in 0..<4 {
        group.addTask {
          let sut = FlagsStore.live(database: .live(file: file, durability: .full, damage: .keep))
          for number in 0..<20 { _ = try await sut.addRead(post, ["\(number)", "\(program) \(number)"], .random()) }
        }
      }
      try await group.waitForAll()
    }
    let all = try await sut().changed(post, nil, .max)
    #expect(Set(all.changes.map(\.id)).count == 100)
    #expect(all.changes.map(\.revision) == Array(1...100))
  }

  @Test func `sweeps through several connections at once cover all arrivals without gaps or overlaps`() async throws {
    let file = file
    let post = post
    try await withThrowingTaskGroup { group in
      for program in 0..<4 {
        group.addTask {
          let sut = FlagsStore.live(database: .live(file: file, durability: .full, damage: .keep))
          for number in 1...5 {
            try await sut.sweep(
              post, Int64(program + 4 * number) * Sweep.arrivalSpacing, [], ReadBatch(Int64(10 * program + number)))
          }
        }
      }
      try await group.waitForAll()
    }
    let sweeps = try await sut().changed(post, nil, .max).sweeps
    #expect(Set(sweeps.map(\.revision)).count == sweeps.count)
    let ranges = sweeps.map(\.arrivals).sorted { $0.lowerBound < $1.lowerBound }
    #expect(ranges.first?.lowerBound == 0)
    #expect(zip(ranges, ranges.dropFirst()).filter { $0.upperBound != $1.lowerBound }.map(\.0) == [])
    #expect(try #require(ranges.last).upperBound > 23 * Sweep.arrivalSpacing)
  }

  // MARK: - Earlier versions

  private static let flagsWithoutSweeps = [
    """
    CREATE TABLE item_flags (kind TEXT NOT NULL, id TEXT NOT NULL, batch INTEGER, read INTEGER, \
    bookmarked REAL, revision INTEGER NOT NULL, PRIMARY KEY (kind, id)) WITHOUT ROWID
    """,
    "CREATE INDEX item_flags_revisions ON item_flags (kind, revision)",
    "CREATE INDEX item_flags_batches ON item_flags (batch) WHERE batch IS NOT NULL",
    "CREATE INDEX item_flags_bookmarks ON item_flags (kind, bookmarked DESC, id) WHERE bookmarked IS NOT NULL",
    "CREATE TABLE item_flags_epoch (epoch INTEGER NOT NULL)",
  ]

  @Test func `flags of a schema without sweeps are readable, and a sweep can be added to them`() async throws {
    try await old("item_flags", Self.flagsWithoutSweeps).write {
      try $0.run("INSERT INTO item_flags_epoch VALUES (5)")
      try $0.run(
        """
        INSERT INTO item_flags VALUES ('post', '1', 7, 1, NULL, 1), ('post', '2', NULL, NULL, NULL, 3), \
        ('post', '3', 7, 2, 20, 4)
        """)
    }
    let sut = sut()
    #expect(
      try await sut.flags(post, ["1", "2", "3", "4"]) == [
        "1": ItemFlags(isRead: true),
        "3": ItemFlags(isRead: true, bookmarkedAt: bookmark("3", 20).addedAt),
      ])
    #expect(try await sut.version(post) == FlagsVersion(epoch: 5, revision: 4))
    try await sut.sweep(post, 1_000, [], ReadBatch(9))
    let changes = try await sut.changed(post, nil, .max)
    #expect(changes.sweeps.map(\.batch) == [ReadBatch(9)])
    #expect(changes.changes.map(\.id) == ["1", "2", "3"])
    #expect(try await sut.undoRead(ReadBatch(7), nil) == 2)
  }

  private static let readMarks = [
    """
    CREATE TABLE read_marks (kind TEXT NOT NULL, id TEXT NOT NULL, batch INTEGER NOT NULL, \
    PRIMARY KEY (kind, id)) WITHOUT ROWID
    """,
    "CREATE INDEX read_marks_batches ON read_marks (batch)",
  ]

  private static let bookmarks = [
    "CREATE TABLE bookmarks (kind TEXT NOT NULL, id TEXT NOT NULL, added REAL NOT NULL, PRIMARY KEY (kind, id))",
    "CREATE INDEX bookmarks_order ON bookmarks (kind, added DESC, id)",
  ]

  /// Returns the database with a table of an earlier version.
  private func old(_ name: String, _ create: [String]) -> Database {
    database().using(Schema(state: name, create: create, migrations: []))
  }

  private func saveOld(reads: Bool = true, bookmarks: Bool = true) async throws {
    if reads {
      try await old("read_marks", Self.readMarks).write {
        try $0.run("INSERT INTO read_marks VALUES ('post', '1', 7), ('post', '2', 8), ('comic', '1', 7)")
      }
    }
    if bookmarks {
      try await old("bookmarks", Self.bookmarks).write {
        try $0.run("INSERT INTO bookmarks VALUES ('comic', '1', 10.5), ('comic', '2', 20), ('comic', '3', 10.5)")
      }
    }
  }

  private func tables() async throws -> [String] {
    try await database().read {
      try $0.rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name") { $0.text(0) ?? "" }
    }
  }

  @Test(arguments: [true, false])
  func `flags of earlier schemas are migrated, whether the first access reads or writes`(isRead: Bool) async throws {
    try await saveOld()
    if !isRead { _ = try await sut().addRead(post, ["9"], ReadBatch(9)) }
    let sut = sut()
    #expect(
      try await sut.flags(comic, ["1", "2", "3", "4"]) == [
        "1": ItemFlags(isRead: true, bookmarkedAt: bookmark("1", 10.5).addedAt),
        "2": ItemFlags(bookmarkedAt: bookmark("2", 20).addedAt),
        "3": ItemFlags(bookmarkedAt: bookmark("3", 10.5).addedAt),
      ])
    #expect(try await sut.flags(post, ["1", "2"]).count == 2)
    #expect(
      try await sut.bookmarks(comic) == [bookmark("2", 20), bookmark("1", 10.5), bookmark("3", 10.5)])
    #expect(try await sut.changed(comic, nil, 9).changes.count == 3)
    #expect(try await sut.undoRead(ReadBatch(7), nil) == 2)
    #expect(try await sut.removeRead(post, ["1", "2"]) == ["2": ReadBatch(8)])
    #expect(
      try await tables() == [
        "item_flags", "item_flags_epoch", "item_flags_sweeps", "item_flags_swept", "schemas", "versions",
      ])
  }

  @Test(arguments: [DatabaseError.readOnly, .notPermitted, .noSpace])
  func `flags of earlier schemas can be read while they cannot be written, and are migrated later`(
    error: DatabaseError
  ) async throws {
    try await saveOld()
    let bytes = try Data(contentsOf: file)
    let isWritable = Observed(false)
    var database = database()
    database.writing = { [writing = database.writing] work in
      guard isWritable.value else { throw error }
      try await writing(work)
    }
    let sut = FlagsStore.live(database: database)
    let post = post
    for _ in 1...2 {
      #expect(try await sut.bookmarks(comic) == [bookmark("2", 20), bookmark("1", 10.5), bookmark("3", 10.5)])
      #expect(try await sut.flags(post, ["1", "2", "3"]).keys.sorted() == ["1", "2"])
      await #expect(throws: error) { try await sut.addRead(post, ["3"], ReadBatch(9)) }
    }
    #expect(try Data(contentsOf: file) == bytes)
    isWritable.replace(with: true)
    #expect(try await sut.addRead(post, ["3"], ReadBatch(9)) == 1)
    #expect(try await sut.flags(post, ["1", "2", "3"]).keys.sorted() == ["1", "2", "3"])
    #expect(try await tables().contains("read_marks") == false)
  }

  @Test(arguments: [(true, false), (false, true)])
  func `flags are migrated when only one of the earlier tables exists`(reads: Bool, bookmarks: Bool) async throws {
    try await saveOld(reads: reads, bookmarks: bookmarks)
    #expect(try await sut().flags(post, ["1", "2"]).count == (reads ? 2 : 0))
    #expect(try await sut().bookmarks(comic).count == (bookmarks ? 3 : 0))
  }

  @Test(arguments: [true, false])
  func `an earlier version throws newer on reads and writes, and flags are unchanged`(isUpgraded: Bool) async throws {
    if isUpgraded { try await saveOld() }
    _ = try await sut().addRead(post, ["1"], ReadBatch(1))
    _ = try await sut().addRead(post, ["3"], ReadBatch(1))
    let newer = DatabaseError.newer(file: file.path(), isState: true)
    for old in [old("read_marks", Self.readMarks), old("bookmarks", Self.bookmarks)] {
      await #expect(throws: newer) { try await old.read { _ in } }
      await #expect(throws: newer) { try await old.write { _ in } }
    }
    #expect(try await sut().flags(post, ["1", "3"]).count == 2)
  }

  @Test(arguments: ["bookmarks", "bookmarks_order", "sqlite_autoindex_bookmarks_1"])
  func `damaged bookmarks of an earlier schema are not migrated, and the file is unchanged`(part: String) async throws {
    try await saveOld(reads: false)
    let bytes = try await damage(part)
    let sut = sut()
    let post = post
    let damaged = DatabaseError.damaged(file: file.path())
    await #expect(throws: damaged) { try await sut.flags(post, ["1"]) }
    await #expect(throws: damaged) { try await sut.addRead(post, ["1"], ReadBatch(1)) }
    #expect(try Data(contentsOf: file) == bytes)
  }

  @Test func `earlier tables without a schema version throw damaged and are not removed`() async throws {
    try await saveOld()
    try await database().write { try $0.run("DELETE FROM schemas WHERE name = 'bookmarks'") }
    let sut = sut()
    let post = post
    await #expect(throws: DatabaseError.damaged(file: file.path())) { try await sut.flags(post, ["1"]) }
    #expect(try await tables() == ["bookmarks", "read_marks", "schemas", "versions"])
  }
}
