import Essentials
import NetworkClient
import Subscriptions
import SubscriptionsStore
import Synchronization

/// The names and passwords in the addresses of the subscriptions.
final class FeedCredentials: Sendable {
  private struct Key: Hashable {
    var origin: WebOrigin
    var user: String
  }

  private let subscriptions: SubscriptionsStore
  private let known = Mutex<(file: SubscriptionFile, all: [Key: Credentials])>((SubscriptionFile(), [:]))

  /// The credentials of addresses that are being added.
  private let added = Mutex<[Key: Credentials]>([:])

  init(_ subscriptions: SubscriptionsStore) { self.subscriptions = subscriptions }

  /// Remembers the name and the password in an address that is not in the file yet.
  func remember(_ address: URL) { added.withLock { Self.add(address, to: &$0) } }

  /// Returns the credentials for an address with a name: those of the feed of its server that has this name.
  func credentials(for address: URL) async -> Credentials? {
    guard let user = address.user() else { return nil }
    let key = Key(origin: address.webOrigin, user: user)
    if let new = added.withLock({ $0[key] }) { return new }
    guard let file = try? await subscriptions.file() else { return nil }
    let all = known.withLock { known in
      // The same file is read again for every request, and shares its storage.
      if known.file != file { known = (file, Self.all(in: file)) }
      return known.all
    }
    return all[key]
  }

  private static func all(in file: SubscriptionFile) -> [Key: Credentials] {
    file.subscriptions.compactMap(\.source.address).reduce(into: [:]) { add($1, to: &$0) }
  }

  private static func add(_ address: URL, to all: inout [Key: Credentials]) {
    guard let user = address.user(), let password = address.password() else { return }
    all[Key(origin: address.webOrigin, user: user)] = Credentials(
      for: address.webOrigin, user: user, password: password)
  }
}
