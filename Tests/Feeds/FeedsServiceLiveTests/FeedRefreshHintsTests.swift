import CachedResource
import FeedDocument
import FeedsService
import FeedsServiceLive
import Foundation
import NetworkClient
import NetworkClientTestSupport
import Testing

/// Tests of the dates, intervals and failures in the state of a feed, which automatic refreshing uses.
struct FeedRefreshHintsTests {
  @Test func `the state remembers the dates of the last request, the last answer and the failure`() async throws {
    let first = try await load(.init(body: rss("A")))
    #expect(first.askedAt == date(0))
    #expect(first.answeredAt == date(0))
    let failed = try await fail(.init(status: 404), first, day: 1)
    #expect(failed.askedAt == date(1))
    #expect(failed.answeredAt == date(0))
    #expect(failed.failedAt == date(1))
    #expect(failed.failure?.feedFailure as? NetworkClient.Error == .rejected(status: 404))
    let again = try await fail(.init(body: Data("<html>".utf8)), failed, day: 2)
    #expect(again.failingSince == date(1))
    #expect(again.failedAt == date(2))
    #expect(again.failures == 2)
    #expect(again.failure?.feedFailure as? AnswerFailure == .pageWithoutFeed)
    for reply in [FeedReply(status: 304), FeedReply(body: rss("A")), FeedReply(body: rss("B"))] {
      let back = try await load(reply, again, day: 3)
      #expect(back.askedAt == date(3))
      #expect(back.answeredAt == date(3))
      #expect(back.failures == nil)
      #expect(back.failingSince == nil)
      #expect(back.failedAt == nil)
      #expect(back.failure == nil)
    }
  }

  @Test func `a pause and the end of a feed do not count as requests`() async throws {
    var state = try await load(.init(body: rss("A")))
    state.pausedUntil = date(1.5)
    #expect(try await fail(.init(body: rss("A")), state, day: 1) == state)
    state.hasEnded = true
    #expect(try await fail(.init(body: rss("A")), state, day: 3) == state)
  }

  @Test func `a request prevented by offline mode leaves the state unchanged`() async throws {
    let state = try await load(.init(body: rss("A")))
    let spy = NetworkClientSpy { _ in throw NetworkClient.Error.unreachable(.notUsed) }
    let sut = FeedsService.live(client: spy.client, readFile: { _ in Data() }, now: { date(1) })
    let failure = try await #require(throws: FeedFailure.self) { try await sut.document(feed, state, true) }
    #expect(failure.state == state)
  }

  @Test func `a pause of more than a day, from before the clock was set back, is ignored`() async throws {
    var state = FeedState()
    state.pausedUntil = date(2)
    #expect(try await load(.init(body: rss("A")), state, day: 0.9).pausedUntil == nil)
    #expect(try await fail(.init(body: rss("A")), state, day: 1) == state)
  }

  @Test func `the state of a file remembers the same dates and failures`() async throws {
    let file = URL(string: "file:///tmp/a.xml")!
    let sut = FeedsService.live(
      client: .failing(),
      readFile: {
        guard $0 == file else { throw CocoaError(.fileReadNoSuchFile) }
        return rss("A")
      }, now: { date(1) })
    let first = try await sut.document(file, FeedState(), true).state
    #expect(first.askedAt == date(1))
    #expect(first.answeredAt == date(1))
    #expect(try await sut.document(file, first, true).state == first)
    let missing = URL(string: "file:///tmp/b.xml")!
    let failure = try await #require(throws: FeedFailure.self) { try await sut.document(missing, first, true) }
    #expect(failure.state.failures == 1)
    #expect(failure.state.failedAt == date(1))
    #expect(failure.state.failure?.feedFailure as? AnswerFailure == .unreadableFile("/tmp/b.xml"))
    let cancelled = FeedsService.live(
      client: .failing(), readFile: { _ in throw CancellationError() }, now: { date(1) })
    await #expect(throws: CancellationError.self) { try await cancelled.document(file, first, true) }
  }

  @Test(
    arguments: [
      ("max-age=3600", nil, 3_600), ("public, Max-Age=\"600\", must-revalidate", nil, 600),
      ("max-age=3600", "600", 3_000), ("max-age=3600", " 3600 ", nil), ("max-age=600", "x", 600),
      ("max-age=600", "-5", 600), ("max-age=999999999999999999999", nil, 18_000), ("max-age=18001", nil, 18_000),
      ("max-age=inf", nil, 18_000), ("max-age=nan", nil, nil), ("max-age=-1", nil, nil), ("max-age=0", nil, nil),
      ("max-age=", nil, nil), ("max-age", nil, nil), ("s-maxage=600", nil, nil), ("no-cache, max-age=600", nil, nil),
      ("max-age=600, no-store", nil, nil), ("max-age=60, max-age=600", nil, 60), ("", nil, nil), (nil, nil, nil),
    ] as [(String?, String?, Double?)])
  func `Cache-Control and Age give the time an answer is fresh, five hours at most`(
    control: String?, age: String?, seconds: Double?
  ) async throws {
    let fields = [("Cache-Control", control), ("Age", age)].compactMap { name, value in value.map { (name, $0) } }
    #expect(try await load(.init(headers: fields, body: rss("A"))).freshFor == seconds)
  }

  @Test func `304 without Cache-Control leaves the freshness, and a new document replaces it`() async throws {
    let first = try await load(.init(headers: [("Cache-Control", "max-age=60")], body: rss("A")))
    #expect(try await load(.init(status: 304), first).freshFor == 60)
    #expect(try await load(.init(status: 304, headers: [("cache-control", "max-age=5")]), first).freshFor == 5)
    #expect(try await load(.init(status: 304, headers: [("cache-control", "no-cache")]), first).freshFor == nil)
    #expect(try await load(.init(body: rss("A")), first).freshFor == nil)
  }

  @Test(
    arguments: [
      ("<ttl>60</ttl>", 3_600), ("<ttl>301</ttl>", 18_000), ("<ttl>9223372036854775807</ttl>", 18_000),
      ("<ttl>0</ttl>", nil), ("<ttl>-5</ttl>", nil), ("<ttl>soon</ttl>", nil), ("", nil),
      ("<sy:updatePeriod>hourly</sy:updatePeriod><sy:updateFrequency>2</sy:updateFrequency>", 1_800),
      ("<sy:updatePeriod>weekly</sy:updatePeriod>", 604_800),
      ("<sy:updatePeriod>hourly</sy:updatePeriod><sy:updateFrequency>9999999</sy:updateFrequency>", nil),
      ("<ttl>90</ttl><sy:updatePeriod>hourly</sy:updatePeriod>", 5_400),
    ] as [(String, Double?)])
  func `ttl and the update period of the document set the update interval`(elements: String, seconds: Double?)
    async throws
  {
    let state = try await load(.init(body: document(elements)))
    #expect(state.updateInterval == seconds)
    #expect(try await load(.init(status: 304), state).updateInterval == seconds)
    #expect(try await load(.init(body: document(elements)), state).updateInterval == seconds, "the same document again")
    #expect(try await load(.init(body: rss("B")), state).updateInterval == nil)
  }

  @Test func `skipHours and skipDays of the document set the hours and days to skip`() async throws {
    let state = try await load(
      .init(
        body: document(
          "<skipHours><hour>23</hour><hour>0</hour><hour>25</hour></skipHours><skipDays><day>Sunday</day></skipDays>")))
    #expect(state.skippedHours == [0, 23])
    #expect(state.skippedDays == [0])
    let later = try await load(.init(body: rss("B")), state)
    #expect(later.skippedHours == nil)
    #expect(later.skippedDays == nil)
  }

  // MARK: - Support

  private func document(_ elements: String) -> Data {
    Data(
      """
      <rss version='2.0' xmlns:sy='http://purl.org/rss/1.0/modules/syndication/'><channel><title>T</title>\
      \(elements)<item><guid>A</guid></item></channel></rss>
      """.utf8)
  }

  private func sut(_ reply: FeedReply, day: Double) -> FeedsService {
    let spy = NetworkClientSpy { reply.response(to: $0) }
    return .live(
      client: spy.client, readFile: { _ in throw CocoaError(.fileReadNoSuchFile) }, now: { date(day) })
  }

  private func load(_ reply: FeedReply, _ state: FeedState = FeedState(), day: Double = 0) async throws -> FeedState {
    try await sut(reply, day: day).document(feed, state, true).state
  }

  private func fail(_ reply: FeedReply, _ state: FeedState = FeedState(), day: Double = 0) async throws -> FeedState {
    try await #require(throws: FeedFailure.self) { try await sut(reply, day: day).document(feed, state, true) }.state
  }
}
