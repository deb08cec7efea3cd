import Essentials
import FeedsService
import FeedsStore
import Observed

/// The kind of the address, and the state of the feed and the date after its last answer in this run.
struct FeedMemory: Sendable {
  /// The kind, as soon as it is known.
  var source: FeedsStore.Source?
  var state: FeedState?
  var lastAsked: Date?
  /// The addresses of the older pages that came since the last document, by the hash values of their posts' numbers.
  var olderPages: [Int: URL] = [:]
}

extension FeedPosts {
  /// Saves the answer of the feed that a page links to as the page's own: lists and refreshes look at the state of the
  /// address that a person has given.
  func noteAnswer(of feed: URL) async throws {
    guard feed != address, server == nil else { return }
    let page = try await store.state(address)
    let answer = try await store.state(feed)
    let state = page.answering(as: answer)
    memory.update { $0.state = state }
    if state != page { try await store.setState(state, address) }
  }

  /// Saves the end of a pause that the server wants as that of the feed.
  func pause(_ feed: URL, until end: Date?) async throws {
    var state = try await store.state(feed)
    guard let end, end != state.pausedUntil else { return }
    state.pausedUntil = end
    try await store.setState(state, feed)
    try await noteAnswer(of: feed)
  }
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
