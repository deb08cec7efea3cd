import Database
import DatabaseLive
import FeedDocument
import FeedsService
import FeedsStore
import FeedsStoreLive
import Foundation
import TestSupport
import Testing

struct FeedsStoreLiveTests {
  private let cache = Database.memory()
  private let state = Database.memory()
  private var sut: FeedsStore { .live(cache: cache, state: state) }
  private let feed = URL(string: "https://example.org/feed?a=1&b=%C3%BC#x")!
  private let other = URL(string: "https://example.org/feed")!

  @Test func `states are saved with all their values, for each feed`() async throws {
    #expect(try await sut.state(feed) == FeedState())
    var full = FeedState()
    full.document = "12-ab"
    full.etag = "W/\"ü'\"\";DROP TABLE feeds\""
    full.lastModified = "yesterday\tat noon"
    full.validatorsOf = feed.absoluteString
    full.lastDocument = Date(timeIntervalSince1970: 1_700_000_000.123456)
    full.pausedUntil = .distantFuture
    full.movedTo = "https://example.org/2"
    full.candidate = "https://example.org/3"
    full.candidateDay = -1
    full.stranger = "https://example.org/4"
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

  @Test func `a state that cannot be read is that before the first request`() async throws {
    try await sut.setState(FeedState(), feed)
    for text in ["", "{", "[]", #"{"failures": "many"}"#] {
      try await cache.writing { try $0.run("UPDATE feeds SET state = ?", [.text(text)]) { _ in } }
      #expect(try await sut.state(feed) == FeedState())
    }
  }

  @Test func `sources are saved beside states`() async throws {
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

  @Test func `entries are known from then on`() async throws {
    let first = try await sut.identify([entry(.max, link: 1 << 63, title: 20), entry(2, link: nil, title: nil)], feed)
    #expect(first == .init(posts: [.max, 2], recognised: 0))
    let again = try await sut.identify([entry(2, link: 5, title: 6), entry(.max, link: 1 << 63 + 1, title: 8)], feed)
    #expect(again == .init(posts: [2, .max], recognised: 0))
    // The latest link counts.
    let changed = try await sut.identify([entry(3, link: 1 << 63 + 1, title: 30), entry(4, link: 40, title: 40)], feed)
    #expect(changed == .init(posts: [.max, 4], recognised: 1, arrived: [4]))
    #expect(
      try await sut.identify([entry(3, link: 1 << 63, title: 30)], other)
        == .init(posts: [3], recognised: 0), "another feed has entries of its own")
  }

  @Test func `posts are found by a range of their numbers, in the order of these`() async throws {
    let numbers: [UInt64] = [.max, 1 << 63, 0, 5, 1 << 62, (1 << 63) - 1]
    _ = try await sut.identify(numbers.map { entry($0, link: nil, title: nil) }, feed)
    _ = try await sut.identify([entry(6, link: nil, title: nil)], other)
    #expect(try await sut.posts(0...6, feed) == [0, 5])
    #expect(try await sut.posts(0...6, other) == [6])
    #expect(try await sut.posts(1 << 62...(1 << 63) - 1, feed) == [1 << 62, (1 << 63) - 1])
    #expect(try await sut.posts(1 << 63...UInt64.max, feed) == [1 << 63, .max])
    #expect(Set(try await sut.posts(0...UInt64.max, feed)).isSubset(of: numbers))
    #expect(try await sut.posts(0...UInt64.max, feed).count == 4)
    #expect(try await sut.posts(7...8, feed) == [])
  }

  @Test func `a feed without entries is not a known one`() async throws {
    for _ in 0..<2 { #expect(try await sut.identify([], feed) == .init(posts: [], recognised: 0)) }
  }

  @Test func `aliases outlive the cache`() async throws {
    _ = try await sut.identify([entry(1, link: 10, title: 20), entry(2, link: 11, title: 21)], feed)
    let document = [entry(3, link: 10, title: 20), entry(2, link: 11, title: 21)]
    #expect(try await sut.identify(document, feed).posts == [1, 2])
    let new = FeedsStore.live(cache: .memory(), state: state)
    #expect(try await new.identify(document, feed) == .init(posts: [1, 2], recognised: 0))
    // The values of an alias lead to the next one.
    #expect(
      try await new.identify([entry(4, link: 10, title: 20)], feed)
        == .init(posts: [1], recognised: 1))
    let third = FeedsStore.live(cache: .memory(), state: state)
    #expect(try await third.identify([entry(4, link: 10, title: 20)], feed).posts == [1])
    #expect(try await third.identify([entry(3, link: nil, title: nil)], feed).posts == [1])
    #expect(try await third.identify([entry(3, link: nil, title: nil)], other).posts == [3])
  }

  @Test func `an entry whose alias cannot be saved is recognised the next time`() async throws {
    let disk = FailingDisk()
    let sut = FeedsStore.live(cache: cache, state: disk.over(state))
    _ = try await sut.identify([entry(1, link: 10, title: 20)], feed)
    disk.failure = .noSpace
    let document = [entry(2, link: 10, title: 20), entry(3, link: 12, title: 22)]
    await #expect(throws: DatabaseError.noSpace) { try await sut.identify(document, feed) }
    disk.failure = nil
    #expect(try await sut.identify(document, feed) == .init(posts: [1, 3], recognised: 1, arrived: [3]))
  }

  private func entry(_ key: UInt64, link: UInt64?, title: UInt64?) -> FeedSignature {
    FeedSignature(key: key, link: link, title: title)
  }
}
