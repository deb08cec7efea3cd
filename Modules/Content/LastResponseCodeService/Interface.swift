public import ContentDomain

/// The response code that was fetched last.
public struct LastResponseCodeService: Sendable {
  /// The code; nil when none was fetched yet.
  /// - Throws: `FileStoreError`.
  public var last: @Sendable () async throws -> FetchedCode?
  /// Puts another in its place. When this returns, it is safe.
  /// - Throws: `FileStoreError`.
  public var update: @Sendable (_ code: FetchedCode) async throws -> Void

  public init(
    last: @escaping @Sendable () async throws -> FetchedCode?,
    update: @escaping @Sendable (_ code: FetchedCode) async throws -> Void
  ) {
    self.last = last
    self.update = update
  }
}
