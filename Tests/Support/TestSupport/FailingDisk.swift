public import Database
import Synchronization

/// A disk whose databases cannot be changed while it has a failure.
public final class FailingDisk: Sendable {
  private let current = Mutex<DatabaseError?>(nil)

  public init(_ failure: DatabaseError? = nil) { self.failure = failure }

  /// Why changes fail; nil while they do not.
  public var failure: DatabaseError? {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  /// The same database on this disk.
  public func over(_ database: Database) -> Database {
    var database = database
    database.writing = { [writing = database.writing] work in
      if let failure = self.failure { throw failure }
      try await writing(work)
    }
    return database
  }
}
