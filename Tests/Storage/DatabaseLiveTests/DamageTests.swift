import Database
import DatabaseLive
import Foundation
import Observed
import TestSupport
import Testing

/// Files that are damaged or are not databases.
@Suite(.timeLimit(.minutes(5)))
struct DamageTests {
  let scratch = Scratch()

  /// Returns the result of using a database with these bytes: the numbers that can be read, or an error.
  private func look(_ bytes: Data, _ damage: Database.Damage) async throws -> Result<[Int], any Error> {
    for name in try scratch.names() { try FileManager.default.removeItem(at: scratch.folder.appending(path: name)) }
    #expect(FileManager.default.createFile(atPath: scratch.file.path(), contents: bytes))
    let sut = scratch.database(.normal, damage)
    do {
      let numbers = try await sut.read { try $0.numbers() }
      try await sut.write { try $0.insert(100_000) }
      return .success(numbers)
    } catch {
      return .failure(error)
    }
  }

  @Test(arguments: [(Database.Damage.keep, 4_096), (.replace, 16_384)])
  func `a file truncated at any length throws damaged, or is set aside and replaced`(
    damage: Database.Damage, page size: Int
  ) async throws {
    try await scratch.fill(200, damage)
    #expect(try await scratch.database().read { try $0.rows("PRAGMA page_size") { $0.integer(0) } } == [Int64(size)])
    let whole = try Data(contentsOf: scratch.file)
    for page in 0..<whole.count / 4_096 {
      for length in [page * 4_096, page * 4_096 + 100, page * 4_096 + 4_095] where length > 0 {
        switch try await look(whole.prefix(length), .keep) {
        case .failure(let error):
          #expect(error as? DatabaseError == .damaged(file: scratch.file.path()), "\(length)")
          #expect(try scratch.contents() == ["x.db": whole.prefix(length)], "the file is not changed")
        case .success(let numbers):
          Issue.record("\(length) of \(whole.count) bytes were read as \(numbers.count) numbers")
        }
        #expect(try await look(whole.prefix(length), .replace).get() == [], "\(length)")
        #expect(try Data(contentsOf: scratch.folder.appending(path: "x.db.damaged")) == whole.prefix(length))
        #expect(try await scratch.database().read { try $0.numbers() } == [100_000])
      }
    }
  }

  @Test func `a database with one flipped bit either works or throws a DatabaseError`() async throws {
    try await scratch.fill(200)
    let whole = try Data(contentsOf: scratch.file)
    var random = SeededGenerator(seed: 9)
    for round in 0..<250 {
      var bytes = whole
      // Half of the rounds change the metadata of SQLite, at the beginning of the file and of each page.
      let place = Int(random.next() % UInt64(round % 2 == 0 ? bytes.count : bytes.count / 64))
      let index = round % 2 == 0 ? place : place / 64 * 4_096 + place % 64
      bytes[index] ^= 1 << UInt8(random.next() % 8)
      for damage in [Database.Damage.keep, .replace] {
        if case .failure(let error) = try await look(bytes, damage) {
          #expect(error is DatabaseError, "byte \(index): \(error)")
        }
      }
    }
  }

  @Test func `a damaged file that another database has replaced is not set aside again`() async throws {
    try await scratch.fill(200)
    let (first, second) = (scratch.database(.normal, .replace), scratch.database(.normal, .replace))
    for sut in [first, second] { _ = try await sut.read { try $0.numbers() } }
    let whole = try Data(contentsOf: scratch.file)
    let file = try FileHandle(forWritingTo: scratch.file)
    try file.write(contentsOf: whole.prefix(100) + Data(repeating: 0xA5, count: whole.count - 100))
    try file.close()
    try await first.write { try $0.insert(1_000) }
    try await second.write { try $0.insert(2_000) }
    #expect(try await first.read { try $0.numbers() } == [1_000, 2_000])
    #expect(try await scratch.database().read { try $0.numbers() } == [1_000, 2_000])
  }

  static let foreign: [(String, @Sendable (URL) async throws -> Void)] = [
    ("no database", { try Data("not a database, but long enough to be asked".utf8).write(to: $0) }),
    ("zeros", { try Data(count: 8_192).write(to: $0) }),
    (
      "another program's",
      { file in
        try await Database.live(file: file, durability: .normal, damage: .keep).write {
          try $0.run("CREATE TABLE other (x)")
          try $0.run("PRAGMA application_id = 7")
        }
      }
    ),
  ]

  @Test(arguments: foreign.indices)
  func `a file that is not the program's database throws damaged, or is set aside and replaced`(index: Int) async throws
  {
    try FileManager.default.createDirectory(at: scratch.folder, withIntermediateDirectories: true)
    try await Self.foreign[index].1(scratch.file)
    let before = try scratch.contents()
    let damaged = DatabaseError.damaged(file: scratch.file.path())
    await #expect(throws: damaged) { try await scratch.database().read { try $0.numbers() } }
    await #expect(throws: damaged) { try await scratch.database().write { try $0.insert(1) } }
    #expect(try scratch.contents() == before)

    let sut = scratch.database(.normal, .replace)
    try Data("older".utf8).write(to: scratch.folder.appending(path: "x.db.damaged"))
    try await sut.write { try $0.insert(1) }
    #expect(try await sut.read { try $0.numbers() } == [1])
    #expect(try scratch.contents()["x.db.damaged"] == before["x.db"])
  }

  @Test func `a file of a newer program version throws newer and stays unchanged`() async throws {
    try await scratch.fill(1)
    try await scratch.database().write { connection in
      try connection.run("PRAGMA user_version = 2")
      try connection.confirm(2)
    }
    let before = try scratch.contents()
    #expect(before.count == 1)
    for damage in [Database.Damage.keep, .replace] {
      let sut = scratch.database(.full, damage)
      let newer = DatabaseError.newer(file: scratch.file.path())
      await #expect(throws: newer) { try await sut.read { try $0.numbers() } }
      await #expect(throws: newer) { try await sut.write { try $0.insert(2) } }
    }
    #expect(try scratch.contents() == before)
  }

  @Test func `the write-ahead log of a damaged file is preserved, also when the file is set aside`() async throws {
    try await scratch.fill()
    _ = try await scratch.probe("abandon").lines()
    let log = try scratch.contents()["x.db-wal"]
    #expect(log?.isEmpty == false)
    var damaged = try Data(contentsOf: scratch.file)
    damaged.replaceSubrange(5 * 4_096..<8 * 4_096, with: Data(repeating: 0xA5, count: 3 * 4_096))
    try damaged.write(to: scratch.file)
    await #expect(throws: DatabaseError.self) { try await scratch.database().read { try $0.numbers() } }
    #expect(try scratch.contents()["x.db"] == damaged)
    #expect(try scratch.contents()["x.db-wal"] == log)
    let sut = scratch.database(.normal, .replace)
    #expect(try await sut.read { try $0.numbers() } == [])
    try await sut.write { try $0.insert(1) }
    #expect(try scratch.contents()["x.db.damaged-wal"] == log)
    #expect(try await scratch.database().read { try $0.numbers() } == [1])
  }

  @Test func `the error for a table of a newer version names the file`() async throws {
    try await scratch.fill(1)
    let newer = Schema(cache: "counts", version: 2, create: [], migrations: [1: SchemaMigration([])])
    let file = Database.live(file: scratch.file, durability: .full, damage: .replace)
    try await file.using(newer).write { _ in }
    await #expect(throws: DatabaseError.newer(file: scratch.file.path())) {
      try await file.using(.counts).read { _ in }
    }
  }

  /// All three databases are open, and one has read the first page, when the rest is overwritten.
  @Test func `damage found while three databases are open is set aside once and signals a change`() async throws {
    try await scratch.fill(200)
    let suts = (0..<3).map { _ in scratch.database(.normal, .replace) }
    #expect(try await suts[0].read { try $0.rows("SELECT 1") { $0.integer(0) } } == [1])
    let whole = try Data(contentsOf: scratch.file)
    let file = try FileHandle(forWritingTo: scratch.file)
    try file.seek(toOffset: 4_096)
    try file.write(contentsOf: Data(repeating: 0xA5, count: whole.count - 4_096))
    try file.close()

    var changes = suts[0].changes.stream().makeAsyncIterator()
    #expect(try await suts[0].read { try $0.numbers() } == [])
    #expect(await changes.next() != nil)
    for (number, sut) in suts.enumerated() { try await sut.write { try $0.insert(number) } }
    for sut in suts { #expect(try await sut.read { try $0.numbers() } == [0, 1, 2]) }
    #expect(try scratch.contents()["x.db.damaged"]?.count == whole.count)
  }

  /// The second database is in the middle of its work when the first sets the file aside, and then meets the damage.
  @Test(.timeLimit(.minutes(5))) func `a read that meets damage in an already replaced file reads the new file`()
    async throws
  {
    try await scratch.fill(3)
    let (first, second) = (scratch.database(.normal, .replace), scratch.database(.normal, .replace))
    let (attempts, replaced) = (Calls<String>(), DispatchSemaphore(value: 0))
    let (began, begin) = AsyncStream.makeStream(of: Void.self)
    async let found = second.read { connection -> [Int] in
      attempts.record("second")
      if attempts.all.count > 1 { return try connection.numbers() }
      begin.finish()
      replaced.wait()
      throw DatabaseError.damaged(file: "")
    }
    for await _ in began {}
    let isFirst = Calls<Bool>()
    try await first.write { connection in
      isFirst.record(true)
      if isFirst.all.count == 1 { throw DatabaseError.damaged(file: "") }
      try connection.insert(9)
    }
    replaced.signal()
    #expect(try await found == [9])
    #expect(try await first.read { try $0.numbers() } == [9])
  }

  @Test func `closing a database whose file was moved aside leaves the new file intact`() async throws {
    try await scratch.fill(3)
    var old: Database? = scratch.database(.normal, .replace)
    try await old?.write { try $0.insert(4) }
    try FileManager.default.moveItem(at: scratch.file, to: scratch.folder.appending(path: "y.db"))
    let new = scratch.database()
    try await new.write { try $0.insert(9) }
    let names = try scratch.names()
    old = nil
    try await new.write { try $0.insert(10) }
    #expect(try scratch.names() == names)
    #expect(try await scratch.database().read { try $0.numbers() } == [9, 10])
  }

  @Test func `a damaged file that cannot be set aside throws damaged and stays unchanged`() async throws {
    try await scratch.fill(1)
    try Data(count: 8_192).write(to: scratch.file)
    try FileManager.default.createDirectory(
      at: scratch.folder.appending(path: "x.db.damaged/full"), withIntermediateDirectories: true)
    let sut = scratch.database(.normal, .replace)
    await #expect(throws: DatabaseError.damaged(file: scratch.file.path())) { try await sut.read { _ in } }
    await #expect(throws: DatabaseError.damaged(file: scratch.file.path())) { try await sut.write { _ in } }
    #expect(try Data(contentsOf: scratch.file) == Data(count: 8_192))
  }

  @Test func `a write that throws damaged runs once more on the replaced file, then fails`() async throws {
    try await scratch.fill(1)
    try Data(count: 8_192).write(to: scratch.file)
    let calls = Calls<Int>()
    let sut = Database.live(file: scratch.file, durability: .normal, damage: .replace)
    await #expect(throws: DatabaseError.damaged(file: scratch.file.path())) {
      try await sut.write { _ in
        calls.record(1)
        throw DatabaseError.damaged(file: "of this work's own")
      }
    }
    #expect(calls.all == [1, 1])
  }
}
