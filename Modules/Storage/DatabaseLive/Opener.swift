import CSQLite
import Database
import Essentials

/// Where a database is, and what it owes.
struct DatabaseLocation: Sendable {
  var path: String
  var durability: Database.Durability
  var damage: Database.Damage
  var patience: Duration

  var folder: String { parent(of: path) }
  var milliseconds: Int {
    Int(clamping: patience.components.seconds) * 1_000 + Int(patience.components.attoseconds / 1_000_000_000_000_000)
  }
}

/// Opens connections to one database, and knows when they are out of date.
struct Opener: Sendable {
  /// Nil for a database in memory.
  let location: DatabaseLocation?
  let libraries: [String]

  var name: String { location?.path ?? "" }

  /// - Throws: `DatabaseError`, `DamagedFile`, or `CancellationError`.
  func open(_ role: Worker.Role, _ job: Job) throws -> Handle {
    let library = try library()
    guard let location else { return try memory(library) }
    while true {
      if role == .writing { try makeFolder(location.folder) }
      let turn = try FolderLock(location, job, .shared, library)
      defer { turn.unlock() }
      if let file = try FileIdentity(location.path) {
        do {
          return try open(role, location, file, library)
        } catch DatabaseError.damaged {
          throw DamagedFile(file: file)
        }
      }
      turn.unlock()
      switch role {
      case .reading: return try memory(library, isMakeshift: true)
      case .writing: try create(location, job, library)
      }
    }
  }

  /// Whether a connection still leads to what is in its place.
  func isCurrent(_ handle: Handle) throws -> Bool {
    guard let location else { return true }
    return try FileIdentity(location.path) == handle.file
  }

  func library() throws -> csqlite {
    var library = csqlite()
    guard libraries.contains(where: { csqlite_open($0, &library) }) else { throw DatabaseError.unavailable }
    return library
  }

  private func memory(_ library: csqlite, isMakeshift: Bool = false) throws -> Handle {
    let handle = try Handle(
      library, path: ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY, name: "", patience: 0)
    handle.isMakeshift = isMakeshift
    return handle
  }

  private func open(
    _ role: Worker.Role, _ location: DatabaseLocation, _ file: FileIdentity, _ library: csqlite
  ) throws -> Handle {
    // SQLite refuses a link anywhere on the way; the folders may be one.
    let path = try resolved(location.folder) + "/" + lastComponent(of: location.path)
    do {
      try checkWritable(path)
      return try handle(path, path, SQLITE_OPEN_READWRITE, role, location, file, library)
    } catch let error as DatabaseError where role == .reading && error.leavesTheFile {
      // Without a log nothing needs to be written to read. With one, SQLite may be able to.
      let handle =
        FileIdentity.hasLog(path)
        ? try handle(path, path, SQLITE_OPEN_READONLY, role, location, file, library)
        : try handle(path, uri(path), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, role, location, file, library)
      handle.isMakeshift = true
      return handle
    }
  }

  private func handle(
    _ path: String, _ name: String, _ flags: Int32, _ role: Worker.Role, _ location: DatabaseLocation,
    _ file: FileIdentity, _ library: csqlite
  ) throws -> Handle {
    let handle = try Handle(
      library, path: name, flags: flags | SQLITE_OPEN_NOFOLLOW, name: location.path, patience: location.milliseconds)
    handle.file = file
    do {
      // SQLite reads the file here for the first time, and what a process left in the log that did not close it.
      _ = csqlite_take_recovery()
      try handle.checkMarks()
      // It takes a damaged number of its own format for a newer one that it may only read.
      if flags & SQLITE_OPEN_READWRITE != 0, library.db_readonly(handle.database, "main") == 1 {
        throw DatabaseError.damaged(file: location.path)
      }
      if csqlite_take_recovery(), location.damage == .keep { try handle.checkIntegrity() }
      // SQLite takes the rest of a page that was cut for zeros.
      guard FileIdentity.isWhole(path) else {
        throw DatabaseError.damaged(file: location.path)
      }
      try handle.run("PRAGMA cell_size_check = 1", []) { _ in }
      try handle.run("PRAGMA trusted_schema = 0", []) { _ in }
      if role == .writing {
        try handle.run("PRAGMA synchronous = \(location.durability == .full ? "FULL" : "NORMAL")", []) { _ in }
      }
    } catch {
      handle.keepLog()
      throw error
    }
    return handle
  }

  /// Nothing is locked and nothing is written beside a file that is said not to change.
  private func uri(_ path: String) -> String {
    URL(filePath: path, directoryHint: .notDirectory).absoluteString + "?immutable=1"
  }
}

extension DatabaseError {
  /// Whether it may be for want of something beside the file, which itself could be read.
  fileprivate var leavesTheFile: Bool {
    switch self {
    case .notPermitted, .readOnly, .noSpace, .failed: true
    case .unavailable, .busy, .damaged, .newer: false
    }
  }
}
