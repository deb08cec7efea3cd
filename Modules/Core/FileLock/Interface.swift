/// What only one may do at a time, whichever process it is in.
///
/// A process that ends, however it ends, lets go of what it held.
public struct FileLock: Sendable {
  /// Lets go of the lock; the second call does nothing.
  public typealias Release = @Sendable () -> Void

  /// Waits until nobody else holds the lock, and holds it until what it returns is called.
  /// - Throws: `FileStoreError`, `.busy` when it was waited for in vain, or `CancellationError`.
  public var acquire: @Sendable () async throws -> Release

  public init(acquire: @escaping @Sendable () async throws -> Release) { self.acquire = acquire }

  /// Does `work` while nobody else does theirs.
  /// - Throws: what `acquire` and `work` throw.
  public func whileHeld<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
    let release = try await acquire()
    defer { release() }
    return try await work()
  }
}
