import CachedResource
import Essentials
import FeedDocument
import FeedPosts
import FeedRefresher
import FeedsRepository
import FeedsService
import FeedsStore
import FlagsStore
import NetworkClient
import PagedList
import PostDomain
import PostsRepository
import Subscriptions
import SubscriptionsStore

extension SubscribedFeeds {
  /// Finds the feed at an address that a person pasted, loads it, and adds its line to the file.
  /// - Parameter remember: Remembers the password in an address, which nothing else gets.
  func add(
    _ text: String, _ options: AddOptions, _ remember: (_ address: URL) -> Void
  ) async throws -> AddedFeed {
    guard let pasted = PastedAddress(text) else { throw FeedsRepository.AddError.noAddress }
    if pasted.page.hasMaskedPassword {
      throw ExplainedError("its password is masked", advice: "Type the password in place of the asterisks.")
    }
    remember(pasted.page)
    if let known = try await known(pasted.feeds + [pasted.page], options) { return known }
    let found = try await findWithOrWithoutHTTPS(pasted, options)
    if let known = try await known([found.address], options) { return known }
    let subscription = Subscription(
      .web(found.address), title: options.title, tags: options.tags, isHidden: options.isHidden)
    let addition = try await subscriptions.edit { $0.add(subscription) }
    var added = try await added(subscription, addition)
    added.others = found.others
    added.warning = found.warning
    return added
  }

  private func added(_ subscription: Subscription, _ addition: SubscriptionFile.Addition?) async throws -> AddedFeed {
    let part = try await store.parts([subscription.source.location])[0]
    return AddedFeed(
      subscription, addition: addition ?? .unchanged, title: try await store.summaries(part)[part]?.title,
      total: try await count(in: part))
  }

  /// Returns a feed that the file lists already, with the title and the tags that it lacked.
  private func known(_ addresses: [URL], _ options: AddOptions) async throws -> AddedFeed? {
    let file = try await subscriptions.file()
    guard let known = addresses.firstNonNil({ file[Subscription(.web($0)).id] }) else { return nil }
    let edited = try await subscriptions.edit { file in
      let addition = file.add(Subscription(known.source, tags: options.tags))
      let isTitled = options.title.map { file.setTitle($0, of: known.id) } == true
      return (addition: isTitled ? .titled : addition, subscription: file[known.id])
    }
    return try await added(edited?.subscription ?? known, edited?.addition)
  }

  /// Finds the feed; if no scheme was typed and HTTPS cannot be spoken, over HTTP.
  private func findWithOrWithoutHTTPS(_ pasted: PastedAddress, _ options: AddOptions) async throws -> Found {
    do { return try await find(pasted, options) } catch let NetworkClient.Error.unreachable(cause) {
      let failure = NetworkClient.Error.unreachable(cause)
      guard let other = pasted.withoutHTTPS.flatMap({ PastedAddress($0.absoluteString) }),
        // One connection that was lost must not write http:// for good.
        [.refused, .notHTTP, .untrusted].contains(cause)
      else { throw failure }
      do { return try await find(other, options) } catch let error where !(error is CancellationError) {
        throw cause == .untrusted ? failure : error
      }
    }
  }

  /// Returns the feed at the first of the addresses where one is, or that links to one. Its posts are saved then.
  private func find(_ pasted: PastedAddress, _ options: AddOptions) async throws -> Found {
    var failure: (any Error)?
    var silent: Set<WebOrigin> = []
    for address in pasted.feeds + [pasted.page] + pasted.guesses where !silent.contains(address.webOrigin) {
      do { return try await load(address, options) } catch let error
        where error is AnswerFailure || error is NetworkClient.Error || error is FailureElsewhere
      {
        let cause = (error as? FailureElsewhere)?.failure ?? error
        // The failure of the address itself says more than that of a guess.
        if failure == nil || address == pasted.page { failure = error }
        if address == pasted.page, !maySiteHaveFeed(cause, at: address) { break }
        if endsSearch(cause) { silent.insert(address.webOrigin) }
      }
    }
    throw failure ?? FeedsRepository.AddError.noAddress
  }

  /// The address of a feed, those of the other feeds that its page links to, and something to be said about its answer.
  private typealias Found = (address: URL, others: [String], warning: (any Error)?)

  /// Loads the feed at an address, or one that its page links to, and returns it.
  private func load(_ address: URL, _ options: AddOptions) async throws -> Found {
    do {
      if let end = try await pauseEnd(ofSiteOf: address) { throw AnswerFailure.pausedUntil(end) }
      return (address, [], try await loadNew(address, options, isExact: true))
    } catch let linked as LinkedFeeds {
      do {
        var warning: (any Error)?
        let (found, others) = try await linked.first { link in
          let link = link.with(credentialsOf: address)
          if try await subscriptions.file()[Subscription(.web(link)).id] == nil {
            warning = try await loadNew(link, options, linkedFrom: address.withoutPassword)
          }
          return link
        }
        return (found, others, warning)
      } catch let error where error is AnswerFailure || error is NetworkClient.Error {
        // The page itself has answered.
        guard let first = linked.links.first.flatMap({ URL(written: $0.address) }) else { throw error }
        throw FailureElsewhere(at: first.maskingPassword.absoluteString, error)
      }
    }
  }

  /// Loads a feed that the file may not list yet, and returns something to be said about its answer. If that fails,
  /// nothing is remembered of the address, except a pause that its server wants.
  private func loadNew(
    _ address: URL, _ options: AddOptions, linkedFrom page: URL? = nil, isExact: Bool = false
  ) async throws -> (any Error)? {
    try await prepare(address, options.arrivingRead, linkedFrom: page)
    do { return try await load(address.withoutPassword, isExact: isExact).refreshed.warning } catch {
      // This task may be cancelled.
      _ = await Task {
        let isListed = try await subscriptions.file()[Subscription(.web(address)).id] != nil
        let count = try await count(in: store.parts([address])[0])
        if isListed || count > 0 { return }
        forget(address.withoutPassword)
        try await store.forgetUnanswered(address)
      }.result
      throw error
    }
  }

  /// Returns the end of the pause that the site of an address wants, as far as its subscribed feeds know; nil for none.
  private func pauseEnd(ofSiteOf address: URL) async throws -> Date? {
    guard let site = WebSite(address)?.name else { return nil }
    let listed = try await listed().filter { $0.subscription.source.address.flatMap(WebSite.init)?.name == site }
    guard !listed.isEmpty else { return nil }
    let states = try await store.states()
    return listed.compactMap { states[$0.part]?.pauseEnd(at: now()) }.max()
  }

  /// The result of asking a feed for its latest posts.
  struct Load {
    /// The number of posts that arrived.
    var arrived: Int
    /// Whether they were the first.
    var isFirst: Bool
    /// Something to be said about them.
    var refreshed: Refreshed
  }

  /// Asks a feed for its latest posts.
  @discardableResult
  func load(_ address: URL, isExact: Bool = false) async throws -> Load {
    let start = firstLoadCount
    let feed = try await feed(at: address, isExact: isExact)
    let refreshed = try await feed.list.refresh()
    try await noteUpdates(of: feed.part, at: address)
    let count = if let count = refreshed.count { count } else { try await self.count(in: feed.part) }
    var state = if let state = feed.posts.state { state } else { try await store.state(address) }
    // It was saved before the posts: a run that ends early leaves the rest to the next one.
    let isFirst = state.arrivingRead != nil
    if count > 0, let arriving = state.arrivingRead {
      if let former = await formerFlags(address) { try await flags.take(former) }
      try await markRead(feed.part, ArrivingRead(rawValue: arriving) ?? .old, after: state.importedBy, since: start)
      state.arrivingRead = nil
      state.importedBy = nil
      // Noted first: a load that began before this one ended must not take the feed for an old one.
      noteFirstLoad(of: feed.part)
      try await store.setState(state, address)
      if case .feed(let document)? = await feed.posts.source() { try await store.noteLoad(document) }
    }
    let arrived = refreshed.growth
    if arrived > 0 { try await saveSharedReads() }
    return Load(arrived: arrived, isFirst: isFirst && arrived == count, refreshed: refreshed)
  }

  /// Loads the older pages of a feed. Their posts arrive read like those of the first load.
  func loadRest(of feed: SubscribedFeed) -> AsyncThrowingStream<Int, any Error> {
    .pulling {
      (
        rest: feed.list.loadRest(), start: self.firstLoadCount,
        arrival: try await self.posts.reader.window(ListQuery(), .row(0), 0, 0).arrival
      )
    } _: { [self] state in
      guard let count = try await state.rest.nextElement() else { return nil }
      try await markRead(feed.part, .old, after: state.arrival, since: state.start)
      return count
    }
  }

  /// Remembers which posts of the first load of a feed arrive read, unless that is known, and that the feed is wanted.
  func prepare(
    _ address: URL, _ arrivingRead: ArrivingRead? = nil, linkedFrom page: URL? = nil
  ) async throws {
    let before = try await store.state(address)
    var state = before
    if try await count(in: store.parts([address])[0]) == 0 {
      state.arrivingRead = arrivingRead?.rawValue ?? state.arrivingRead ?? ArrivingRead.old.rawValue
    }
    if let page, state.documentChecksum == nil { state.linkedFrom = page }
    if arrivingRead != nil { state.hasEnded = nil }
    if state != before { try await store.setState(state, address) }
  }

  private func count(in part: Int) async throws -> Int { try await parts.store(part).extent(0..<0).count }

  /// Adds lines to the file, without loading the feeds.
  func addAll(
    _ new: [Subscription], _ arrivingRead: ArrivingRead
  ) async throws -> [SubscriptionFile.Addition] {
    let known = try await subscriptions.file()
    for subscription in new where known[subscription.id] == nil {
      try await prepare(subscription.source.location, arrivingRead)
    }
    return try await subscriptions.edit { $0.add(new) } ?? []
  }

  /// Marks the posts of a load as read, or the old ones.
  /// - Parameter imported: The number of the last arrival that stays as it is; nil if none does.
  private func markRead(
    _ part: Int, _ arrivingRead: ArrivingRead, after imported: Int64?, since start: Int
  ) async throws {
    let reader = parts.reader([part])
    let everything = ListQuery(showsHidden: true)
    var loaded = everything
    if let imported { loaded.condition = .not(.arrivedBy(imported)) }
    switch arrivingRead {
    case .none: break
    case .all:
      for try await ids in reader.ids(loaded) {
        _ = try await flags.addRead(.post, new(ids, since: start).map(\.text), .random())
      }
    case .old:
      let newest = try await reader.window(everything, .row(0), 0, 2).items.map(\.id)
      let old = reader.meeting { [end = now().addingTimeInterval(-30 * 86_400)] in .date(after: nil, upTo: end) }
      for try await ids in old.ids(loaded) {
        let read = try await new(ids.filter { !newest.contains($0) }, since: start)
        if !read.isEmpty { _ = try await flags.addRead(.post, read.map(\.text), .arrivedRead) }
      }
    }
  }
}

/// Returns whether the usual addresses of feeds are asked after the error of a page: one that answered with something
/// else, or the missing front page of a server.
private func maySiteHaveFeed(_ error: any Error, at page: URL) -> Bool {
  if case NetworkClient.Error.rejected(404) = error { return ["", "/"].contains(page.path()) }
  return (error as? AnswerFailure)?.isOfAnotherKind == true
}

/// Returns whether no other address of the same server is asked after an error.
private func endsSearch(_ error: any Error) -> Bool {
  switch error {
  case NetworkClient.Error.unreachable, NetworkClient.Error.rejected(429), NetworkClient.Error.rejected(503),
    AnswerFailure.refusesPrograms, AnswerFailure.pausedUntil, AnswerFailure.ended:
    true
  default: false
  }
}

extension FlagsStore {
  /// Takes over what was read and bookmarked elsewhere.
  fileprivate func take(_ former: FlagsStore) async throws {
    let changes = try await former.changed(.post, nil, .max).changes
    _ = try await addRead(.post, changes.filter(\.flags.isRead).map(\.id), .random())
    for change in changes {
      guard let date = change.flags.bookmarkedAt else { continue }
      _ = try await addBookmark(Bookmark(kind: .post, id: change.id, addedAt: date))
    }
  }
}
