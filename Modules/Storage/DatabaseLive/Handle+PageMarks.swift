import CSQLite
import Database
import Essentials

extension Handle {
  /// "Stch": by this a file of ours is known among all of SQLite's.
  private static let application: Int64 = 0x5374_6368
  /// Counted up when files of another format are no longer to be read.
  private static let format: Int64 = 1

  /// Makes an empty database one of ours.
  func setMarks() throws {
    try run("PRAGMA page_size = 4096", []) { _ in }
    try run("BEGIN", []) { _ in }
    try run("PRAGMA application_id = \(Self.application)", []) { _ in }
    try run("PRAGMA user_version = \(Self.format)", []) { _ in }
    try connection(onlyReading: false).confirm(Self.format)
    try run("COMMIT", []) { _ in }
    try run("PRAGMA journal_mode = WAL", []) { _ in }
  }

  /// - Throws: `DatabaseError.damaged` for what is not ours, `.newer` for what a newer version of the program has made and
  ///   confirmed.
  func checkMarks() throws {
    guard try integer("PRAGMA application_id") == Self.application else { throw DatabaseError.damaged(file: name) }
    let format = try integer("PRAGMA user_version")
    guard format > Self.format else { return }
    guard try connection(onlyReading: true).isConfirmed(format) else { throw DatabaseError.damaged(file: name) }
    throw DatabaseError.newer(file: name)
  }

  /// Looks at every page, and whether tables and indexes agree: as long as it takes to read the file.
  /// - Throws: `DatabaseError.damaged`.
  func checkIntegrity() throws {
    var words: String?
    // `quick_check` does not compare indexes with their tables.
    try run("PRAGMA integrity_check(1)", []) { words = $0.text(0) }
    guard words == "ok" else { throw DatabaseError.damaged(file: name) }
  }
}

extension Opener {
  /// Makes the file, whole or not at all, unless somebody was faster.
  func create(_ location: DatabaseLocation, _ job: Job, _ library: csqlite) throws {
    let turn = try FolderLock(location, job, .exclusive, library)
    defer { turn.unlock() }
    guard try FileIdentity(location.path) == nil else { return }
    let path = try resolved(location.folder) + "/" + lastComponent(of: location.path)
    let new = path + ".new"
    try remove([new, new + "-journal", new + "-wal", new + "-shm", path + "-journal", path + "-wal", path + "-shm"])
    close(try check(Essentials.open(new, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)))
    do {
      try fill(new, location, library)
      try check(rename(new, path))
    } catch {
      try? remove([new, new + "-journal", new + "-wal", new + "-shm"])
      throw error
    }
    try synchronize(folder: location.folder)
  }

  /// When this returns, the connection is closed and all is in the file.
  private func fill(_ path: String, _ location: DatabaseLocation, _ library: csqlite) throws {
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW
    try Handle(library, path: path, flags: flags, name: location.path, patience: 0).setMarks()
  }

  /// Sets a damaged file aside, with what is beside it, unless that has been done. Answers whether it may be begun anew.
  func setAside(_ file: FileIdentity, _ job: Job) throws -> Bool {
    guard let location, location.damage == .replace else { return false }
    let turn = try FolderLock(location, job, .exclusive, try library())
    defer { turn.unlock() }
    guard let found = try FileIdentity(location.path), found == file else { return true }
    let names = ["", "-wal", "-shm"].map { (location.path + $0, location.path + ".damaged" + $0) }
    for (name, aside) in names where rename(name, aside) == -1 {
      guard errno == ENOENT else { return false }
      try remove([aside])
    }
    return true
  }
}
