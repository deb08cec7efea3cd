import Database
import DatabaseLive
import Foundation
import ProcessTestSupport
import Testing

/// Files and folders without permission.
@Suite(.timeLimit(.minutes(5)))
struct FileAccessTests {
  let temporary = TemporaryDatabase()

  @Test(arguments: ["", "-wal", "-shm"])
  func `a symbolic link instead of a database file is not followed`(suffix: String) async throws {
    try await temporary.fill(1)
    let target = temporary.root.appending(path: "target")
    try Data("untouched".utf8).write(to: target)
    let link = temporary.folder.appending(path: "x.db" + suffix)
    if suffix == "" { try FileManager.default.removeItem(at: link) }
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
    await #expect(throws: DatabaseError.self) { try await temporary.database().write { try $0.insert(2) } }
    if suffix == "" {
      await #expect(throws: DatabaseError.notPermitted) { try await temporary.database().read { try $0.numbers() } }
    }
    #expect(try Data(contentsOf: target) == Data("untouched".utf8))
  }

  @Test func `a symbolic link instead of a folder is followed`() async throws {
    try FileManager.default.createDirectory(at: temporary.root, withIntermediateDirectories: true)
    let elsewhere = temporary.root.appending(path: "elsewhere")
    try FileManager.default.createDirectory(at: elsewhere, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: temporary.root.appending(path: "a"), withDestinationURL: elsewhere)
    try await temporary.fill(2)
    #expect(try await temporary.database().read { try $0.numbers() } == [1, 2])
    #expect(FileManager.default.fileExists(atPath: elsewhere.appending(path: "b/x.db").path()))
  }

  @Test func `a folder instead of the database file throws notPermitted and stays unchanged`() async throws {
    try FileManager.default.createDirectory(at: temporary.file, withIntermediateDirectories: true)
    await #expect(throws: DatabaseError.notPermitted) { try await temporary.database(.normal, .replace).read { _ in } }
    await #expect(throws: DatabaseError.notPermitted) { try await temporary.database(.normal, .replace).write { _ in } }
    #expect(try temporary.names() == ["x.db"])
  }

  @Test(arguments: ["/dev/null/x.db", "/proc/satchel/x.db"])
  func `a database in an impossible folder reads as empty and fails to write`(path: String) async throws {
    let sut = Database.live(file: URL(filePath: path), durability: .full, damage: .keep).using(.counts)
    #expect(try await sut.read { try $0.numbers() } == [])
    await #expect(throws: DatabaseError.self) { try await sut.write { try $0.insert(1) } }
  }

  @Test(.enabled(if: getuid() == 0, "only root can give a file away"))
  func `a file owned by another user is not opened`() async throws {
    try await temporary.fill(1)
    #expect(chown(temporary.file.path(), 12_345, 12_345) == 0)
    let before = try temporary.contents()
    await #expect(throws: DatabaseError.notPermitted) { try await temporary.database().read { try $0.numbers() } }
    await #expect(throws: DatabaseError.notPermitted) { try await temporary.database().write { try $0.insert(2) } }
    #expect(try temporary.contents() == before)
  }

  @Test(.enabled(if: getuid() != 0, "root may do everything"))
  func `a database without write permission can be read, and writing throws notPermitted`() async throws {
    try await temporary.fill(3)
    for (path, mode) in [(temporary.folder.path(), mode_t(0o500)), (temporary.file.path(), 0o400)] {
      #expect(chmod(path, mode) == 0)
      let sut = temporary.database()
      #expect(try await sut.read { try $0.numbers() } == [1, 2, 3])
      await #expect(throws: DatabaseError.notPermitted) { try await sut.write { try $0.insert(4) } }
      #expect(chmod(path, 0o700) == 0)
      try await sut.write { try $0.run("DELETE FROM counts WHERE number = 9") }
    }
  }

  @Test func `a write beyond the file size limit throws noSpace and leaves earlier rows readable`() async throws {
    try await temporary.fill(10)
    // A limit on the size of files works on every system and for every user. It is 2,000 blocks of 512 bytes.
    let probe = try temporary.probe("fill", shell: "trap '' XFSZ; ulimit -f 2000; exec \"$0\" \"$@\"")
    #expect(try await probe.lines() == ["noSpace"])
    let sut = temporary.database()
    #expect(try await sut.read { try $0.numbers() }.prefix(10) == Array(1...10)[...])
    try await sut.write { try $0.insert(1_000) }
  }

  @Test(arguments: [false, true])
  func `on a file system without shared memory, changes are saved with a rollback journal`(exists: Bool) async throws {
    if exists { try await temporary.fill(3) }
    let script = "exec \"$0\" \"$@\" unshared"
    let first = exists ? 4 : 1
    let writer = try temporary.probe("2", shell: script)
    #expect(try await writer.lines() == ["\(first)", "\(first + 1)"])
    let reader = try temporary.probe("read", shell: script)
    #expect(try await reader.lines() == ["\(first + 1)"])
    #expect(try temporary.contents()["x.db"]?[18] == 1, "the header names the rollback journal")
    #expect(try await temporary.database().read { try $0.numbers() } == Array(1...first + 1))
    try await temporary.database().write { try $0.insert(first + 2) }
  }

  /// Returns whether this process can mount a disk. Root can; on some systems, other users can in a separate namespace.
  private static func canMount() async -> Bool {
    guard let child = try? ChildProcess("unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/tmp"]) else {
      return false
    }
    return await child.status == 0
  }

  @Test(
    .enabled("no disk can be mounted here") { await canMount() },
    arguments: [
      ("fill", "", ["noSpace"]),
      ("read", "\"$0\" $1 $2 $3 $4 3 >/dev/null; cat /dev/zero >\"${1%/*}/y\" 2>/dev/null; ", ["3"]),
      ("read", "\"$0\" $1 $2 $3 $4 3 >/dev/null; mount -o remount,ro \"${1%/*}\"; ", ["3"]),
      ("read", "\"$0\" $1 $2 $3 $4 abandon >/dev/null; mount -o remount,ro \"${1%/*}\"; ", ["3"]),
      ("read", "\"$0\" $1 $2 $3 $4 abandon >/dev/null; cat /dev/zero >\"${1%/*}/y\" 2>/dev/null; ", ["3"]),
      ("1", "\"$0\" $1 $2 $3 $4 3 >/dev/null; mount -o remount,ro \"${1%/*}\"; ", ["readOnly"]),
      ("read", "mount -o remount,ro \"${1%/*}\"; ", ["0"]),
      ("1", "mount -o remount,ro \"${1%/*}\"; ", ["readOnly"]),
    ])
  func `a database on a full or read-only disk is readable and refuses writes`(
    command: String, before: String, lines: [String]
  ) async throws {
    try FileManager.default.createDirectory(at: temporary.folder, withIntermediateDirectories: true)
    let script = "mount -t tmpfs -o size=2m,mode=700 none \"${1%/*}\"; " + before + "exec \"$0\" \"$@\""
    let probe = try temporary.probe(
      command, shell: "exec unshare -rm sh -c '\(script.replacing("'", with: "'\\''"))' \"$0\" \"$@\"")
    #expect(try await probe.lines() == lines)
  }
}
