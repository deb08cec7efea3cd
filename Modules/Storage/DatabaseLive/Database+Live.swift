// Databases in files or in memory; damaged files are reported or replaced.

public import Database
import Dispatch
public import Essentials
import Observed

extension Database {
  /// Returns a database in a file. The system's SQLite opens the file at the first use and closes it when the last copy
  /// of this value is released.
  ///
  /// - A change creates a missing file with mode 0600 in folders with mode 0700. A read creates nothing and finds no
  ///   tables.
  /// - A file or folder that cannot be written can still be read. Changes throw `.readOnly`, `.notPermitted` or
  ///   `.noSpace`.
  /// - A file that is a symbolic link or belongs to another user is not opened: `.notPermitted`.
  /// - Reads and changes run concurrently, on separate queues. Waiting for another process's change takes at most
  ///   `patience`; then it is `.busy`.
  /// - A task that is cancelled before its turn does nothing.
  ///
  /// - Parameters:
  ///   - file: The file. SQLite's other files are in the same folder.
  ///   - durability: The events that a saved change survives.
  ///   - damage: The treatment of a file that is damaged or is not a database of this program.
  ///   - patience: The time to wait for other processes, in steps of a millisecond.
  ///   - replaced: Receives the new name of a damaged file when it is replaced.
  ///   - sqlite: File names of SQLite 3.31 or later; the first that can be opened is used.
  public static func live(
    file: URL, durability: Durability, damage: Damage, patience: Duration = .seconds(10),
    replaced: @escaping @Sendable (_ damaged: String) -> Void = { _ in }, sqlite: [String] = systemSQLite
  ) -> Self {
    let location = DatabaseLocation(
      path: file.path(percentEncoded: false), durability: durability, damage: damage, patience: patience,
      replaced: replaced)
    let reader = Worker(.reading, opener: Opener(location: location, libraries: sqlite))
    let writer = Worker(.writing, opener: Opener(location: location, libraries: sqlite))
    let scanner = Worker(.scanning, opener: Opener(location: location, libraries: sqlite))
    let copier = Worker(.writing, opener: Opener(location: location, libraries: sqlite, isCopying: true))
    var database = live(reader: reader, scanner: scanner, writer: writer)
    database.copy = { live(reader: copier, scanner: copier, writer: copier) }
    database.close = {
      await reader.close()
      await scanner.close()
      await writer.close()
    }
    return database
  }

  /// Returns a database in memory, whose data is lost when the last copy is released. Its reads wait for changes.
  public static func memory(sqlite: [String] = systemSQLite) -> Self {
    let worker = Worker(.writing, opener: Opener(location: nil, libraries: sqlite))
    return live(reader: worker, scanner: worker, writer: worker)
  }

  /// The events that a saved change survives.
  public enum Durability: Sendable {
    /// The end of the process. For data that can be downloaded again.
    case normal
    /// A power cut.
    case full
  }

  /// The treatment of a file that is damaged or is not a database of this program.
  public enum Damage: Sendable {
    /// The file is renamed, with `.damaged` added to its name, which overwrites an older one, and a new file is
    /// started. For data that can be downloaded again.
    case replace
    /// The file stays unchanged, and reads and changes throw `DatabaseError.damaged`.
    case keep
  }

  /// Starts to load SQLite in the background, so that the first use of a database takes less time. Returns at once.
  public static func prewarm() {
    DispatchQueue(label: "sqlite").async {
      // The error is ignored, because the first use meets and reports it too.
      _ = try? checkSQLite()
    }
  }

  /// Loads SQLite unless it is loaded.
  /// - Throws: `DatabaseError.unavailable` if there is none or it is too old.
  public static func checkSQLite(_ sqlite: [String] = systemSQLite) throws {
    _ = try Opener(location: nil, libraries: sqlite).library()
  }

  /// The file names of SQLite on Linux and on macOS.
  public static var systemSQLite: [String] { ["libsqlite3.so.0", "/usr/lib/libsqlite3.dylib"] }

  private static func live(reader: Worker, scanner: Worker, writer: Worker) -> Self {
    let changes = DatabaseChanges()
    @Sendable func read(_ worker: Worker, _ work: @escaping @Sendable (Connection) throws -> Void) async throws {
      let job = Job()
      let wasChanged = try await job.run { try await worker.read(job, changes, work) }
      if wasChanged { changes.send() }
    }
    return Self(
      reading: { try await read(reader, $0) },
      scanning: { try await read(scanner, $0) },
      writing: { work in
        let job = Job()
        if let stores = try await job.run({ try await writer.write(job, changes, work) }) { changes.send(stores) }
      },
      changes: changes.signal, storeChanges: { changes.signal(of: $0) },
      noticeChanges: {
        try? await read(reader) { _ in }
        if (try? await writer.isChangedElsewhere()) == true { changes.send() }
      },
      compact: {
        let job = Job()
        try await job.run { try await writer.compact(job) }
      })
  }

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
