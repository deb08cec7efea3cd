public import Essentials

/// Facts that only the system can provide.
public struct Facts: Sendable {
  /// The system and the machine: "Linux 6.1.0 x86_64".
  public var system: String
  /// The name of the terminal: `TERM`.
  public var terminal: String
  /// Returns the version of libcurl and of its parts.
  /// - Throws: `NetworkClient.Error` when libcurl cannot be used.
  public var libcurl: @Sendable () throws -> String
  /// Checks that SQLite can be used.
  /// - Throws: `DatabaseError.unavailable` when it cannot.
  public var checkSQLite: @Sendable () throws -> Void
  /// Checks that data can be saved in a folder, even if the folder does not exist yet.
  /// - Throws: `DatabaseError` when it cannot.
  public var checkFolder: @Sendable (_ folder: URL) throws -> Void

  public init(
    system: String, terminal: String, libcurl: @escaping @Sendable () throws -> String,
    checkSQLite: @escaping @Sendable () throws -> Void,
    checkFolder: @escaping @Sendable (_ folder: URL) throws -> Void
  ) {
    (self.system, self.terminal) = (system, terminal)
    (self.libcurl, self.checkSQLite, self.checkFolder) = (libcurl, checkSQLite, checkFolder)
  }

  /// A system on which everything works.
  public static let stub = Self(
    system: "a system", terminal: "xterm", libcurl: { "8.0.0" }, checkSQLite: {}, checkFolder: { _ in })
}
