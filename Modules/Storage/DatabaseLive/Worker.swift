import Concurrency
import Database
import Synchronization

/// A connection and its queue.
actor Worker {
  private let executor: QueueExecutor
  private let opener: Opener
  private let role: Role
  private var handle: Handle?
  private var lastRead: ReadState?
  /// The changes that wait for their turn.
  private let waiting = Mutex<[Change]>([])
  /// The number of changes that are saved together.
  private static let groupSize = 16

  /// The purpose of a connection.
  enum Role: String { case reading, scanning, writing }

  /// The state of the database at a read. If the next read finds another, the database was changed elsewhere.
  private struct ReadState: Equatable {
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

  /// Runs a read. Returns whether the database was changed elsewhere since the last read.
  func read(_ job: Job, _ changes: DatabaseChanges, _ work: (Connection) throws -> Void) throws -> Bool {
    let before = changes.changeCount
    let found = try perform(job) { handle in
      try handle.transaction("BEGIN", "ROLLBACK", job) {
        // `data_version` is per connection, and a substitute's connection is new each time, so it has none to compare.
        let version = handle.isSubstitute ? 0 : try handle.integer("PRAGMA data_version")
        try work(handle.connection(onlyReading: true))
        return ReadState(file: handle.file, version: version, changes: before)
      }
    }
    // During a change by this process, the comparison is left to the next read.
    guard before != nil, before == changes.changeCount else { return false }
    defer { lastRead = found }
    guard let lastRead, lastRead.changes == found.changes else { return false }
    return lastRead != found
  }

  /// Runs a change. Returns the stores that claimed it, an empty set if any store may have changed, and nil if nothing was
  /// changed. Changes that wait together are saved together: many small ones change the same pages.
  nonisolated func write(
    _ job: Job, _ changes: DatabaseChanges, _ work: @escaping @Sendable (Connection) throws -> Void
  ) async throws -> Set<String>? {
    let change = Change(job, work)
    waiting.withLock { $0.append(change) }
    return try await save(change, changes)
  }

  private func save(_ change: Change, _ changes: DatabaseChanges) throws -> Set<String>? {
    while change.outcome == nil {
      let group = waiting.withLock { waiting in
        defer { waiting.removeFirst(min(Self.groupSize, waiting.count)) }
        return Array(waiting.prefix(Self.groupSize))
      }
      do {
        if group.count > 1 { try save(group, changes) }
      } catch DatabaseError.busy {
        // All of them have waited for another process.
        for change in group { change.outcome = .failure(DatabaseError.busy) }
      } catch {
        // If one of them fails, none is saved, and each is tried by itself.
      }
      for change in group where change.outcome == nil {
        do { try save([change], changes) } catch { change.outcome = .failure(error) }
      }
    }
    return try change.outcome?.get() ?? nil
  }

  private func save(_ group: [Change], _ changes: DatabaseChanges) throws {
    let claims = try changes.changing {
      try perform(group[0].job) { handle in
        let (claims, version) = try handle.transaction("BEGIN IMMEDIATE", "COMMIT", group[0].job) {
          let version = try handle.integer("PRAGMA data_version")
          // After a change by this process, its reads cannot tell whether there was another one elsewhere.
          let isChangedElsewhere = handle.file != nil && handle.dataVersion != version
          let claims = try group.map { change in
            let before = handle.changeCount
            try handle.begin(change.job)
            try change.work(handle.connection(onlyReading: false))
            return handle.changeCount != before ? (isChangedElsewhere ? [] : handle.claims) : nil
          }
          return (claims, version)
        }
        guard claims.contains(where: { $0 != nil }) else { return nil as [Set<String>?]? }
        handle.dataVersion = version
        return claims
      }
    }
    for (index, change) in group.enumerated() { change.outcome = .success(claims?[index]) }
  }

  /// Returns whether another process has changed the file since the last change through this connection, whose own
  /// changes do not count. Returns false without such a change.
  func isChangedElsewhere() throws -> Bool {
    guard let handle, let known = handle.dataVersion, try opener.isCurrent(handle) else { return false }
    let version = try handle.integer("PRAGMA data_version")
    handle.dataVersion = version
    return version != known
  }

  /// Rewrites the file without unused space, and empties the log.
  func compact(_ job: Job) throws {
    try perform(job) { try $0.compact(job) }
  }

  /// Closes the connection. A short log stays, if a change need not survive a power cut: moving it into the file takes
  /// four flushes of the disk, which is most of the time of a command that saves little.
  func close() {
    if opener.location?.durability == .normal { handle?.keepLog(upTo: Self.shortLog) }
    handle = nil
  }

  /// The size of a short log in bytes. The next process to open the file reads it.
  private static let shortLog = 256 << 10

  private func perform<Value>(_ job: Job, _ work: (Handle) throws -> Value) throws -> Value {
    var attemptsLeft = 3
    while true {
      attemptsLeft -= 1
      do {
        return try attempt(job, work)
      } catch is FileMoved {
        handle = nil
        if attemptsLeft == 0 { throw DatabaseError.busy }
      } catch let damage as DamagedFile {
        handle = nil
        guard attemptsLeft > 0, let file = damage.file, try opener.setAside(file, job) else {
          throw DatabaseError.damaged(file: opener.name)
        }
      }
    }
  }

  private func attempt<Value>(_ job: Job, _ work: (Handle) throws -> Value) throws -> Value {
    if job.isCancelled { throw CancellationError() }
    if let handle, try !opener.isCurrent(handle) { self.handle = nil }
    let handle = try self.handle ?? opener.open(role, job)
    // A substitute for a file that could not be opened fully is used once, because the next attempt may succeed. A
    // substitute for a missing file is used until the file exists.
    if !handle.isSubstitute || handle.file == nil { self.handle = handle }
    do {
      return try work(handle)
    } catch DatabaseError.damaged where handle.file != nil {
      handle.keepLog()
      throw DamagedFile(file: handle.isSubstitute ? nil : handle.file)
    }
  }
}

/// A change that waits for its turn, and its outcome.
private final class Change: Sendable {
  let job: Job
  let work: @Sendable (Connection) throws -> Void
  private let result = Mutex<Result<Set<String>?, any Error>?>(nil)

  init(_ job: Job, _ work: @escaping @Sendable (Connection) throws -> Void) {
    self.job = job
    self.work = work
  }

  /// The stores that claimed the change, or nil if nothing was changed; the error if it failed.
  var outcome: Result<Set<String>?, any Error>? {
    get { result.withLock(\.self) }
    set { result.withLock { $0 = newValue } }
  }
}

/// The file was removed or replaced while it was open.
struct FileMoved: Error {}

/// The file is damaged or is not one of this program; nil if it was not opened fully and must not be renamed.
struct DamagedFile: Error {
  var file: FileIdentity?
}
