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
    let current = Observed(rows)
    return Self(
      location: URL(filePath: "/satchel/feeds"), rows: { current.value }, problems: { [] }, changes: current.changes,
      posts: { posts($0) },
      refresh: { id, _ in
        var result = RefreshResult()
        for row in current.value where id == .all || row.id == id {
          if case .feed(let feed) = row.id { result.answered[feed] = 0 }
        }
        return result
      },
      progress: Observed(nil), refreshUntilCancelled: {},
      add: { address, options in
        let url = URL(string: address) ?? URL(filePath: "/")
        let subscription = Subscription(.web(url), title: options.title, tags: options.tags)
        let isThere = current.value.contains { $0.id == .feed(subscription.id) }
        if !isThere {
          current.update {
            $0.append(FeedRow(.feed(subscription.id), title: options.title ?? address, subscription: subscription))
          }
        }
        return AddedFeed(subscription, addition: isThere ? .unchanged : .added, title: options.title, total: 0)
      },
      remove: { id in
        current.update { rows in
          guard let index = rows.firstIndex(where: { $0.id == .feed(id) }), let subscription = rows[index].subscription
          else { return nil }
          var file = SubscriptionFile(Array(subscription.text.utf8))
          rows.remove(at: index)
          return file.remove(id).map { RemovedFeed(subscription, $0) }
        }
      },
      restore: { removed in
        let row = FeedRow(
          .feed(removed.subscription.id), title: removed.subscription.title ?? removed.subscription.source.text,
          subscription: removed.subscription)
        current.update { $0.append(row) }
      },
      move: { id, source in
        current.update { rows in
          guard let index = rows.firstIndex(where: { $0.id == .feed(id) }) else { return false }
          rows[index].id = .feed(source.id)
          rows[index].subscription?.source = source
          return true
        }
      },
      addAll: { subscriptions, _ in
        current.update { rows in
          subscriptions.map { subscription in
            if rows.contains(where: { $0.id == .feed(subscription.id) }) { return .unchanged }
            rows.append(
              FeedRow(
                .feed(subscription.id), title: subscription.title ?? subscription.source.text,
                subscription: subscription))
            return .added
          }
        }
      },
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
