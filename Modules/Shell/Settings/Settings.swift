public import Essentials

/// What the configuration file says. Nothing in it has to be there; what is, is valid.
public struct Settings: Equatable, Sendable {
  /// The server that is asked where no other is named.
  public var server: Located<ServerChoice>?
  /// The servers that have a name, in their order.
  public var servers: [NamedServer] = []
  /// The sections of the reader, in their order.
  public var sections: Located<[ReaderSection]>?
  /// Which colours the reader has.
  public var theme: Located<ReaderTheme>?
  /// The command that opens an address, as `BROWSER` has it.
  public var browser: Located<String>?
  /// How long one request may take, everything included.
  public var timeout: Located<Duration>?
  /// The largest room for what can be had again, in bytes.
  public var keep: Located<Int>?

  /// Nothing.
  public init() {}
}

/// A value, and where it stands in the configuration file.
public struct Located<Value: Equatable & Sendable>: Equatable, Sendable {
  /// The value.
  public var value: Value
  /// Its line, from 1.
  public var line: Int

  public init(_ value: Value, line: Int) { (self.value, self.line) = (value, line) }
}

/// A server as it is written where one is asked for.
public enum ServerChoice: Equatable, Sendable {
  /// By its address.
  case address(URL)
  /// By its name, without the `@`.
  case named(String)
}

/// A server that has a name, and what is different with it.
public struct NamedServer: Equatable, Sendable {
  /// Its name, without the `@`.
  public var name: String
  /// The address of its posts, and of whatever has none of its own.
  public var address: Located<URL>
  /// The address of the comics.
  public var comics: Located<URL>?
  /// The address of the to-dos.
  public var todos: Located<URL>?
  /// The address of the response code.
  public var fetch: Located<URL>?
  /// The sections of the reader, in their order.
  public var sections: Located<[ReaderSection]>?
  /// How long one request may take, everything included.
  public var timeout: Located<Duration>?

  public init(name: String, address: Located<URL>) { (self.name, self.address) = (name, address) }
}

/// A section of the reader.
public enum ReaderSection: String, CaseIterable, Sendable {
  /// Posts, their authors and comments.
  case posts
  /// Comics and their pictures.
  case comics
  /// To-dos.
  case todos
  /// The response code.
  case fetch
}

/// Which colours the reader has.
public enum ReaderTheme: String, CaseIterable, Sendable {
  /// Those that can be read on what the terminal says is behind its text.
  case auto
  /// Those that can be read on white.
  case light
  /// Those that can be read on black.
  case dark
  /// None.
  case none
}
