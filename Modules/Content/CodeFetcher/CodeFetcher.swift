// Fetching a response code and saving it.

public import ContentDomain
public import ContentService
import Essentials
public import ResponseCodeStore

/// Fetches codes and keeps them, for the screen and the command line alike.
public struct CodeFetcher: Sendable {
  private let content: ContentService
  private let store: ResponseCodeStore

  public init(_ content: ContentService, _ store: ResponseCodeStore) {
    self.content = content
    self.store = store
  }

  /// The last code and how many there were; nobody is asked.
  /// - Throws: `Unread`.
  public func known() async throws -> FetchedCodes {
    do { return try await store.codes() } catch { throw Unread(cause: error) }
  }

  /// Fetches a code. When this returns, code and count are safe.
  /// - Throws: `Unread` before anybody is asked; and what the two throw. What could not be kept is not asked for.
  public func fetch() async throws -> FetchedCodes {
    _ = try await known()
    try await store.prepare()
    return try await store.add(content.fetchCurrentResponseCode())
  }

  /// What was fetched before cannot be read.
  public struct Unread: Error {
    /// Why not: a `DatabaseError`.
    public var cause: any Error
  }
}
