public import Database
public import FileLock
public import FileStore
public import Foundation
public import NetworkClient
public import Terminal

/// The doors to the world: nothing else in the program touches it.
public struct Dependencies: Sendable {
  /// The network.
  public var network: NetworkClient
  /// The disk: the database for what a server lists, by the server's name; nil where that is forgotten at exit.
  public var copies: @Sendable (_ server: FileName) -> Database?
  /// The disk: the folder for kept copies of a kind, by the names that lead to it.
  public var folder: @Sendable (_ names: [FileName]) -> FileStore
  /// The disk: the folder for what cannot be had again, by the names that lead to it.
  public var state: @Sendable (_ names: [FileName]) -> FileStore
  /// The disk: a lock beside it, by the names that lead to it, and how long it is waited for.
  public var lock: @Sendable (_ names: [FileName], _ patience: Duration) -> FileLock
  /// The screen and the keyboard.
  public var terminal: Terminal
  /// Opens an address in the browser.
  /// - Throws: `BrowserError`.
  public var browse: @Sendable (_ url: URL) async throws -> Void

  public init(
    network: NetworkClient, copies: @escaping @Sendable (_ server: FileName) -> Database?,
    folder: @escaping @Sendable (_ names: [FileName]) -> FileStore,
    state: @escaping @Sendable (_ names: [FileName]) -> FileStore,
    lock: @escaping @Sendable (_ names: [FileName], _ patience: Duration) -> FileLock, terminal: Terminal,
    browse: @escaping @Sendable (_ url: URL) async throws -> Void
  ) {
    self.network = network
    self.copies = copies
    self.folder = folder
    self.state = state
    self.lock = lock
    self.terminal = terminal
    self.browse = browse
  }
}
