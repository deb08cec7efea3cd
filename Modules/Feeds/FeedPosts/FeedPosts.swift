// Feeds as posts: an implementation of the services of posts, their authors and comments.

import CachedResource
public import CommentsService
public import Essentials
import FeedDocument
public import FeedRules
public import FeedsService
public import FeedsStore
import NetworkClient
import Observed
public import PagedList
public import PostDomain
public import PostsService
import Subscriptions
public import UsersService

/// The posts at an address, which may be a server with a list of posts, a feed, or a page that links to one.
///
/// The first answer tells; it is remembered, so that later requests go to the right address at once.
public struct FeedPosts: Sendable {
  let address: URL
  let feeds: FeedsService
  let store: FeedsStore
  let server: PostsService?
  let probe: PostsService?
  let isExact: Bool
  private let arrivingRead: @Sendable (_ wasLoaded: Bool) -> String?
  private let saved: @Sendable (Post.ID) async -> Post?
  let extent: @Sendable () async -> PageExtent?
  private let hiding: @Sendable () async throws -> HidingRule?
  private let noteUpdate: @Sendable (Post.ID) -> Void
  let now: @Sendable () -> Date
  let memory = Observed(FeedMemory())

  /// - Parameters:
  ///   - address: The address that the person gave: a feed's, a page's, or a server's.
  ///   - feeds: Requests feeds.
  ///   - store: Holds what is known of each feed.
  ///   - server: The posts of a server at the address; nil for an address that is a feed's, or a page's that links to
  ///     one.
  ///   - probe: The same server, asked without second tries while it is not known what the address is.
  ///   - isExact: Whether a page that links to feeds is an error, `LinkedFeeds`.
  ///   - arrivingRead: Returns which posts of the first load arrive read, unless the state of the feed says it. Its
  ///     argument is whether the feed was loaded before the cache was lost.
  ///   - saved: Returns a saved post.
  ///   - extent: Returns the extent of the saved list; nil where it cannot be read.
  ///   - hiding: Returns the rule that hides posts of the feed; nil for none.
  ///   - noteUpdate: Takes note that a reader can see a change of a saved post.
  ///   - now: Returns the date.
  public init(
    at address: URL, feeds: FeedsService, store: FeedsStore, server: PostsService?, probe: PostsService? = nil,
    isExact: Bool = false,
    arrivingRead: @escaping @Sendable (_ wasLoaded: Bool) -> String? = { _ in nil },
    saved: @escaping @Sendable (Post.ID) async -> Post?,
    extent: @escaping @Sendable () async -> PageExtent?,
    hiding: @escaping @Sendable () async throws -> HidingRule? = { nil },
    noteUpdate: @escaping @Sendable (_ id: Post.ID) -> Void = { _ in }, now: @escaping @Sendable () -> Date
  ) {
    self.address = address
    self.feeds = feeds
    self.store = store
    self.server = server
    self.probe = probe ?? server
    self.isExact = isExact
    self.arrivingRead = arrivingRead
    self.saved = saved
    self.extent = extent
    self.hiding = hiding
    self.noteUpdate = noteUpdate
    self.now = now
  }

  /// Returns the kind of the address as far as it is known without asking.
  public func source() async -> FeedsStore.Source? {
    var source = memory.value.source
    if source == nil { source = try? await store.source(address) }
    // Posts that a version without feeds has saved come from a server.
    if source == nil, server != nil, let extent = await extent(), extent.pageCount > 0, !extent.grows {
      try? await store.setSource(.server, address)
      source = .server
    }
    source = memory.update { [source] memory in
      memory.source = memory.source ?? source
      return memory.source
    }
    // The address of a feed may have been edited: then its new spelling is asked.
    if case .feed(let feed)? = source, Subscription.Source.web(feed).id == Subscription.Source.web(address).id {
      return .feed(address)
    }
    return source
  }

  /// The state of the address after the last answer of this run.
  public var state: FeedState? { memory.value.state }

  func remember(_ source: FeedsStore.Source) async throws {
    memory.update { $0.source = source }
    try await store.setSource(source, address)
  }

  /// The posts.
  public var posts: PostsService {
    PostsService(
      page: { cursor, validator in
        if server == nil, cursor == nil {
          let before = try await store.state(address)
          // The kind of an address has to be read only until it has given a document.
          if before.hasDocument { return try await latest(of: address, validator, before) }
        }
        switch await source() {
        case .server:
          return if let server { try await server.page(cursor, validator) } else { try await findFeed() }
        case .feed(let feed):
          if let cursor { return try await older(cursor, of: feed) }
          do { return try await latest(of: feed, validator) } catch let error
            where feed != address && (error is NetworkClient.Error || error is AnswerFailure)
          {
            let isElsewhere =
              feed.webOrigin != address.webOrigin && error as? NetworkClient.Error != .unreachable(.notUsed)
            let failure = isElsewhere ? FailureElsewhere(at: feed, error) : error
            if hasGone(error) { return try await moved(feed, after: failure) }
            if isUnreached(error) { return try await replaced(feed, after: failure) }
            throw failure
          }
        case nil: return try await find()
        }
      },
      post: { id, validator in
        guard case .feed(let feed) = await source() else {
          guard let server else { throw NetworkClient.Error.rejected(status: 404) }
          return try await server.post(id, validator)
        }
        return try await post(id, of: feed)
      })
  }

  /// The authors: those of a feed come with its posts.
  public func users(_ server: UsersService) -> UsersService {
    @Sendable func current() async -> UsersService { if case .feed = await source() { .ofFeeds } else { server } }
    return UsersService(
      users: { try await current().users($0) }, user: { try await current().user($0, $1) })
  }

  /// The comments: those of a feed's post are a feed of their own, which is asked for as politely.
  public func comments(_ server: CommentsService?) -> CommentsService {
    CommentsService { id, validator in
      guard case .feed(let feed) = await source() else {
        return try await server?.comments(id, validator) ?? .changed([], validator: nil)
      }
      guard let comments = await saved(id)?.discussion.feed else {
        return validator == "none" ? .unchanged : .changed([], validator: "none")
      }
      return try await self.comments(on: id, in: comments, linkedFrom: feed, validator)
    }
  }

  // MARK: - Reading

  func latest(
    of feed: URL, _ validator: String?, _ known: FeedState? = nil
  ) async throws -> Revalidation<Page<Post>> {
    do {
      let before = if let known { known } else { try await store.state(feed) }
      let answer = try await ask(feed, before, isConditional: validator != nil && validator == before.documentChecksum)
      let page = try await page(of: answer, feed, before)
      try await noteAnswer(of: feed)
      return page
    } catch let error as CancellationError {
      throw error
    } catch {
      try? await noteAnswer(of: feed)
      throw error
    }
  }

  /// Saves an answer and the state after it, and returns its page.
  /// - Parameter error: Thrown, with nothing saved, if the document has no entry that was seen before; nil to accept
  ///   such a document.
  func page(
    of answer: FeedAnswer, _ feed: URL, _ before: FeedState, ifUnrelated error: (any Error)? = nil
  ) async throws -> Revalidation<Page<Post>> {
    memory.update { [date = now()] in $0.lastAsked = date }
    guard let document = answer.document else {
      memory.update { $0.state = answer.state }
      return .unchanged
    }
    memory.update { $0.olderPages = [:] }
    let identities = try await identify(answer, document, feed, before) { identities in
      if let error, document.isUnrelated(by: identities) { throw error }
    }
    let hiding = try await hiding()
    // An import does not make the first load a later one. Until then, posts are copies by another reader.
    let answeredAt = answer.state.arrivingRead == nil ? before.answeredAt ?? .distantFuture : nil
    var page = page(of: document, identities, feed, hiding, since: answeredAt)
    if document.isCut { page.notice = .cut }
    return .changed(page, validator: answer.state.documentChecksum)
  }

  /// Identifies the entries of an answer's document, and saves the state after it.
  /// - Parameter check: Throws an error to save nothing.
  private func identify(
    _ answer: FeedAnswer, _ document: FeedDocument, _ feed: URL, _ before: FeedState,
    _ check: @escaping @Sendable (_ identities: FeedsStore.Identities) throws -> Void = { _ in }
  ) async throws -> FeedsStore.Identities {
    do {
      let identities = try await store.identify(document.signatures, feed) { identities in
        try check(identities)
        let isUnrelated = document.isUnrelated(by: identities)
        if isUnrelated, let failure = answer.moveFailure { throw failure }
        var state = answer.state
        if identities.isFirst { state.arrivingRead = state.arrivingRead ?? arrivingRead(identities.wasLoaded) }
        if isUnrelated, let end = state.end(from: feed, before) {
          state.keepMoves(of: before)
          // A feed that was asked too seldom has no known entry either, at the end where it was before.
          if end != before.validatorsAddress { state.rejectedMove = end }
        }
        state.rejectMoveToUnrelatedFeed(before)
        memory.update { [state] in $0.state = state }
        return state
      }
      // An earlier version has loaded it.
      if !identities.isFirst, !identities.wasLoaded, before.arrivingRead == nil { try await store.noteLoad(feed) }
      return identities
    } catch let failure as FeedFailure {
      try await store.setState(failure.state, feed)
      throw failure.reason
    }
  }

  /// Asks for a document, and saves the new state, except with a new document: `identify` then saves both.
  private func ask(_ feed: URL, _ before: FeedState, isConditional: Bool) async throws -> FeedAnswer {
    do {
      var answer = try await feeds.document(feed, before, isConditional)
      answer.state.rejectMoveToUnrelatedFeed(before)
      if answer.document == nil, answer.state != before { try await store.setState(answer.state, feed) }
      return answer
    } catch let failure as FeedFailure {
      // If the address may not be a feed, only a pause, a 410 and the end of the feed are saved.
      let after = failure.state
      let isKnown = before.documentChecksum != nil || server == nil
      let isServerRequest = after.pausedUntil != before.pausedUntil || after.goneDay != before.goneDay
      if after != before, isKnown || isServerRequest || after.hasEnded == true {
        try? await store.setState(after, feed)
      }
      if await source() == nil, let linked = LinkedFeeds(failure.links, on: feed) { throw linked }
      throw failure.reason
    }
  }

  /// Returns an older page. It ends where the server has no more.
  private func older(_ cursor: Cursor, of feed: URL) async throws -> Revalidation<Page<Post>> {
    guard let address = URL(string: cursor.text), address.isWeb else {
      throw NetworkClient.Error.unreachable(.misdirected(to: cursor.text))
    }
    do {
      var state = FeedState(linkedFrom: feed)
      state.pausedUntil = try await store.state(feed).pausedUntil
      guard let document = try await feeds.document(address, state, false).document else {
        throw NetworkClient.Error.rejected(status: 304)
      }
      let identities = try await store.identify(document.signatures, feed, nil)
      let hiding = try await hiding()
      var page = page(of: document, identities, feed, hiding, since: nil, at: address)
      // Some servers send the same page at all addresses.
      let first = memory.update { [posts = identities.posts.hashValue] memory in
        let first = memory.olderPages[posts] ?? address
        memory.olderPages[posts] = first
        return first
      }
      if first != address { page.next = nil }
      return .changed(page, validator: nil)
    } catch let failure as FeedFailure {
      try await pause(feed, until: failure.state.pausedUntil)
      guard case NetworkClient.Error.rejected(404) = failure.reason else { throw failure.reason }
      var page = Page<Post>([])
      page.window = PageWindow { _ in }
      return .changed(page, validator: nil)
    }
  }

  /// - Parameters:
  ///   - answeredAt: The date of the answer before this one; nil for the first load, and for a page of older entries.
  ///   - address: The address of a page of older entries; nil for the feed's own document.
  private func page(
    of document: FeedDocument, _ identities: FeedsStore.Identities, _ feed: URL, _ hiding: HidingRule?,
    since answeredAt: Date?, at address: URL? = nil
  ) -> Page<Post> {
    let arrival = now()
    var page = Page<Post>([], next: document.next(at: address, feed))
    if identities.recognised > 0 { page.notice = .recognised(identities.recognised) }
    @Sendable func portions(_ body: ([Post]) throws -> Void) rethrows {
      var index = 0
      for entries in document.portions(of: 100) {
        let posts = zip(entries, identities.posts[index...]).map { entry, number in
          let post = Post(
            entry, number: number, feed: feed, now: arrival,
            isLate: identities.arrived.contains(number) && entry.isDated(before: answeredAt), isOlder: address != nil)
          return hiding?.applied(to: post) ?? post
        }
        index += entries.count
        try body(posts)
      }
    }
    page.window = PageWindow(portions: portions) { saved, new in
      if address != nil, !saved.isOlder(than: new) { return nil }
      return merged(saved, with: new, hiding, now: answeredAt == nil && address == nil ? nil : arrival)
    }
    // The posts of a short document are made before the database waits for them.
    if document.holdsEntries {
      var known: [[Post]] = []
      portions { known.append($0) }
      page.window?.portions = { [known] body in try known.forEach(body) }
      page.window?.isInMemory = true
    }
    return page
  }

  /// Returns the post to be saved in place of one; nil if that stays.
  /// - Parameter now: The date of a change that a reader can see; nil if the saved one is no text of the feed's.
  private func merged(_ saved: Post, with new: Post, _ hiding: HidingRule?, now: Date?) -> Post? {
    guard let merged = saved.merged(with: new, now: now) else { return nil }
    if merged.changedAt != saved.changedAt { noteUpdate(merged.id) }
    return hiding?.applied(to: merged) ?? merged
  }

  /// Returns a post of a feed. The feed is asked for unless that was done a moment ago.
  private func post(_ id: Post.ID, of feed: URL) async throws -> Revalidation<Post> {
    let isKnown = await saved(id) != nil
    // Subscriptions are asked by their refresher.
    if isKnown, server == nil { return .confirmed(at: try await store.state(address).answeredAt) }
    if isKnown, let date = memory.value.lastAsked, now().timeIntervalSince(date) < 600 { return .unchanged }
    let before = try await store.state(feed)
    let answer = try await ask(feed, before, isConditional: isKnown)
    memory.update { [date = now()] in $0.lastAsked = date }
    if let document = answer.document {
      let identities = try await identify(answer, document, feed, before)
      if let index = identities.posts.firstIndex(where: { Post.ID(feedEntry: $0) == id }),
        let entry = document.entry(at: index)
      {
        let number = identities.posts[index]
        let post = Post(
          entry, number: number, feed: feed, now: now(),
          isLate: identities.arrived.contains(number) && entry.isDated(before: before.answeredAt ?? .distantFuture))
        let hiding = try await hiding()
        guard let old = await saved(id) else { return .changed(hiding?.applied(to: post) ?? post, validator: nil) }
        guard let merged = merged(old, with: post, hiding, now: now()) else { return .unchanged }
        return .changed(merged, validator: nil)
      }
    }
    guard isKnown else { throw NetworkClient.Error.rejected(status: 404) }
    return .unchanged
  }

  private func comments(
    on id: Post.ID, in comments: URL, linkedFrom feed: URL, _ validator: String?
  ) async throws -> Revalidation<[Comment]> {
    var before = try await store.state(comments)
    before.linkedFrom = before.linkedFrom ?? feed
    let known = try await store.state(feed)
    let isSameSite = WebSite(known.movedTo.flatMap { URL(string: $0) } ?? feed)?.name == WebSite(comments)?.name
    if isSameSite { before.pausedUntil = [before.pausedUntil, known.pausedUntil].compactMap(\.self).max() }
    let answer: FeedAnswer
    do {
      answer = try await ask(comments, before, isConditional: validator != nil && validator == before.documentChecksum)
    } catch let error where error is NetworkClient.Error || error is AnswerFailure {
      if isSameSite { try await pause(feed, until: try await store.state(comments).pausedUntil) }
      throw FailureElsewhere(at: comments, error)
    }
    guard let document = answer.document else { return .unchanged }
    try await store.setState(answer.state, comments)
    return .changed(document.comments(on: id, of: feed), validator: answer.state.documentChecksum)
  }
}

extension UsersService {
  /// The users of feeds: none, because the authors come with the posts.
  public static var ofFeeds: Self {
    Self(
      users: { $0 == "feed" ? .unchanged : .changed([], validator: "feed") },
      user: { _, _ in .changed([], validator: nil) })
  }
}

extension FeedDocument {
  /// Returns an entry by its index; reads no portion after its own.
  fileprivate func entry(at index: Int) -> FeedEntry? { portions().joined().dropFirst(index).first { _ in true } }

  /// Returns whether the feed has known entries, and the document, which may be empty, has none of them.
  fileprivate func isUnrelated(by identities: FeedsStore.Identities) -> Bool {
    identities.hasNoKnownEntry || signatures.isEmpty && !identities.isFirst
  }
}

extension FeedState {
  /// Returns the address to which the answer was redirected; nil if it was not.
  fileprivate func end(from feed: URL, _ before: Self) -> String? {
    let asked = movedTo == nil ? feed.absoluteString : before.movedTo ?? feed.absoluteString
    return validatorsAddress == asked ? nil : validatorsAddress
  }

  /// Ignores the redirect of an answer, whose document does not show that it leads to the same feed.
  fileprivate mutating func keepMoves(of before: Self) {
    movedTo = before.movedTo
    pendingMove = before.pendingMove
    pendingMoveDay = before.pendingMoveDay
  }

  /// Undoes a redirect to an unrelated feed, such as that of a captive portal.
  fileprivate mutating func rejectMoveToUnrelatedFeed(_ before: Self) {
    guard let target = movedTo == before.movedTo ? pendingMove : movedTo, target == rejectedMove else { return }
    movedTo = before.movedTo
    pendingMove = nil
    pendingMoveDay = nil
  }
}

extension FeedEntry {
  /// Returns whether the entry is older than an answer that did not have it; true without a date, false for no answer.
  fileprivate func isDated(before answer: Date?) -> Bool { answer.map { (date ?? .distantPast) < $0 } ?? false }
}
