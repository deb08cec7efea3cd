/// Loads a value of any kind: the server's latest first, and the kept copy when that fails.
public struct ItemsLoader<Value: Sendable>: Sendable {
  /// The latest, or what is kept when the latest cannot be had.
  /// - Throws: `NothingKept`, why the latest could not be saved, or `CancellationError`.
  public var load: @Sendable () async throws -> LoadResult<Value>
  /// What is kept, without asking the server; nil where nothing is, or nothing that can be read.
  public var kept: @Sendable () async -> LoadResult<Value>?

  public init(
    load: @escaping @Sendable () async throws -> LoadResult<Value>,
    kept: @escaping @Sendable () async -> LoadResult<Value>?
  ) {
    self.load = load
    self.kept = kept
  }
}
