import Essentials
import Observed
public import PostsRepository
import Subscriptions

extension FeedsRepository {
  /// Returns a repository of the given rows, whose feeds have nothing new.
  /// - Parameters:
  ///   - rows: The rows, of which those of feeds can be removed and restored.
  ///   - posts: Returns the posts of a row.
  public static func stub(
    _ rows: [FeedRow] = [], posts: @escaping @Sendable (_ row: FeedRow.ID) -> PostsRepository = { _ in .stub() }
  ) -> Self {
    let file = Observed(SubscriptionFile())
    for row in rows {
      guard var subscription = row.subscription else { continue }
      subscription.title = row.title
      _ = file.update { [subscription] in $0.add(subscription) }
    }
    @Sendable func listed() -> [FeedRow] {
      let new = file.value.subscriptions.filter { new in !rows.contains { $0.id == .feed(new.id) } }
      return rows.filter { row in row.subscription.map { file.value[$0.id] != nil } ?? true }
        + new.map { FeedRow(.feed($0.id), title: $0.title ?? $0.source.text, subscription: $0) }
    }
    return Self(
      location: URL(filePath: "/satchel/feeds"), rows: { listed() }, problems: { [] }, changes: file.changes,
      posts: { posts($0) },
      refresh: { ids, _ in
        var result = RefreshResult()
        for row in listed() where ids.contains(.all) || ids.contains(row.id) {
          if case .feed(let feed) = row.id { result.answered[feed] = 0 }
        }
        return result
      },
      progress: Observed(nil), refreshUntilCancelled: {},
      add: { address, options in
        let url = URL(string: address) ?? URL(filePath: "/")
        let subscription = Subscription(
          .web(url), title: options.title, tags: options.tags, isHidden: options.isHidden)
        let addition = file.update { $0.add(subscription) }
        return AddedFeed(subscription, addition: addition, title: options.title, total: 0)
      },
      remove: { id in file.update { $0.remove(id) } }, restore: { removed in file.update { $0.restore(removed) } },
      move: { id, source in file.update { $0.move(id, to: source) } },
      addAll: { subscriptions, _ in file.update { $0.add(subscriptions) } },
      importEntries: { _, entries in entries.count })
  }

  /// Returns a repository whose endpoints all fail.
  public static func failing(_ error: any Error) -> Self {
    Self(
      location: URL(filePath: "/satchel/feeds"), rows: { throw error }, problems: { throw error }, changes: .none,
      posts: { _ in .failing(error) }, refresh: { _, _ in throw error }, progress: Observed(nil),
      refreshUntilCancelled: {}, add: { _, _ in throw error }, remove: { _ in throw error },
      restore: { _ in throw error }, move: { _, _ in throw error }, addAll: { _, _ in throw error },
      importEntries: { _, _ in throw error })
  }
}
