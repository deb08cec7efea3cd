// A server's latest value, or the cached copy when that fails; pages and cursors.

/// Loads a value of any kind: the server's latest first, and the kept copy when that fails.
public struct CachedResource<Value: Sendable>: Sendable {
  /// The latest, or what is kept when the latest cannot be had.
  /// - Throws: `NoCachedCopy`, why the latest could not be saved, or `CancellationError`.
  public var load: @Sendable () async throws -> Loaded<Value>
  /// What is kept, without asking the server; nil where nothing is, or nothing that can be read.
  public var cached: @Sendable () async -> Loaded<Value>?

  public init(
    load: @escaping @Sendable () async throws -> Loaded<Value>,
    cached: @escaping @Sendable () async -> Loaded<Value>?
  ) {
    self.load = load
    self.cached = cached
  }
}
