import Essentials
import FeedsService
import FeedsStore
import Synchronization

/// The kind of the address, and the state of the feed and the date after its last answer in this run.
final class FeedMemory: Sendable {
  private struct Box {
    var reading: Task<FeedsStore.Source?, Never>?
    var source: FeedsStore.Source?
    var state: FeedState?
    var lastAsked: Date?
  }

  private let box = Mutex(Box())

  /// Returns the reading of the saved kind, which several callers share.
  func reading(_ start: () -> Task<FeedsStore.Source?, Never>) -> Task<FeedsStore.Source?, Never> {
    box.withLock { box in
      let reading = box.reading ?? start()
      box.reading = reading
      return reading
    }
  }

  /// The kind that an answer of this run has told.
  var source: FeedsStore.Source? {
    get { box.withLock { $0.source } }
    set { box.withLock { $0.source = newValue } }
  }

  var state: FeedState? {
    get { box.withLock { $0.state } }
    set { box.withLock { $0.state = newValue } }
  }

  var lastAsked: Date? {
    get { box.withLock { $0.lastAsked } }
    set { box.withLock { $0.lastAsked = newValue } }
  }
}

extension FeedState {
  /// Returns the state of a page after the feed that it links to has answered, or failed: that of the feed, but for the
  /// page's own document, validators and moves.
  func answering(as feed: FeedState) -> FeedState {
    var state = feed
    state.document = document
    state.lastDocument = lastDocument
    state.etag = etag
    state.lastModified = lastModified
    state.validatorsOf = validatorsOf
    state.linkedFrom = linkedFrom
    state.movedTo = movedTo
    state.candidate = candidate
    state.candidateDay = candidateDay
    state.stranger = stranger
    state.arrivingRead = arrivingRead
    state.importedBy = importedBy
    return state
  }
}
