import Essentials
import NetworkClient
import Observed
import Subscriptions
import SubscriptionsStore

/// The names and passwords in the addresses of the subscriptions.
struct FeedCredentials: Sendable {
  let subscriptions: SubscriptionsStore
  /// Addresses that are being added.
  private let added = Observed<[URL]>([])

  /// Remembers the name and the password in an address that is not in the file yet.
  func remember(_ address: URL) { added.update { $0.append(address) } }

  /// Returns the credentials for a request: those of the feed that it asks for or that led to its address, or else those
  /// of another feed of the server with the same name. Only the address of a feed names someone; one that a server gave,
  /// such as that of a move, has the name of the feed that led to it.
  func credentials(for request: NetworkClient.Request) async -> Credentials? {
    let origin = request.url.webOrigin
    let addresses = [request.url, request.linkedFrom].compactMap(\.self)
    guard let user = addresses.first(where: { $0.user() != nil && $0.webOrigin == origin })?.user() else { return nil }
    let listed = (try? await subscriptions.file().subscriptions.compactMap(\.source.address)) ?? []
    let feeds = (listed + added.value).filter { $0.user() == user && $0.webOrigin == origin }
    let complete = feeds.filter { $0.password() != nil }
    let own = addresses.firstNonNil { address in complete.last { $0.withoutPassword == address } }
    return (own ?? complete.last ?? feeds.last).map {
      Credentials(
        for: origin, user: $0.user(percentEncoded: false) ?? user, password: $0.password(percentEncoded: false) ?? "")
    }
  }
}
