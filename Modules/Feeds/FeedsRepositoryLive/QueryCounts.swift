import Essentials
import Observed
import PagedList
import PostDomain
import Subscriptions
import Synchronization

/// The numbers of the posts of queries. No store has them, so they are counted in the background when rows are shown.
final class QueryCounts: Sendable {
  /// Counts the posts of some queries.
  typealias Count = @Sendable () async throws -> [FeedQuery: PartCounts]

  private struct State {
    var numbers: [FeedQuery: PartCounts] = [:]
    var isCounting = false
    /// The counting that follows the one in progress, because something may have changed since that began.
    var next: Count?
  }

  private let state = Mutex(State())
  private let source = ChangeSource()

  /// Signals that other numbers were found.
  var changes: ChangeSignal { source.signal }

  /// The numbers that were found last.
  var numbers: [FeedQuery: PartCounts] { state.withLock { $0.numbers } }

  /// Takes numbers that were found.
  func take(_ numbers: [FeedQuery: PartCounts]) {
    let isNew = state.withLock { state in
      defer { state.numbers = numbers }
      return state.numbers != numbers
    }
    if isNew { source.send() }
  }

  /// Counts in the background, after the counting in progress if there is one.
  func begin(_ count: @escaping Count) {
    let isFirst = state.withLock { state in
      if state.isCounting { state.next = count }
      defer { state.isCounting = true }
      return !state.isCounting
    }
    guard isFirst else { return }
    Task {
      var next: Count? = count
      while let count = next {
        // The rows say why the posts cannot be read.
        if let numbers = try? await count() { take(numbers) }
        next = state.withLock { state in
          defer { state.next = nil }
          state.isCounting = state.next != nil
          return state.next
        }
      }
    }
  }
}

extension ListParts<Post> {
  /// Returns the numbers of the posts of a query.
  func counts(of posts: QueriedPosts) async throws -> PartCounts {
    guard !posts.parts.isEmpty else { return PartCounts() }
    let reader = reader(posts.parts).meeting { posts.condition }
    let newest = try await reader.window(ListQuery(order: .newest), .row(0), 0, 0)
    var counts = PartCounts(total: newest.count)
    if newest.count > 0 { counts.unread = try await reader.count(ListQuery(filters: [.unread])) }
    counts.newest = newest.items.first.flatMap { $0.item?.listDate ?? $0.item?.date }
    return counts
  }
}
