import CSQLite
import Database
import Essentials

extension Handle {
  /// The application identifier "Stch", which distinguishes this program's files from other SQLite files.
  private static let application: Int64 = 0x5374_6368
  /// The format of the file. It increases when older programs must not read new files.
  private static let format: Int64 = 1

  /// Marks an empty database as one of this program.
  func writeHeader(pageSize: Int) throws {
    try run("PRAGMA page_size = \(pageSize)", []) { _ in }
    try run("BEGIN", []) { _ in }
    try run("PRAGMA application_id = \(Self.application)", []) { _ in }
    try run("PRAGMA user_version = \(Self.format)", []) { _ in }
    try connection(onlyReading: false).confirm(Self.format)
    try run("COMMIT", []) { _ in }
    try run("PRAGMA journal_mode = WAL", []) { _ in }
  }

  /// Checks that the file is a database of this program.
  /// - Parameter isState: Whether the file is that of state.
  /// - Throws: `DatabaseError.damaged` if it is not, `.newer` if a newer version of the program has written and
  ///   confirmed it.
  func checkHeader(isState: Bool) throws {
    guard try integer("PRAGMA application_id") == Self.application else { throw DatabaseError.damaged(file: name) }
    let format = try integer("PRAGMA user_version")
    guard format > Self.format else { return }
    guard try connection(onlyReading: true).isConfirmed(format) else { throw DatabaseError.damaged(file: name) }
    throw DatabaseError.newer(file: name, isState: isState)
  }

  /// Makes SQLite check what it reads, because the file may be damaged or hostile: https://sqlite.org/security.html.
  func distrustFile() throws {
    try run("PRAGMA cell_size_check = 1", []) { _ in }
    try run("PRAGMA trusted_schema = 0", []) { _ in }
  }
}

extension Opener {
  /// Creates the file atomically, unless another process was faster.
  func create(_ location: DatabaseLocation, _ job: Job, _ library: UnsafePointer<csqlite>) throws {
    let lock = try FolderLock(location, job, .exclusive)
    defer { lock.unlock() }
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

  /// Fills a new file. When this returns, the connection is closed and all data is in the file.
  private func fill(_ path: String, _ location: DatabaseLocation, _ library: UnsafePointer<csqlite>) throws {
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW
    try Handle(library, path: path, flags: flags, name: location.path, patience: 0).writeHeader(
      pageSize: location.pageSize)
  }

  /// Renames a damaged file and SQLite's files beside it, unless that has been done. Returns whether a new file may be
  /// made.
  func setAside(_ file: FileIdentity, _ job: Job) throws -> Bool {
    guard let location, location.damage == .replace else { return false }
    let lock = try FolderLock(location, job, .exclusive)
    defer { lock.unlock() }
    guard let found = try FileIdentity(location.path), found == file else { return true }
    let names = ["", "-wal", "-shm", "-journal"].map { (location.path + $0, location.path + ".damaged" + $0) }
    for (name, aside) in names where rename(name, aside) == -1 {
      guard errno == ENOENT else { return false }
      try remove([aside])
    }
    location.replaced(location.path + ".damaged")
    return true
  }
}
