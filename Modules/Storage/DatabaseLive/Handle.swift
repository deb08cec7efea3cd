import CSQLite
import Database
import Essentials

/// A connection to SQLite. It is used in one place, one thing at a time, and closed when it is dropped.
final class Handle {
  let library: UnsafeMutablePointer<csqlite>
  /// The file as errors name it; empty in memory.
  let name: String
  /// The file that was opened, if one was.
  var file: FileIdentity?
  /// Whether it makes do with what could be opened.
  var isMakeshift = false
  /// The stores that the transaction belongs to.
  private(set) var claims: Set<String> = []
  let database: OpaquePointer
  private let patience: Int
  /// Those that are kept ready, by their texts.
  var statements: [String: Statement] = [:]
  private var job: Job?
  private var waited = 0

  /// - Parameter patience: how long another process's change is waited for, in milliseconds.
  init(_ functions: csqlite, path: String, flags: Int32, name: String, patience: Int) throws {
    let library = UnsafeMutablePointer<csqlite>.allocate(capacity: 1)
    library.initialize(to: functions)
    var database: OpaquePointer?
    errno = 0
    let code = functions.open_v2(path, &database, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard let database, code == SQLITE_OK else {
      defer {
        _ = functions.close_v2(database)
        library.deallocate()
      }
      guard let database else { throw DatabaseError.failed("SQLite has no memory") }
      throw lastFailure(functions, database, name)
    }
    (self.library, self.database, self.name, self.patience) = (library, database, name, patience)
    let context = Unmanaged.passUnretained(self).toOpaque()
    _ = functions.busy_handler(
      database, { context, _ in context.map { Handle.at($0).wait() } == true ? 1 : 0 }, context)
    functions.progress_handler(
      database, 1_000, { context in context.map { Handle.at($0).isCancelled } == true ? 1 : 0 }, context)
  }

  deinit {
    for statement in statements.values { _ = library.pointee.finalize(statement.pointer) }
    _ = library.pointee.close_v2(database)
    library.deallocate()
  }

  /// Leaves the file, and a log of what was written last, as they are on closing; an empty log goes.
  func keepLog() {
    if FileIdentity.hasLog(name) { csqlite_keep_log(library, database) }
  }

  /// How many rows were changed since it was opened.
  var changeCount: Int32 { library.pointee.total_changes(database) }

  /// Runs the work between two statements; when it fails, what it did is undone.
  func transaction<Value>(
    _ begin: String, _ end: String, _ job: Job, _ work: () throws -> Value
  ) throws -> Value {
    self.job = job
    waited = 0
    claims = []
    defer { self.job = nil }
    try run(begin, []) { _ in }
    do {
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

  /// Gives unused room back.
  func compact(_ job: Job) throws {
    self.job = job
    waited = 0
    defer { self.job = nil }
    try run("VACUUM", []) { _ in }
    try run("PRAGMA wal_checkpoint(TRUNCATE)", []) { _ in }
  }

  /// What a piece of work is given.
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

  var failure: any Error { isCancelled ? CancellationError() : lastFailure(library.pointee, database, name) }

  var isCancelled: Bool { job?.isCancelled ?? false }

  private static func at(_ context: UnsafeMutableRawPointer) -> Handle {
    Unmanaged.fromOpaque(context).takeUnretainedValue()
  }

  /// Waits a little for another connection, as long as there is patience for it.
  private func wait() -> Bool {
    guard waited < patience, !isCancelled else { return false }
    // In longer and longer steps, as SQLite itself does, but never so long that a cancellation seems to be ignored.
    let step = Int32(min(1 + waited / 4, 10, patience - waited))
    _ = library.pointee.sleep(step)
    waited += Int(step)
    return true
  }
}
