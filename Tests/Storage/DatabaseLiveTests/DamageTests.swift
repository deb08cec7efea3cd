import Database
import DatabaseLive
import Foundation
import Observed
import TestSupport
import Testing

/// Files that are damaged or are not databases.
@Suite(.timeLimit(.minutes(5)))
struct DamageTests {
  let temporary = TemporaryDatabase()

  /// Returns the result of using a database with these bytes: the numbers that can be read, or an error.
  private func look(_ bytes: Data, _ damage: Database.Damage) async throws -> Result<[Int], any Error> {
    for name in try temporary.names() { try FileManager.default.removeItem(at: temporary.folder.appending(path: name)) }
    #expect(FileManager.default.createFile(atPath: temporary.file.path(), contents: bytes))
    let sut = temporary.database(.normal, damage)
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
    try await temporary.fill(200, damage)
    #expect(try await temporary.database().read { try $0.rows("PRAGMA page_size") { $0.integer(0) } } == [Int64(size)])
    let whole = try Data(contentsOf: temporary.file)
    for page in 0..<whole.count / 4_096 {
      for length in [page * 4_096, page * 4_096 + 100, page * 4_096 + 4_095] where length > 0 {
        switch try await look(whole.prefix(length), .keep) {
        case .failure(let error):
          #expect(error as? DatabaseError == .damaged(file: temporary.file.path()), "\(length)")
          #expect(try temporary.contents() == ["x.db": whole.prefix(length)], "the file is not changed")
        case .success(let numbers):
          Issue.record("\(length) of \(whole.count) bytes were read as \(numbers.count) numbers")
        }
        #expect(try await look(whole.prefix(length), .replace).get() == [], "\(length)")
        #expect(try Data(contentsOf: temporary.folder.appending(path: "x.db.damaged")) == whole.prefix(length))
        #expect(try await temporary.database().read { try $0.numbers() } == [100_000])
      }
    }
  }

  @Test func `a database with one flipped bit either works or throws a DatabaseError`() async throws {
    try await temporary.fill(200)
    let whole = try Data(contentsOf: temporary.file)
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

  @Test(arguments: [true, false])
  func `the new name of a damaged file is reported once, when it is replaced`(isReplaced: Bool) async throws {
    try await temporary.fill(1)
    try Data(count: 8_192).write(to: temporary.file)
    let names = CallRecorder<String>()
    let sut = Database.live(
      file: temporary.file, durability: .normal, damage: isReplaced ? .replace : .keep, replaced: { names.record($0) })
    for _ in 0..<2 { try? await sut.read { _ in } }
    try? await sut.write { try $0.insert(1) }
    #expect(names.all == (isReplaced ? [temporary.file.path() + ".damaged"] : []))
  }

  @Test func `a damaged file that another database has replaced is not set aside again`() async throws {
    try await temporary.fill(200)
    let first = temporary.database(.normal, .replace)
    let second = temporary.database(.normal, .replace)
    for sut in [first, second] { _ = try await sut.read { try $0.numbers() } }
    let whole = try Data(contentsOf: temporary.file)
    let file = try FileHandle(forWritingTo: temporary.file)
    try file.write(contentsOf: whole.prefix(100) + Data(repeating: 0xA5, count: whole.count - 100))
    try file.close()
    try await first.write { try $0.insert(1_000) }
    try await second.write { try $0.insert(2_000) }
    #expect(try await first.read { try $0.numbers() } == [1_000, 2_000])
    #expect(try await temporary.database().read { try $0.numbers() } == [1_000, 2_000])
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
    try FileManager.default.createDirectory(at: temporary.folder, withIntermediateDirectories: true)
    try await Self.foreign[index].1(temporary.file)
    let before = try temporary.contents()
    let damaged = DatabaseError.damaged(file: temporary.file.path())
    await #expect(throws: damaged) { try await temporary.database().read { try $0.numbers() } }
    await #expect(throws: damaged) { try await temporary.database().write { try $0.insert(1) } }
    #expect(try temporary.contents() == before)

    let sut = temporary.database(.normal, .replace)
    try Data("older".utf8).write(to: temporary.folder.appending(path: "x.db.damaged"))
    try await sut.write { try $0.insert(1) }
    #expect(try await sut.read { try $0.numbers() } == [1])
    #expect(try temporary.contents()["x.db.damaged"] == before["x.db"])
  }

  @Test func `a file of a newer program version throws newer and stays unchanged`() async throws {
    try await temporary.fill(1)
    try await temporary.database().write { connection in
      try connection.run("PRAGMA user_version = 2")
      try connection.confirm(2)
    }
    let before = try temporary.contents()
    #expect(before.count == 1)
    for damage in [Database.Damage.keep, .replace] {
      let sut = temporary.database(.full, damage)
      let newer = DatabaseError.newer(file: temporary.file.path(), isState: damage == .keep)
      await #expect(throws: newer) { try await sut.read { try $0.numbers() } }
      await #expect(throws: newer) { try await sut.write { try $0.insert(2) } }
    }
    #expect(try temporary.contents() == before)
  }

  @Test func `the write-ahead log of a damaged file is preserved, also when the file is set aside`() async throws {
    try await temporary.fill()
    _ = try await temporary.probe("abandon").lines()
    let log = try temporary.contents()["x.db-wal"]
    #expect(log?.isEmpty == false)
    var damaged = try Data(contentsOf: temporary.file)
    damaged.replaceSubrange(5 * 4_096..<8 * 4_096, with: Data(repeating: 0xA5, count: 3 * 4_096))
    try damaged.write(to: temporary.file)
    await #expect(throws: DatabaseError.self) { try await temporary.database().read { try $0.numbers() } }
    #expect(try temporary.contents()["x.db"] == damaged)
    #expect(try temporary.contents()["x.db-wal"] == log)
    let sut = temporary.database(.normal, .replace)
    #expect(try await sut.read { try $0.numbers() } == [])
    try await sut.write { try $0.insert(1) }
    #expect(try temporary.contents()["x.db.damaged-wal"] == log)
    #expect(try await temporary.database().read { try $0.numbers() } == [1])
  }

  @Test func `the error for a table of a newer version names the file`() async throws {
    try await temporary.fill(1)
    let newer = Schema(cache: "counts", version: 2, create: [], migrations: [1: SchemaMigration([])])
    let file = Database.live(file: temporary.file, durability: .full, damage: .replace)
    try await file.using(newer).write { _ in }
    await #expect(throws: DatabaseError.newer(file: temporary.file.path())) {
      try await file.using(.counts).read { _ in }
    }
  }

  /// All three databases are open, and one has read the first page, when the rest is overwritten.
  @Test func `damage found while three databases are open is set aside once and signals a change`() async throws {
    try await temporary.fill(200)
    let suts = (0..<3).map { _ in temporary.database(.normal, .replace) }
    #expect(try await suts[0].read { try $0.rows("SELECT 1") { $0.integer(0) } } == [1])
    let whole = try Data(contentsOf: temporary.file)
    let file = try FileHandle(forWritingTo: temporary.file)
    try file.seek(toOffset: 4_096)
    try file.write(contentsOf: Data(repeating: 0xA5, count: whole.count - 4_096))
    try file.close()

    var changes = suts[0].changes.stream().makeAsyncIterator()
    #expect(try await suts[0].read { try $0.numbers() } == [])
    #expect(await changes.next() != nil)
    for (number, sut) in suts.enumerated() { try await sut.write { try $0.insert(number) } }
    for sut in suts { #expect(try await sut.read { try $0.numbers() } == [0, 1, 2]) }
    #expect(try temporary.contents()["x.db.damaged"]?.count == whole.count)
  }

  /// The second database is in the middle of its work when the first sets the file aside, and then meets the damage.
  @Test(.timeLimit(.minutes(5))) func `a read that meets damage in an already replaced file reads the new file`()
    async throws
  {
    try await temporary.fill(3)
    let first = temporary.database(.normal, .replace)
    let second = temporary.database(.normal, .replace)
    let attempts = CallRecorder<String>()
    let replaced = DispatchSemaphore(value: 0)
    let (began, begin) = AsyncStream.makeStream(of: Void.self)
    async let found = second.read { connection -> [Int] in
      attempts.record("second")
      if attempts.all.count > 1 { return try connection.numbers() }
      begin.finish()
      replaced.wait()
      throw DatabaseError.damaged(file: "")
    }
    for await _ in began {}
    let isFirst = CallRecorder<Bool>()
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
    try await temporary.fill(3)
    var old: Database? = temporary.database(.normal, .replace)
    try await old?.write { try $0.insert(4) }
    try FileManager.default.moveItem(at: temporary.file, to: temporary.folder.appending(path: "y.db"))
    let new = temporary.database()
    try await new.write { try $0.insert(9) }
    let names = try temporary.names()
    old = nil
    try await new.write { try $0.insert(10) }
    #expect(try temporary.names() == names)
    #expect(try await temporary.database().read { try $0.numbers() } == [9, 10])
  }

  @Test func `a damaged file that cannot be set aside throws damaged and stays unchanged`() async throws {
    try await temporary.fill(1)
    try Data(count: 8_192).write(to: temporary.file)
    try FileManager.default.createDirectory(
      at: temporary.folder.appending(path: "x.db.damaged/full"), withIntermediateDirectories: true)
    let sut = temporary.database(.normal, .replace)
    await #expect(throws: DatabaseError.damaged(file: temporary.file.path())) { try await sut.read { _ in } }
    await #expect(throws: DatabaseError.damaged(file: temporary.file.path())) { try await sut.write { _ in } }
    #expect(try Data(contentsOf: temporary.file) == Data(count: 8_192))
  }

  @Test func `a write that throws damaged runs once more on the replaced file, then fails`() async throws {
    try await temporary.fill(1)
    try Data(count: 8_192).write(to: temporary.file)
    let calls = CallRecorder<Int>()
    let sut = Database.live(file: temporary.file, durability: .normal, damage: .replace)
    await #expect(throws: DatabaseError.damaged(file: temporary.file.path())) {
      try await sut.write { _ in
        calls.record(1)
        throw DatabaseError.damaged(file: "of this work's own")
      }
    }
    #expect(calls.all == [1, 1])
  }
}
