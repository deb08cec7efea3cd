public import FileStore
public import NetworkClient

/// The doors to the world: nothing else in the program touches it.
public struct Doors: Sendable {
  /// The network.
  public var network: NetworkClient
  /// The disk: the folder for kept copies of a kind, by the names that lead to it.
  public var folder: @Sendable (_ names: [FileName]) -> FileStore

  public init(network: NetworkClient, folder: @escaping @Sendable (_ names: [FileName]) -> FileStore) {
    self.network = network
    self.folder = folder
  }
}
