import Database

/// One connection and what is done with it, one thing at a time.
actor Worker {
  private let executor: QueueExecutor
  private let opener: Opener
  private let role: Role
  private var handle: Handle?
  private var seen: Seen?

  /// What a connection is for.
  enum Role: String { case reading, writing }

  /// What a read found: if it is not what the one before found, somebody has changed it.
  private struct Seen: Equatable {
    var file: FileIdentity?
    var version: Int64
    var changes: Int?
  }

  init(_ role: Role, opener: Opener) {
    executor = QueueExecutor("DatabaseLive " + role.rawValue)
    self.role = role
    self.opener = opener
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Answers whether somebody else has changed the database since the last read.
  func read(_ job: Job, _ changes: DatabaseChanges, _ work: (Connection) throws -> Void) throws -> Bool {
    let before = changes.changeCount
    let found = try perform(job) { handle in
      try handle.transaction("BEGIN", "ROLLBACK", job) {
        // Each connection counts for itself: that of one which is for once says nothing.
        let version = handle.isMakeshift ? 0 : try handle.integer("PRAGMA data_version")
        try work(handle.connection(onlyReading: true))
        return Seen(file: handle.file, version: version, changes: before)
      }
    }
    // While a change of our own goes on, the next read will know more.
    guard before != nil, before == changes.changeCount else { return false }
    defer { seen = found }
    guard let seen, seen.changes == found.changes else { return false }
    return seen != found
  }

  /// Answers the stores that have claimed the change; nil where the work has changed nothing.
  func write(_ job: Job, _ changes: DatabaseChanges, _ work: (Connection) throws -> Void) throws -> Set<String>? {
    try changes.changing {
      try perform(job) { handle in
        let before = handle.changeCount
        try handle.transaction("BEGIN IMMEDIATE", "COMMIT", job) { try work(handle.connection(onlyReading: false)) }
        return handle.changeCount != before ? handle.claims : nil
      }
    }
  }

  /// Writes the file anew, without what is not used in it, and empties the log beside it.
  func compact(_ job: Job) throws {
    try perform(job) { try $0.compact(job) }
  }

  func close() { handle = nil }

  private func perform<Value>(_ job: Job, _ work: (Handle) throws -> Value) throws -> Value {
    for _ in 0..<2 {
      do {
        return try attempt(job, work)
      } catch is FileMoved {
        handle = nil
      } catch let damage as DamagedFile {
        handle = nil
        guard let file = damage.file, try opener.setAside(file, job) else {
          throw DatabaseError.damaged(file: opener.name)
        }
      }
    }
    do {
      return try attempt(job, work)
    } catch is FileMoved {
      throw DatabaseError.busy
    } catch is DamagedFile {
      throw DatabaseError.damaged(file: opener.name)
    }
  }

  private func attempt<Value>(_ job: Job, _ work: (Handle) throws -> Value) throws -> Value {
    if job.isCancelled { throw CancellationError() }
    if let handle, try !opener.isCurrent(handle) { self.handle = nil }
    let handle = try self.handle ?? opener.open(role, job)
    // A connection that makes do with what is there is for once: the next may do better. What stands in for a file that
    // is missing does for as long as it is.
    if !handle.isMakeshift || handle.file == nil { self.handle = handle }
    do {
      return try work(handle)
    } catch DatabaseError.damaged where handle.file != nil {
      handle.keepLog()
      throw DamagedFile(file: handle.isMakeshift ? nil : handle.file)
    }
  }
}

/// The file is no longer in its place: somebody has cleared it away.
struct FileMoved: Error {}

/// A file is damaged, or none of ours; nil when it is not known well enough to be set aside.
struct DamagedFile: Error {
  var file: FileIdentity?
}
