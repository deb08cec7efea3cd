// A server's latest value, or the cached copy when that fails; pages and cursors.

/// A value of a server: the latest one, or the cached copy if loading fails.
public struct CachedResource<Value: Sendable>: Sendable {
  /// Loads the latest value, or returns the cached copy if that fails.
  /// - Throws: `NoCachedCopy`, the error that occurred when the latest was saved, or `CancellationError`.
  public var load: @Sendable () async throws -> Loaded<Value>
  /// Returns the cached copy without asking the server; nil if there is none or it cannot be read.
  public var cached: @Sendable () async -> Loaded<Value>?

  public init(
    load: @escaping @Sendable () async throws -> Loaded<Value>,
    cached: @escaping @Sendable () async -> Loaded<Value>?
  ) {
    self.load = load
    self.cached = cached
  }
}
