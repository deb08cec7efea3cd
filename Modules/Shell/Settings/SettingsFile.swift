/// The default path of the configuration file, and a function that reads it.
public struct SettingsFile: Sendable {
  /// The path of the file when no other is named.
  public var path: String
  /// Reads a file, up to one byte more than `ConfigurationFile.sizeLimit`; returns nil for a missing file.
  /// - Throws: `Unreadable`.
  public var read: @Sendable (_ path: String) throws(Unreadable) -> Contents?

  /// The contents of a file.
  public struct Contents: Equatable, Sendable {
    /// The bytes of the file.
    public var bytes: [UInt8]
    /// Whether every user of the machine may write to the file.
    public var isWritableByAll: Bool

    public init(_ bytes: [UInt8], isWritableByAll: Bool = false) {
      self.bytes = bytes
      self.isWritableByAll = isWritableByAll
    }
  }

  /// An error for a file that exists but cannot be read.
  public struct Unreadable: Error, Equatable {
    /// The system's error message.
    public var reason: String

    public init(_ reason: String) { self.reason = reason }
  }

  public init(path: String, read: @escaping @Sendable (_ path: String) throws(Unreadable) -> Contents?) {
    self.path = path
    self.read = read
  }

  /// Returns a file with this text for every path; nil for a missing file.
  public static func stub(
    _ text: String? = nil, path: String = "/configs/satchel/config.json5", isWritableByAll: Bool = false
  ) -> Self {
    Self(path: path) { _ in text.map { Contents(Array($0.utf8), isWritableByAll: isWritableByAll) } }
  }

  /// Returns a file that cannot be read.
  public static func failing(_ error: Unreadable, path: String = "/configs/satchel/config.json5") -> Self {
    Self(path: path) { _ throws(Unreadable) in throw error }
  }
}
