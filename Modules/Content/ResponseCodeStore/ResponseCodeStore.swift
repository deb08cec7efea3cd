// The last response code, and the count.

public import ContentDomain
public import Essentials

/// Stores the last response code, and the number of codes fetched.
public struct ResponseCodeStore: Sendable {
  /// Returns the saved codes.
  ///
  /// - Throws: `DatabaseError`.
  public var codes: @Sendable () async throws -> FetchedCodes
  /// Adds a code: saves it as the last one and increments the count, in one transaction, and returns the new values.
  /// They are on disk when it returns. Several processes may add codes at the same time.
  ///
  /// - Throws: `DatabaseError`, or `CancellationError`; then nothing has changed.
  public var add: @Sendable (_ code: UUID) async throws -> FetchedCodes
  /// Checks that the store is writable, before a code is fetched.
  ///
  /// - Throws: The error that `add` would throw.
  public var prepare: @Sendable () async throws -> Void

  public init(
    codes: @escaping @Sendable () async throws -> FetchedCodes,
    add: @escaping @Sendable (_ code: UUID) async throws -> FetchedCodes,
    prepare: @escaping @Sendable () async throws -> Void
  ) {
    self.codes = codes
    self.add = add
    self.prepare = prepare
  }
}
