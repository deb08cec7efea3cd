import Database
import DatabaseLive
import Foundation
import TestSupport
import Testing

/// The databases in a folder and their sizes.
@Suite(.timeLimit(.minutes(5)))
struct FolderTests {
  let temporary = TemporaryDatabase()

  @Test func `a missing folder, or one below a file, contains no databases`() throws {
    #expect(try DatabaseFile.all(in: temporary.folder) == [])
    try FileManager.default.createDirectory(at: temporary.root, withIntermediateDirectories: true)
    try Data().write(to: temporary.root.appending(path: "a"))
    #expect(try DatabaseFile.all(in: temporary.folder) == [])
  }

  @Test func `each database is listed with its size including accompanying files, and nothing else is`() async throws {
    try await temporary.fill(3)
    let size = try temporary.contents()["x.db"]?.count ?? 0
    for name in ["b.db", "x.db-wal", "x.db-shm", "x.db.damaged", "x.dbx", "y.db.txt", "z"] {
      try Data(count: 10).write(to: temporary.folder.appending(path: name))
    }
    try FileManager.default.createSymbolicLink(
      at: temporary.folder.appending(path: "link.db"), withDestinationURL: temporary.file)
    let files = try DatabaseFile.all(in: temporary.folder)
    #expect(files.map(\.url.lastPathComponent) == ["b.db", "x.db"])
    #expect(files.map(\.bytes) == [10, size + 30])
  }

  @Test func `listing an unreadable folder throws notPermitted`() throws {
    guard geteuid() != 0 else { return }
    try FileManager.default.createDirectory(
      at: temporary.folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0])
    #expect(throws: DatabaseError.notPermitted) { try DatabaseFile.all(in: temporary.folder) }
  }

  @Test func `removing a database deletes its accompanying files and no other database`() async throws {
    let sut = temporary.database()
    try await sut.write { try $0.insert(1) }
    try Data().write(to: temporary.folder.appending(path: "y.db"))
    try DatabaseFile(url: temporary.file, bytes: 0).remove()
    #expect(try temporary.names() == ["y.db"])
    #expect(try await sut.read { try $0.numbers() } == [], "a database that has the file open notices the removal")
    try await sut.write { try $0.insert(2) }
    #expect(try await temporary.database().read { try $0.numbers() } == [2])
  }

  @Test func `removing a missing database is no error`() throws {
    try DatabaseFile(url: temporary.file, bytes: 0).remove()
  }

  @Test func `compact gives back the space of deleted rows and preserves the others`() async throws {
    try await temporary.fill(20_000)
    let sut = temporary.database()
    try await sut.write { try $0.run("DELETE FROM counts WHERE number > 10") }
    let before = try #require(DatabaseFile.all(in: temporary.folder).first).bytes
    try await sut.compact()
    let after = try #require(DatabaseFile.all(in: temporary.folder).first).bytes
    #expect(after < before / 4, "\(before) \(after)")
    #expect(try await sut.read { try $0.numbers() } == Array(1...10))
    try await sut.write { try $0.insert(11) }
    #expect(try await temporary.database().read { try $0.numbers() }.count == 11)
  }

  @Test func `compact in a cancelled task throws CancellationError`() async throws {
    try await temporary.fill(3)
    let sut = temporary.database()
    let gate = Gate()
    let task = Task {
      try? await gate.pause()
      await #expect(throws: CancellationError.self) { try await sut.compact() }
    }
    await gate.arrived()
    task.cancel()
    await task.value
  }
}

extension FolderTests {
  @Test func `check accepts a folder that can be created and creates nothing`() throws {
    try FileManager.default.createDirectory(at: temporary.root, withIntermediateDirectories: true)
    try DatabaseFile.check(temporary.folder)
    try DatabaseFile.check(temporary.root)
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.root.path()) == [])
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self")))
  func `check throws notPermitted for a folder that the file system refuses to create`() throws {
    #expect(throws: DatabaseError.notPermitted) { try DatabaseFile.check(URL(filePath: "/proc/nowhere")) }
  }

  @Test func `check refuses a file and a folder below a file`() throws {
    try FileManager.default.createDirectory(at: temporary.root, withIntermediateDirectories: true)
    let file = temporary.root.appending(path: "file")
    try Data().write(to: file)
    #expect(throws: DatabaseError.self) { try DatabaseFile.check(file) }
    #expect(throws: DatabaseError.self) { try DatabaseFile.check(file.appending(path: "a/b")) }
  }

  @Test func `check throws notPermitted below a folder without write permission`() throws {
    guard geteuid() != 0 else { return }
    try FileManager.default.createDirectory(
      at: temporary.root, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o500])
    #expect(throws: DatabaseError.notPermitted) { try DatabaseFile.check(temporary.folder) }
  }
}
