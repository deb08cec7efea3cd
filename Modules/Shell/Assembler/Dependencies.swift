public import Database
public import Essentials
public import LocalData
public import NetworkClient
public import Screen
public import Terminal

/// The doors to the world: nothing else in the program touches it.
public struct Dependencies: Sendable {
  /// The network.
  public var network: NetworkClient
  /// The disk: the database for what can be had again, by its name.
  public var cache: @Sendable (_ name: FileName) -> Database
  /// The disk: the database for what cannot be had again, by its name.
  public var state: @Sendable (_ name: FileName) -> Database
  /// The disk: the databases that there are for what can be had again, by their names.
  /// - Throws: `DatabaseError`.
  public var cacheFiles: @Sendable () throws -> [FileName: SavedFile]
  /// The disk: the databases that there are for what cannot be had again, by their names.
  /// - Throws: `DatabaseError`.
  public var stateFiles: @Sendable () throws -> [FileName: SavedFile]
  /// The disk: removes one of these.
  /// - Throws: `DatabaseError`.
  public var removeFile: @Sendable (_ file: SavedFile) throws -> Void
  /// The screen and the keyboard.
  public var terminal: Terminal
  /// What is known of the system.
  public var facts: Facts
  /// Opens an address in the browser; tells when one that was started fails later.
  /// - Throws: `BrowserError`.
  public var browse:
    @Sendable (_ url: URL, _ onFailure: @escaping @Sendable (_ failure: BrowserError) -> Void) async throws -> Void
  /// Opens a file in the desktop's viewer; the name is its last part.
  /// - Throws: `BrowserError`, or why the file could not be written.
  public var view: @Sendable (_ file: Data, _ name: String) async throws -> Void

  public init(
    network: NetworkClient, cache: @escaping @Sendable (_ name: FileName) -> Database,
    state: @escaping @Sendable (_ name: FileName) -> Database,
    cacheFiles: @escaping @Sendable () throws -> [FileName: SavedFile] = { [:] },
    stateFiles: @escaping @Sendable () throws -> [FileName: SavedFile] = { [:] },
    removeFile: @escaping @Sendable (_ file: SavedFile) throws -> Void = { _ in },
    terminal: Terminal, facts: Facts = .stub,
    browse:
      @escaping @Sendable (_ url: URL, _ onFailure: @escaping @Sendable (_ failure: BrowserError) -> Void)
      async throws -> Void,
    view: @escaping @Sendable (_ file: Data, _ name: String) async throws -> Void
  ) {
    self.network = network
    self.cache = cache
    self.state = state
    self.cacheFiles = cacheFiles
    self.stateFiles = stateFiles
    self.removeFile = removeFile
    self.terminal = terminal
    self.facts = facts
    self.browse = browse
    self.view = view
  }
}
