public import Essentials

/// What can only be learnt from the system.
public struct Facts: Sendable {
  /// The system and the machine: "Linux 6.1.0 x86_64".
  public var system: String
  /// What the environment calls the terminal: `TERM`.
  public var terminal: String
  /// The version of libcurl, and what it is made of.
  /// - Throws: `NetworkClient.Error` where it cannot be used.
  public var libcurl: @Sendable () throws -> String
  /// Whether SQLite can be used.
  /// - Throws: `DatabaseError.unavailable` where it cannot.
  public var checkSQLite: @Sendable () throws -> Void
  /// Whether something can be kept in a folder, whether it is there yet or not.
  /// - Throws: `DatabaseError`.
  public var checkFolder: @Sendable (_ folder: URL) throws -> Void

  public init(
    system: String, terminal: String, libcurl: @escaping @Sendable () throws -> String,
    checkSQLite: @escaping @Sendable () throws -> Void,
    checkFolder: @escaping @Sendable (_ folder: URL) throws -> Void
  ) {
    (self.system, self.terminal) = (system, terminal)
    (self.libcurl, self.checkSQLite, self.checkFolder) = (libcurl, checkSQLite, checkFolder)
  }

  /// A system that has everything.
  public static let stub = Self(
    system: "a system", terminal: "xterm", libcurl: { "8.0.0" }, checkSQLite: {}, checkFolder: { _ in })
}
