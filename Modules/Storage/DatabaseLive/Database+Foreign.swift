import CSQLite
import Concurrency
public import Database
public import Essentials
import Observed

extension Database {
  /// Returns the database of another program, which is only read. Its file may be a symbolic link, belong to another
  /// user and lie in a read-only folder. Nothing is written beside it, unless SQLite needs that to read a database in
  /// WAL mode.
  ///
  /// Changes throw `DatabaseError.readOnly`.
  /// - Parameters:
  ///   - file: The file.
  ///   - patience: The time to wait for the other program.
  ///   - sqlite: File names of SQLite; the first that can be opened is used.
  public static func foreign(
    file: URL, patience: Duration = .seconds(10), sqlite: [String] = systemSQLite
  ) -> Self {
    let reader = ForeignReader(
      DatabaseLocation(
        path: file.path(percentEncoded: false), durability: .normal, damage: .keep, patience: patience), sqlite)
    return Self(
      reading: { work in
        let job = Job()
        try await job.run { try await reader.read(job, work) }
      },
      writing: { _ in throw DatabaseError.readOnly }, changes: .none, compact: { throw DatabaseError.readOnly },
      close: { await reader.close() })
  }
}

/// A connection to the database of another program, and its queue.
private actor ForeignReader {
  private let executor = QueueExecutor("DatabaseLive foreign")
  private let location: DatabaseLocation
  private let libraries: [String]
  private var handle: Handle?

  init(_ location: DatabaseLocation, _ libraries: [String]) {
    self.location = location
    self.libraries = libraries
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func read(_ job: Job, _ work: (Connection) throws -> Void) throws {
    if job.isCancelled { throw CancellationError() }
    let handle = try handle ?? open()
    self.handle = handle
    try handle.transaction("BEGIN", "ROLLBACK", job) { try work(handle.connection(onlyReading: true)) }
  }

  func close() { handle = nil }

  private func open() throws -> Handle {
    let library = try Opener(location: nil, libraries: libraries).library()
    let handle = try Handle(
      library, path: location.path, flags: SQLITE_OPEN_READONLY, name: location.path,
      patience: location.milliseconds)
    // The file may be hostile: https://sqlite.org/security.html.
    try handle.run("PRAGMA cell_size_check = 1", []) { _ in }
    try handle.run("PRAGMA trusted_schema = 0", []) { _ in }
    return handle
  }
}
