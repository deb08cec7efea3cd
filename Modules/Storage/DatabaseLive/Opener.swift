import CSQLite
import Database
import Essentials

/// The location of a database and its settings.
struct DatabaseLocation: Sendable {
  var path: String
  var durability: Database.Durability
  var damage: Database.Damage
  var patience: Duration
  /// Receives the new name of a damaged file that was replaced.
  var replaced: @Sendable (_ damaged: String) -> Void = { _ in }
  /// Whether the file is that of another program, which is only read.
  var isForeign = false

  var folder: String { parent(of: path) }
  /// The size of the pages of a new file in bytes. Caches hold long lists, which large pages save in two thirds of the
  /// time; of state, a row or two change at once.
  var pageSize: Int { damage == .replace ? 16_384 : 4_096 }
  var milliseconds: Int {
    Int(clamping: patience.components.seconds) * 1_000 + Int(patience.components.attoseconds / 1_000_000_000_000_000)
  }
}

/// An opener of connections to one database.
struct Opener: Sendable {
  /// The file; nil for a database in memory.
  let location: DatabaseLocation?
  let libraries: [String]
  /// Whether connections lead to a copy of the file in memory.
  var isCopying = false

  var name: String { location?.path ?? "" }

  /// Opens a connection. If the file is missing, a writer creates it, and a reader gets an empty substitute in memory.
  /// - Throws: `DatabaseError`, `DamagedFile`, or `CancellationError`.
  func open(_ role: Worker.Role, _ job: Job) throws -> Handle {
    let library = try library()
    guard let location else { return try memory(library) }
    if location.isForeign { return try foreign(location, library) }
    if isCopying { return try copy(location, job, library) }
    while true {
      if role == .writing { try makeFolder(location.folder) }
      let lock = try FolderLock(location, job, .shared)
      defer { lock.unlock() }
      if let file = try FileIdentity(location.path) {
        do {
          return try open(role, location, file, library)
        } catch DatabaseError.damaged {
          throw DamagedFile(file: file)
        }
      }
      lock.unlock()
      switch role {
      case .reading, .scanning: return try memory(library, isSubstitute: true)
      case .writing: try create(location, job, library)
      }
    }
  }

  /// Returns whether a connection still leads to the file at its path.
  func isCurrent(_ handle: Handle) throws -> Bool {
    guard let location, !location.isForeign, !isCopying else { return true }
    return try FileIdentity(location.path) == handle.file
  }

  func library() throws -> UnsafePointer<csqlite> {
    for name in libraries { if let library = csqlite_open(name) { return library } }
    throw DatabaseError.unavailable
  }

  private func memory(_ library: UnsafePointer<csqlite>, isSubstitute: Bool = false) throws -> Handle {
    let handle = try Handle(
      library, path: ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY, name: "", patience: 0)
    handle.isSubstitute = isSubstitute
    return handle
  }

  private func open(
    _ role: Worker.Role, _ location: DatabaseLocation, _ file: FileIdentity, _ library: UnsafePointer<csqlite>
  ) throws -> Handle {
    // SQLite refuses symbolic links anywhere in the path. Links in the folder's path are allowed, so they are resolved
    // here.
    let path = try resolved(location.folder) + "/" + lastComponent(of: location.path)
    do {
      try checkWritable(path)
      return try handle(path, path, SQLITE_OPEN_READWRITE, role, location, file, library)
    } catch let error as DatabaseError where role == .writing && error.mayLackSharedMemory {
      guard try replaceLog(path, location, library) else { throw error }
      return try handle(path, path, SQLITE_OPEN_READWRITE, role, location, file, library)
    } catch let error as DatabaseError where role != .writing && error.leavesTheFile {
      // A file without a log can be read without writing anything. With a log, SQLite may still manage to.
      let handle =
        FileIdentity.hasLog(path)
        ? try handle(path, path, SQLITE_OPEN_READONLY, role, location, file, library)
        : try handle(path, uri(path), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, role, location, file, library)
      handle.isSubstitute = true
      return handle
    }
  }

  private func handle(
    _ path: String, _ name: String, _ flags: Int32, _ role: Worker.Role, _ location: DatabaseLocation,
    _ file: FileIdentity, _ library: UnsafePointer<csqlite>
  ) throws -> Handle {
    let handle = try Handle(
      library, path: name, flags: flags | SQLITE_OPEN_NOFOLLOW, name: location.path, patience: location.milliseconds)
    handle.file = file
    do {
      // The first statement makes SQLite read the file and recover a log that was left by a process that did not close
      // it.
      _ = csqlite_take_recovery()
      try handle.checkHeader(isState: location.damage == .keep)
      // SQLite takes a damaged format number for a newer format and opens the file read-only.
      if flags & SQLITE_OPEN_READWRITE != 0, library.pointee.db_readonly(handle.database, "main") == 1 {
        throw DatabaseError.damaged(file: location.path)
      }
      if csqlite_take_recovery(), location.damage == .keep {
        try handle.connection(onlyReading: true).checkIntegrity()
      }
      // SQLite reads the missing part of a truncated page as zeros. Reading the size of the pages from the file itself
      // would end SQLite's locks on it.
      guard try FileIdentity.isWhole(path, page: Int(handle.integer("PRAGMA page_size"))) else {
        throw DatabaseError.damaged(file: location.path)
      }
      try handle.distrustFile()
      // A scan reads each page once, and a change touches few: a smaller cache costs no time.
      switch role {
      case .reading: break
      case .scanning: try handle.run("PRAGMA cache_size = -256", []) { _ in }
      case .writing:
        try handle.run("PRAGMA cache_size = -\(location.durability == .full ? 256 : 512)", []) { _ in }
        try handle.run("PRAGMA synchronous = \(location.durability == .full ? "FULL" : "NORMAL")", []) { _ in }
      }
    } catch {
      handle.keepLog()
      throw error
    }
    return handle
  }

  /// Makes SQLite use a rollback journal instead of the write-ahead log, which needs memory that processes share: some
  /// network and virtual file systems have none. Reads wait for changes then. Returns whether that is possible.
  private func replaceLog(
    _ path: String, _ location: DatabaseLocation, _ library: UnsafePointer<csqlite>
  ) throws -> Bool {
    let handle = try Handle(
      library, path: path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW, name: location.path,
      patience: location.milliseconds)
    // In this mode the log needs no shared memory.
    try handle.run("PRAGMA locking_mode = EXCLUSIVE", []) { _ in }
    var mode: String?
    do { try handle.run("PRAGMA journal_mode = DELETE", []) { mode = $0.text(0) } } catch is DatabaseError {}
    return mode == "delete"
  }

  private func foreign(_ location: DatabaseLocation, _ library: UnsafePointer<csqlite>) throws -> Handle {
    let handle = try Handle(
      library, path: location.path, flags: SQLITE_OPEN_READONLY, name: location.path, patience: location.milliseconds)
    try handle.distrustFile()
    return handle
  }

  private func copy(_ location: DatabaseLocation, _ job: Job, _ library: UnsafePointer<csqlite>) throws -> Handle {
    let source = try Opener(location: location, libraries: libraries).open(.reading, job)
    let copy = try memory(library)
    try copy.fill(from: source)
    return copy
  }

  /// Returns a URI with `immutable`, with which SQLite locks nothing and writes nothing beside the file.
  private func uri(_ path: String) -> String {
    URL(filePath: path, directoryHint: .notDirectory).absoluteString + "?immutable=1"
  }
}

extension DatabaseError {
  /// Whether the cause may be a file system without shared memory, for which there is no case of its own.
  fileprivate var mayLackSharedMemory: Bool { if case .failed = self { true } else { false } }

  /// Whether the cause may be a file beside the database, which itself may be readable.
  fileprivate var leavesTheFile: Bool {
    switch self {
    case .notPermitted, .readOnly, .noSpace, .failed: true
    case .unavailable, .busy, .damaged, .newer: false
    }
  }
}
