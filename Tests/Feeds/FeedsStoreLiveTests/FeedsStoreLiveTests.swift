import Database
import DatabaseLive
import FeedDocument
import FeedsService
import FeedsStore
import FeedsStoreLive
import Foundation
import NetworkClient
import Subscriptions
import TestSupport
import Testing

struct FeedsStoreLiveTests {
  private let cache = Database.memory()
  private let state = Database.memory()
  private var sut: FeedsStore { .live(cache: cache, state: state) }
  private let feed = URL(string: "https://example.org/feed?a=1&b=%C3%BC#x")!
  private let other = URL(string: "https://example.org/feed")!

  @Test func `the rejected move of a state keeps the key that earlier versions have saved`() throws {
    var state = FeedState()
    state.rejectedMove = "https://example.org/4"
    let saved = try JSONDecoder().decode([String: String].self, from: JSONEncoder().encode(state))
    #expect(saved == ["stranger": "https://example.org/4"])
  }

  @Test func `every value of a state is saved, for each feed`() async throws {
    #expect(try await sut.state(feed) == FeedState())
    var full = FeedState()
    full.documentChecksum = "12-ab"
    full.etag = "W/\"ü'\"\";DROP TABLE feeds\""
    full.lastModified = "yesterday\tat noon"
    full.validatorsAddress = feed.absoluteString
    full.documentDate = Date(timeIntervalSince1970: 1_700_000_000.123456)
    full.pausedUntil = .distantFuture
    full.movedTo = "https://example.org/2"
    full.pendingMove = "https://example.org/3"
    full.pendingMoveDay = -1
    full.rejectedMove = "https://example.org/4"
    full.goneDay = .max
    full.hasEnded = true
    full.failures = 3
    full.failingSince = .distantPast
    try await sut.setState(full, feed)
    #expect(try await sut.state(feed) == full)
    #expect(try await sut.state(other) == FeedState())
    try await sut.setState(FeedState(), feed)
    #expect(try await sut.state(feed) == FeedState())
  }

  @Test func `an unreadable saved state is an empty state`() async throws {
    try await sut.setState(FeedState(), feed)
    for text in ["", "{", "[]", #"{"failures": "many"}"#] {
      try await cache.writing { try $0.run("UPDATE feeds SET state = ?", [.text(text)]) { _ in } }
      #expect(try await sut.state(feed) == FeedState())
    }
  }

  @Test func `the source of a feed is saved without changing its state`() async throws {
    #expect(try await sut.source(feed) == nil)
    var saved = FeedState()
    saved.etag = "1"
    try await sut.setState(saved, feed)
    #expect(try await sut.source(feed) == nil)
    for source in [FeedsStore.Source.server, .feed(feed), .feed(other), .server] {
      try await sut.setSource(source, feed)
      #expect(try await sut.source(feed) == source)
    }
    #expect(try await sut.source(other) == nil)
    #expect(try await sut.state(feed) == saved)
  }

  @Test func `identifying entries saves the state of the feed and the feed as its source`() async throws {
    var saved = FeedState()
    saved.documentChecksum = "1"
    let identities = try await sut.identify([entry(1, link: 10, title: 20)], feed) { [saved] identities in
      var state = saved
      state.arrivingRead = "\(identities.isFirst)"
      return state
    }
    #expect(identities.isFirst)
    #expect(try await sut.state(feed).arrivingRead == "true")
    #expect(try await sut.source(feed) == .feed(feed))
    #expect(try await !sut.identify([entry(1, link: 10, title: 20)], feed, nil).isFirst)
  }

  @Test func `a feed that was loaded is known without the cache, and at the address that it moves to`() async throws {
    let entries = [entry(1, link: 10, title: 20)]
    #expect(try await !sut.identify(entries, feed, nil).wasLoaded)
    #expect(try await !sut.identify(entries, feed, nil).wasLoaded)
    for _ in 1...2 { try await sut.noteLoad(feed) }
    let again = FeedsStore.live(cache: .memory(), state: state)
    let identities = try await again.identify(entries, feed, nil)
    #expect(identities.isFirst)
    #expect(identities.wasLoaded)
    #expect(try await !again.identify(entries, other, nil).wasLoaded)
    try await sut.move(feed, other)
    #expect(try await sut.identify(entries, other, nil).wasLoaded)
    #expect(try await !sut.identify(entries, feed, nil).wasLoaded)
  }

  @Test(arguments: [DatabaseError.readOnly, .noSpace, .busy])
  func `a feed is loaded although the state cannot remember that`(error: DatabaseError) async throws {
    let entries = [entry(1, link: 10, title: 20)]
    var unwritable = state
    unwritable.writing = { _ in throw error }
    let sut = FeedsStore.live(cache: cache, state: unwritable)
    #expect(try await sut.identify(entries, feed, nil).isFirst)
    try await sut.noteLoad(feed)
    #expect(try await !sut.identify(entries, feed, nil).wasLoaded)
    try await self.sut.noteLoad(feed)
    #expect(try await sut.identify(entries, feed, nil).wasLoaded)
  }

  @Test func `identified entries are known afterwards, by their key or latest link`() async throws {
    let first = try await sut.identify(
      [entry(.max, link: 1 << 63, title: 20), entry(2, link: nil, title: nil)], feed, nil)
    #expect(first == .init(posts: posts([.max, 2]), recognised: 0, isFirst: true))
    let again = try await sut.identify(
      [entry(2, link: 5, title: 6), entry(.max, link: 1 << 63 + 1, title: 8)], feed, nil)
    #expect(again == .init(posts: posts([2, .max]), recognised: 0))
    // Entries are recognised by their latest link.
    let changed = try await sut.identify(
      [entry(3, link: 1 << 63 + 1, title: 30), entry(4, link: 40, title: 40)], feed
    ) { _ in FeedState() }
    #expect(changed == .init(posts: posts([.max, 4]), recognised: 1, arrived: Set(posts([4]))))
    #expect(
      try await sut.identify([entry(3, link: 1 << 63, title: 30)], other, nil)
        == .init(posts: posts([3], other), recognised: 0, isFirst: true), "the entries of another feed are separate")
  }

  @Test func `an entry that has left is saved as missing since that day, until it is back`() async throws {
    func load(_ day: UInt16, _ entries: FeedSignature...) async throws -> [UInt64] {
      try await sut.identify(entries, feed) { _ in
        var state = FeedState()
        state.answeredAt = Date(timeIntervalSince1970: Double(day) * 86_400 + 86_399)
        return state
      }.posts
    }
    let other = entry(2, link: 11, title: 21)
    #expect(try await load(100, entry(1, link: 10, title: 20), other) == posts([1, 2]))
    #expect(try await load(101, other) == posts([2]))
    #expect(try await load(102, other) == posts([2]), "missing since day 101")
    var next = entry(3, link: 10, title: 30)
    next.day = 103
    #expect(try await load(103, next, other) == posts([3, 2]))
    #expect(try await load(104, next) == posts([3]))
    #expect(try await load(105, other) == posts([2]))
    let missing = "SELECT group_concat(key || ' ' || coalesce(missing, '-'), ', ') FROM feeds_entries"
    #expect(try await cache.read { try $0.rows(missing) { $0.text(0) } } == ["1 101, 2 -, 3 105"])
  }

  @Test func `an entry that was published before it left is the one that returns under another key`() async throws {
    func load(_ day: Double, _ entries: FeedSignature...) async throws -> [UInt64] {
      try await sut.identify(entries, feed) { _ in
        var state = FeedState()
        state.answeredAt = Date(timeIntervalSince1970: day * 86_400)
        return state
      }.posts
    }
    let other = entry(2, link: 11, title: 21)
    #expect(try await load(100, entry(1, link: 10, title: 20), other) == posts([1, 2]))
    #expect(try await load(101, other) == posts([2]))
    var returned = entry(3, link: 10, title: 30)
    returned.day = 100
    #expect(try await load(105, returned, other) == posts([1, 2]))
  }

  @Test func `the entries that version 2 of the tables holds are known`() async throws {
    let older = cache.using(
      Schema(
        cache: "feeds", version: 2,
        create: [
          """
          CREATE TABLE feeds (address TEXT PRIMARY KEY, source TEXT, state TEXT, asked REAL, title TEXT, answered REAL, \
          failing REAL, failure TEXT, ended INTEGER)
          """,
          """
          CREATE TABLE feeds_entries (feed TEXT NOT NULL, key INTEGER NOT NULL, post INTEGER NOT NULL, link INTEGER, \
          title INTEGER, PRIMARY KEY (feed, key)) WITHOUT ROWID
          """,
          "CREATE TABLE feeds_parts (part INTEGER PRIMARY KEY, feed TEXT NOT NULL UNIQUE)",
        ]))
    try await older.write { connection in
      try connection.run(
        "INSERT INTO feeds_entries VALUES (?, 1, 7, 10, 20)", .text(Subscription.Source.web(feed).id))
    }
    let entries = [entry(1, link: 10, title: 20), entry(2, link: 11, title: 21)]
    let found = try await sut.identify(entries, feed) { _ in FeedState() }
    #expect(!found.isFirst)
    #expect(found.posts == [7] + posts([2]))
  }

  @Test func `entries of two feeds with the same keys are different posts`() async throws {
    func saved(_ feed: URL) async throws -> [UInt64] {
      try await sut.identify((1...9).map { entry($0, link: nil, title: nil) }, feed, nil).posts
    }
    let ours = try await saved(feed)
    let theirs = try await saved(other)
    #expect(Set(ours + theirs).count == 18)
    #expect(try await saved(feed) == ours)
  }

  @Test func `identifying no entries leaves a feed unknown`() async throws {
    for _ in 0..<2 { #expect(try await sut.identify([], feed, nil) == .init(posts: [], recognised: 0, isFirst: true)) }
  }

  @Test func `aliases of entries survive the loss of the cache`() async throws {
    _ = try await sut.identify([entry(1, link: 10, title: 20), entry(2, link: 11, title: 21)], feed, nil)
    let document = [entry(3, link: 10, title: 20), entry(2, link: 11, title: 21)]
    #expect(try await sut.identify(document, feed, nil).posts == posts([1, 2]))
    let new = FeedsStore.live(cache: .memory(), state: state)
    #expect(try await new.identify(document, feed, nil) == .init(posts: posts([1, 2]), recognised: 0, isFirst: true))
    // The link and title of an alias identify the next alias.
    #expect(
      try await new.identify([entry(4, link: 10, title: 20)], feed, nil)
        == .init(posts: posts([1]), recognised: 1))
    let third = FeedsStore.live(cache: .memory(), state: state)
    #expect(try await third.identify([entry(4, link: 10, title: 20)], feed, nil).posts == posts([1]))
    #expect(try await third.identify([entry(3, link: nil, title: nil)], feed, nil).posts == posts([1]))
    #expect(try await third.identify([entry(3, link: nil, title: nil)], other, nil).posts == posts([3], other))
  }

  @Test func `a feed whose keys change in every answer is said to have changed twice, and does not grow`() async throws
  {
    let first = try await sut.identify([entry(1, link: 10, title: 20), entry(2, link: 11, title: 21)], feed, nil).posts
    var counts: [Int] = []
    for number in 1...30 as ClosedRange<UInt64> {
      let keys = (number * 1_000_003, number * 999_983)
      let found = try await sut.identify(
        [entry(keys.0, link: 10, title: 20), entry(keys.1, link: 11, title: 21)], feed, nil)
      #expect(found.posts == first)
      #expect(found.arrived == [])
      counts.append(found.recognised)
    }
    #expect(counts == [2, 2] + Array(repeating: 0, count: 28))
    // Eight earlier keys of each post and the latest one. The first ones are no aliases.
    for (database, table, count) in [(state, "aliases", 16), (cache, "feeds_entries", 18)] {
      let rows = try await database.read { try $0.rows("SELECT count(*) FROM \(table)") { Int($0.integer(0)) } }
      #expect(rows == [count], "\(table)")
    }
  }

  @Test func `an entry whose alias cannot be saved is recognised the next time`() async throws {
    let disk = FailingDisk()
    let sut = FeedsStore.live(cache: cache, state: disk.over(state))
    _ = try await sut.identify([entry(1, link: 10, title: 20)], feed, nil)
    disk.failure = .noSpace
    let document = [entry(2, link: 10, title: 20), entry(3, link: 12, title: 22)]
    await #expect(throws: DatabaseError.noSpace) { try await sut.identify(document, feed, nil) }
    disk.failure = nil
    #expect(
      try await sut.identify(document, feed, nil)
        == .init(posts: posts([1, 3]), recognised: 1, arrived: Set(posts([3]))))
  }

  /// Returns the numbers of the posts of new entries, by their keys.
  private func posts(_ keys: [UInt64], _ feed: URL? = nil) -> [UInt64] {
    keys.map { FeedSignature(key: $0).post(of: Subscription.Source.web(feed ?? self.feed).id) }
  }

  private func entry(_ key: UInt64, link: UInt64?, title: UInt64?) -> FeedSignature {
    FeedSignature(key: key, link: link, title: title)
  }

  @Test func `each feed has a stable part, and summaries contain its title, dates and failure`() async throws {
    let parts = try await sut.parts([feed, other, feed])
    #expect(parts[0] == parts[2])
    #expect(Set(parts).count == 2)
    #expect(parts.allSatisfy { $0 > 0 })
    #expect(try await sut.parts([other, feed]) == [parts[1], parts[0]])
    var failing = FeedState()
    failing.title = "Blog"
    failing.answeredAt = Date(timeIntervalSince1970: 10)
    failing.failingSince = Date(timeIntervalSince1970: 20)
    failing.failure = FailureRecord(.rejected(status: 500))
    failing.hasEnded = true
    try await sut.setState(failing, feed)
    var summary = FeedsStore.Summary()
    summary.title = "Blog"
    summary.answeredAt = failing.answeredAt
    summary.failingSince = failing.failingSince
    summary.failure = failing.failure
    summary.hasEnded = true
    #expect(try await sut.summaries(nil) == [parts[0]: summary])
    #expect(try await sut.summaries(parts[0]) == [parts[0]: summary])
    #expect(try await sut.summaries(parts[1]).isEmpty)
    #expect(try await sut.states() == [parts[0]: failing])
  }

  @Test func `the parts of forty feeds are distinct and come in the order of the addresses`() async throws {
    let feeds = (1...40).map { URL(string: "https://example.org/\($0)")! }
    let parts = try await sut.parts(feeds)
    #expect(Set(parts).count == 40)
    #expect(try await sut.parts(feeds.reversed()) == parts.reversed())
    #expect(try await sut.parts([feeds[7]]) == [parts[7]])
  }

  @Test(arguments: ["http://example.org/feed", "https://www.example.org/feed/", "https://EXAMPLE.org/feed"])
  func `an address spelled differently is the same feed`(_ spelling: String) async throws {
    let url = URL(string: spelling)!
    let state = FeedState(linkedFrom: feed)
    try await sut.setState(state, other)
    #expect(try await sut.state(url) == state)
    #expect(try await sut.parts([url]) == sut.parts([other]))
  }

  @Test func `only one of several claims for the same request succeeds`() async throws {
    let start = Date(timeIntervalSince1970: 1_000.123456)
    #expect(try await sut.claim(feed, nil, start))
    #expect(try await !sut.claim(feed, nil, start + 1))
    #expect(try await sut.claim(other, nil, start + 1), "claims of different feeds are independent")
    let part = try await sut.parts([feed])[0]
    let known = try await sut.states()[part]?.askedAt
    #expect(try await sut.claim(feed, known, start + 2))
    #expect(try await !sut.claim(feed, known, start + 3))
    // A claim with a date in the future does not block later claims.
    #expect(try await sut.claim(feed, start + 2, start + 100_000))
    #expect(try await sut.claim(feed, nil, start))
  }

  @Test(arguments: [false, true])
  func `the claim of a process that has ended without an outcome does not count`(isRunning: Bool) async throws {
    let start = Date(timeIntervalSince1970: 1_767_225_600)
    let other = FeedsStore.live(cache: cache, state: state, process: 7)
    let sut = FeedsStore.live(cache: cache, state: state, process: 8) { $0 == 8 || isRunning }
    let part = try await sut.parts([feed])[0]
    #expect(try await other.claim(feed, nil, start))
    #expect(try await sut.states()[part]?.askedAt == (isRunning ? start : nil))
    #expect(try await sut.claim(feed, nil, start + 1) != isRunning)
    if isRunning { #expect(try await sut.claim(feed, start, start + 1)) }
    #expect(try await !sut.claim(feed, nil, start + 2))
    // With an outcome, the feed was asked.
    #expect(try await other.claim(feed, start + 1, start + 3))
    try await other.setState(FeedState(), feed)
    #expect(try await sut.states()[part]?.askedAt == start + 3)
    #expect(try await !sut.claim(feed, start + 1, start + 4))
  }

  @Test func `the applied rule is saved for each part`() async throws {
    #expect(try await sut.rules(nil) == [:])
    try await sut.setRule("quiet", 1)
    try await sut.setRule("mute a", 2)
    try await sut.setRule("mute b", 2)
    #expect(try await sut.rules(nil) == [1: "quiet", 2: "mute b"])
    #expect(try await sut.rules(2) == [2: "mute b"])
    #expect(try await sut.rules(3) == [:])
    try await sut.setRule(nil, 1)
    try await sut.setRule(nil, 3)
    #expect(try await sut.rules(nil) == [2: "mute b"])
  }

  @Test func `a moved feed retains its part, entries and aliases`() async throws {
    let parts = try await sut.parts([feed])
    let document = [entry(1, link: 10, title: 20)]
    let posts = try await sut.identify(document, feed, nil).posts
    _ = try await sut.identify([entry(2, link: 10, title: 20)], feed, nil)
    try await sut.setSource(.feed(feed), feed)
    try await sut.move(feed, other)
    #expect(try await sut.parts([other]) == parts)
    #expect(try await sut.source(other) == nil, "the kind of source at the new address is not known yet")
    #expect(try await sut.identify([entry(2, link: nil, title: nil)], other, nil).posts == posts)
    // Without the cache, entries keep the numbers from the first address.
    let new = FeedsStore.live(cache: .memory(), state: state)
    #expect(try await new.identify(document, other, nil).posts == posts)
  }

  @Test(arguments: [false, true])
  func `the new address of a moved feed is asked as a new one, under the title of the feed`(isKnown: Bool) async throws
  {
    var saved = FeedState()
    saved.title = "Tides"
    saved.arrivingRead = "all"
    saved.importedBy = 3
    let staying = saved
    saved.documentChecksum = "1"
    saved.etag = "e"
    saved.hasEnded = true
    saved.answeredAt = Date(timeIntervalSince1970: 1_767_225_600)
    try await sut.setState(saved, feed)
    _ = try await sut.claim(feed, nil, Date(timeIntervalSince1970: 1_767_225_600))
    if isKnown {
      var other = saved
      other.documentChecksum = "2"
      try await sut.setState(other, self.other)
    }
    try await sut.move(feed, other)
    #expect(try await sut.state(other) == staying)
    #expect(try await sut.state(feed) == FeedState())
    let summaries = try await sut.summaries(nil).values
    #expect(summaries.compactMap(\.answeredAt) == [])
    #expect(summaries.filter(\.hasEnded) == [])
    #expect(try await sut.claim(other, nil, Date(timeIntervalSince1970: 1_767_225_600)))
  }

  @Test func `a feed that has never answered is forgotten, unless its server wants a pause`() async throws {
    var answered = FeedState()
    answered.answeredAt = Date(timeIntervalSince1970: 1)
    var paused = FeedState()
    paused.pausedUntil = Date(timeIntervalSince1970: 1)
    var failed = FeedState()
    failed.failures = 1
    for (state, isForgotten) in [(answered, false), (paused, false), (failed, true)] {
      try await sut.setState(state, feed)
      try await sut.forgetUnanswered(feed)
      #expect(try await sut.state(feed) == (isForgotten ? FeedState() : state))
    }
  }

  @Test func `releasing a claim restores the date before it, unless another claim followed`() async throws {
    let start = Date(timeIntervalSince1970: 1_767_225_600.125)
    func asked(_ feed: URL) async throws -> Date? { try await sut.states()[sut.parts([feed])[0]]?.askedAt }
    #expect(try await sut.claim(feed, nil, start))
    try await sut.release(feed, start, nil)
    #expect(try await asked(feed) == nil)
    #expect(try await sut.claim(feed, nil, start))
    #expect(try await sut.claim(feed, start, start + 5))
    try await sut.release(feed, start, nil)
    #expect(try await asked(feed) == start + 5)
    try await sut.release(feed, start + 5, start)
    #expect(try await asked(feed) == start)
    try await sut.release(other, start, nil)
    #expect(try await asked(other) == nil)
  }

  @Test func `a feed at an address that another one moved away from has its own post numbers`() async throws {
    let document = [entry(1, link: 10, title: 20)]
    let third = URL(string: "https://example.org/third")!
    let moved = try await sut.identify(document, feed, nil).posts
    try await sut.move(feed, other)
    let second = try await sut.identify(document, feed, nil).posts
    #expect(second != moved)
    #expect(try await sut.identify(document, other, nil).posts == moved)
    try await sut.move(feed, third)
    let another = try await sut.identify(document, feed, nil).posts
    #expect(Set(moved + second + another).count == 3)
    // The numbers stay the same without the cache.
    let new = FeedsStore.live(cache: .memory(), state: state)
    #expect(try await new.identify(document, feed, nil).posts == another)
    #expect(try await new.identify(document, other, nil).posts == moved)
    #expect(try await new.identify(document, third, nil).posts == second)
    // A feed that moves back gets its earlier numbers again.
    try await new.move(other, feed)
    #expect(try await FeedsStore.live(cache: .memory(), state: state).identify(document, feed, nil).posts == moved)
  }
}
