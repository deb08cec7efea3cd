import Database
import DatabaseLive
import Foundation
import Testing

struct ForeignDatabaseTests {
  private let temporary = TemporaryDatabase()

  /// Writes a database without the marks of this program.
  private func fill() async throws {
    let database = temporary.database()
    try await database.write { connection in
      for number in 1...3 { try connection.insert(number) }
      try connection.run("PRAGMA application_id = 0")
      try connection.run("PRAGMA user_version = 0")
    }
    await database.close()
  }

  @Test func `the database of another program is read`() async throws {
    try await fill()
    let foreign = Database.foreign(file: temporary.file)
    #expect(try await foreign.read { try $0.numbers() } == [1, 2, 3])
    #expect(try await foreign.scan { try $0.numbers() } == [1, 2, 3])
    await #expect(throws: DatabaseError.damaged(file: temporary.file.path())) {
      try await temporary.database().read { try $0.numbers() }
    }
  }

  @Test func `writing to or compacting a foreign database throws readOnly and changes nothing`() async throws {
    try await fill()
    let before = try temporary.contents()["x.db"]
    let foreign = Database.foreign(file: temporary.file)
    await #expect(throws: DatabaseError.readOnly) { try await foreign.write { try $0.insert(4) } }
    await #expect(throws: DatabaseError.self) { try await foreign.read { try $0.insert(4) } }
    await #expect(throws: DatabaseError.readOnly) { try await foreign.compact() }
    #expect(try await foreign.read { try $0.numbers() } == [1, 2, 3])
    await foreign.close()
    #expect(try temporary.contents()["x.db"] == before)
  }

  @Test func `a symbolic link to a foreign database is followed`() async throws {
    try await fill()
    let link = temporary.folder.appending(path: "link.db")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: temporary.file)
    #expect(try await Database.foreign(file: link).read { try $0.numbers() } == [1, 2, 3])
  }

  @Test func `a missing foreign database is not created, and a file that is not a database is refused`() async throws {
    try await fill()
    let missing = temporary.folder.appending(path: "missing.db")
    await #expect(throws: DatabaseError.self) { try await Database.foreign(file: missing).read { try $0.numbers() } }
    #expect(!FileManager.default.fileExists(atPath: missing.path()))
    let text = temporary.folder.appending(path: "text.db")
    try Data(String(repeating: "text ", count: 2_000).utf8).write(to: text)
    await #expect(throws: DatabaseError.damaged(file: text.path())) {
      try await Database.foreign(file: text).read { try $0.numbers() }
    }
  }
}
