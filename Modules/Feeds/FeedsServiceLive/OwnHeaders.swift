import Essentials
import NetworkClient
import Subscriptions

/// The header fields that a person has set for a feed.
struct OwnHeaders: Sendable {
  private var fields: [String: String] = [:]
  private var origin: WebOrigin?

  init() {}

  /// - Parameters:
  ///   - address: The address of a feed, of an older page of it, or of the comments on its posts.
  ///   - feed: The address of the document that links to it.
  ///   - headers: Returns the header fields of a feed.
  init(
    of address: URL, linkedFrom feed: URL?, _ headers: @Sendable (_ feed: URL) async throws -> [String: String]
  ) async throws {
    origin = (Subscription.Source(location: address).address ?? address).webOrigin
    fields = try await headers(address)
    if fields.isEmpty, let feed, feed.webOrigin == origin { fields = try await headers(feed) }
  }

  /// Adds the fields to a request, in place of those with the same names, unless it goes to another origin.
  func add(to request: inout NetworkClient.Request) {
    guard !fields.isEmpty, request.url.webOrigin == origin else { return }
    let names = Set(fields.keys.map { $0.lowercased() })
    request.headers = request.headers.filter { !names.contains($0.key.lowercased()) }
    request.headers.merge(fields) { $1 }
    request.ownHeaders = names
  }
}
