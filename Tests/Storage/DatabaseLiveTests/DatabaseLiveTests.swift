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
  let scratch = Scratch()

  @Test func `what is kept outlives the value, and is one file 0600 in folders of 0700`() async throws {
    try await scratch.fill(3)
    #expect(try await scratch.database().read { try $0.numbers() } == [1, 2, 3])
    #expect(try scratch.names() == ["x.db"])
    #expect(try mode(scratch.file) == 0o600)
    #expect(try mode(scratch.folder) == 0o700)
    #expect(try mode(scratch.folder.deletingLastPathComponent()) == 0o700)
  }

  @Test func `while it is open, what SQLite keeps beside it is 0600 too`() async throws {
    let sut = scratch.database()
    try await sut.write { try $0.insert(1) }
    #expect(try scratch.names() == ["x.db", "x.db-shm", "x.db-wal"])
    for name in try scratch.names() { #expect(try mode(scratch.folder.appending(path: name)) == 0o600) }
    #expect(try await sut.read { try $0.numbers() } == [1])
  }

  @Test(arguments: [true, false])
  func `what is closed is one file, and is opened again when it is used`(isWritten: Bool) async throws {
    try await scratch.fill(1)
    let sut = scratch.database()
    if isWritten { try await sut.write { try $0.insert(2) } }
    let numbers = try await sut.read { try $0.numbers() }
    #expect(try scratch.names() == ["x.db", "x.db-shm", "x.db-wal"])
    await sut.close()
    #expect(try scratch.names() == ["x.db"])
    #expect(try await sut.read { try $0.numbers() } == numbers)
    #expect(numbers == (isWritten ? [1, 2] : [1]))
  }

  @Test func `a read makes nothing, and an empty file is as good as none`() async throws {
    #expect(try await scratch.database().read { try $0.numbers() } == [])
    #expect(!FileManager.default.fileExists(atPath: scratch.root.path()))
    try FileManager.default.createDirectory(at: scratch.folder, withIntermediateDirectories: true)
    try Data().write(to: scratch.file)
    #expect(try await scratch.database().read { try $0.numbers() } == [])
    #expect(try Data(contentsOf: scratch.file) == Data())
    try await scratch.fill(2)
    #expect(try await scratch.database().read { try $0.numbers() } == [1, 2])
    #expect(try mode(scratch.file) == 0o600)
  }

  @Test func `scans, and changes of what cannot be downloaded again, have small caches`() async throws {
    @Sendable func cacheSize(_ connection: Connection) throws -> [Int64] {
      try connection.rows("PRAGMA cache_size") { $0.integer(0) }
    }
    try await scratch.fill(1)
    let cache = scratch.database(.normal)
    #expect(try await cache.read(cacheSize) == [-2_000])
    #expect(try await cache.scan(cacheSize) == [-256])
    #expect(try await cache.write(cacheSize) == [-2_000])
    #expect(try await scratch.database(.full).write(cacheSize) == [-256])
  }

  @Test func `a read does not wait for a change, and sees one moment`() async throws {
    let sut = scratch.database()
    try await sut.write { try $0.insert(1) }
    let (changing, reading) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
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

  @Test func `what another value writes is told at the next read, and what was read is not told again`() async throws {
    let (sut, other) = (scratch.database(), scratch.database())
    try await other.write { try $0.insert(1) }
    _ = try await sut.read { try $0.numbers() }
    let told = Calls<Void>()
    let stop = sut.changes.watch { told.record(()) }
    try await other.write { try $0.insert(2) }
    for _ in 1...2 { _ = try await sut.read { try $0.numbers() } }
    #expect(told.all.count == 1)
    stop()
  }

  @Test func `what another value writes is told, also after a change of nothing`() async throws {
    let (sut, other) = (scratch.database(), scratch.database())
    try await sut.write { try $0.insert(1) }
    try await sut.write { try $0.run("DELETE FROM counts WHERE number = 9") }
    _ = try await sut.read { try $0.numbers() }
    var changes = sut.changes.stream().makeAsyncIterator()
    try await other.write { try $0.insert(2) }
    _ = try await sut.read { try $0.numbers() }
    #expect(await changes.next() != nil)
  }

  @Test func `its own change is told once, not again at the next read`() async throws {
    let sut = scratch.database()
    try await sut.write { try $0.insert(1) }
    _ = try await sut.read { try $0.numbers() }
    try await sut.write { try $0.insert(2) }
    let told = Calls<Void>()
    let stop = sut.changes.watch { told.record(()) }
    _ = try await sut.read { try $0.numbers() }
    #expect(told.all.isEmpty)
    stop()
  }

  @Test func `the first write of another value is told to those who had found nothing`() async throws {
    let sut = scratch.database()
    _ = try await sut.read { try $0.numbers() }
    var changes = sut.changes.stream().makeAsyncIterator()
    try await scratch.database().write { try $0.insert(1) }
    #expect(try await sut.read { try $0.numbers() } == [1])
    #expect(await changes.next() != nil)
  }

  @Test func `where there is nothing, to look again and again is no change`() async throws {
    let (sut, told) = (scratch.database(), Calls<Void>())
    let stop = sut.changes.watch { told.record(()) }
    for _ in 0..<3 { _ = try await sut.read { try $0.numbers() } }
    #expect(told.all.isEmpty)
    stop()
  }

  @Test func `a folder that is cleared away is made again`() async throws {
    let sut = scratch.database()
    try await sut.write { try $0.insert(1) }
    #expect(try await sut.read { try $0.numbers() } == [1])
    try FileManager.default.removeItem(at: scratch.root)
    #expect(try await sut.read { try $0.numbers() } == [])
    try await sut.write { try $0.insert(2) }
    #expect(try await sut.read { try $0.numbers() } == [2])
    #expect(try await scratch.database().read { try $0.numbers() } == [2])
  }

  @Test func `many changes at once are all kept`() async throws {
    let suts = (0..<4).map { _ in scratch.database() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<200 { group.addTask { try await suts[number % 4].write { try $0.insert(number) } } }
      try await group.waitForAll()
    }
    #expect(try await suts[0].read { try $0.numbers() } == Array(0..<200))
  }

  @Test func `of changes that wait together, those that fail leave the others alone`() async throws {
    let sut = Database.live(file: scratch.file, durability: .normal, damage: .keep)
    try await sut.write { try $0.run("CREATE TABLE t (number INTEGER PRIMARY KEY)") }
    let (blocked, block) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
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

  @Test func `more statements than are kept ready can be run`() async throws {
    let sut = scratch.database()
    for _ in 0..<2 {
      let numbers = try await sut.read { connection in
        try (0..<300).flatMap { number in try connection.rows("SELECT \(number)") { Int($0.integer(0)) } }
      }
      #expect(numbers == Array(0..<300))
    }
  }

  @Test func `without SQLite it is unavailable`() async throws {
    for sut in [
      Database.live(file: scratch.file, durability: .full, damage: .keep, sqlite: ["/nonexistent", "libc.so.6"]),
      Database.memory(sqlite: []),
    ] {
      await #expect(throws: DatabaseError.unavailable) { try await sut.read { _ in } }
      await #expect(throws: DatabaseError.unavailable) { try await sut.write { _ in } }
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.root.path()))
    #expect(throws: DatabaseError.unavailable) { try Database.checkSQLite(["/nonexistent"]) }
    #expect(throws: Never.self) { try Database.checkSQLite(["/nonexistent"] + Database.systemSQLite) }
  }

  private func mode(_ url: URL) throws -> Int? {
    (try FileManager.default.attributesOfItem(atPath: url.path())[.posixPermissions] as? NSNumber)?.intValue
  }
}
