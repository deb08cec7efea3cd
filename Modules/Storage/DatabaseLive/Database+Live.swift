// Databases in files or in memory, with damage reported or set aside.

public import Database
import Dispatch
public import Essentials
import Observed

extension Database {
  /// A file, opened with the system's SQLite at the first use, and closed when the last copy of this value is dropped.
  ///
  /// - A change makes the file when it is missing, 0600 in folders of 0700. A read makes nothing, and finds no tables.
  /// - A file or folder that cannot be written can still be read; changes throw `.readOnly`, `.notPermitted` or
  ///   `.noSpace`.
  /// - No symbolic link in the file's location is followed, and nobody else's file is opened: `.notPermitted`.
  /// - Reads run beside changes, both on queues of their own. Whoever waits for another process's change does so for
  ///   `patience`, then it is `.busy`.
  /// - A task that is cancelled before its turn comes does nothing.
  ///
  /// - Parameters:
  ///   - file: its folder is used for what SQLite keeps beside it, too.
  ///   - durability: what a change that has returned survives.
  ///   - damage: what becomes of a file that is damaged, or is no database of this program.
  ///   - patience: in steps of a millisecond.
  ///   - sqlite: file names of SQLite, 3.31 or later; the first that can be opened is used.
  public static func live(
    file: URL, durability: Durability, damage: Damage, patience: Duration = .seconds(10),
    sqlite: [String] = systemSQLite
  ) -> Self {
    let location = DatabaseLocation(
      path: file.path(percentEncoded: false), durability: durability, damage: damage, patience: patience)
    let reader = Worker(.reading, opener: Opener(location: location, libraries: sqlite))
    let writer = Worker(.writing, opener: Opener(location: location, libraries: sqlite))
    let scanner = Worker(.reading, opener: Opener(location: location, libraries: sqlite))
    var database = live(reader: reader, scanner: scanner, writer: writer)
    database.close = {
      await reader.close()
      await scanner.close()
      await writer.close()
    }
    return database
  }

  /// Behaves, and forgets when the last copy is dropped. Here reads wait for changes.
  public static func memory(sqlite: [String] = systemSQLite) -> Self {
    let worker = Worker(.writing, opener: Opener(location: nil, libraries: sqlite))
    return live(reader: worker, scanner: worker, writer: worker)
  }

  /// What a change that has returned survives.
  public enum Durability: Sendable {
    /// The end of the process: for what can be had again.
    case normal
    /// A power cut.
    case full
  }

  /// What becomes of a file that is damaged, or is no database of this program.
  public enum Damage: Sendable {
    /// It is set aside, with `.damaged` at the end of its name and in place of an older one, and begun anew: what it held
    /// can be had again.
    case replace
    /// It stays as it is, and reads and changes throw `DatabaseError.damaged`.
    case keep
  }

  /// Begins to load SQLite, so that the first use of a database need not wait for all of that. Returns at once.
  public static func prewarm(sqlite: [String] = systemSQLite) {
    DispatchQueue(label: "sqlite").async {
      // What cannot be loaded now cannot be loaded then either, and is said then.
      _ = try? Opener(location: nil, libraries: sqlite).library()
    }
  }

  /// Loads SQLite, if it is not loaded yet.
  /// - Throws: `DatabaseError.unavailable` where there is none, or only one that is too old.
  public static func checkSQLite(_ sqlite: [String] = systemSQLite) throws {
    _ = try Opener(location: nil, libraries: sqlite).library()
  }

  /// What SQLite is called on Linux and on macOS.
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
      compact: {
        let job = Job()
        try await job.run { try await writer.compact(job) }
      })
  }
}
