import Essentials
import Observed
import PagedList
import Subscriptions
import Synchronization

/// The numbers of the posts of queries. No store has them, so they are counted in the background when rows are shown.
final class QueryCounts: Sendable {
  /// Counts the posts of some queries.
  typealias Count = @Sendable () async throws -> [FeedQuery: PartCounts]

  private let found = Mutex<[FeedQuery: PartCounts]>([:])
  private let source = ChangeSource()
  /// The counting that follows the one in progress, because something may have changed since that began.
  private let next: AsyncStream<Count>.Continuation

  init() {
    let (counts, next) = AsyncStream.makeStream(of: Count.self, bufferingPolicy: .bufferingNewest(1))
    self.next = next
    Task { [weak self] in
      for await count in counts {
        // The rows say why the posts cannot be read.
        if let numbers = try? await count() { self?.take(numbers) }
      }
    }
  }

  deinit { next.finish() }

  /// Signals that other numbers were found.
  var changes: ChangeSignal { source.signal }

  /// The numbers that were found last.
  var numbers: [FeedQuery: PartCounts] { found.withLock { $0 } }

  /// Takes numbers that were found.
  func take(_ numbers: [FeedQuery: PartCounts]) {
    let isNew = found.withLock { found in
      defer { found = numbers }
      return found != numbers
    }
    if isNew { source.send() }
  }

  /// Counts in the background, after the counting in progress if there is one.
  func begin(_ count: @escaping Count) { next.yield(count) }
}
