/// The path of the configuration file, and the reading of it.
public struct SettingsFile: Sendable {
  /// The path of the file where no other is named.
  public var path: String
  /// Reads a file, up to one byte more than `ConfigurationFile.sizeLimit`; nil where there is none.
  /// - Throws: `Unreadable`.
  public var read: @Sendable (_ path: String) throws(Unreadable) -> Contents?

  /// The contents of a file.
  public struct Contents: Equatable, Sendable {
    /// Its bytes.
    public var bytes: [UInt8]
    /// Whether everybody on the machine may change it.
    public var isWritableByAll: Bool

    public init(_ bytes: [UInt8], isWritableByAll: Bool = false) {
      self.bytes = bytes
      self.isWritableByAll = isWritableByAll
    }
  }

  /// The file exists and cannot be read.
  public struct Unreadable: Error, Equatable {
    /// The reason, in the system's words.
    public var reason: String

    public init(_ reason: String) { self.reason = reason }
  }

  public init(path: String, read: @escaping @Sendable (_ path: String) throws(Unreadable) -> Contents?) {
    self.path = path
    self.read = read
  }

  /// A file with this text, whatever its name; nil for none.
  public static func stub(
    _ text: String? = nil, path: String = "/configs/satchel/config.json5", isWritableByAll: Bool = false
  ) -> Self {
    Self(path: path) { _ in text.map { Contents(Array($0.utf8), isWritableByAll: isWritableByAll) } }
  }

  /// A file that cannot be read.
  public static func failing(_ error: Unreadable, path: String = "/configs/satchel/config.json5") -> Self {
    Self(path: path) { _ throws(Unreadable) in throw error }
  }
}
