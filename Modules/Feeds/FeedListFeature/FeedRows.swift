import CachedResource
import Essentials
public import FeedsRepository
import FlagsStore
import Observed
public import PagedList
public import Screen
import StyleGuide
import Subscriptions
import SubscriptionsStore

/// The rows of the list of feeds, read by queries.
public struct FeedRows: Sendable {
  fileprivate struct History: Sendable {
    /// The number of reads.
    var reads: Int64 = 0
    /// The read at which a row last had unread posts.
    var unread: [FeedRow.ID: Int64] = [:]
    /// The number of unread posts of all feeds.
    var unreadCount = 0
    /// The rows all of whose feeds on servers failed when they were last asked.
    var failed: Set<FeedRow.ID> = []
    /// The titles of the rows.
    var titles: [FeedRow.ID: String] = [:]
    /// The rows with feeds of which none has answered or failed yet.
    var awaited: Set<FeedRow.ID> = []
    /// Whether a feed has neither answered nor failed yet.
    var hasUnasked: Bool { awaited.contains { if case .feed = $0 { true } else { false } } }
    /// The rows with a failure.
    var failing: [FeedRow] = []
  }

  private let feeds: FeedsRepository
  private let history = Observed(History())

  public init(_ feeds: FeedsRepository) { self.feeds = feeds }

  /// The number of unread posts of all feeds, as last read.
  public var unreadCount: Int { history.value.unreadCount }

  /// Returns whether all feeds of a row that are on servers failed when they were last asked, as last read.
  public func hasFailed(_ id: FeedRow.ID) -> Bool {
    if case .query = id { hasFailed(.all) } else { history.value.failed.contains(id) }
  }

  /// Returns whether no feed of a row has answered or failed yet, as last read.
  public func isAwaited(_ id: FeedRow.ID) -> Bool { history.value.awaited.contains(id) }

  /// Returns the title of a row, as last read: feeds without one have it once they have answered.
  public func title(of row: FeedRow) -> String { history.value.titles[row.id] ?? row.title }

  /// Whether a feed was not asked yet, as last read.
  var hasUnasked: Bool { history.value.hasUnasked }

  /// Returns a sentence for each feed that the list marks as failing, with the reason and the first date.
  public func failures(_ environment: ScreenEnvironment) -> [String] {
    history.value.failing.compactMap { row in row.trouble(environment).map { "\(row.title): \($0.sentence)" } }
  }

  /// The list. Refreshing it asks no server.
  public var list: PagedList<FeedRow> {
    .inMemory(
      .found(
        flags: { _ in [:] }, changes: feeds.changes,
        by: { query, other in
          let (rows, history) = try await read()
          return rows.found(by: query, history, including: other)
        }))
  }

  /// Returns the rows to show, and notes which have unread posts.
  private func read() async throws -> (rows: [FeedRow], History) {
    let rows: [FeedRow]
    do {
      rows = try await feeds.rows().filter { $0.subscription?.isHidden != true && $0.query?.isHidden != true }
    } catch let error as SubscriptionsStore.Error {
      let (clause, advice) = error.words(feeds.location.path(percentEncoded: false))
      throw ExplainedError(clause, advice: advice)
    }
    let history = history.update { history in
      history.reads += 1
      for row in rows where row.unread > 0 { history.unread[row.id] = history.reads }
      history.titles = Dictionary(rows.map { ($0.id, $0.title) }) { first, _ in first }
      history.awaited = rows.filter(\.isUnasked).rowIDs
      history.awaited.subtract(rows.filter { $0.subscription != nil && !$0.isUnasked }.rowIDs)
      history.failing = rows.filter { $0.failure != nil }
      history.unreadCount = rows.first { $0.id == .all }?.unread ?? 0
      history.failed = rows.onServers.filter { $0.failure != nil }.rowIDs
      history.failed.subtract(rows.onServers.filter { $0.failure == nil }.rowIDs)
      return history
    }
    return (rows, history)
  }
}

extension [FeedRow] {
  fileprivate var onServers: Self { filter { $0.subscription?.source.isOnServer == true } }

  /// All rows that show posts of these feeds, except queries.
  fileprivate var rowIDs: Set<FeedRow.ID> {
    Set(flatMap { [.all, $0.id] + ($0.subscription?.tags ?? []).map { .tag($0) } })
  }

  /// The date of the last answer of a feed. Programs and files, which always answer, do not count beside servers.
  private var answeredAt: Date? {
    (onServers.isEmpty ? self : onServers).compactMap(\.updated).max()
  }

  /// Returns the rows of a query, in its order. All feeds come before the tags, and the tags before the feeds and queries.
  /// - Parameters:
  ///   - history: Rows that have had unread posts since the query's `unreadSince` still count as unread.
  ///   - other: A row that is returned even if the query leaves it out.
  fileprivate func found(
    by query: ListQuery, _ history: FeedRows.History, including other: FeedRow.ID?
  ) -> FoundRows<FeedRow> {
    func isUnread(_ row: FeedRow) -> Bool {
      if row.unread > 0 { return true }
      guard let since = query.unreadSince, let last = history.unread[row.id] else { return false }
      return last >= since.revision
    }
    var found = FoundRows<FeedRow>(
      fetchedAt: answeredAt, flags: FlagsVersion(epoch: 1, revision: history.reads))
    found.arrival = first?.arrival
    found.find(
      query, in: map { (RowKey(of: $0.id), $0) }, including: other, rank: \.id.rank,
      facts: { ListFacts(title: $0.title, isUnread: isUnread($0), date: $0.newest) })
    return found
  }

  /// Returns the next feed with unread posts after a row, or the one before; at an end it goes on at the other. Nil if no
  /// other feed has any.
  public func nextUnread(_ step: Int, from id: FeedRow.ID?) -> FeedRow? {
    let start = firstIndex { $0.id == id } ?? (step > 0 ? -1 : count)
    let others = self[Swift.min(start + 1, count)...] + self[..<Swift.max(0, start)]
    let unread = others.filter { $0.unread > 0 && $0.subscription != nil }
    return step > 0 ? unread.first : unread.last
  }
}

extension FeedRow {
  /// Whether it is a feed that has neither answered nor failed yet.
  fileprivate var isUnasked: Bool { subscription != nil && updated == nil && failure == nil }
}

extension ListQuery {
  /// The notice that no other feed of the query has unread posts.
  public var nothingUnread: String { "No other feed\(text.isEmpty ? "" : " that matches") has unread posts." }
}

extension FeedRow.ID {
  fileprivate var rank: Int {
    switch self {
    case .all: 0
    case .tag: 1
    case .feed, .query: 2
    }
  }

  /// The row as a text, for a saved position.
  public var text: String {
    switch self {
    case .all: "all"
    case .tag(let tag): "tag \(tag)"
    case .feed(let id): "feed \(id)"
    case .query(let id): "query \(id)"
    }
  }

  /// - Parameter text: A text of a saved position; all feeds, if it names no other row.
  public init(text: String) {
    if text.hasPrefix("tag ") {
      self = .tag(String(text.dropFirst(4)))
    } else if text.hasPrefix("feed ") {
      self = .feed(String(text.dropFirst(5)))
    } else if text.hasPrefix("query ") {
      self = .query(String(text.dropFirst(6)))
    } else {
      self = .all
    }
  }
}
