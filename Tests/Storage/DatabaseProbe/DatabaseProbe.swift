import Database
import DatabaseLive
import Foundation

/// A program that uses a database, for tests that need several processes or kill one.
///
/// `DatabaseProbe FILE normal|full keep|replace PATIENCE COMMAND [unshared]`, with the patience in milliseconds.
/// `unshared` makes SQLite's attempts to share memory fail.
@main
enum Probe {
  static func main() async throws {
    let words = ProcessInfo.processInfo.arguments
    let database = Database.live(
      file: URL(filePath: words[1]), durability: words[2] == "full" ? .full : .normal,
      damage: words[3] == "keep" ? .keep : .replace, patience: .milliseconds(Int(words[4]) ?? 0)
    ).using(
      Schema(cache: "counts", version: 1, create: ["CREATE TABLE counts (number INTEGER PRIMARY KEY, text TEXT)"]))
    do {
      if words.count > 6 { try refuseSharedMemory() }
      switch words[5] {
      case "hold": try await hold(database)
      case "fill": try await fill(database)
      case "abandon":
        for _ in 0..<3 { say("\(try await increment(database))") }
        kill(getpid(), SIGKILL)
      case "read":
        say("\(try await database.read { try $0.rows("SELECT number FROM counts") { $0.integer(0) }.count })")
      case let count: for _ in 0..<(Int(count) ?? .max) { say("\(try await increment(database))") }
      }
    } catch {
      say("\(error)")
    }
  }

  /// Inserts the next number, with a text of up to seven thousand characters so that several pages are needed.
  private static func increment(_ database: Database) async throws -> Int64 {
    try await database.write { connection in
      let last = try connection.rows("SELECT coalesce(max(number), 0) FROM counts") { $0.integer(0) }
      let next = (last.first ?? 0) + 1
      try connection.run(
        "INSERT INTO counts VALUES (?, ?)", .integer(next), .text(String(repeating: "x", count: Int(next % 8) * 1_000)))
      return next
    }
  }

  /// Holds a change open until its standard input sends a byte or ends.
  private static func hold(_ database: Database) async throws {
    try await database.write { connection in
      try connection.run("INSERT INTO counts VALUES (-1, 'held')")
      say("held")
      _ = try FileHandle.standardInput.read(upToCount: 1)
    }
  }

  /// Adds a megabyte at a time until that fails.
  private static func fill(_ database: Database) async throws {
    for _ in 0..<1_000 {
      try await database.write { try $0.run("INSERT INTO counts (text) VALUES (hex(zeroblob(500000)))") }
    }
  }

  /// Makes SQLite's calls of `mmap` fail, as on a file system without shared memory.
  private static func refuseSharedMemory() throws {
    typealias FindSystem = @convention(c) (UnsafePointer<CChar>?) -> UnsafeMutableRawPointer?
    typealias SetCall = @convention(c) (UnsafeMutableRawPointer, UnsafePointer<CChar>, UnsafeMutableRawPointer) -> Int32
    typealias Address = UnsafeMutableRawPointer?
    typealias Map = @convention(c) (Address, Int, Int32, Int32, Int32, off_t) -> Address
    try Database.checkSQLite()
    let library = Database.systemSQLite.compactMap { dlopen($0, RTLD_LAZY) }.first
    guard let find = dlsym(library, "sqlite3_vfs_find"),
      let system = unsafeBitCast(find, to: FindSystem.self)(nil)
    else { throw DatabaseError.unavailable }
    let map: Map = { _, _, _, _, _, _ in
      errno = ENODEV
      return UnsafeMutableRawPointer(bitPattern: -1)
    }
    // The method `xSetSystemCall` of `sqlite3_vfs` is 16 pointers behind `pNext`.
    let setCall = system.load(fromByteOffset: 16 + 16 * 8, as: SetCall.self)
    guard setCall(system, "mmap", unsafeBitCast(map, to: UnsafeMutableRawPointer.self)) == 0 else {
      throw DatabaseError.unavailable
    }
  }

  private static func say(_ line: String) { try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8)) }
}
