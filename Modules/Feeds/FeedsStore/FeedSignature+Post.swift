import Essentials
public import FeedDocument
public import Subscriptions

extension FeedSignature {
  /// Returns the number of the post of a new entry. Entries of several feeds may have the same key.
  /// - Parameter feed: The feed; for one that has moved, that of its first address.
  public func post(of feed: Subscription.ID) -> UInt64 {
    var number = Checksum()
    number.add(part: feed.utf8)
    number.add(key)
    return number.value
  }
}
