import CachedPictures
import CachedResource
import CommentsStoreLive
import Database
import DatabaseLive
import FeedDocument
import FeedPosts
import FeedRules
import FeedsRepository
import FeedsRepositoryLive
import FeedsService
import FeedsServiceLive
import FeedsStore
import FeedsStoreLive
import FlagsRepository
import FlagsStore
import FlagsStoreLive
import Foundation
import NetworkClient
import NetworkClientTestSupport
import Observed
import PagedList
import PostDomain
import PostsRepository
import PostsRepositoryLive
import PostsStore
import PostsStoreLive
import Store
import Subscriptions
import SubscriptionsStore
import TestSupport
import Testing
import UsersService
import UsersStoreLive

/// Tests of the subscriptions with all stores and a simulated web.
@Suite(.timeLimit(.minutes(5)))
struct FeedsRepositoryLiveTests {
  let web = SimulatedWeb()
  let cache = Database.memory()
  let state = Database.memory()
  let file: SubscriptionsStore
  private let sut: FeedsRepository

  init() {
    let web = web
    let cache = cache
    let state = state
    file = .stub()
    sut = Self.repository(file, web, cache, state)
  }

  static func repository(
    _ file: SubscriptionsStore, _ web: SimulatedWeb, _ cache: Database, _ state: Database, former: FlagsStore? = nil,
    rules: [FeedRule] = [], clock: any Clock<Duration> = TestClock(),
    runProgram: @escaping @Sendable () async throws -> Void = {}
  ) -> FeedsRepository {
    let flags = FlagsStore.live(database: state)
    let users = UsersService(
      users: { _ in .changed([], validator: nil) }, user: { _, _ in .changed([], validator: nil) })
    let pictures = CachedPictures(
      .live(client: web.client, linkedFrom: { URL(filePath: "/") }), .live(database: cache),
      missing: .live(database: cache),
      now: { web.date })
    return .live(
      subscriptions: file,
      service: .live(
        client: web.client, readFile: { _ in Data("<rss><channel><title>File</title></channel></rss>".utf8) },
        runProgram: { _, _ in
          try await runProgram()
          return Data("<rss><channel><title>Program</title></channel></rss>".utf8)
        },
        now: { web.date }),
      store: .live(cache: cache, state: state), posts: .live(database: cache), flags: flags,
      formerFlags: { _ in former }, rules: FeedRules(rules),
      repository: { service, comments, store, titles in
        PostsRepository.live(
          postsService: service, postsStore: store, usersService: users, usersStore: .live(database: cache),
          commentsService: comments, commentsStore: .live(database: cache), pictures: pictures, flags: flags,
          feeds: titles, patience: .seconds(1), clock: TestClock(), now: { web.date })
      }, clock: clock, now: { web.date })
  }

  /// Publishes a feed. The values of `entries` are the ages of the entries in days.
  func publish(
    _ address: String, title: String = "Blog", _ entries: [String: Double], tag: String? = nil, next: String? = nil
  ) {
    let items = entries.sorted { $0.value < $1.value }.map { id, days in
      let date = SimulatedWeb.start.addingTimeInterval(-days * 86_400).formatted(.iso8601)
      return """
        <entry><id>\(id)</id><title>Title \(id)</title><updated>\(date)</updated><link href="/\(id)"/>\
        <content>Text \(id)</content></entry>
        """
    }
    web[address] = """
      <feed xmlns="http://www.w3.org/2005/Atom"><title>\(title)</title>\
      \(next.map { "<link rel='next' href='\($0)'/>" } ?? "")\(items.joined())</feed>
      """
    if let tag { web.tag(address, tag) }
  }

  func subscribe(_ lines: String) async throws {
    try await file.editing { $0 = SubscriptionFile(Array(lines.utf8)) }
  }

  private func titles(_ row: FeedRow.ID, _ query: ListQuery = ListQuery()) async throws -> [String] {
    try await sut.posts(row).list.reader.window(query, .row(0), 0, 999).items.map(\.title)
  }

  private func row(_ id: FeedRow.ID) async throws -> FeedRow? { try await sut.rows().first { $0.id == id } }

  let one = "https://one.org/feed"

  @Test func `a feed that ends too early is added and refreshed with a warning, until it is whole`() async throws {
    publish(one, ["a": 1, "b": 2])
    let whole = try #require(web[one])
    web[one] = String(whole.prefix(whole.count - 30))
    let added = try await sut.add(one, AddOptions())
    #expect(added.warning as? PageNotice == .cut)
    #expect(added.total == 2)
    let cut = try await sut.refresh([.all], .all)
    #expect(cut.warnings.mapValues { "\($0)" } == ["one.org/feed": "cut"])
    web[one] = whole
    #expect(try await sut.refresh([.all], .all).warnings.isEmpty)
  }

  @Test func `a feed whose posts could not be saved has failed, and is still due`() async throws {
    let isFull = Observed(true)
    var disk = Database.memory()
    disk.writing = { [writing = disk.writing] work in
      try await writing { connection in
        try work(connection)
        let isThere = try !connection.rows("SELECT 1 FROM sqlite_master WHERE name = 'posts'") { _ in true }.isEmpty
        if isFull.value, isThere, try !connection.rows("SELECT 1 FROM posts", row: { _ in true }).isEmpty {
          throw DatabaseError.noSpace
        }
      }
    }
    publish(one, ["1": 1, "2": 400, "3": 500, "4": 600])
    try await subscribe(one)
    let sut = Self.repository(file, web, disk, state)
    let unsaved = try await sut.refresh([.all], .due)
    #expect(unsaved.failed.values.map { $0 as? DatabaseError } == [.noSpace])
    #expect(unsaved.answered == [:])
    isFull.replace(with: false)
    #expect(try await sut.refresh([.all], .due).answered == ["one.org/feed": 3])
    #expect(try await sut.refresh([.all], .due).skipped == 1)
  }

  let two = "https://two.org/feed"
  let first = FeedRow.ID.feed("one.org/feed")
  let second = FeedRow.ID.feed("two.org/feed")

  @Test func `without subscriptions there are no rows, and no request is sent`() async throws {
    #expect(try await sut.rows() == [])
    #expect(try await sut.refresh([.all], .all).answered.isEmpty)
    #expect(web.requests == [])
  }

  @Test func `rows are All, the tags and the feeds in the order of the file`() async throws {
    try await subscribe("\(two) b \"~My two\"\n\(one) a b\nhttps://three.org/feed ! a\n")
    publish(one, title: "One", ["1": 1, "2": 2])
    publish(two, ["3": 1])
    publish("https://three.org/feed", ["4": 0.5])
    _ = try await sut.refresh([.all], .all)
    let rows = try await sut.rows()
    #expect(rows.map(\.title) == ["All", "b", "a", "My two", "One", "Blog"])
    #expect(rows.map(\.id) == [.all, .tag("b"), .tag("a"), second, first, .feed("three.org/feed")])
    #expect(rows.map { $0.subscription?.isHidden } == [nil, nil, nil, false, false, true])
    #expect(rows.map(\.unread) == [4, 3, 3, 1, 2, 1])
    #expect(rows.map(\.total) == [4, 3, 3, 1, 2, 1])
    #expect(rows.map(\.newest) == [0.5, 1, 0.5, 1, 1, 0.5].map { SimulatedWeb.start.addingTimeInterval(-$0 * 86_400) })
  }

  @Test func `All lists the posts of every feed by date, with the titles of their feeds`() async throws {
    try await subscribe("\(one) a\n\(two) \"~My two\"\n")
    publish(one, title: "One", ["1": 1, "2": 3])
    publish(two, ["3": 2])
    _ = try await sut.refresh([.all], .all)
    #expect(try await titles(.all) == ["Title 1", "Title 3", "Title 2"])
    #expect(try await titles(first) == ["Title 1", "Title 2"])
    #expect(try await titles(.tag("a")) == ["Title 1", "Title 2"])
    let all = try await sut.posts(.all).list.reader.window(ListQuery(), .row(0), 0, 9).items
    #expect(all.map(\.feed) == ["One", "My two", "One"])
    let alone = try await sut.posts(first).list.reader.window(ListQuery(), .row(0), 0, 9).items
    #expect(alone.map(\.feed) == [nil, nil])
  }

  @Test func `posts name their feed by its title as soon as it has answered, in a list that was opened before`()
    async throws
  {
    try await subscribe(one)
    publish(one, title: "One", ["1": 1])
    let all = await sut.posts(.all)
    _ = try await sut.posts(first).list.load(ListQuery(), 0..<1)
    let posts = try await all.list.reader.window(ListQuery(), .row(0), 0, 9).items
    #expect(posts.map(\.feed) == ["One"])
    let id = try #require(posts.first?.id)
    #expect(await all.cachedDetail(id)?.value.feed == "One")
  }

  @Test func `entries of two feeds with the same identifier are two posts`() async throws {
    try await subscribe("\(one)\n\(two)\n")
    publish(one, ["1": 1])
    publish(two, ["1": 2])
    _ = try await sut.refresh([.all], .all)
    #expect(try await titles(.all) == ["Title 1", "Title 1"])
    let posts = await sut.posts(second)
    let id = try #require(try await posts.list.reader.window(ListQuery(), .row(0), 0, 0).items.first?.id)
    _ = try await posts.flags.addRead([id], .random())
    #expect(try await sut.rows().map(\.unread) == [1, 1, 0])
  }

  @Test func `old posts of the first load arrive read, except three`() async throws {
    try await subscribe(one)
    publish(one, ["1": 10, "2": 31, "3": 32, "4": 33, "5": 400])
    #expect(
      try await sut.refresh([.all], .all).answered == ["one.org/feed": 3],
      "posts that arrive as read are not counted as new")
    #expect(try await titles(first, ListQuery(filters: [.unread])) == ["Title 1", "Title 2", "Title 3"])
    // Posts that arrive later are unread, even old ones.
    publish(one, ["1": 10, "6": 40])
    web.pass(3_600)
    #expect(try await sut.refresh([.all], .all).answered == ["one.org/feed": 1])
    #expect(try await row(first)?.unread == 4)
  }

  @Test func `old posts of older pages arrive read`() async throws {
    try await subscribe(one)
    publish(one, ["1": 10, "2": 20, "3": 25, "4": 28], next: "/2")
    publish("https://one.org/2", ["5": 29, "6": 40, "7": 400])
    _ = try await sut.refresh([.all], .all)
    for try await _ in await sut.posts(first).list.loadRest() {}
    #expect(try await titles(first) == (1...7).map { "Title \($0)" })
    #expect(try await titles(first, ListQuery(filters: [.unread])) == (1...5).map { "Title \($0)" })
    #expect(try await row(first)?.unread == 5)
  }

  @Test func `posts of a removed feed leave All and return when the feed is restored`() async throws {
    try await subscribe("\(one)\n\(two)\n")
    publish(one, ["1": 1])
    publish(two, ["2": 2])
    _ = try await sut.refresh([.all], .all)
    let removed = try #require(try await sut.remove("two.org/feed"))
    #expect(try await titles(.all) == ["Title 1"])
    #expect(try await sut.rows().map(\.total) == [1, 1])
    try await sut.restore(removed)
    #expect(try await titles(.all) == ["Title 1", "Title 2"])
    #expect(try await sut.remove("three.org") == nil)
  }

  @Test func `marking one feed as read leaves the others unread, and the undo makes its posts unread again`()
    async throws
  {
    try await subscribe("\(one)\n\(two)\n")
    publish(one, Dictionary(uniqueKeysWithValues: (0..<1_200).map { ("\($0)", 1) }))
    publish(two, ["2": 2])
    _ = try await sut.refresh([.all], .all)
    let posts = await sut.posts(first)
    let window = try await posts.list.reader.window(ListQuery(), .row(0), 0, 0)
    let query = ListQuery(condition: .arrivedBy(try #require(window.arrival)))
    let undo = try #require(try await posts.flags.markAllRead(in: posts.list.reader, query))
    #expect(try await sut.rows().map(\.unread) == [1, 0, 1])
    try await posts.flags.undo(undo)
    #expect(try await sut.rows().map(\.unread) == [1_201, 1_200, 1])
  }

  @Test func `a failing feed retains its posts and has the reason and the date of its failure`() async throws {
    try await subscribe("\(one)\n\(two)\n")
    publish(one, ["1": 1])
    publish(two, ["2": 2])
    _ = try await sut.refresh([.all], .all)
    web.pass(3_600)
    web.reject(one, 500)
    let result = try await sut.refresh([.all], .all)
    #expect(result.answered == ["two.org/feed": 0])
    #expect(result.failed.mapValues { "\($0)" } == ["one.org/feed": "rejected(status: 500)"])
    let failing = try #require(try await row(first))
    #expect(failing.total == 1)
    #expect(failing.failure.map { "\($0.reason)" } == "rejected(status: 500)")
    #expect(failing.failure?.since == web.date)
    #expect(failing.updated == SimulatedWeb.start)
    web.reject(one, nil)
    web.pass(3_600)
    _ = try await sut.refresh([.all], .all)
    #expect(try await row(first)?.failure == nil)
  }

  @Test func `when every feed fails, All names one of them, and throws NoCachedCopy if nothing is saved`()
    async throws
  {
    try await subscribe("\(one)\n\(two)\n")
    for address in [one, two] { web.reject(address, 500) }
    let list = await sut.posts(.all).list
    let nothing = await #expect(throws: NoCachedCopy.self) { for try await _ in list.walk(nil, false) {} }
    #expect((nothing?.failure as? FailureElsewhere)?.address == "one.org/feed")
    web.pass(3_600)
    let failure = await #expect(throws: FailureElsewhere.self) { _ = try await list.refresh() }
    #expect(failure.map { "\($0.address): \($0.failure)" } == "one.org/feed: rejected(status: 500)")
  }

  @Test func `refreshing All fails while no server answers, also if a program answers or it is too soon to ask`()
    async throws
  {
    try await subscribe("exec:list\n\(one)\n\(two)\n")
    for address in [one, two] { publish(address, ["1": 1]) }
    let list = await sut.posts(.all).list
    _ = try await list.refresh()
    web.pass(3_600)
    web.reject(two, 500)
    _ = try await list.refresh()
    let answeredAt = web.date
    for address in [one, two] { web.reject(address, 500) }
    web.pass(3_600)
    var walk = list.walk(nil, false).makeAsyncIterator()
    #expect(try await walk.next()?.fetchedAt == answeredAt)
    web.pass(3_600)
    #expect(try await sut.refresh([.all], .all).hasOnlyFailed)
    await #expect(throws: FailureElsewhere.self) { _ = try await list.refresh() }
    web.pass(700)
    await #expect(throws: FailureElsewhere.self) { _ = try await list.refresh() }
    web.reject(two, nil)
    web.pass(700)
    _ = try await list.refresh()
    // It answered a moment ago.
    _ = try await list.refresh()
  }

  @Test func `a retry of All asks the feeds that are due, and fails until one has answered`() async throws {
    try await subscribe("\(one)\n\(two)\n")
    for address in [one, two] { web.reject(address, 500) }
    let list = await sut.posts(.all).list
    let retry = try #require(list.retry)
    await #expect(throws: FailureElsewhere.self) { try await list.refresh() }
    for _ in 0..<5 {
      web.pass(300)
      let failure = await #expect(throws: FailureElsewhere.self) { try await retry() }
      #expect(failure?.failure as? NetworkClient.Error == .rejected(status: 500))
    }
    #expect(web.requests.count == 2, "the feeds are asked again after an hour")
    web.pass(3_600)
    await #expect(throws: FailureElsewhere.self) { try await retry() }
    #expect(web.requests.count == 4)
    web.reject(one, nil)
    publish(one, ["1": 1])
    _ = try await sut.refresh([first], .all)
    _ = try await retry()
    #expect(web.requests.count == 5)
    // A pause of one says nothing about the other.
    web.reject(two, 429)
    web.pass(7_200)
    _ = try await sut.refresh([.all], .all)
    _ = try await retry()
    #expect(web.requests.count == 7)
  }

  @Test func `a subscription to a page has the posts and failures of the feed that the page links to`() async throws {
    let page = FeedRow.ID.feed("one.org/home")
    try await subscribe("https://one.org/home\n")
    web["https://one.org/home"] =
      "<!doctype html><html><link rel=alternate type=application/atom+xml href=/feed></html>"
    publish(one, ["1": 1])
    _ = try await sut.refresh([.all], .all)
    #expect(try await row(page)?.failure?.since == nil)
    #expect(try await row(page)?.updated == web.date)
    #expect(try await titles(page) == ["Title 1"])
    web[one] = nil
    web.pass(3_600)
    _ = try await sut.refresh([.all], .all)
    #expect(try await row(page)?.failure?.since == web.date)
    publish(one, ["1": 1])
    web.pass(3_600)
    _ = try await sut.refresh([.all], .all)
    #expect(try await row(page)?.failure?.since == nil)
    #expect(try await row(page)?.updated == web.date)
  }

  @Test func `the fetch date of a post is that of the last answer of its feed`() async throws {
    try await subscribe("\(one)\n")
    publish(one, ["1": 1])
    _ = try await sut.refresh([.all], .all)
    let answered = web.date
    web.pass(7_200)
    for row in [FeedRow.ID.all, first] {
      let posts = await sut.posts(row)
      let id = try #require(try await posts.list.reader.window(ListQuery(), .row(0), 0, 0).items.first?.id)
      let details = try await posts.detail(id).reduce(into: []) { $0.append($1) }
      #expect(details.last?.fetchedAt == answered)
      #expect(details.last?.failure == nil)
    }
  }

  @Test func `every list is as old as the last answer of its feeds, also one that changed nothing`() async throws {
    try await subscribe("\(one) tag\n\(two)\n")
    for address in [one, two] { publish(address, ["1": 1], tag: "\"x\"") }
    _ = try await sut.refresh([.all], .all)
    web.pass(7_200)
    _ = try await sut.refresh([second], .all)
    for (row, age) in [(FeedRow.ID.all, 7_200.0), (.tag("tag"), 0), (first, 0), (second, 7_200)] {
      let window = try await sut.posts(row).list.reader.window(ListQuery(), .row(0), 0, 0)
      #expect(window.fetchedAt == SimulatedWeb.start + age, "\(row)")
    }
  }

  @Test func `feeds that were just asked are skipped, except with the extent all`() async throws {
    try await subscribe("\(one)\n")
    publish(one, ["1": 1], tag: "\"x\"")
    _ = try await sut.refresh([.all], .due)
    #expect(try await sut.refresh([.all], .notJustAsked).skipped == 1)
    #expect(try await sut.refresh([.all], .due).skipped == 1)
    web.pass(30)
    #expect(try await sut.refresh([.all], .all).answered == ["one.org/feed": 0])
    #expect(web.fields("If-None-Match") == [nil, "\"x\""])
    web.pass(601)
    #expect(try await sut.refresh([first], .notJustAsked).answered == ["one.org/feed": 0])
  }

  @Test func `refreshing the list of a feed asks it unless it is paused, and throws its failure`() async throws {
    try await subscribe(one)
    publish(one, ["1": 1], tag: "\"x\"")
    let list = await sut.posts(first).list
    for _ in 0..<2 {
      _ = try await list.refresh()
      web.pass(60)
    }
    #expect(web.fields("If-None-Match") == [nil, "\"x\""])
    let answered = try await list.reader.window(ListQuery(), .row(0), 0, 0).fetchedAt
    #expect(answered == SimulatedWeb.start.addingTimeInterval(60), "the date is that of the last answer")
    web.reject(one, 500)
    await #expect(throws: NetworkClient.Error.rejected(status: 500)) { try await list.refresh() }
    web.pass(60)
    web.reject(one, 429)
    await #expect(throws: NetworkClient.Error.rejected(status: 429)) { try await list.refresh() }
    await #expect(throws: AnswerFailure.pausedUntil(web.date.addingTimeInterval(60))) { try await list.refresh() }
    #expect(web.requests.count == 4)
  }

  @Test func `lists of feeds that their site holds back say until when`() async throws {
    let other = one.replacing("/feed", with: "/other")
    try await subscribe("\(one)\n\(other)\n")
    web.reject(one, 429)
    await #expect(throws: NetworkClient.Error.rejected(status: 429)) { try await sut.posts(first).list.refresh() }
    let pause = AnswerFailure.pausedUntil(web.date.addingTimeInterval(60))
    let second = FeedRow.ID.feed(Subscription.Source.web(URL(string: other)!).id)
    await #expect(throws: pause) { try await sut.posts(second).list.refresh() }
    await #expect(throws: pause) { try await sut.posts(.all).list.refresh() }
    #expect(web.requests == [one])
  }

  @Test func `a list of feeds, one held back and one that has just answered, is refreshed`() async throws {
    let gate = Gate()
    let sut = Self.repository(file, web, cache, state, runProgram: { try await gate.pause() })
    try await subscribe("\(one) a\n\(two) a\nexec:slow\n")
    publish(one, ["1": 1])
    web.reject(two, 429)
    _ = try await sut.refresh([second], .all)
    async let refresh = sut.refresh([.all], .all)
    await sut.progress.wait { $0?.done == 1 }
    _ = try await sut.posts(.tag("a")).list.refresh()
    await gate.open()
    #expect(try await refresh.answered.count == 2)
    #expect(web.requests == [two, one])
  }

  @Test func `a person who refreshes the list of all posts asks each feed, as soon as that may be`() async throws {
    try await subscribe("\(one)\n\(two)\n")
    publish(one, ["1": 5])
    publish(two, ["2": 5])
    for count in 1...2 {
      _ = try await sut.posts(.all).list.refresh()
      #expect(web.requests.count == 2 * count)
      web.pass(61)
    }
  }

  @Test func `a refresh returns the arrived posts, newest first`() async throws {
    try await subscribe("\(one)\n\(two)\n")
    publish(one, ["1": 5])
    publish(two, ["2": 5])
    _ = try await sut.refresh([.all], .all)
    web.pass(3_600)
    publish(one, ["1": 5, "3": 0.5, "4": 1])
    publish(two, ["2": 5, "5": 0.7])
    let arrived = try await sut.refresh([.all], .all).arrived
    let titles = try await sut.posts(.all).list.reader.window(ListQuery(), .row(0), 0, 9).items
    #expect(arrived.map { id in titles.first { $0.id == id }?.title } == ["Title 3", "Title 5", "Title 4"])
  }

  @Test func `the list of a feed that another program is asking is not refreshed`() async throws {
    try await subscribe(one)
    publish(one, ["1": 1])
    let store = FeedsStore.live(cache: cache, state: state)
    #expect(try await store.claim(URL(string: one)!, nil, web.date))
    await #expect(throws: AnswerFailure.askedElsewhere) { _ = try await sut.posts(first).list.refresh() }
    #expect(web.requests == [])
  }

  @Test func `a feed that is added as a hidden one is hidden in the file`() async throws {
    publish(one, ["1": 1])
    var options = AddOptions()
    options.isHidden = true
    options.tags = ["a"]
    #expect(try await sut.add(one, options).subscription.isHidden)
    #expect(String(decoding: try await file.file().bytes, as: UTF8.self) == "\(one) ! a\n")
  }

  @Test func `adding a page whose preferred feed is gone adds the next one`() async throws {
    publish(one, title: "One", ["1": 1])
    let link = "<link rel=alternate type=application/atom+xml href"
    web["https://one.org/"] = "<html>\(link)=/gone>\(link)=/feed></html>"
    let added = try await sut.add("https://one.org/", AddOptions())
    #expect(added.subscription.source == .web(URL(string: one)!))
    #expect(added.total == 1)
    #expect(added.others == ["https://one.org/gone"])
  }

  @Test func `adding a page adds the feed that it links to, which is loaded once`() async throws {
    publish(one, title: "One", ["1": 1, "2": 2])
    let link = "<link rel=alternate type=application/atom+xml href"
    web["https://one.org/"] = "<html>\(link)=/feed>\(link)=/other></html>"
    var options = AddOptions()
    options.tags = ["a"]
    let added = try await sut.add("https://one.org/", options)
    #expect(added.addition == .added)
    #expect(added.subscription.source == .web(URL(string: one)!))
    #expect(added.title == "One")
    #expect(added.total == 2)
    #expect(added.others == ["https://one.org/other"])
    #expect(web.requests == ["https://one.org/", one])
    #expect(try await file.file().bytes == Array("\(one) a\n".utf8))
    #expect(try await row(first)?.title == "One")
    // Adding the feed again sends no request.
    let again = try await sut.add(one, AddOptions())
    #expect(again.addition == .unchanged)
    #expect(again.total == 2)
    #expect(web.requests.count == 2)
  }

  @Test func `adding an existing feed with another title changes the title without a request`() async throws {
    try await subscribe("# mine\n\(two) b\n\(one) a ~Old # c\n")
    var options = AddOptions()
    options.title = "My one"
    options.tags = ["a", "c"]
    let titled = try await sut.add(one, options)
    #expect(titled.addition == .titled)
    #expect(titled.subscription.title == "My one")
    #expect(titled.subscription.tags == ["a", "c"])
    let text = "# mine\n\(two) b\n\(one) a \"~My one\" c # c\n"
    #expect(try await String(decoding: file.file().bytes, as: UTF8.self) == text)
    #expect(try await row(first)?.title == "My one")
    #expect(try await sut.add(one, options).addition == .unchanged)
    #expect(web.requests == [])
  }

  @Test(arguments: ["", "no address", "https://", "ftp://one.org/feed"])
  func `adding a text that is no address throws noAddress without a request`(_ text: String) async throws {
    await #expect(throws: FeedsRepository.AddError.noAddress) { try await sut.add(text, AddOptions()) }
    #expect(web.requests == [])
  }

  @Test func `an address whose password is masked is not added`() async throws {
    await #expect(
      throws: ExplainedError("its password is masked", advice: "Type the password in place of the asterisks.")
    ) {
      try await sut.add("https://ada:****@one.org/feed", AddOptions())
    }
    #expect(web.requests == [])
  }

  @Test func `marking one feed's list as read with the flags of All affects only that feed`() async throws {
    try await subscribe("\(one)\n\(two)\n")
    publish(one, Dictionary(uniqueKeysWithValues: (0..<1_200).map { ("\($0)", 1) }))
    publish(two, ["2": 2])
    _ = try await sut.refresh([.all], .all)
    let all = await sut.posts(.all)
    let list = await sut.posts(first).list.reader
    let window = try await list.window(ListQuery(), .row(0), 0, 0)
    let query = ListQuery(condition: .arrivedBy(try #require(window.arrival)))
    _ = try await all.flags.markAllRead(in: list, query)
    #expect(try await sut.rows().map(\.unread) == [1, 0, 1])
  }

  @Test func `a feed that has ended by its own word or is gone on two days says so`() async throws {
    try await subscribe("\(one)\n\(two)\n")
    web[one] = #"{"version": "https://jsonfeed.org/version/1.1", "expired": true, "items": [{"id": "1"}]}"#
    publish(two, ["2": 2])
    _ = try await sut.refresh([.all], .all)
    let start = web.date
    web.reject(two, 410)
    for _ in 0..<2 {
      web.pass(86_400)
      _ = try await sut.refresh([.all], .all)
    }
    let failures = try await sut.rows().dropFirst().map(\.failure)
    #expect(failures.map { $0?.reason as? AnswerFailure } == [.ended, .ended])
    #expect(failures.map { $0?.since } == [start, start + 86_400])
  }

  @Test func `a feed that has ended is asked when it is named, and goes on if it answers with a feed`() async throws {
    try await subscribe("\(one)\n\(two)\n")
    let expired = #"{"version": "https://jsonfeed.org/version/1.1", "expired": true, "items": [{"id": "1"}]}"#
    web[one] = expired
    publish(two, ["2": 2])
    _ = try await sut.refresh([.all], .all)
    web.reject(two, 410)
    for _ in 0..<2 {
      web.pass(86_400)
      _ = try await sut.refresh([.all], .all)
    }
    let requests = web.requests.count
    for extent in [RefreshExtent.due, .notJustAsked, .all] {
      let result = try await sut.refresh([.all], extent)
      #expect(result.ended == 2)
      #expect(result.skipped == 2)
    }
    #expect(web.requests.count == requests)
    #expect(try await sut.refresh([first], .named).answered == ["one.org/feed": 0])
    await #expect(throws: NetworkClient.Error.rejected(status: 410)) { try await sut.posts(second).list.refresh() }
    #expect(web.requests.suffix(2) == [one, two])
    let failures = try await sut.rows().dropFirst().map { $0.failure?.reason as? AnswerFailure }
    #expect(failures == [.ended, .ended], "one is still expired, the other still gone")
    let retry = try #require(await sut.posts(first).list.retry)
    await #expect(throws: AnswerFailure.ended) { try await retry() }
    #expect(web.requests.count == requests + 2, "a retry does not ask it")
    web[one] = expired.replacing("true", with: "false")
    web.reject(two, nil)
    #expect(try await sut.refresh([first], .named).answered == ["one.org/feed": 0])
    _ = try await sut.posts(second).list.refresh()
    #expect(try await sut.rows().dropFirst().map(\.failure) == [nil, nil])
    #expect(try await sut.refresh([.all], .all).answered.count == 2)
  }

  @Test(arguments: ["", "https://two.org/feed"])
  func `a bookmarked post of a removed feed stays among the bookmarks and is shown as saved`(
    otherFeed: String
  ) async throws {
    try await subscribe("\(one)\n\(otherFeed)\n")
    publish(one, ["1": 1, "2": 2])
    publish(two, ["3": 3])
    _ = try await sut.refresh([.all], .all)
    let posts = await sut.posts(first)
    let ids = try await posts.list.reader.window(ListQuery(), .row(0), 0, 9).items.map(\.id)
    _ = try await posts.flags.setBookmarked(ids[0], true)
    _ = try await sut.remove("one.org/feed")
    let shown = try await titles(.all)
    #expect(shown == (otherFeed.isEmpty ? [] : ["Title 3"]))
    let bookmarked = try await titles(.all, ListQuery(scope: .bookmarked))
    #expect(bookmarked == ["Title 1"])
    let requests = web.requests.count
    for id in ids {
      var details: [Loaded<PostDetail>] = []
      for try await detail in await sut.posts(.all).detail(id) { details.append(detail) }
      #expect(details.last?.value.post.title == (id == ids[0] ? "Title 1" : "Title 2"))
      #expect(details.last?.failure.map { "\($0)" } == nil)
    }
    #expect(web.requests.count == requests)
  }

  @Test func `a removed feed added again by its page has its posts and flags, also without the cache`()
    async throws
  {
    publish(one, ["1": 1, "2": 2])
    web["https://one.org/"] = "<html><link rel=alternate type=application/atom+xml href=/feed></html>"
    _ = try await sut.add(one, AddOptions())
    let posts = await sut.posts(first)
    let ids = try await posts.list.reader.window(ListQuery(), .row(0), 0, 9).items.map(\.id)
    _ = try await posts.flags.addRead([ids[0]], .random())
    _ = try await sut.remove("one.org/feed")
    #expect(try await sut.add("https://one.org/", AddOptions()).total == 2)
    #expect(try await row(first)?.unread == 1)
    let again = Self.repository(file, web, .memory(), state)
    _ = try await again.refresh([.all], .all)
    #expect(try await again.rows().map(\.unread) == [1, 1])
  }

  @Test func `posts that were removed to make room come back as what they were`() async throws {
    publish(one, ["1": 1, "2": 2, "3": 3])
    publish("https://two.org/feed", ["a": 1])
    _ = try await sut.add(one, AddOptions())
    _ = try await sut.add("https://two.org/feed", AddOptions())
    let ids = try await sut.posts(first).list.reader.window(ListQuery(), .row(0), 0, 9).items.map(\.id)
    _ = try await sut.posts(first).flags.addRead([ids[0]], .random())
    for isLater in [false, true] {
      publish(one, title: "\(isLater)", ["1": 1, "2": 2, "3": 3])
      publish("https://two.org/feed", title: "\(isLater)", isLater ? ["a": 1, "b": 1] : ["a": 1])
      while try await PostsStore.live(database: cache).removeOldest([]) {}
      #expect(try await titles(.all) == [])
      web.pass(3_600)
      let result = try await sut.refresh([.all], .all)
      #expect(result.arrived.count == (isLater ? 1 : 0))
      #expect(result.answered.values.reduce(0, +) == (isLater ? 1 : 0))
      #expect(try await row(first)?.total == 3)
      #expect(try await row(first)?.unread == 2)
    }
  }

  @Test(arguments: [nil, "<html></html>", "<html><link rel=alternate type=application/rss+xml href=/nosuch></html>"])
  func `an address that could not be added leaves nothing behind`(page: String?) async throws {
    publish("https://two.org/feed", ["1": 1])
    try await subscribe("https://two.org/feed\nhttps://one.org/rss.xml\n")
    _ = try await sut.refresh([.all], .all)
    func rows() async throws -> [String] {
      try await cache.read { connection in
        try connection.rows("SELECT address FROM feeds UNION ALL SELECT feed FROM feeds_parts ORDER BY 1") {
          $0.text(0) ?? ""
        }
      }
    }
    let before = try await rows()
    #expect(before.count == 4)
    web["https://one.org"] = page
    await #expect(throws: (any Error).self) { try await sut.add("https://one.org", AddOptions()) }
    #expect(web.requests.count > 3)
    #expect(try await rows() == before)
  }

  @Test func `posts that arrived before the clock was set back do not arrive again`() async throws {
    publish(one, ["1": 1])
    _ = try await sut.add(one, AddOptions())
    let day = 86_400.0
    for (number, seconds) in zip(2..., [day, day, -3 * day, day]) {
      web.pass(seconds)
      publish(one, Dictionary(uniqueKeysWithValues: (1...number).map { ("\($0)", 1) }))
      let arrived = try await sut.refresh([.all], .all).arrived
      #expect(try await titles(.all).count == number)
      #expect(arrived.count == 1, "post \(number)")
      // A visit ends now. What arrived before is not new at the next one.
      let new = ListQuery(condition: .arrived(after: web.date))
      #expect(try await sut.posts(.all).list.reader.count(new) == 0, "post \(number)")
    }
  }

  @Test(arguments: [NetworkClient.Error.rejected(status: 500), .rejected(status: 404), .unreachable(.timedOut)])
  func `a feed that a page of another host links to fails under its own address`(error: NetworkClient.Error)
    async throws
  {
    let link = "https://feeds.net/one"
    publish(link, ["1": 1])
    web["https://one.org/"] = "<html><link rel=alternate type=application/atom+xml href=\(link)></html>"
    try await subscribe("https://one.org/\n")
    #expect(try await sut.refresh([.all], .all).answered.count == 1)
    switch error {
    case .rejected(let status): web.reject(link, status)
    default: web.shut(link, .timedOut)
    }
    let failed = try await sut.refresh([.all], .all).failed.values.first
    let shown = try await sut.rows().last?.failure?.reason
    let listed = try await sut.posts(.all).list.walk(nil, false).first { _ in true }?.failure
    for failure in [failed, shown, (listed as? FailureElsewhere)?.failure] {
      #expect((failure as? FailureElsewhere)?.address == link)
      #expect(failure?.cause as? NetworkClient.Error == error)
    }
  }

  @Test(arguments: [(ArrivingRead.old, 4), (.none, 5)])
  func `after the loss of the cache, the same posts of a feed are unread`(arriving: ArrivingRead, unread: Int)
    async throws
  {
    publish(one, ["1": 1, "2": 100, "3": 200, "4": 300, "5": 400])
    var options = AddOptions()
    options.arrivingRead = arriving
    _ = try await sut.add(one, options)
    let posts = await sut.posts(first)
    let oldest = try #require(try await posts.list.reader.window(ListQuery(), .row(0), 0, 9).items.last?.id)
    _ = try await posts.flags.removeRead([oldest])
    #expect(try await row(first)?.unread == unread)
    let again = Self.repository(file, web, .memory(), state)
    _ = try await again.refresh([.all], .all)
    #expect(try await again.rows().map(\.unread) == [unread, unread])
    #expect(
      try await again.posts(first).list.reader.window(ListQuery(), .row(0), 0, 9).items.last?.id == oldest,
      "old posts are not sorted by their second arrival")
  }

  @Test func `a feed that an earlier version has loaded is remembered at its next change`() async throws {
    publish(one, ["1": 1, "2": 100, "3": 200, "4": 300, "5": 400])
    var options = AddOptions()
    options.arrivingRead = ArrivingRead.none
    _ = try await sut.add(one, options)
    try await state.write { try $0.run("DELETE FROM loads") }
    web.pass(3_600)
    publish(one, ["1": 1, "2": 100, "3": 200, "4": 300, "5": 400, "6": 1])
    _ = try await sut.refresh([.all], .all)
    let again = Self.repository(file, web, .memory(), state)
    _ = try await again.refresh([.all], .all)
    #expect(try await again.rows().map(\.unread) == [6, 6])
  }

  @Test func `posts that an interrupted first load left unread are marked as read by the next one`() async throws {
    try await subscribe(one)
    publish(one, ["1": 1, "2": 100, "3": 200, "4": 300, "5": 400])
    let store = FeedsStore.live(cache: cache, state: state)
    _ = try await sut.refresh([.all], .all)
    // The state after the program has ended between saving and marking.
    let url = URL(string: one)!
    var interrupted = try await store.state(url)
    interrupted.arrivingRead = ArrivingRead.all.rawValue
    try await store.setState(interrupted, url)
    web.pass(3_600)
    _ = try await sut.refresh([.all], .all)
    #expect(try await row(first)?.unread == 0)
    #expect(try await store.state(url).arrivingRead == nil)
  }

  @Test func `another spelling of a feed's address is requested, and the feed retains its posts`() async throws {
    try await subscribe("http://one.org/feed/")
    publish("http://one.org/feed/", ["1": 1])
    _ = try await sut.refresh([.all], .all)
    try await subscribe(one)
    publish(one, ["1": 1])
    web.pass(3_600)
    #expect(try await sut.refresh([.all], .all).answered == ["one.org/feed": 0])
    #expect(web.requests == ["http://one.org/feed/", one])
    #expect(try await row(first)?.total == 1)
  }

  @Test(arguments: [401, 403, 404, 410, 429, 500, 503])
  func `a page that is refused or missing is reported, and no guessed address is asked`(status: Int) async throws {
    web.reject("https://one.org/page", status)
    publish(one, ["1": 1])
    await #expect(throws: NetworkClient.Error.rejected(status: status)) {
      try await sut.add("https://one.org/page", AddOptions())
    }
    #expect(web.requests == ["https://one.org/page"])
  }

  @Test func `the usual addresses are asked when a page is no feed or a server has no front page`() async throws {
    web["https://one.org/page"] = "<html>Nothing</html>"
    publish(one, ["1": 1])
    #expect(try await sut.add("https://one.org/page", AddOptions()).subscription.source.text == one)
    web.reject("https://two.org/", 404)
    publish(two, ["2": 2])
    #expect(try await sut.add("https://two.org/", AddOptions()).subscription.source.text == two)
  }

  @Test(arguments: ["<link rel=alternate type=application/rss+xml href=/nosuch.atom>", "<a href=/nosuch.atom>A</a>"])
  func `a missing feed that a page links to is named, and not its page`(link: String) async throws {
    web["https://one.org/page"] = "<html>\(link)</html>"
    let failure = try await #require(throws: FailureElsewhere.self) {
      try await sut.add("one.org/page", AddOptions())
    }
    #expect(failure.address == "https://one.org/nosuch.atom")
    #expect(failure.failure as? NetworkClient.Error == .rejected(status: 404))
    #expect(try await file.file().bytes == [])
  }

  @Test(arguments: [NetworkClient.Cause.notHTTP, .refused, .untrusted])
  func `a server without HTTPS is asked over HTTP if no scheme was typed`(cause: NetworkClient.Cause) async throws {
    web.shut(one, cause)
    publish("http://one.org/feed", ["1": 1])
    await #expect(throws: NetworkClient.Error.unreachable(cause)) { try await sut.add(one, AddOptions()) }
    #expect(web.requests == [one])
    #expect(
      try await sut.add("one.org/feed", AddOptions()).subscription.source == .web(URL(string: "http://one.org/feed")!))
    #expect(web.requests == [one, one, "http://one.org/feed"])
  }

  @Test func `over HTTP the usual feed addresses are tried, and the server's own failure is thrown`() async throws {
    let guesses = ["", "/feed", "/rss.xml", "/atom.xml", "/feed.json"].map { "http://localhost:8000" + $0 }
    web.shut("https://localhost:8000", .notHTTP)
    await #expect(throws: NetworkClient.Error.rejected(status: 404)) {
      try await sut.add("localhost:8000", AddOptions())
    }
    #expect(web.requests == ["https://localhost:8000"] + guesses)
    publish("http://localhost:8000/atom.xml", ["1": 1])
    #expect(
      try await sut.add("localhost:8000", AddOptions()).subscription.source.text == "http://localhost:8000/atom.xml")
  }

  @Test func `an untrusted certificate is the error when HTTP has no feed either`() async throws {
    web.shut(one, .untrusted)
    await #expect(throws: NetworkClient.Error.unreachable(.untrusted)) {
      try await sut.add("one.org/feed", AddOptions())
    }
  }

  @Test func `a server that answers over HTTPS or is unknown is not asked over HTTP`() async throws {
    publish("http://one.org/feed", ["1": 1])
    await #expect(throws: NetworkClient.Error.rejected(status: 404)) { try await sut.add("one.org/feed", AddOptions()) }
    for cause in [NetworkClient.Cause.unknownHost, .lost, .timedOut, .notConnected, .other("TLS handshake failed")] {
      web.shut(one, cause)
      await #expect(throws: NetworkClient.Error.unreachable(cause)) {
        try await sut.add("one.org/feed", AddOptions())
      }
    }
    #expect(Set(web.requests) == [one])
  }

  @Test func `a password is saved only in the file, and appears in no request address or link`() async throws {
    web["https://ada@one.org/"] = "<html><link rel=alternate type=application/atom+xml href=/feed></html>"
    publish("https://ada@one.org/feed", ["1": 1])
    let added = try await sut.add("https://ada:secret@one.org/", AddOptions())
    #expect(try await file.file().bytes == Array("https://ada:secret@one.org/feed\n".utf8))
    #expect(web.requests == ["https://ada@one.org/", "https://ada@one.org/feed"])
    web.pass(3_600)
    _ = try await sut.refresh([.all], .all)
    #expect(web.requests.last == "https://ada@one.org/feed")
    let posts = try await sut.posts(.feed(added.subscription.id)).list.reader.window(ListQuery(), .row(0), 0, 9).items
    #expect(posts.map(\.link?.absoluteString) == ["https://one.org/1"])
  }

  @Test func `adding an address without a feed throws its own failure and changes no file`() async throws {
    web["https://one.org/page"] = "<html>Nothing</html>"
    await #expect(throws: AnswerFailure.pageWithoutFeed) { try await sut.add("https://one.org/page", AddOptions()) }
    #expect(try await file.file().bytes == [])
  }

  @Test func `the posts of an added feed can all arrive read or all unread`() async throws {
    publish(one, ["1": 1, "2": 400])
    publish(two, ["3": 1, "4": 400, "5": 500, "6": 600])
    var options = AddOptions()
    options.arrivingRead = .all
    _ = try await sut.add(one, options)
    #expect(try await row(first)?.unread == 0)
    _ = try await sut.addAll([Subscription(.web(URL(string: two)!))], .none)
    _ = try await sut.refresh([.all], .due)
    #expect(try await row(second)?.unread == 4)
  }

  @Test func `a feed of a site that wants a pause is not asked when it is added`() async throws {
    try await subscribe(one)
    web.reject(one, 429)
    _ = try await sut.refresh([.all], .all)
    let other = "https://www.one.org/other"
    publish(other, ["1": 1])
    let count = web.requests.count
    await #expect(throws: AnswerFailure.pausedUntil(web.date + 60)) { try await sut.add(other, AddOptions()) }
    #expect(web.requests.count == count)
    web.pass(61)
    #expect(try await sut.add(other, AddOptions()).total == 1)
  }

  @Test func `a file of this machine can be added and is read again at each refresh`() async throws {
    let added = try await sut.add("file:///home/ada/feed.xml", AddOptions())
    #expect(added.title == "File")
    #expect(try await String(decoding: file.file().bytes, as: UTF8.self) == "file:///home/ada/feed.xml\n")
    web.pass(3_600)
    let result = try await sut.refresh([.all], .all)
    #expect(result.answered == [added.subscription.id: 0])
    #expect(!result.hasServerAnswer)
    #expect(web.requests == [])
  }

  @Test func `posts read or bookmarked before a feed was added have these flags afterwards`() async throws {
    publish(one, ["1": 1, "2": 2])
    // A feed that is read without a subscription has the same identifiers.
    let ids = ["1", "2"].map { id in
      Post.ID(feedEntry: FeedSignature(id: id, link: nil, title: nil, date: nil).post(of: "one.org/feed")).text
    }
    let former = FlagsStore.live(database: .memory())
    _ = try await former.addRead(.post, [ids[0]], .random())
    _ = try await former.addBookmark(Bookmark(kind: .post, id: ids[1], addedAt: SimulatedWeb.start))
    let sut = Self.repository(file, web, cache, state, former: former)
    _ = try await sut.add(one, AddOptions())
    #expect(try await titles(first, ListQuery(filters: [.unread])) == ["Title 2"])
    #expect(try await titles(first, ListQuery(scope: .bookmarked)) == ["Title 2"])
  }

  /// Subscribes to a feed of two posts, and reads the first.
  private func loadTwoPosts() async throws {
    try await subscribe(one)
    publish(one, ["1": 1, "2": 2])
    _ = try await sut.refresh([.all], .all)
    let posts = await sut.posts(first)
    let ids = try await posts.list.reader.window(ListQuery(), .row(0), 0, 9).items.map(\.id)
    _ = try await posts.flags.addRead([ids[0]], .random())
  }

  @Test func `a moved feed retains its posts and flags, and its known entries are not new`() async throws {
    try await loadTwoPosts()
    #expect(try await sut.move("one.org/feed", .web(URL(string: two)!)))
    publish(two, ["1": 1, "2": 2, "3": 0])
    web.pass(3_600)
    #expect(try await sut.refresh([.all], .all).answered == ["two.org/feed": 1])
    #expect(try await sut.rows().map(\.id) == [.all, second])
    #expect(try await titles(second) == ["Title 3", "Title 1", "Title 2"])
    #expect(try await row(second)?.unread == 2)
    #expect(try await !sut.move("one.org/feed", .web(URL(string: two)!)))
  }

  @Test func `more than a thousand posts that arrive at once are all in the result`() async throws {
    try await subscribe(one)
    publish(one, ["0": 1])
    _ = try await sut.refresh([.all], .all)
    web.pass(3_600)
    publish(one, Dictionary(uniqueKeysWithValues: (0..<1_200).map { ("\($0)", Double($0) / 1_200) }))
    let result = try await sut.refresh([.all], .all)
    #expect(result.answered == ["one.org/feed": 1_199])
    #expect(Set(result.arrived).count == 1_199)
  }

  @Test func `refreshing the list of a feed that the file lists no more says so`() async throws {
    try await subscribe(one)
    publish(one, ["1": 1])
    let list = await sut.posts(first).list
    try await subscribe(two)
    let error = await #expect(throws: ExplainedError.self) { _ = try await list.refresh() }
    #expect(error?.clause == "this feed is not in the file of feeds any more")
    #expect(web.requests == [])
  }

  @Test func `flags are saved although the file could not be read when they were asked for`() async throws {
    try await subscribe(one)
    publish(one, ["1": 1])
    _ = try await sut.refresh([.all], .all)
    let failing = Observed(true)
    var store = file
    store.file = { [file = store.file] in
      if failing.value { throw SubscriptionsStore.Error.unreadable(.EISDIR) }
      return try await file()
    }
    let sut = Self.repository(store, web, cache, state)
    let posts = await sut.posts(.all)
    await #expect(throws: SubscriptionsStore.Error.unreadable(.EISDIR)) {
      _ = try await posts.list.refresh()
    }
    failing.replace(with: false)
    let id = try #require(try await sut.posts(.all).list.reader.window(ListQuery(), .row(0), 0, 0).items.first?.id)
    #expect(try await posts.flags.addRead([id], .random()) == 1)
    #expect(try await row(first)?.unread == 0)
  }

  @Test(arguments: [true, false])
  func `a feed stays at its address if the state or the cache cannot be saved`(isState: Bool) async throws {
    try await loadTwoPosts()
    var full = isState ? state : cache
    full.writing = { _ in throw DatabaseError.noSpace }
    let sut = Self.repository(file, web, isState ? cache : full, isState ? full : state)
    await #expect(throws: DatabaseError.noSpace) { try await sut.move("one.org/feed", .web(URL(string: two)!)) }
    #expect(try await self.sut.rows().map(\.id) == [.all, first])
    #expect(try await row(first)?.unread == 1)
    publish(one, ["1": 1, "2": 2, "3": 0])
    web.pass(3_600)
    #expect(try await self.sut.refresh([.all], .all).answered == ["one.org/feed": 1], "its entries are known")
    #expect(try await row(first)?.unread == 2)
    #expect(try await self.sut.move("one.org/feed", .web(URL(string: two)!)))
    #expect(try await row(second)?.unread == 2)
  }

  @Test func `a feed moved to the address of a removed one has the posts there, and no other feed gets them`()
    async throws
  {
    let three = "https://three.org/feed"
    try await subscribe("\(one)\n\(two)\n")
    publish(one, ["1": 3, "2": 4])
    publish(two, ["1": 3, "2": 4, "3": 2, "4": 5])
    publish(three, ["9": 1])
    _ = try await sut.refresh([.all], .all)
    let there = await sut.posts(second)
    let ids = try await there.list.reader.window(ListQuery(), .row(0), 0, 9).items.map(\.id)
    _ = try await there.flags.addRead([ids[0]], .random())
    _ = try await sut.remove("two.org/feed")
    _ = try await sut.move("one.org/feed", .web(URL(string: two)!))
    publish(two, ["1": 3, "2": 4, "3": 2])
    web.pass(3_600)
    _ = try await sut.refresh([.all], .all)
    let shown = try await titles(second)
    #expect(shown == ["Title 3", "Title 1", "Title 2"])
    #expect(try await row(second)?.unread == 2, "the post that was read there stays read")
    #expect(try await row(second)?.total == 3)
    try await subscribe("\(two)\n\(three)\n")
    _ = try await sut.refresh([.all], .all)
    #expect(try await titles(.feed("three.org/feed")) == ["Title 9"])
    #expect(try await row(.feed("three.org/feed"))?.total == 1)
    let all = try await titles(.all)
    #expect(all == ["Title 9", "Title 3", "Title 1", "Title 2"])
  }

  @Test func `feeds of several rows are asked once, and their posts arrive once`() async throws {
    try await subscribe("\(one) fruit\n\(two)\n")
    publish(one, ["1": 1])
    publish(two, ["2": 2])
    let result = try await sut.refresh([first, .tag("fruit"), first], .named)
    #expect(result.answered == ["one.org/feed": 1])
    #expect(result.arrived.count == 1)
    #expect(web.requests == [one])
  }

  @Test func `a feed that is not due says why nothing comes`() async throws {
    try await subscribe(one)
    publish(one, ["1": 1])
    _ = try await sut.refresh([.all], .all)
    let list = await sut.posts(first).list
    func failure() async throws -> (any Error)? {
      for try await loaded in list.walk(nil, false) { return loaded.failure }
      return nil
    }
    #expect(try await failure() == nil)
    web.pass(86_400)
    web.reject(one, 404)
    #expect(try await failure()?.cause as? NetworkClient.Error == .rejected(status: 404))
    #expect(try await failure()?.cause as? NetworkClient.Error == .rejected(status: 404), "it is not asked again")
    #expect(web.requests.count == 2)
    web.pass(86_400)
    web.reject(one, 429)
    _ = try await failure()
    let paused = try await failure() as? AnswerFailure
    #expect(paused == .pausedUntil(web.date + 60))
    for _ in 0..<2 {
      web.pass(86_400)
      web.reject(one, 410)
      _ = try await failure()
    }
    #expect(try await failure() as? AnswerFailure == .ended)
    #expect(web.requests.count == 5)
  }

  @Test func `a feed that is moved to a page follows its link, and retains its posts and flags`() async throws {
    try await loadTwoPosts()
    web["https://two.org/"] = "<html><link rel=alternate type=application/atom+xml href=/feed></html>"
    web.reject(two, 503)
    #expect(try await sut.move("one.org/feed", .web(URL(string: "https://two.org/")!)))
    let moved = FeedRow.ID.feed("two.org")
    _ = try await sut.refresh([.all], .all)
    #expect(try await row(moved)?.failure?.reason as? NetworkClient.Error == .rejected(status: 503))
    web.reject(two, nil)
    publish(two, ["1": 1, "2": 2, "3": 0.1])
    web.pass(3_600)
    #expect(try await sut.refresh([.all], .all).answered == ["two.org": 1])
    #expect(try await titles(moved) == ["Title 3", "Title 1", "Title 2"])
    #expect(try await row(moved)?.unread == 2)
    publish(two, ["1": 1, "2": 2, "3": 0.1, "4": 0.05])
    web.pass(86_400)
    let requests = web.requests.count
    #expect(try await sut.refresh([.all], .due).answered == ["two.org": 1])
    #expect(web.requests.dropFirst(requests) == [two], "the page is not asked any more")
    #expect(try await row(moved)?.unread == 3)
  }

  @Test func `a feed that is moved to a page may have other entries there`() async throws {
    try await subscribe(one)
    publish(one, ["1": 1])
    _ = try await sut.refresh([.all], .all)
    web["https://two.org/"] = "<html><link rel=alternate type=application/atom+xml href=/feed></html>"
    publish(two, ["7": 0.5])
    _ = try await sut.move("one.org/feed", .web(URL(string: "https://two.org/")!))
    #expect(try await sut.refresh([.all], .all).answered == ["two.org": 1])
    web.pass(86_400)
    #expect(try await sut.refresh([.all], .all).answered == ["two.org": 0])
    #expect(try await titles(.feed("two.org")) == ["Title 7", "Title 1"])
  }

  @Test func `read flags survive the loss of the cache, also for a moved feed`() async throws {
    try await subscribe(one)
    publish(one, ["1": 1])
    publish(two, ["1": 1])
    _ = try await sut.refresh([.all], .all)
    let posts = await sut.posts(first)
    let id = try #require(try await posts.list.reader.window(ListQuery(), .row(0), 0, 0).items.first?.id)
    _ = try await posts.flags.addRead([id], .random())
    _ = try await sut.move("one.org/feed", .web(URL(string: two)!))
    let again = Self.repository(file, web, .memory(), state)
    _ = try await again.refresh([.all], .all)
    #expect(try await again.rows().map(\.total) == [1, 1])
    #expect(try await again.rows().map(\.unread) == [0, 0])
  }

  private func entry(_ key: String, _ title: String, link: String? = nil, age: Double? = nil) -> FeedEntry {
    var entry = FeedEntry(key: key, title: title)
    entry.link = link
    entry.published = age.map { SimulatedWeb.start.addingTimeInterval(-$0) }
    return entry
  }

  @Test func `an imported entry without a text gets the summary of its feed`() async throws {
    try await subscribe(one)
    _ = try await sut.importEntries("one.org/feed", [ImportedEntry(entry("1", "Title 1"))])
    web[one] = "<feed><title>T</title><entry><id>1</id><title>Title 1</title><summary>Short</summary></entry></feed>"
    _ = try await sut.refresh([.all], .all)
    let posts = try #require(PostsStore.live(database: cache).parts).reader(nil)
    let bodies = try await posts.window(ListQuery(), .row(0), 0, 9).items.map { $0.item?.body }
    #expect(bodies == ["Short"])
  }

  @Test func `older posts are loaded although the feed has grown by more than a page since`() async throws {
    func page(_ numbers: ClosedRange<Int>, next: Int) -> String {
      let entries = numbers.reversed().map { number in
        "<entry><id>\(number)</id><title>Title \(number)</title><updated>2025-12-0\(number)T00:00:00Z</updated></entry>"
      }
      return "<feed><title>T</title><link rel='next' href='/\(next)'/>\(entries.joined())</feed>"
    }
    try await subscribe(one)
    for newest in [5, 7, 9] {
      web[one] = page(newest - 1...newest, next: 2)
      _ = try await sut.refresh([.all], .all)
      web.pass(3_600)
    }
    for number in 2...4 { web["https://one.org/\(number)"] = page(10 - 2 * number...11 - 2 * number, next: number + 1) }
    web.reject("https://one.org/5", 404)
    for try await _ in await sut.posts(first).list.loadRest() {}
    #expect(Set(try await titles(first)) == Set((2...9).map { "Title \($0)" }))
    let requests = web.requests.count
    for try await _ in await sut.posts(first).list.loadRest() {}
    #expect(web.requests.dropFirst(requests) == ["https://one.org/5"], "only the end is asked for again")
  }

  @Test func `the feed's own text in place of an imported copy is no update`() async throws {
    try await subscribe(one)
    var copy = entry("1", "Title 1", link: "https://one.org/1")
    copy.content = FeedText("A copy", isHTML: true, source: .content)
    _ = try await sut.importEntries("one.org/feed", [ImportedEntry(copy, isRead: true)])
    func page(_ text: String) -> String {
      "<feed><title>T</title><entry><id>1</id><title>Title 1</title><content type='html'>\(text)</content></entry></feed>"
    }
    func post() async throws -> Post? {
      let posts = try #require(PostsStore.live(database: cache).parts).reader(nil)
      return try await posts.window(ListQuery(), .row(0), 0, 9).items.first?.item
    }
    web[one] = page("The whole text")
    _ = try await sut.refresh([.all], .all)
    #expect(try await post()?.body == "The whole text")
    #expect(try await post()?.changedAt == nil)
    web.pass(3_600)
    web[one] = page("Another text")
    _ = try await sut.refresh([.all], .all)
    #expect(try await post()?.changedAt == web.date)
  }

  @Test func `imported entries are saved once and recognised when the feed is loaded`() async throws {
    try await subscribe(one)
    let entries = [
      ImportedEntry(entry("1", "Title 1", link: "https://one.org/1"), isRead: true),
      ImportedEntry(entry("9", "Gone", age: 9e6), isBookmarked: true),
    ]
    #expect(try await sut.importEntries("one.org/feed", entries) == 2)
    #expect(try await sut.importEntries("one.org/feed", entries) == 0)
    publish(one, ["1": 1, "2": 2])
    #expect(try await sut.refresh([.all], .all).answered == ["one.org/feed": 1])
    #expect(Set(try await titles(first)) == ["Title 1", "Title 2", "Gone"])
    #expect(Set(try await titles(first, ListQuery(filters: [.unread]))) == ["Title 2", "Gone"])
    #expect(try await titles(first, ListQuery(scope: .bookmarked)) == ["Gone"])
  }

  @Test(arguments: [true, false])
  func `old imported entries stay unread when the feed is loaded, and other old entries arrive read`(
    isListImported: Bool
  ) async throws {
    if isListImported {
      _ = try await sut.addAll([Subscription(.web(URL(string: one)!))], .old)
    } else {
      try await subscribe(one)
    }
    let entries = (4...6).map { number in
      ImportedEntry(entry("\(number)", "Title \(number)", age: Double(number) * 8_640_000))
    }
    for entry in entries { _ = try await sut.importEntries("one.org/feed", [entry]) }
    publish(one, ["1": 1, "2": 2, "3": 3, "4": 400, "5": 500, "6": 600, "7": 700, "8": 800])
    _ = try await sut.refresh([.all], .all)
    let unread = try await titles(first, ListQuery(filters: [.unread]))
    #expect(unread == (1...6).map { "Title \($0)" })
  }

  @Test func `importing after the first load makes old posts unread, but none that was read here`() async throws {
    try await subscribe(one)
    publish(one, ["1": 1, "2": 2, "3": 3, "4": 400, "5": 500, "6": 600])
    _ = try await sut.refresh([.all], .all)
    #expect(try await titles(first, ListQuery(filters: [.unread])) == ["Title 1", "Title 2", "Title 3"])
    let posts = await sut.posts(first)
    let ids = try await posts.list.reader.window(ListQuery(), .row(0), 0, 9).items.map(\.id)
    #expect(try await posts.flags.addRead([ids[0]], .random()) == 1)
    #expect(try await posts.flags.addRead([ids[5]], .random()) == 0)
    let entries = [1, 4, 5, 6].map { ImportedEntry(entry("\($0)", "Title \($0)"), isRead: $0 == 5) }
    for _ in 1...2 {
      _ = try await sut.importEntries("one.org/feed", entries)
      #expect(try await titles(first, ListQuery(filters: [.unread])) == ["Title 2", "Title 3", "Title 4"])
    }
    _ = try await posts.flags.addRead([ids[3]], .random())
    _ = try await sut.importEntries("one.org/feed", entries)
    #expect(try await titles(first, ListQuery(filters: [.unread])) == ["Title 2", "Title 3"])
  }

  @Test func `an imported entry with a date in the future is listed by the date of the import`() async throws {
    try await subscribe(one)
    _ = try await sut.importEntries("one.org/feed", [ImportedEntry(entry("9", "Far", age: -9e6))])
    web.pass(86_400)
    publish(one, ["1": -0.5])
    _ = try await sut.refresh([.all], .all)
    let found = try await titles(first)
    #expect(found == ["Title 1", "Far"])
  }

  @Test func `a post is found by the beginning of its ID, and its detail comes from its feed`() async throws {
    try await subscribe("\(one)\n\(two)\n")
    publish(one, ["1": 1])
    publish(two, ["2": 2])
    _ = try await sut.refresh([.all], .all)
    let id = try #require(try await sut.posts(second).list.reader.window(ListQuery(), .row(0), 0, 0).items.first?.id)
    #expect(try await sut.postsBeginning(String(id.text.prefix(8)), nil) == [id])
    #expect(try await sut.postsBeginning(String(id.text.prefix(8)).uppercased(), "two.org/feed") == [id])
    #expect(try await sut.postsBeginning(String(id.text.prefix(8)), "one.org/feed") == [])
    #expect(try await sut.postsBeginning("1", nil) == [])
    var bodies: [String] = []
    for try await detail in await sut.posts(.all).detail(id) { bodies.append(detail.value.post.body) }
    #expect(bodies.last == "Text 2")
  }

  @Test func `concurrent additions and refreshes lose no feed or post`() async throws {
    for number in 1...40 { publish("https://host\(number).org/feed", ["\(number)": 1]) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...40 {
        group.addTask { _ = try await sut.add("https://host\(number).org/feed", AddOptions()) }
        group.addTask { _ = try await sut.refresh([.all], .due) }
      }
      try await group.waitForAll()
    }
    let rows = try await sut.rows()
    #expect(rows.count == 41)
    #expect(rows[0].total == 40)
    #expect(rows[0].unread == 40)
  }

  // MARK: - Queries

  private func query(_ id: FeedQuery.ID) -> FeedRow.ID { .query(id) }

  /// Subscribes to two feeds with five posts, two of them read, and to a query for each condition.
  private func subscribe(queries: [(title: String, condition: String)]) async throws {
    let lines = queries.map { #""query:\#($0.title):\#($0.condition.replacing("\"", with: "\\\""))""# }
    try await subscribe("\(one) a\n\(lines.joined(separator: "\n"))\n\(two) b !\n")
    publish(one, title: "One", ["apple": 0.5, "banana": 1.5, "apple pie": 40])
    publish(two, title: "Two", ["banana split": 6.9, "cherry": 7.1])
    _ = try await sut.refresh([.all], .all)
    let all = await sut.posts(.all)
    let ids = try await all.list.reader.window(ListQuery(), .row(0), 0, 9).items.filter {
      ["Title banana", "Title cherry"].contains($0.title)
    }.map(\.id)
    _ = try await all.flags.addRead(ids, .random())
  }

  private static let queries: [(condition: String, titles: [String], unread: Int)] = [
    (#"unread = "yes""#, ["apple", "banana split", "apple pie"], 3), (#"unread = "no""#, ["banana", "cherry"], 0),
    (#"tags # "a""#, ["apple", "banana", "apple pie"], 2), (#"tags # "b""#, ["banana split", "cherry"], 1),
    (#"tags !# "a""#, ["banana split", "cherry"], 1), (#"tags # "none""#, [], 0),
    (#"title =~ "apple""#, ["apple", "apple pie"], 2),
    (#"title =~ "PIE$|^title ban""#, ["banana", "banana split", "apple pie"], 2),
    (#"title = "title apple""#, ["apple"], 1), (#"title !~ "apple|cherry""#, ["banana", "banana split"], 1),
    ("age < 1", ["apple"], 1), ("age <= 1", ["apple", "banana"], 1), ("age = 6", ["banana split"], 1),
    ("age between 1:7", ["banana", "banana split", "cherry"], 1), ("age > 7", ["apple pie"], 1),
    ("age >= 7", ["cherry", "apple pie"], 1), ("age != 7", ["apple", "banana", "banana split", "apple pie"], 3),
    (#"unread = "yes" and tags # "b""#, ["banana split"], 1),
    (#"( unread = "yes" and tags # "a" ) or age = 7"#, ["apple", "cherry", "apple pie"], 2),
    (#"tags # "a" or title =~ "cherry""#, ["apple", "banana", "cherry", "apple pie"], 2),
    (#"tags # "a" and age < 2 and title =~ "ban""#, ["banana"], 0),
  ]

  @Test func `the posts of a query are those that fulfil its condition`() async throws {
    try await subscribe(queries: Self.queries.enumerated().map { ("q\($0)", $1.condition) })
    let rows = try await sut.countedRows()
    for (number, (condition, expected, unread)) in Self.queries.enumerated() {
      let id = query("q\(number)")
      #expect(try await titles(id) == expected.map { "Title \($0)" }, "\(condition)")
      let row = rows.first { $0.id == id }
      #expect(row?.total == expected.count, "\(condition)")
      #expect(row?.unread == unread, "\(condition)")
    }
  }

  @Test func `queries stand in file order, hidden queries are left out, and posts of hidden feeds count`()
    async throws
  {
    try await subscribe(
      "query:New:age<2\n\(two) b\nquery:Bs:age<20\nquery:Hidden:age<20 !\n\(one) a ! b\n\"query:Other:tags # \\\"b\\\"\"\n"
    )
    publish(one, title: "One", ["1": 1])
    publish(two, title: "Two", ["2": 3])
    _ = try await sut.refresh([.all], .all)
    let rows = try await sut.countedRows()
    #expect(rows.map(\.title) == ["All", "b", "New", "Two", "Bs", "One", "Other"])
    #expect(rows.map(\.total) == [2, 2, 1, 1, 2, 1, 2])
    #expect(rows.map(\.line) == [nil, nil, 1, 2, 3, 5, 6])
    #expect(rows[2].newest == SimulatedWeb.start.addingTimeInterval(-86_400))
    #expect(rows[6].newest == rows[2].newest)
  }

  @Test func `a query can be marked as read, refreshed and bookmarked like a tag, and its counts follow`() async throws
  {
    try await subscribe(queries: [("Fruit", #"tags # "a" and unread = "yes""#)])
    let posts = await sut.posts(query("Fruit"))
    let window = try await posts.list.reader.window(ListQuery(), .row(0), 0, 9)
    #expect(window.items.map(\.feed) == ["One", "One"])
    // A feed whose tags do not match is not requested.
    web.pass(3_600)
    #expect(try await sut.refresh([query("Fruit")], .all).answered == ["one.org/feed": 0])
    let changes = Observed(0)
    let stop = sut.changes.watch { changes.update { $0 += 1 } }
    defer { stop() }
    #expect(try await sut.countedRows().first { $0.id == query("Fruit") }?.unread == 2)
    let shown = ListQuery(condition: .arrivedBy(try #require(window.arrival)))
    let undo = try #require(try await posts.flags.markAllRead(in: posts.list.reader, shown))
    #expect(try await titles(query("Fruit")) == [])
    // Posts that were read since then stay until the reader leaves the list.
    #expect(try await titles(query("Fruit"), ListQuery(unreadSince: window.flags)).count == 2)
    #expect(try await titles(.all, ListQuery(filters: [.unread])) == ["Title banana split"])
    // The rows are returned at once, and a change follows with the new counts.
    let before = changes.value
    _ = try await sut.rows()
    await changes.wait { $0 > before }
    #expect(try await sut.rows().first { $0.id == query("Fruit") }?.unread == 0)
    try await posts.flags.undo(undo)
    #expect(try await sut.countedRows().first { $0.id == query("Fruit") }?.unread == 2)
    _ = try await posts.flags.setBookmarked(window.items[0].id, true)
    #expect(try await titles(query("Fruit"), ListQuery(scope: .bookmarked)) == ["Title apple"])
  }

  @Test func `a query without its line has no posts, and without feeds there is no row`() async throws {
    try await subscribe(queries: [("Fruit", "age < 9")])
    #expect(try await titles(query("Other")) == [])
    try await subscribe("query:Fruit:age<9\n")
    #expect(try await sut.countedRows() == [])
  }

  // MARK: - Other programs

  @Test func `another program's changes are noticed: of the file when asked for, of posts and flags at a read`()
    async throws
  {
    let isChanged = Observed(false)
    /// Returns the database as another process sees it: a read notices a change.
    func elsewhere(_ database: Database) -> Database {
      let source = ChangeSource()
      var elsewhere = database
      elsewhere.changes = source.signal
      elsewhere.storeChanges = { _ in source.signal }
      elsewhere.reading = { work in
        try await database.reading(work)
        if isChanged.replace(with: false) { source.send() }
      }
      return elsewhere
    }
    let ownCache = elsewhere(cache)
    let ownState = elsewhere(state)
    let sut = Self.repository(file, web, ownCache, ownState)
    let other = Self.repository(file, web, cache, state)
    publish(one, ["1": 1])
    let changes = Observed(0)
    let stop = sut.changes.watch { changes.update { $0 += 1 } }
    defer { stop() }
    func noticed(_ expected: [[Int]], by work: () async throws -> Void) async throws {
      let before = changes.value
      try await work()
      await changes.wait { $0 > before }
      #expect(try await sut.rows().map { [$0.unread, $0.total] } == expected)
    }
    for _ in 1...2 { await sut.noticeChanges() }
    #expect(changes.value == 0)
    try await subscribe("\(one)\n")
    try await noticed([[0, 0], [0, 0]]) { await sut.noticeChanges() }
    _ = try await other.refresh([.all], .all)
    isChanged.replace(with: true)
    try await noticed([[1, 1], [1, 1]]) { try await ownCache.read { _ in } }
    let posts = await other.posts(.all)
    let window = try await posts.list.reader.window(ListQuery(), .row(0), 0, 0)
    _ = try await posts.flags.setRead(true, window.items.map(\.id))
    isChanged.replace(with: true)
    try await noticed([[0, 1], [0, 1]]) { try await ownState.read { _ in } }
  }

  @Test(.timeLimit(.minutes(1)))
  func `a list that is opened while the file cannot be read is refreshed once it can, and a change is signalled`()
    async throws
  {
    let isBroken = Observed(false)
    var broken = file
    broken.file = { [file] in
      if isBroken.value { throw SubscriptionsStore.Error.unreadable(.EACCES) }
      return try await file.file()
    }
    let sut = Self.repository(broken, web, cache, state)
    publish(one, ["1": 1])
    try await subscribe("\(one)\n")
    _ = try await sut.rows()
    await sut.noticeChanges()
    isBroken.replace(with: true)
    let posts = await sut.posts(first)
    await #expect(throws: SubscriptionsStore.Error.unreadable(.EACCES)) { try await posts.list.refresh() }
    await sut.noticeChanges()
    isBroken.replace(with: false)
    let changes = Observed(0)
    let stop = sut.changes.watch { changes.update { $0 += 1 } }
    defer { stop() }
    await sut.noticeChanges()
    await changes.wait { $0 > 0 }
    _ = try await posts.list.refresh()
    #expect(try await posts.list.reader.window(ListQuery(), .row(0), 0, 9).items.map(\.title) == ["Title 1"])
  }

  @Test func `posts of feeds that were not due come from the cache, with the date of the last answer`() async throws {
    try await subscribe("\(one)\n\(two)\n")
    publish(one, ["1": 1], tag: "\"x\"")
    publish(two, ["2": 2])
    func provenance(_ row: FeedRow.ID) async throws -> [(Provenance, Date)] {
      var all: [(Provenance, Date)] = []
      for try await page in await sut.posts(row).list.walk(nil, true) { all.append((page.provenance, page.fetchedAt)) }
      return all
    }
    func check(_ found: [(Provenance, Date)], _ expected: Provenance, _ seconds: Double) {
      #expect(found.map(\.0) == [expected])
      #expect(found.map(\.1) == [SimulatedWeb.start + seconds])
    }
    check(try await provenance(.all), .server, 0)
    web.pass(60)
    for row in [.all, first] { check(try await provenance(row), .cache, 0) }
    web.pass(86_400)
    check(try await provenance(first), .server, 86_460)
    check(try await provenance(.all), .server, 86_460)
    web.pass(60)
    check(try await provenance(second), .cache, 86_460)
  }
}
