/// Where the configuration file is, and what reads it: the door to it.
public struct SettingsFile: Sendable {
  /// The path of the file where no other is named.
  public var path: String
  /// Reads a file, and no more of it than `Settings.sizeLimit` and one byte; nil where there is none.
  /// - Throws: `Unreadable`.
  public var read: @Sendable (_ path: String) throws(Unreadable) -> Contents?

  /// What a file holds.
  public struct Contents: Equatable, Sendable {
    /// Its bytes.
    public var bytes: [UInt8]
    /// Whether everybody on the machine may change it.
    public var isWritableByAll: Bool

    public init(_ bytes: [UInt8], isWritableByAll: Bool = false) {
      (self.bytes, self.isWritableByAll) = (bytes, isWritableByAll)
    }
  }

  /// A file that is there and cannot be read.
  public struct Unreadable: Error, Equatable {
    /// Why, in the system's words.
    public var reason: String

    public init(_ reason: String) { self.reason = reason }
  }

  public init(path: String, read: @escaping @Sendable (_ path: String) throws(Unreadable) -> Contents?) {
    (self.path, self.read) = (path, read)
  }

  /// A file that holds this, whatever its name; nil for none.
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
