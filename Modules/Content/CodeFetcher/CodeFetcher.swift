// Fetching a response code and saving it.

public import ContentDomain
public import ContentService
import Essentials
public import ResponseCodeStore

/// Fetches and saves response codes, for the screen and for the command line.
public struct CodeFetcher: Sendable {
  private let content: ContentService
  private let store: ResponseCodeStore

  public init(_ content: ContentService, _ store: ResponseCodeStore) {
    self.content = content
    self.store = store
  }

  /// Returns the last code and the number of codes, without a request.
  ///
  /// - Throws: `Unread`.
  public func known() async throws -> FetchedCodes {
    do { return try await store.codes() } catch { throw Unread(cause: error) }
  }

  /// Fetches a code, and saves it and the new count before it returns.
  ///
  /// - Throws: `Unread`, or an error of the service or the store. No request is sent if the saved codes are unreadable
  ///   or the store is not writable, because a code can be fetched only once.
  public func fetch() async throws -> FetchedCodes {
    _ = try await known()
    try await store.prepare()
    let code = try await content.fetchCurrentResponseCode()
    // A task of its own, because this one may be cancelled after the code has come.
    return try await Task { try await store.add(code) }.value
  }

  /// The saved codes cannot be read.
  public struct Unread: Error {
    /// The reason, a `DatabaseError`.
    public var cause: any Error
  }
}
