import Essentials
import FeedsService
import FeedsStore

/// The kind of the address, and the state of the feed and the date after its last answer in this run.
struct FeedMemory: Sendable {
  /// The kind, as soon as it is known.
  var source: FeedsStore.Source?
  var state: FeedState?
  var lastAsked: Date?
  /// The addresses of the older pages that came since the last document, by the hash values of their posts' numbers.
  var olderPages: [Int: URL] = [:]
}

extension FeedState {
  /// Returns the state of a page after the feed that it links to has answered, or failed: that of the feed, but for the
  /// page's own document, validators and moves.
  func answering(as feed: FeedState) -> FeedState {
    var state = feed
    state.documentChecksum = documentChecksum
    state.documentDate = documentDate
    state.etag = etag
    state.lastModified = lastModified
    state.validatorsAddress = validatorsAddress
    state.linkedFrom = linkedFrom
    state.movedTo = movedTo
    state.pendingMove = pendingMove
    state.pendingMoveDay = pendingMoveDay
    state.rejectedMove = rejectedMove
    state.arrivingRead = arrivingRead
    state.importedBy = importedBy
    return state
  }
}
