/// Loads items of any kind: the server's latest first, and the kept copy when that fails.
public struct ItemsLoader<Items: Sendable>: Sendable {
  /// The latest, or what is kept when the latest cannot be had.
  /// - Throws: `NothingKept`, or `CancellationError`.
  public var load: @Sendable () async throws -> Loaded<Items>
  /// What is kept, without asking the server; nil where nothing is, or nothing that can be read.
  public var kept: @Sendable () async -> Loaded<Items>?

  public init(
    load: @escaping @Sendable () async throws -> Loaded<Items>,
    kept: @escaping @Sendable () async -> Loaded<Items>?
  ) {
    self.load = load
    self.kept = kept
  }
}
