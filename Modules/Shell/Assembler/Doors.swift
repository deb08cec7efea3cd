public import FileStore
public import Foundation
public import NetworkClient
public import Terminal

/// The doors to the world: nothing else in the program touches it.
public struct Doors: Sendable {
  /// The network.
  public var network: NetworkClient
  /// The disk: the folder for kept copies of a kind, by the names that lead to it.
  public var folder: @Sendable (_ names: [FileName]) -> FileStore
  /// The screen and the keyboard.
  public var terminal: Terminal
  /// Opens an address in the browser.
  /// - Throws: `BrowserError`.
  public var browse: @Sendable (_ url: URL) async throws -> Void

  public init(
    network: NetworkClient, folder: @escaping @Sendable (_ names: [FileName]) -> FileStore, terminal: Terminal,
    browse: @escaping @Sendable (_ url: URL) async throws -> Void
  ) {
    self.network = network
    self.folder = folder
    self.terminal = terminal
    self.browse = browse
  }
}
