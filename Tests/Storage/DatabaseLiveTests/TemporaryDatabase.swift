import Database
import DatabaseLive
import Foundation
import ProcessTestSupport

/// A folder for one test, with the database that the probe uses.
final class TemporaryDatabase: Sendable {
  private let temporary = TemporaryFolder()
  var root: URL { temporary.url }
  var folder: URL { root.appending(path: "a/b") }
  var file: URL { folder.appending(path: "x.db") }

  func database(_ durability: Database.Durability = .normal, _ damage: Database.Damage = .keep) -> Database {
    Database.live(file: file, durability: durability, damage: damage).using(.counts)
  }

  /// Returns the same database with its table as state, which cannot be downloaded again.
  func state() -> Database { Database.live(file: file, durability: .full, damage: .keep).using(.countsOfState) }

  /// Returns the names in the folder.
  func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted() }

  /// Returns the contents of the files in the folder.
  func contents() throws -> [String: Data] {
    try Dictionary(uniqueKeysWithValues: names().map { ($0, try Data(contentsOf: folder.appending(path: $0))) })
  }

  /// Creates a database of several pages, and closes it.
  func fill(_ count: Int = 200, _ damage: Database.Damage = .keep) async throws {
    try await database(.normal, damage).write { connection in
      for number in 1...count { try connection.insert(number) }
    }
  }

  /// Starts the probe, another process that uses the same database.
  func probe(
    _ command: String, durability: String = "normal", damage: String = "keep", patience: Int = 60_000,
    shell script: String? = nil, input: FileHandle? = nil
  ) throws -> ProbeProcess {
    let arguments = [file.path(), durability, damage, "\(patience)", command]
    return try ProbeProcess(script: script, arguments: arguments, input: input)
  }
}

/// A process that uses a database, and the lines that it prints.
final class ProbeProcess: Sendable {
  let child: ChildProcess
  private let output: FileHandle

  init(script: String?, arguments: [String], input: FileHandle?) throws {
    let path = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "DatabaseProbe").path() ?? ""
    let pipe = Pipe()
    child =
      try script.map {
        try ChildProcess("sh", ["-c", $0, path] + arguments, input: input, output: pipe.fileHandleForWriting)
      } ?? ChildProcess(path, arguments, input: input, output: pipe.fileHandleForWriting)
    output = pipe.fileHandleForReading
    try pipe.fileHandleForWriting.close()
  }

  /// Reads until a number of lines has arrived or the process has ended.
  func lines(_ count: Int = .max) async throws -> [String] {
    let output = output
    return try await withCheckedThrowingContinuation { continuation in
      Thread {
        continuation.resume(
          with: Result {
            var data = Data()
            while data.count(where: { $0 == UInt8(ascii: "\n") }) < count, let more = try output.read(upToCount: 1) {
              data += more
            }
            return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
          })
      }.start()
    }
  }
}

extension Schema {
  static let counts = Schema(
    cache: "counts", version: 1, create: ["CREATE TABLE counts (number INTEGER PRIMARY KEY, text TEXT)"])
  static let countsOfState = Schema(state: "counts", create: counts.create, migrations: [])
}

extension Connection {
  func insert(_ number: Int) throws {
    try run("INSERT INTO counts VALUES (?, ?)", .integer(Int64(number)), .text(String(repeating: "t", count: 200)))
  }

  func numbers() throws -> [Int] { try rows("SELECT number FROM counts ORDER BY number") { Int($0.integer(0)) } }
}
