import Database
import DatabaseLive
import Foundation

/// A program that uses a database, for tests that need several processes or kill one.
///
/// `DatabaseProbe FILE normal|full keep|replace PATIENCE COMMAND`, with the patience in milliseconds.
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

  private static func say(_ line: String) { try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8)) }
}
