import Database
import DatabaseLive
import Dispatch
import Foundation
import Observed
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct DatabaseLiveTests {
  let temporary = TemporaryDatabase()

  @Test func `saved rows outlive the database value, in one 0600 file within 0700 folders`() async throws {
    try await temporary.fill(3)
    #expect(try await temporary.database().read { try $0.numbers() } == [1, 2, 3])
    #expect(try temporary.names() == ["x.db"])
    #expect(try mode(temporary.file) == 0o600)
    #expect(try mode(temporary.folder) == 0o700)
    #expect(try mode(temporary.folder.deletingLastPathComponent()) == 0o700)
  }

  @Test func `the log and shared memory files of an open database have mode 0600`() async throws {
    let sut = temporary.database()
    try await sut.write { try $0.insert(1) }
    #expect(try temporary.names() == ["x.db", "x.db-shm", "x.db-wal"])
    for name in try temporary.names() { #expect(try mode(temporary.folder.appending(path: name)) == 0o600) }
    #expect(try await sut.read { try $0.numbers() } == [1])
  }

  @Test(arguments: [true, false])
  func `a closed database is one file and reopens on the next read`(isWritten: Bool) async throws {
    try await temporary.fill(1)
    let sut = temporary.database(.full)
    if isWritten { try await sut.write { try $0.insert(2) } }
    let numbers = try await sut.read { try $0.numbers() }
    #expect(try temporary.names() == ["x.db", "x.db-shm", "x.db-wal"])
    await sut.close()
    #expect(try temporary.names() == ["x.db"])
    #expect(try await sut.read { try $0.numbers() } == numbers)
    #expect(numbers == (isWritten ? [1, 2] : [1]))
  }

  @Test func `closing leaves a short log if a change need not survive a power cut, and a long one goes to the file`()
    async throws
  {
    var lengths: [Int] = []
    for number in 1...100 {
      let sut = temporary.database(.normal)
      try await sut.write { try $0.insert(number) }
      await sut.close()
      lengths.append(try temporary.contents()["x.db-wal"]?.count ?? 0)
    }
    #expect(lengths[0] > 0)
    #expect(lengths.contains(0), "the log was too long once")
    #expect(lengths.max() ?? 0 <= 256 << 10)
    #expect(try await temporary.database(.normal).read { try $0.numbers() } == Array(1...100))
    #expect(try temporary.names() == ["x.db"], "a connection that is released closes the log")
  }

  @Test func `reading leaves the short log of the last process as it is`() async throws {
    try await temporary.fill(1)
    let sut = temporary.database(.normal)
    try await sut.write { try $0.insert(2) }
    await sut.close()
    let contents = try temporary.contents()
    let other = temporary.database(.normal)
    #expect(try await other.read { try $0.numbers() } == [1, 2])
    await other.close()
    #expect(try temporary.names() == ["x.db", "x.db-shm", "x.db-wal"])
    #expect(try temporary.contents()["x.db-wal"] == contents["x.db-wal"])
    #expect(try temporary.contents()["x.db"] == contents["x.db"])
  }

  @Test func `a read creates no file or folder, and an empty file counts as a missing database`() async throws {
    #expect(try await temporary.database().read { try $0.numbers() } == [])
    #expect(!FileManager.default.fileExists(atPath: temporary.root.path()))
    try FileManager.default.createDirectory(at: temporary.folder, withIntermediateDirectories: true)
    try Data().write(to: temporary.file)
    #expect(try await temporary.database().read { try $0.numbers() } == [])
    #expect(try Data(contentsOf: temporary.file) == Data())
    try await temporary.fill(2)
    #expect(try await temporary.database().read { try $0.numbers() } == [1, 2])
    #expect(try mode(temporary.file) == 0o600)
  }

  @Test func `a copy holds the rows of the file, and changes that the file does not get`() async throws {
    try await temporary.fill(1)
    let sut = temporary.database()
    let copy = try #require(sut.copy())
    try await copy.write { try $0.insert(2) }
    #expect(try await copy.read { try $0.numbers() } == [1, 2])
    try await copy.write { try $0.insert(3) }
    #expect(try await copy.read { try $0.numbers() } == [1, 2, 3])
    #expect(try await sut.read { try $0.numbers() } == [1])
    try await sut.write { try $0.insert(4) }
    #expect(try await copy.read { try $0.numbers() } == [1, 2, 3], "the copy is of the file as it was")
    #expect(Database.memory().copy() == nil)
  }

  @Test func `scans and writes use a small page cache`() async throws {
    @Sendable func cacheSize(_ connection: Connection) throws -> [Int64] {
      try connection.rows("PRAGMA cache_size") { $0.integer(0) }
    }
    try await temporary.fill(1)
    let cache = temporary.database(.normal)
    #expect(try await cache.read(cacheSize) == [-2_000])
    #expect(try await cache.scan(cacheSize) == [-256])
    #expect(try await cache.write(cacheSize) == [-512])
    #expect(try await temporary.database(.full).write(cacheSize) == [-256])
  }

  @Test func `no connection trusts the file`() async throws {
    @Sendable func settings(_ connection: Connection) throws -> [Int64] {
      try ["trusted_schema", "cell_size_check"].flatMap { name in
        try connection.rows("PRAGMA \(name)") { $0.integer(0) }
      }
    }
    try await temporary.fill(1)
    #expect(try await temporary.database().read(settings) == [0, 1])
    #expect(try await temporary.database().scan(settings) == [0, 1])
    #expect(try await temporary.database().write(settings) == [0, 1])
  }

  @Test func `a read does not wait for a running write and sees one snapshot`() async throws {
    let sut = temporary.database()
    try await sut.write { try $0.insert(1) }
    let changing = DispatchSemaphore(value: 0)
    let reading = DispatchSemaphore(value: 0)
    let (begun, begins) = AsyncStream.makeStream(of: Void.self)
    let change = Task {
      try await sut.write { connection in
        try connection.insert(2)
        begins.yield()
        changing.wait()
      }
    }
    for await _ in begun.prefix(1) {}
    #expect(try await sut.read { try $0.numbers() } == [1])
    let (read, reads) = AsyncStream.makeStream(of: Void.self)
    let twice = Task {
      try await sut.read { connection in
        let first = try connection.numbers()
        reads.yield()
        reading.wait()
        return [first, try connection.numbers()]
      }
    }
    for await _ in read.prefix(1) {}
    changing.signal()
    try await change.value
    reading.signal()
    #expect(try await twice.value == [[1], [1]])
    #expect(try await sut.read { try $0.numbers() } == [1, 2])
  }

  @Test func `a write by another database value is signalled once, at the next read`() async throws {
    let sut = temporary.database()
    let other = temporary.database()
    try await other.write { try $0.insert(1) }
    _ = try await sut.read { try $0.numbers() }
    let told = CallRecorder<Void>()
    let stop = sut.changes.watch { told.record(()) }
    try await other.write { try $0.insert(2) }
    for _ in 1...2 { _ = try await sut.read { try $0.numbers() } }
    #expect(told.all.count == 1)
    stop()
  }

  @Test func `a write by another database value after an own one is noticed, and own writes are not`() async throws {
    let sut = temporary.database()
    let other = temporary.database()
    try await sut.write { try $0.insert(1) }
    _ = try await sut.read { try $0.numbers() }
    try await sut.write { try $0.insert(2) }
    let told = CallRecorder<Void>()
    let stop = sut.changes.watch { told.record(()) }
    defer { stop() }
    for _ in 1...2 { await sut.noticeChanges() }
    #expect(told.all.isEmpty)
    try await sut.write { try $0.insert(3) }
    #expect(told.all.count == 1)
    try await other.write { try $0.insert(4) }
    for _ in 1...2 { await sut.noticeChanges() }
    #expect(told.all.count == 2)
  }

  @Test func `noticing changes creates no file, and finds a new one`() async throws {
    let sut = temporary.database()
    let told = CallRecorder<Void>()
    let stop = sut.changes.watch { told.record(()) }
    defer { stop() }
    for _ in 1...2 { await sut.noticeChanges() }
    #expect(told.all.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: temporary.folder.path()))
    try await temporary.database().write { try $0.insert(1) }
    await sut.noticeChanges()
    #expect(told.all.count == 1)
  }

  @Test func `a write by another database value is signalled even after a write without effect`() async throws {
    let sut = temporary.database()
    let other = temporary.database()
    try await sut.write { try $0.insert(1) }
    try await sut.write { try $0.run("DELETE FROM counts WHERE number = 9") }
    _ = try await sut.read { try $0.numbers() }
    var changes = sut.changes.stream().makeAsyncIterator()
    try await other.write { try $0.insert(2) }
    _ = try await sut.read { try $0.numbers() }
    #expect(await changes.next() != nil)
  }

  @Test(arguments: [false, true])
  func `a write by another database value is signalled even if an own write to another store follows`(
    hasWritten: Bool
  ) async throws {
    let others = Schema(cache: "others", version: 1, create: ["CREATE TABLE others (x)"])
    func files() -> Database { Database.live(file: temporary.file, durability: .normal, damage: .keep) }
    let sut = files()
    let other = files().using(others)
    try await other.write { try $0.run("INSERT INTO others VALUES (1)") }
    let counts = sut.using(.counts)
    if hasWritten { try await counts.write { try $0.insert(1) } }
    _ = try await counts.read { try $0.numbers() }
    let told = CallRecorder<Void>()
    let stop = sut.using(others).changes.watch { told.record(()) }
    try await other.write { try $0.run("INSERT INTO others VALUES (2)") }
    try await counts.write { try $0.insert(2) }
    _ = try await counts.read { try $0.numbers() }
    #expect(told.all.count == 1)
    try await counts.write { try $0.insert(3) }
    #expect(told.all.count == 1)
    stop()
  }

  @Test func `a database's own write is not signalled again at the next read`() async throws {
    let sut = temporary.database()
    try await sut.write { try $0.insert(1) }
    _ = try await sut.read { try $0.numbers() }
    try await sut.write { try $0.insert(2) }
    let told = CallRecorder<Void>()
    let stop = sut.changes.watch { told.record(()) }
    _ = try await sut.read { try $0.numbers() }
    #expect(told.all.isEmpty)
    stop()
  }

  @Test func `the first write by another database value is signalled after a read that found no file`() async throws {
    let sut = temporary.database()
    _ = try await sut.read { try $0.numbers() }
    var changes = sut.changes.stream().makeAsyncIterator()
    try await temporary.database().write { try $0.insert(1) }
    #expect(try await sut.read { try $0.numbers() } == [1])
    #expect(await changes.next() != nil)
  }

  @Test func `repeated reads of a missing database signal no change`() async throws {
    let sut = temporary.database()
    let told = CallRecorder<Void>()
    let stop = sut.changes.watch { told.record(()) }
    for _ in 0..<3 { _ = try await sut.read { try $0.numbers() } }
    #expect(told.all.isEmpty)
    stop()
  }

  @Test func `a removed folder reads as empty and is created again by the next write`() async throws {
    let sut = temporary.database()
    try await sut.write { try $0.insert(1) }
    #expect(try await sut.read { try $0.numbers() } == [1])
    try FileManager.default.removeItem(at: temporary.root)
    #expect(try await sut.read { try $0.numbers() } == [])
    try await sut.write { try $0.insert(2) }
    #expect(try await sut.read { try $0.numbers() } == [2])
    #expect(try await temporary.database().read { try $0.numbers() } == [2])
  }

  @Test func `200 concurrent writes through four database values are all saved`() async throws {
    let suts = (0..<4).map { _ in temporary.database() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<200 { group.addTask { try await suts[number % 4].write { try $0.insert(number) } } }
      try await group.waitForAll()
    }
    #expect(try await suts[0].read { try $0.numbers() } == Array(0..<200))
  }

  @Test func `a write that fails in a group of waiting writes does not affect the others`() async throws {
    let sut = Database.live(file: temporary.file, durability: .normal, damage: .keep)
    try await sut.write { try $0.run("CREATE TABLE t (number INTEGER PRIMARY KEY)") }
    let blocked = DispatchSemaphore(value: 0)
    let block = DispatchSemaphore(value: 0)
    let outcomes = try await withThrowingTaskGroup(of: (Int, Bool).self) { group in
      group.addTask {
        try await sut.write { _ in
          blocked.signal()
          block.wait()
        }
        return (-1, true)
      }
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "test").async {
          blocked.wait()
          continuation.resume()
        }
      }
      for number in 0..<100 {
        group.addTask {
          do {
            try await sut.write { connection in
              try connection.run("INSERT INTO t VALUES (?)", .integer(Int64(number)))
              if number.isMultiple(of: 10) { throw DatabaseError.failed("\(number)") }
              if number % 10 == 1 { try connection.run("INSERT INTO t VALUES (?)", .integer(Int64(number))) }
            }
            return (number, true)
          } catch is DatabaseError {
            return (number, false)
          }
        }
      }
      group.addTask {
        block.signal()
        return (-2, true)
      }
      return try await group.reduce(into: [Int: Bool]()) { $0[$1.0] = $1.1 }
    }
    let expected = (0..<100).filter { $0 % 10 > 1 }
    #expect(outcomes.filter { $0.key >= 0 && $0.value }.keys.sorted() == expected)
    let saved = try await sut.read { try $0.rows("SELECT number FROM t ORDER BY number") { Int($0.integer(0)) } }
    #expect(saved == expected)
  }

  @Test func `more statements than the statement cache holds can be run`() async throws {
    let sut = temporary.database()
    for _ in 0..<2 {
      let numbers = try await sut.read { connection in
        try (0..<300).flatMap { number in try connection.rows("SELECT \(number)") { Int($0.integer(0)) } }
      }
      #expect(numbers == Array(0..<300))
    }
  }

  @Test func `a database throws unavailable when no SQLite library can be opened`() async throws {
    for sut in [
      Database.live(file: temporary.file, durability: .full, damage: .keep, sqlite: ["/nonexistent", "libc.so.6"]),
      Database.memory(sqlite: []),
    ] {
      await #expect(throws: DatabaseError.unavailable) { try await sut.read { _ in } }
      await #expect(throws: DatabaseError.unavailable) { try await sut.write { _ in } }
    }
    #expect(!FileManager.default.fileExists(atPath: temporary.root.path()))
    #expect(throws: DatabaseError.unavailable) { try Database.checkSQLite(["/nonexistent"]) }
    #expect(throws: Never.self) { try Database.checkSQLite(["/nonexistent"] + Database.systemSQLite) }
  }

  private func mode(_ url: URL) throws -> Int? {
    (try FileManager.default.attributesOfItem(atPath: url.path())[.posixPermissions] as? NSNumber)?.intValue
  }
}
