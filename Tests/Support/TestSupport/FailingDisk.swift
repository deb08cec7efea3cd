public import Database
import Synchronization

/// A simulated disk whose databases cannot be changed while it has a failure.
public final class FailingDisk: Sendable {
  private let current = Mutex<DatabaseError?>(nil)

  public init(_ failure: DatabaseError? = nil) { self.failure = failure }

  /// The error of all changes; nil if they succeed.
  public var failure: DatabaseError? {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  /// Returns the same database on this disk.
  public func over(_ database: Database) -> Database {
    var database = database
    database.writing = { [writing = database.writing] work in
      if let failure = self.failure { throw failure }
      try await writing(work)
    }
    return database
  }
}
