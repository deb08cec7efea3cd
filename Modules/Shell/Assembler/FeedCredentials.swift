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

  /// Returns the credentials for an address with a name: those of the feed of its server that has this name.
  func credentials(for address: URL) async -> Credentials? {
    guard let user = address.user() else { return nil }
    let origin = address.webOrigin
    let listed = (try? await subscriptions.file().subscriptions.compactMap(\.source.address)) ?? []
    let feed = (listed + added.value).last {
      $0.user() == user && $0.password() != nil && $0.webOrigin == origin
    }
    return feed?.password().map { Credentials(for: origin, user: user, password: $0) }
  }
}
