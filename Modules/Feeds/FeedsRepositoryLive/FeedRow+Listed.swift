import CachedResource
import Essentials
import FeedsRepository
import FeedsService
import FeedsStore
import NetworkClient
import PagedList
import Subscriptions

/// Returns the rows of the list of feeds: all feeds, the tags, the feeds, and the queries that are not hidden.
/// - Parameter numbers: The numbers of the queries, as far as they are known.
func feedRows(
  _ listed: [ListedFeed], _ file: SubscriptionFile, _ counts: [Int: PartCounts],
  _ summaries: [Int: FeedsStore.Summary], _ numbers: [FeedQuery: PartCounts]
) -> [FeedRow] {
  guard !listed.isEmpty else { return [] }
  let feeds = listed.map { feed in
    let subscription = feed.subscription
    let part = feed.part
    var row = FeedRow(
      .feed(subscription.id), title: title(of: subscription, summaries[part]),
      subscription: subscription)
    row.add(counts[part])
    guard let summary = summaries[part] else { return row }
    row.updated = summary.answeredAt
    let reason: (any Error)? = summary.hasEnded ? AnswerFailure.ended : summary.failure(of: feed)
    if let reason, let since = summary.failingSince ?? summary.answeredAt {
      row.failure = FeedRow.Failure(reason, since: since)
    }
    return row
  }
  var all = FeedRow(.all, title: "All")
  for feed in listed { all.add(counts[feed.part]) }
  let tagged = file.tags.map { tag in
    var row = FeedRow(.tag(tag), title: tag)
    for feed in listed where feed.subscription.tags.contains(tag) { row.add(counts[feed.part]) }
    return row
  }
  let queries = file.queries.filter { !$0.isHidden }.map { query in
    var row = FeedRow(.query(query.id), title: query.title, query: query)
    row.add(numbers[query])
    return row
  }
  return [all] + tagged + (feeds + queries).sorted { $0.line ?? 0 < $1.line ?? 0 }
}

/// Returns the title of a feed: the one given in the file, or its own, or its address.
func title(of subscription: Subscription, _ summary: FeedsStore.Summary?) -> String {
  if let title = subscription.title { return title }
  if let title = summary?.title, title.contains(where: { !$0.isWhitespace }) { return title }
  return subscription.source.untitled
}

extension FeedsStore.Summary {
  /// Returns the failure of a subscription. If its address is a page that links to a feed of another host, names the feed.
  func failure(of listed: ListedFeed) -> (any Error)? {
    failure?.feedFailure.map { failure in
      guard case .feed(let feed)? = source, feed.webOrigin != listed.address.webOrigin else { return failure }
      return FailureElsewhere(at: feed, failure)
    }
  }
}

extension FeedRow {
  fileprivate mutating func add(_ counts: PartCounts?) {
    guard let counts else { return }
    unread += counts.unread
    total += counts.total
    newest = [newest, counts.newest].compactMap(\.self).max()
    perWeek = [perWeek, counts.perWeek].compactMap(\.self).reduce(nil) { ($0 ?? 0) + $1 }
  }
}
