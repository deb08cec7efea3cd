// The last response code, and the count.

public import ContentDomain
public import Essentials

/// Keeps which response code was fetched last, and how many were.
public struct ResponseCodeStore: Sendable {
  /// What is kept.
  /// - Throws: `DatabaseError`.
  public var codes: @Sendable () async throws -> FetchedCodes
  /// Counts one more, and keeps it as the last: both or neither, whichever other process does the same. When this
  /// returns what is then kept, it is safe.
  /// - Throws: `DatabaseError`, or `CancellationError`; then nothing has changed.
  public var add: @Sendable (_ code: UUID) async throws -> FetchedCodes
  /// Makes sure that there is a place to keep a code in, before it is asked for.
  /// - Throws: what `add` would throw.
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
