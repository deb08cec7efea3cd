// The subscriptions, their posts in one list, and refreshing them.

import CachedResource
public import CommentsService
import Database
public import Essentials
import FeedPosts
public import FeedRules
public import FeedsRepository
public import FeedsService
public import FeedsStore
import FlagsRepository
public import FlagsStore
import NetworkClient
import Observed
public import PagedList
import PostDomain
public import PostsRepository
public import PostsService
public import PostsStore
import Store
import Subscriptions
public import SubscriptionsStore

extension FeedsRepository {
  /// Loads the feeds that a file lists, and saves their posts in one list.
  /// - Parameters:
  ///   - subscriptions: The file.
  ///   - service: Requests feeds.
  ///   - store: Holds what is known of each feed.
  ///   - posts: The store of the posts, which has parts.
  ///   - flags: The flags of posts: read, and bookmarked.
  ///   - remember: Remembers the password in an address that is being added, for the service.
  ///   - formerFlags: Returns the flags of a feed's posts from the time when its address was read by itself; nil if it
  ///     never was.
  ///   - rules: The rules for the feeds.
  ///   - repository: Returns a repository of the posts that a store reads. It gets the services of posts and of their
  ///     comments, the store, and the titles of the feeds by their parts.
  ///   - clock: The clock that measures the time between refreshes.
  ///   - now: Returns the date.
  public static func live(
    subscriptions: SubscriptionsStore, service: FeedsService, store: FeedsStore, posts: PostsStore, flags: FlagsStore,
    remember: @escaping @Sendable (_ address: URL) -> Void = { _ in },
    formerFlags: @escaping @Sendable (_ feed: URL) async -> FlagsStore? = { _ in nil }, rules: FeedRules = FeedRules(),
    repository:
      @escaping @Sendable (
        _ service: PostsService, _ comments: CommentsService, _ store: PostsStore,
        _ titles: @escaping @Sendable () async -> [Int: String]
      ) -> PostsRepository, clock: any Clock<Duration>, now: @escaping @Sendable () -> Date
  ) -> Self {
    guard let parts = posts.parts else { return .failing(NetworkClient.Error.unreachable(.notUsed)) }
    let feeds = SubscribedFeeds(subscriptions, service, store, posts, parts, flags, formerFlags, rules, now: now)
    let edited = ChangeSource()
    let rulesProgress = Observed<RulesProgress?>(nil)
    /// The dates of last answers, by the parts of feeds.
    let answers = KnownValue<[Int], Date?>(store.changes)
    let all = PagedList.live(
      remote: feeds.postsService.page, store: posts, flags: flags, kind: .post, now: now
    ).reader

    /// Returns the date of the last answer of one of some feeds. Programs and files, which always answer, do not count
    /// beside servers.
    @Sendable func answeredAt(_ listed: [ListedFeed]) async throws -> Date? {
      try await answers.value(of: listed.map(\.part)) {
        let summaries = try await store.summaries(nil)
        let onServers = listed.filter { $0.subscription.source.isOnServer }
        return (onServers.isEmpty ? listed : onServers).compactMap { summaries[$0.part]?.answeredAt }.max()
      }
    }

    /// Returns the failure of one of some feeds if all that are on servers fail; nil if one does not.
    @Sendable func lastFailure(_ listed: [ListedFeed]) async throws -> (any Error)? {
      let summaries = try await store.summaries(nil)
      let failures = listed.filter { $0.subscription.source.isOnServer }.map { feed in
        summaries[feed.part]?.failure(of: feed).map { FailureElsewhere(at: feed.subscription.id, $0) }
      }
      return failures.allSatisfy { $0 != nil } ? failures.first ?? nil : nil
    }

    /// Returns the feeds that have the text of a post, too.
    @Sendable func otherFeeds(_ id: Post.ID) async -> [OtherFeed] {
      guard let others = try? await parts.others([id])[id] else { return [] }
      if others.contains(where: { feeds.titles.value[$0.part] == nil }) { try? await feeds.readTitles() }
      return others.compactMap { other in
        feeds.titles.value[other.part].map { title in
          OtherFeed(title: title, link: other.item?.link, discussion: other.item?.discussion ?? Discussion())
        }
      }
    }

    @Sendable func made(_ saved: PostsStore, _ titles: @escaping @Sendable () async -> [Int: String]) -> PostsRepository
    {
      var made = repository(feeds.postsService, feeds.comments, saved, titles).naming(
        feed: { id in
          let titles = await titles()
          guard !titles.isEmpty, let part = try? await parts.part(id) else { return nil }
          return titles[part]
        }, others: otherFeeds)
      made.flags.setBookmarked = { [setBookmarked = made.flags.setBookmarked] id, isBookmarked in
        let undo = try await setBookmarked(id, isBookmarked)
        // The bookmark is saved, and shown among the bookmarks in any case.
        try? await feeds.noteBookmark(isBookmarked, of: id)
        if !isBookmarked {
          // The same text in another feed would still be among the bookmarks.
          for other in try await parts.others([id])[id] ?? [] where other.flags.isBookmarked {
            _ = try await setBookmarked(other.id, false)
            try? await feeds.noteBookmark(false, of: other.id)
          }
        }
        return undo
      }
      made.flags.undo = { [undo = made.flags.undo] change in
        try await undo(change)
        switch change {
        case .bookmarked(let bookmark): try? await feeds.noteBookmark(false, of: Post.ID(bookmark.id))
        case .unbookmarked(let bookmark): try? await feeds.noteBookmark(true, of: Post.ID(bookmark.id))
        case .read, .unread: break
        }
      }
      return made
    }

    let refresher = FeedRefreshing(feeds, clock: clock) {
      try await feeds.readTitles()
      // The flags of a first load are many, and the next reader would wait for them before its first frame.
      _ = try? await all.flags([])
      _ = try? await parts.counts(now())
    }

    @Sendable func joined(
      _ row: FeedRow.ID, _ listed: [ListedFeed], _ queries: [FeedQuery]
    ) async -> PostsRepository {
      let (feedsOfRow, condition) = listed.of(row, queries, now: feeds.minute)
      let wanted = feedsOfRow.map(\.part)
      // Posts of feeds that were removed stay saved.
      var isWhole = row == .all
      if isWhole, let saved = try? await parts.counts(now()).keys { isWhole = saved.allSatisfy { wanted.contains($0) } }
      var saved = posts
      saved.reader = parts.reader(isWhole ? nil : wanted)
      // Bookmarks outlive their feeds.
      if row == .all, !isWhole { saved.reader = saved.reader.takingBookmarks(from: parts.reader(nil)) }
      // The ages of posts go on.
      if condition != .always {
        saved.reader = saved.reader.meeting { listed.of(row, queries, now: feeds.minute).condition }
      }
      try? await feeds.readTitles()
      var repository = made(saved) { feeds.titles.value }
      repository.list = repository.list.joined(
        refresh: { try await refresher.refresh([row], $0) }, answeredAt: { try await answeredAt(feedsOfRow) },
        lastFailure: { try await lastFailure(feedsOfRow) }, now: now)
      return repository
    }

    @Sendable func alone(_ listed: ListedFeed) async throws -> PostsRepository {
      let feed = try await feeds.feed(at: listed.address)
      var repository = made(parts.store(listed.part)) { [:] }
      repository.list.load = { try await feed.list.load($0, $1) }
      repository.list.loadRest = { feeds.loadRest(of: feed) }
      repository.list.refresh = { try await refresher.refresh(listed, .named) }
      repository.list.retry = { try await refresher.refresh(listed, .all) }
      let joined = repository.list.joined(
        refresh: { try await refresher.refresh([.feed(listed.subscription.id)], $0) },
        answeredAt: { try await answeredAt([listed]) }, lastFailure: { try await lastFailure([listed]) }, now: now)
      repository.list.reader = joined.reader
      repository.list.walk = joined.walk
      return repository
    }

    let queryCounts = QueryCounts()
    let known = KnownValue<SubscriptionFile, [FeedRow]>(
      .merging(store.changes, posts.reader.changes, flags.changes, edited.signal, queryCounts.changes))

    @Sendable func rows(isCounted: Bool) async throws -> [FeedRow] {
      let file = try await subscriptions.file()
      let listed = try await feeds.listed()
      guard !listed.isEmpty else { return [] }
      _ = try await all.flags([])
      // They are saved later where the state cannot be changed now.
      do { try await feeds.saveSharedReads() } catch is DatabaseError {}
      // Before the numbers, so that nothing counts as seen that they do not include.
      let arrival = try await posts.reader.window(ListQuery(), .row(0), 0, 0).arrival
      let queries = file.queries.filter { !$0.isHidden }
      let count: QueryCounts.Count = {
        var numbers: [FeedQuery: PartCounts] = [:]
        for query in queries {
          let posts = query.posts(of: listed, now: feeds.minute)
          numbers[query] = try await parts.numbers(posts.parts, ListQuery(condition: posts.condition))
        }
        return numbers
      }
      if isCounted {
        queryCounts.take(try await count())
      } else if !queries.isEmpty {
        queryCounts.begin(count)
      }
      var rows = feedRows(
        listed, file, try await parts.counts(now()), try await store.summaries(nil), queryCounts.numbers)
      let part = Dictionary(listed.map { (FeedRow.ID.feed($0.subscription.id), $0.part) }) { first, _ in first }
      for row in rows.indices {
        rows[row].arrival = arrival
        guard rows[row].total == 0, rows[row].updated != nil, let part = part[rows[row].id] else { continue }
        rows[row].hidden = try await parts.store(part).extent(0..<0).count
      }
      for row in rows.indices where rows[row].total == 0 {
        guard case .tag(let tag) = rows[row].id else { continue }
        let feeds = rows.filter { $0.subscription?.tags.contains(tag) == true }
        rows[row].hidden = feeds.reduce(0) { $0 + $1.hidden }
      }
      return rows
    }

    var live = Self(
      location: subscriptions.location,
      rows: { try await known.value(of: subscriptions.file()) { try await rows(isCounted: false) } },
      problems: { try await subscriptions.file().problems },
      // Unchanged feeds and failures change no posts. They are shown when the refresh has ended.
      changes: .merging(
        posts.reader.changes, flags.changes, edited.signal, queryCounts.changes,
        refresher.progress.changes.filter { refresher.progress.value == nil }),
      posts: { row in
        do {
          let file = try await feeds.knownFile()
          let listed = try await feeds.listed(in: file)
          guard case .feed(let id) = row else { return await joined(row, listed, file.queries) }
          guard let feed = listed.first(where: { $0.subscription.id == id }) else {
            throw NetworkClient.Error.rejected(status: 404)
          }
          return try await alone(feed)
        } catch {
          var failing = PostsRepository.failing(error)
          // The flags do not depend on the file, and a screen uses them for as long as it exists.
          failing.flags = made(posts) { feeds.titles.value }.flags
          return failing
        }
      },
      refresh: { try await refresher.refresh($0, $1) }, progress: refresher.progress,
      refreshUntilCancelled: {
        await withTaskGroup { group in
          group.addTask { await refresher.refreshUntilCancelled(edited.signal) }
          group.addTask {
            let changes = edited.signal.stream()
            // Errors of the file and the database are shown by the rows; the next start applies the rules again.
            try? await feeds.applyRules(clock, rulesProgress)
            for await _ in changes { try? await feeds.applyRules(clock, rulesProgress) }
          }
        }
      },
      add: { address, options in
        let added = try await feeds.add(address, options, remember)
        edited.send()
        return added
      },
      remove: { id in
        let removed = try await subscriptions.edit { $0.remove(id) }
        edited.send()
        return removed ?? nil
      },
      restore: { removed in
        try await subscriptions.edit { $0.restore(removed) }
        edited.send()
      },
      move: { id, source in
        guard let old = try await subscriptions.file()[id]?.source,
          try await subscriptions.edit({ $0.move(id, to: source) }) == true
        else { return false }
        do { try await store.move(old.location, source.location) } catch {
          // The posts and their flags are still at the old address.
          _ = try await subscriptions.edit { $0.move(Subscription(source).id, to: old) }
          throw error
        }
        for location in [old.location, source.location] { feeds.forget(location) }
        edited.send()
        return true
      },
      addAll: { subscriptions, arrivingRead in
        let additions = try await feeds.addAll(subscriptions, arrivingRead)
        edited.send()
        return additions
      },
      importEntries: { try await feeds.importEntries($0, $1) })
    live.countedRows = { try await rows(isCounted: true) }
    live.fileChanged = { edited.send() }
    let seen = Observed<SubscriptionFile??>(nil)
    live.noticeChanges = {
      let file = try? await subscriptions.file()
      guard let before = seen.replace(with: .some(file)), let file, file != before else { return }
      edited.send()
    }
    live.applyRules = { try await feeds.applyRules(clock, rulesProgress) }
    live.rulesProgress = rulesProgress
    live.postsBeginning = { typed, id in
      guard let id else { return try await posts.beginning(typed.lowercased()) }
      guard let feed = try await feeds.listed().first(where: { $0.subscription.id == id }) else { return [] }
      return try await parts.store(feed.part).beginning(typed.lowercased())
    }
    return live
  }
}
