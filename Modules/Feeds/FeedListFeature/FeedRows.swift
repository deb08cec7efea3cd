import Essentials
public import FeedsRepository
import FlagsStore
import Observed
public import PagedList
import Subscriptions
import TextSearch

/// The rows of the list of feeds, read by queries.
public struct FeedRows: Sendable {
  private struct History: Sendable {
    /// The number of reads.
    var reads: Int64 = 0
    /// The read at which a row last had unread posts.
    var unread: [FeedRow.ID: Int64] = [:]
    /// The number of unread posts of all feeds.
    var unreadCount = 0
  }

  private let feeds: FeedsRepository
  private let history = Observed(History())

  public init(_ feeds: FeedsRepository) { self.feeds = feeds }

  /// The number of unread posts of all feeds, as last read.
  public var unreadCount: Int { history.value.unreadCount }

  /// The list. Refreshing it asks no server.
  public var list: PagedList<FeedRow> {
    PagedList(
      reader: reader, refresh: { Refreshed() }, load: { _, _ in Refreshed() },
      loadRest: { AsyncThrowingStream { $0.finish() } }, walk: { _, _ in AsyncThrowingStream { $0.finish() } },
      prewarm: {})
  }

  private var reader: ListReader<FeedRow> {
    ListReader(
      window: { query, anchor, before, after in
        let (rows, history) = try await read()
        let found = rows.found(by: query, unreadAt: history.unread)
        let wanted: Int =
          switch anchor {
          case .row(let row): row
          case .item(let id, let row):
            found.firstIndex { rows[$0].id == id }
              ?? rows.found(by: query, unreadAt: history.unread, including: id).firstIndex { rows[$0].id == id } ?? row
          }
        let (row, shown) = windowRows(around: wanted, before, after, count: found.count)
        return ListWindow(
          found[shown].map { rows[$0] }, first: shown.lowerBound, anchor: row, count: found.count, isComplete: true,
          fetchedAt: rows.compactMap(\.updated).max(), flags: FlagsVersion(epoch: 1, revision: history.reads),
          arrival: rows.first?.arrival)
      },
      count: { query in
        let (rows, history) = try await read()
        return rows.found(by: query, unreadAt: history.unread).count
      },
      items: { rowKeys in
        let (rows, _) = try await read()
        return rowKeys.compactMap { rows.indices.contains(Int($0.number)) ? rows[Int($0.number)] : nil }
      },
      flags: { _ in [:] },
      search: { query in
        .once {
          let (rows, history) = try await read()
          return rows.found(by: query, unreadAt: history.unread).map { RowKey(Int64($0)) }
        }
      },
      ids: { query in
        .once {
          let (rows, history) = try await read()
          return rows.found(by: query, unreadAt: history.unread).map { rows[$0].id }
        }
      }, changes: feeds.changes)
  }

  /// Returns the rows to show, and notes which have unread posts.
  private func read() async throws -> (rows: [FeedRow], History) {
    let rows = try await feeds.rows().filter { $0.subscription?.isHidden != true && $0.query?.isHidden != true }
    let history = history.update { history in
      history.reads += 1
      for row in rows where row.unread > 0 { history.unread[row.id] = history.reads }
      history.unreadCount = rows.first { $0.id == .all }?.unread ?? 0
      return history
    }
    return (rows, history)
  }
}

extension [FeedRow] {
  /// Returns the indices of the rows of a query, in its order. All feeds come before the tags, and the tags before the
  /// feeds and queries.
  /// - Parameters:
  ///   - unreadAt: The read at which a row last had unread posts. Rows that have had any since the query's `unreadSince`
  ///     still count as unread.
  ///   - other: A row that is returned even if the query leaves it out.
  fileprivate func found(
    by query: ListQuery, unreadAt: [FeedRow.ID: Int64], including other: FeedRow.ID? = nil
  ) -> [Int] {
    func isUnread(_ row: FeedRow) -> Bool {
      if row.unread > 0 { return true }
      guard let since = query.unreadSince, let last = unreadAt[row.id] else { return false }
      return last >= since.revision
    }
    let (words, condition) = (TextSearch.Query(query.text), ListCondition.all(query.conditions))
    let found = indices.filter { index in
      let row = self[index]
      if row.id == other { return true }
      return words.matches(row.title)
        && condition.isMet(by: ListFacts(title: row.title, isUnread: isUnread(row), date: row.newest))
    }
    func sorted(by precedes: (FeedRow, FeedRow) -> Bool) -> [Int] {
      found.sorted { left, right in
        let (one, other) = (self[left], self[right])
        if one.id.rank != other.id.rank { return one.id.rank < other.id.rank }
        if precedes(one, other) { return true }
        return !precedes(other, one) && left < right
      }
    }
    switch query.order {
    case .listed: return found
    case .newest: return sorted { $0.newest ?? .distantPast > $1.newest ?? .distantPast }
    case .title:
      let titles = map { TextSearch.folded($0.title) }
      return found.sorted { left, right in
        let ranks = (self[left].id.rank, self[right].id.rank)
        return ranks.0 == ranks.1 ? (titles[left], left) < (titles[right], right) : ranks.0 < ranks.1
      }
    case .unreadFirst: return found.filter { isUnread(self[$0]) } + found.filter { !isUnread(self[$0]) }
    }
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
