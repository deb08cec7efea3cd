import CachedResource
import Essentials
import FeedDocument
import FeedsService
import FeedsStore
import NetworkClient
import Observed
import PagedList
import PostDomain
import PostsService

/// Finding the feed of an address, at first and when it has gone.
extension FeedPosts {
  /// Finds out what the address is, and returns its first page.
  func find() async throws -> Revalidation<Page<Post>> {
    guard let server, let probe else { return try await findFeed() }
    if let end = try await store.state(address).requestedPauseEnd(at: now()) { throw AnswerFailure.pausedUntil(end) }
    let isDocument = address.isFileURL || address.query() != nil || address.lastPathComponent.contains(".")
    if isDocument {
      do { return try await findFeed() } catch let failure as AnswerFailure {
        guard failure.isOfAnotherKind, !address.isFileURL, let page = try? await probe.page(nil, nil) else {
          throw failure
        }
        try await remember(.server)
        return page
      }
    }
    var page: Revalidation<Page<Post>>?
    var refusal: NetworkClient.Error?
    do { page = try await probe.page(nil, nil) } catch let error as NetworkClient.Error where error.isOfThePath {
      refusal = error
    }
    if let page, try await rememberServer(of: page) { return page }
    do { return try await findFeed() } catch {
      guard error is AnswerFailure || error is NetworkClient.Error else { throw error }
      if let page { return page }
      guard let refusal, refusal.saysMore(than: error) else { throw error }
      // It has no feed, and may be less busy now.
      guard refusal.meansTooBusy else { throw refusal }
      let page = try await server.page(nil, nil)
      _ = try await rememberServer(of: page)
      return page
    }
  }

  /// Remembers that the address is a server if its first page has posts, and returns whether it has.
  private func rememberServer(of page: Revalidation<Page<Post>>) async throws -> Bool {
    guard case .changed(let content, _) = page, !content.items.isEmpty else { return false }
    try await remember(.server)
    return true
  }

  /// Reads the address as a feed, or as a page that links to one.
  func findFeed() async throws -> Revalidation<Page<Post>> {
    do {
      let page = try await latest(of: address, nil)
      // The store knows it by the state of the feed.
      memory.update { $0.source = .feed(address) }
      return page
    } catch let linked as LinkedFeeds where !isExact {
      // A feed that was moved to the page keeps its posts: only later documents are those of the link.
      let hasMoved = if server == nil, let extent = await extent() { extent.count > 0 } else { false }
      let (page, others) = try await linked.first { link in
        if hasMoved { return try await follow(link) }
        try await store.setState(FeedState(linkedFrom: address), link)
        let page = try await latest(of: link, nil)
        try await remember(.feed(link))
        return page
      }
      guard case .changed(var content, let validator) = page, content.notice == nil, !others.isEmpty else {
        return page
      }
      content.notice = .otherFeeds(others)
      return .changed(content, validator: validator)
    }
  }

  /// Loads the feed that the page at the address links to, as after a permanent redirect to it.
  private func follow(_ link: URL) async throws -> Revalidation<Page<Post>> {
    var before = try await store.state(address)
    // The page itself has not failed.
    before.failures = before.failures.map { $0 - 1 }
    do {
      let answer = try await answer(of: link, inPlaceOf: before)
      before.movedTo = answer.state.movedTo
      let page = try await page(of: answer, address, before)
      memory.update { $0.source = .feed(address) }
      return page
    } catch let failure as FeedFailure {
      var after = failure.state
      after.linkedFrom = before.linkedFrom
      try await store.setState(after, address)
      throw failure.reason
    }
  }

  /// Asks an address for the document of a feed with a state, whose place it is to take.
  private func answer(of target: URL, inPlaceOf before: FeedState) async throws -> FeedAnswer {
    var state = before
    state.movedTo = nil
    state.hasEnded = nil
    state.linkedFrom = before.linkedFrom ?? address
    var answer = try await feeds.document(target, state, false)
    answer.state.movedTo = target.absoluteString
    return answer
  }

  /// Loads the feed that the page links to now, or has become, in place of one that has gone. If they share an entry, it
  /// takes the place of the other as after a permanent redirect.
  /// - Throws: `error` if there is no such feed, or if the page still links to the one that has gone.
  func moved(_ feed: URL, after error: any Error) async throws -> Revalidation<Page<Post>> {
    let before = try await store.state(feed)
    var answer: FeedAnswer?
    do { answer = try await linkedNow(in: feed, before) } catch is AnswerFailure {} catch is NetworkClient.Error {}
    guard let answer, answer.document != nil else { throw error }
    let page = try await page(of: answer, feed, before, ifUnrelated: error)
    try await noteAnswer(of: feed)
    return page
  }

  /// Loads what the page is now, or links to now, in place of a feed whose host was not reached: a page that was not the
  /// person's own, such as that of a captive portal, may have linked to it. The page is asked once a day.
  /// - Throws: `failure` if there is nothing else.
  func replaced(_ feed: URL, after failure: any Error) async throws -> Revalidation<Page<Post>> {
    var before = try await store.state(feed)
    let today = now().dayNumber
    if before.pageDay == today { throw failure }
    before.pageDay = today
    try await store.setState(before, feed)
    var found: FeedAnswer?
    do { found = try await linkedNow(in: feed, before) } catch is AnswerFailure {} catch is NetworkClient.Error {}
    guard var found, found.document != nil, let target = found.state.movedTo.flatMap({ URL(string: $0) }) else {
      throw failure
    }
    found.state.movedTo = nil
    if target == address { found.state.linkedFrom = nil }
    let page = try await page(of: found, target, try await store.state(target))
    try await remember(.feed(target))
    try await noteAnswer(of: target)
    return page
  }

  /// Saves the answer of the feed that a page links to as the page's own: lists and refreshes look at the state of the
  /// address that a person has given.
  func noteAnswer(of feed: URL) async throws {
    guard feed != address, server == nil else { return }
    let page = try await store.state(address)
    let answer = try await store.state(feed)
    let state = page.answering(as: answer)
    memory.update { $0.state = state }
    if state != page { try await store.setState(state, address) }
  }

  /// Saves the end of a pause that the server wants as that of the feed.
  func pause(_ feed: URL, until end: Date?) async throws {
    var state = try await store.state(feed)
    guard let end, end != state.pausedUntil else { return }
    state.pausedUntil = end
    try await store.setState(state, feed)
    try await noteAnswer(of: feed)
  }

  /// Asks the page, and the feeds that it links to now; nil if it still links to a feed.
  func linkedNow(in feed: URL, _ before: FeedState) async throws -> FeedAnswer? {
    do { return try await answer(of: address, inPlaceOf: before) } catch let failure as FeedFailure {
      try await pause(feed, until: failure.state.pausedUntil)
      let isLinked = failure.links.contains { [feed.absoluteString, before.movedTo].contains($0.address) }
      guard !isLinked, let linked = LinkedFeeds(failure.links, on: address) else { return nil }
      return try await linked.first { link in
        do { return try await answer(of: link, inPlaceOf: before) } catch let failure as FeedFailure {
          throw failure.reason
        }
      }.value
    }
  }
}

/// Returns whether the error means that the host was not reached, or is another one.
func isUnreached(_ error: any Error) -> Bool {
  switch error {
  case NetworkClient.Error.unreachable(.unknownHost), NetworkClient.Error.unreachable(.refused),
    NetworkClient.Error.unreachable(.notConnected), NetworkClient.Error.unreachable(.untrusted),
    NetworkClient.Error.unreachable(.notHTTP):
    true
  default: false
  }
}

/// Returns whether the error means that the feed is gone.
func hasGone(_ error: any Error) -> Bool {
  switch error {
  case NetworkClient.Error.rejected(404), NetworkClient.Error.rejected(410): true
  case let failure as AnswerFailure: failure.isOfAnotherKind
  default: false
  }
}

extension NetworkClient.Error {
  /// Whether another path of the server may have an answer.
  fileprivate var isOfThePath: Bool {
    switch self {
    case .undecodable, .page, .rejected, .tooLarge: true
    case .unreachable(.lost), .unreachable(.circular), .unreachable(.misdirected), .unreachable(.elsewhere): true
    case .unreachable: false
    }
  }

  /// Returns whether the answer for the posts says more of the address than the answer of the address itself, which is no
  /// feed.
  fileprivate func saysMore(than error: any Error) -> Bool {
    let isRejected = if case NetworkClient.Error.rejected = error { true } else { false }
    let isOfAnotherKind = (error as? AnswerFailure)?.isOfAnotherKind == true
    return switch self {
    // The server has no posts.
    case .rejected(400), .rejected(404), .rejected(405), .rejected(406), .rejected(410): false
    // It has something at the address of posts.
    case .undecodable, .page: isRejected
    // Some servers forbid what they do not have.
    case .rejected(403): isOfAnotherKind
    case .rejected, .tooLarge, .unreachable: isRejected && !error.meansTooBusy || isOfAnotherKind
    }
  }
}
