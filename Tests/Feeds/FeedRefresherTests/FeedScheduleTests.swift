import CachedResource
import FeedRefresher
import FeedsService
import Foundation
import NetworkClient
import Testing

/// Due dates of feeds, in hours after a Thursday's midnight.
struct FeedScheduleTests {
  // MARK: - Rhythm

  @Test func `a feed that was never asked is due at once, and one that has ended is never due`() {
    #expect(due(FeedState()) == -.infinity)
    #expect(due(state { $0.hasEnded = true }) == nil)
  }

  @Test(
    arguments: [
      (nil, 1), (0, 24), (-1, 24), (.nan, 24), (.infinity, 1), (0.1, 24), (3.5, 24), (7, 12), (28, 3), (84, 1),
      (1_000, 1),
    ] as [(Double?, Double)])
  func `a feed is asked twice in its posting interval, at most hourly and at least daily`(
    perWeek: Double?, hours: Double
  ) {
    #expect(due(state(), perWeek: perWeek) == hours)
  }

  @Test func `a fixed interval replaces the feed's rhythm but not the server's freshness`() {
    let interval = Duration.seconds(1_800)
    #expect(due(state(), perWeek: 0.1, every: interval) == 0.5)
    #expect(due(state { $0.updateInterval = 7_200 }, every: interval) == 0.5)
    #expect(due(state(), perWeek: 700, every: .seconds(72 * 3_600)) == 72)
    #expect(due(state { $0.freshFor = 7_200 }, every: interval) == 2)
    #expect(due(state { $0.hasEnded = true }, every: interval) == nil)
  }

  // MARK: - Wishes

  @Test func `a feed is not due before the intervals of its server and its document end`() {
    #expect(due(state { $0.freshFor = 600 }) == 1)
    #expect(due(state { $0.freshFor = 18_000 }) == 5)
    #expect(due(state { $0.updateInterval = 7_200 }) == 2)
    #expect(due(state { $0.updateInterval = 31_536_000 }) == 24, "the interval counts for a day at most")
    #expect(
      due(
        state {
          $0.freshFor = 18_000
          $0.updateInterval = 7_200
        }) == 5)
    #expect(due(state { $0.freshFor = 18_000 }, perWeek: 7) == 12)
  }

  @Test func `a feed is not due before its pause ends, unless the pause is implausibly long`() {
    #expect(due(state { $0.pausedUntil = date(20) }) == 20)
    #expect(due(state { $0.pausedUntil = date(0.4) }, at: 0.5) == 1)
    #expect(due(state { $0.pausedUntil = date(40) }) == 1, "a pause of more than a day is ignored")
  }

  @Test(
    arguments: [
      // Hours and days that are skipped, the hour now, and the hour that is due.
      ([1], [], 0, 2), ([1, 2, 3], [], 0, 4), ([2], [], 0, 1), ([5], [], 5.5, 6), ([5], [], 6.5, 1),
      ([23, 0], [], 23.5, 25), ([], [4], 0, 24), ([], [4, 5], 0, 48), ([], [5], 23.5, 1), ([0], [4], 0, 25),
      ([], [0, 6], 50, 96), (Array(0...23), [], 0, 1), ([], Array(0...6), 0, 1), (Array(1...23), [4, 5, 6], 0, 72),
      ([-1, 24, 99], [7], 0, 1),
    ] as [([Int], [Int], Double, Double)])
  func `skipped hours and days delay the due date`(hours: [Int], days: [Int], now: Double, expected: Double) {
    #expect(
      due(
        state {
          $0.skippedHours = hours
          $0.skippedDays = days
        }, at: now) == expected)
  }

  @Test func `skipped hours also apply before 1970`() {
    let old = FeedSchedule.dueDate(of: state { $0.skippedHours = [22] }, at: Date(timeIntervalSince1970: -7_200))
    #expect(old == Date(timeIntervalSince1970: -3_600))
  }

  // MARK: - Failures

  @Test(
    arguments: [
      .rejected(status: 404), .rejected(status: 410), .rejected(status: 500), .unreachable(.unknownHost),
      .unreachable(.timedOut), .unreachable(.untrusted), .tooLarge(limit: 1),
    ] as [NetworkClient.Error])
  func `a failing feed is asked at growing intervals of up to a day`(error: NetworkClient.Error) {
    let dates = [1, 2, 3, 4, 5, 6, 7, 100, Int.max].map { due(failing(error, times: $0)) }
    #expect(dates == [1, 2, 4, 8, 16, 24, 24, 24, 24].map { $0 + 10 })
  }

  @Test func `a failing feed is retried before its rhythm, but not while its last answer is fresh`() {
    #expect(due(failing(.unreachable(.timedOut)), perWeek: 1) == 11)
    var state = failing(.unreachable(.timedOut))
    state.answeredAt = date(9)
    state.freshFor = 18_000
    #expect(due(state) == 14)
  }

  @Test func `without Retry-After a busy server is paused for ten minutes, doubling up to a day`() {
    for error in [NetworkClient.Error.rejected(status: 429), .rejected(status: 503)] {
      let dates = [1, 2, 3, 8, 9].map { due(failing(error, times: $0)) }
      #expect(dates == [600.0, 1_200, 2_400, 76_800, 86_400].map { hours(36_000 + $0) })
    }
    var state = failing(.rejected(status: 503))
    state.failure = FailureRecord(feed: AnswerFailure.refusesPrograms(503))
    #expect(due(state) == 10 + hours(600))
    state.pausedUntil = date(13)
    #expect(due(state) == 13)
    state.pausedUntil = date(10.01)
    #expect(state.pauseEnd(at: date(10)) == date(10.01))
    #expect(state.pauseEnd(at: date(10.01)) == nil)
    #expect(due(state) == 10 + hours(600))
  }

  @Test func `a failure without a date, as saved by earlier versions, is due at once`() {
    var state = FeedState()
    state.failures = 3
    #expect(due(state) == -.infinity)
  }

  // MARK: - Requests without an outcome

  @Test func `a request without an outcome delays a feed by a minute`() {
    var state = state()
    state.askedAt = date(5)
    #expect(due(state, at: 5) == 5 + hours(60))
    #expect(FeedSchedule.isBeingAsked(state, at: date(5) + 59))
    #expect(!FeedSchedule.isBeingAsked(state, at: date(5) + 60))
    state.failedAt = date(5)
    state.failures = 1
    #expect(!FeedSchedule.isBeingAsked(state, at: date(5)))
    var first = FeedState()
    first.askedAt = date(5)
    #expect(due(first, at: 5) == 5 + hours(60))
  }

  @Test func `a feed was just asked within ten minutes of an answer or failure, except when offline`() {
    #expect(FeedSchedule.wasJustAsked(state(), at: date(0) + 599))
    #expect(!FeedSchedule.wasJustAsked(state(), at: date(0) + 600))
    #expect(!FeedSchedule.wasJustAsked(FeedState(), at: date(0)))
    #expect(FeedSchedule.wasJustAsked(failing(.rejected(status: 404)), at: date(10) + 599))
    #expect(!FeedSchedule.wasJustAsked(failing(.unreachable(.offline)), at: date(10)))
    #expect(!FeedSchedule.wasJustAsked(failing(.unreachable(.unknownHost)), at: date(10)))
  }

  @Test func `dates in the future, from before the clock was set back, are ignored`() {
    let ahead = state {
      $0.askedAt = date(900)
      $0.answeredAt = date(900)
    }
    #expect(due(ahead) == -.infinity)
    #expect(!FeedSchedule.isBeingAsked(ahead, at: date(0)))
    #expect(!FeedSchedule.wasJustAsked(ahead, at: date(0)))
    var failing = failing(.rejected(status: 503))
    failing.failedAt = date(900)
    #expect(due(failing, at: 0) == 0)
    let close = state {
      $0.askedAt = date(0) + 1
      $0.answeredAt = date(0) + 1
    }
    #expect(due(close) == 1 + hours(1), "the clocks of two processes may differ slightly")
  }

  // MARK: - Sites

  @Test(arguments: [
    ("https://www.example.org/feed", "www.example.org", "example.org"),
    ("http://User:pw@Blog.Example.ORG.:8080/", "blog.example.org", "example.org"),
    ("https://a.b.c.example.co.uk", "a.b.c.example.co.uk", "example.co.uk"),
    ("https://www.bbc.de", "www.bbc.de", "www.bbc.de"), ("https://bbc.de", "bbc.de", "bbc.de"),
    ("https://www.heise.de", "www.heise.de", "heise.de"), ("https://x.com.au", "x.com.au", "x.com.au"),
    ("https://old.reddit.com/r/swift.rss", "old.reddit.com", "reddit.com"),
    ("http://127.0.0.3:8080/1", "127.0.0.3:8080", "127.0.0.3:8080"),
    ("https://10.0.0.1/", "10.0.0.1:443", "10.0.0.1:443"), ("http://[::1]:81/", "::1:81", "::1:81"),
    ("http://localhost:8000/a", "localhost:8000", "localhost:8000"),
    ("http://a.localhost", "a.localhost:80", "a.localhost:80"), ("http://nas/feed", "nas:80", "nas:80"),
    ("https://xn--mnchen-3ya.example.de/", "xn--mnchen-3ya.example.de", "example.de"),
  ])
  func `an address has a host and the site that the host belongs to`(address: String, host: String, name: String) throws
  {
    let site = WebSite(try #require(URL(string: address)))
    #expect(site?.host == host)
    #expect(site?.name == name)
  }

  @Test(arguments: ["file:///tmp/feed.xml", "file://host/feed.xml", "mailto:a@example.org", "feed", "https:///x"])
  func `an address without a web host has no site`(address: String) throws {
    #expect(WebSite(try #require(URL(string: address))) == nil)
  }

  // MARK: - Support

  private func date(_ hours: Double) -> Date { Date(timeIntervalSince1970: 1_767_225_600 + hours * 3_600) }

  /// The state of a feed that answered at midnight.
  private func state(_ change: (inout FeedState) -> Void = { _ in }) -> FeedState {
    var state = FeedState()
    state.askedAt = date(0)
    state.answeredAt = date(0)
    change(&state)
    return state
  }

  /// The state of a feed that failed at ten.
  private func failing(_ error: NetworkClient.Error, times count: Int = 1) -> FeedState {
    state {
      $0.askedAt = date(10)
      $0.failedAt = date(10)
      $0.failures = count
      $0.failure = FailureRecord(error)
    }
  }

  private func due(
    _ state: FeedState, perWeek: Double? = nil, every interval: Duration? = nil, at now: Double? = nil
  ) -> Double? {
    let now = now.map(date) ?? state.failedAt ?? date(0)
    return FeedSchedule.dueDate(of: state, perWeek: perWeek, every: interval, at: now).map {
      $0 == .distantPast ? -.infinity : hours($0.timeIntervalSince(date(0)))
    }
  }

  private func hours(_ seconds: Double) -> Double { (seconds / 3_600 * 10_000).rounded() / 10_000 }
}
