import CSQLite
import Database
import Essentials

/// A connection to SQLite. It is not thread-safe, and is closed when it is released.
final class Handle {
  let library: UnsafePointer<csqlite>
  /// The path of the file for errors; empty for a database in memory.
  let name: String
  /// The identity of the opened file, if there is one.
  var file: FileIdentity?
  /// SQLite's `data_version` at the last change through this connection; nil before the first. Only changes elsewhere
  /// give it another value.
  var dataVersion: Int64?
  /// Whether this is a substitute: read-only, or in memory for a missing file.
  var isSubstitute = false
  /// The stores that the job has claimed.
  private(set) var claims: Set<String> = []
  let database: OpaquePointer
  private let patience: Int
  /// The cached statements, by their texts.
  var statements: [String: Statement] = [:]
  private var job: Job?
  private var waited = 0

  /// - Parameter patience: The time to wait for another process's change, in milliseconds.
  init(_ library: UnsafePointer<csqlite>, path: String, flags: Int32, name: String, patience: Int) throws {
    var database: OpaquePointer?
    errno = 0
    let code = library.pointee.open_v2(path, &database, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard let database, code == SQLITE_OK else {
      defer { _ = library.pointee.close_v2(database) }
      // A failed connection is returned as well, unless there is no memory for it.
      guard let database else { throw DatabaseError(ENOMEM) }
      throw lastFailure(library, database, name)
    }
    self.library = library
    self.database = database
    self.name = name
    self.patience = patience
    let context = Unmanaged.passUnretained(self).toOpaque()
    _ = library.pointee.busy_handler(
      database, { context, _ in context.map { Handle.at($0).wait() } == true ? 1 : 0 }, context)
    library.pointee.progress_handler(
      database, 1_000, { context in context.map { Handle.at($0).isCancelled } == true ? 1 : 0 }, context)
  }

  deinit {
    for statement in statements.values { _ = library.pointee.finalize(statement.pointer) }
    _ = library.pointee.close_v2(database)
  }

  /// Makes closing leave the file and a log with data unchanged, unless the log is longer. An empty log is removed.
  /// - Parameter size: The number of bytes.
  func keepLog(upTo size: Int = .max) {
    if (1...size).contains(FileIdentity.size(name + "-wal")) { csqlite_keep_log(library, database) }
  }

  /// The number of rows changed since the connection was opened.
  var changeCount: Int32 { library.pointee.total_changes(database) }

  /// Makes the following statements those of a job, which claims nothing yet.
  func begin(_ job: Job) throws {
    if job.isCancelled { throw CancellationError() }
    self.job = job
    claims = []
  }

  /// Runs the work between two statements. If it fails, its changes are undone.
  func transaction<Value>(
    _ begin: String, _ end: String, _ job: Job, _ work: () throws -> Value
  ) throws -> Value {
    waited = 0
    try self.begin(job)
    defer { self.job = nil }
    do {
      // SQLite may begin the transaction and report that it was cancelled all the same.
      try run(begin, []) { _ in }
      let value = try work()
      if job.isCancelled { throw CancellationError() }
      try run(end, []) { _ in }
      return value
    } catch {
      self.job = nil
      if library.pointee.get_autocommit(database) == 0 { try? run("ROLLBACK", []) { _ in } }
      throw error
    }
  }

  /// Copies another database into this one, which is empty.
  func fill(from source: Handle) throws {
    guard let copy = library.pointee.backup_init(database, "main", source.database, "main") else { throw failure }
    let step = library.pointee.backup_step(copy, -1)
    let end = library.pointee.backup_finish(copy)
    guard step == SQLITE_DONE, end == SQLITE_OK else { throw end == SQLITE_OK ? DatabaseError.busy : failure }
  }

  /// Returns unused space to the file system.
  func compact(_ job: Job) throws {
    self.job = job
    waited = 0
    defer { self.job = nil }
    try run("VACUUM", []) { _ in }
    try run("PRAGMA wal_checkpoint(TRUNCATE)", []) { _ in }
  }

  /// Returns the connection that is passed to a read or a change.
  func connection(onlyReading: Bool) -> Connection {
    Connection(
      run: { sql, values, row in try self.run(sql, values, onlyReading: onlyReading, row) },
      runEach: { sql, rows in try self.run(sql, each: rows, onlyReading: onlyReading) },
      claim: { self.claims.insert($0) })
  }

  func integer(_ sql: String) throws -> Int64 {
    var integer: Int64 = 0
    try run(sql, []) { integer = $0.integer(0) }
    return integer
  }

  var failure: any Error { isCancelled ? CancellationError() : lastFailure(library, database, name) }

  var isCancelled: Bool { job?.isCancelled ?? false }

  private static func at(_ context: UnsafeMutableRawPointer) -> Handle {
    Unmanaged.fromOpaque(context).takeUnretainedValue()
  }

  /// Waits briefly for another connection. Returns false once the patience is used up.
  private func wait() -> Bool {
    guard waited < patience, !isCancelled else { return false }
    // The steps grow as in SQLite's own handler, but stay short, so that cancelling takes effect soon.
    let step = min(1 + waited / 4, 10, patience - waited)
    block(milliseconds: step)
    waited += step
    return true
  }
}
