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
  public static func foreign(file: URL, patience: Duration = .seconds(10)) -> Self {
    let location = DatabaseLocation(
      path: file.path(percentEncoded: false), durability: .normal, damage: .keep, patience: patience, isForeign: true)
    let reader = Worker(.reading, opener: Opener(location: location, libraries: systemSQLite))
    return Self(
      reading: { work in
        let job = Job()
        _ = try await job.run { try await reader.read(job, DatabaseChanges(), work) }
      },
      writing: { _ in throw DatabaseError.readOnly }, changes: .none, compact: { throw DatabaseError.readOnly },
      close: { await reader.close() })
  }
}
