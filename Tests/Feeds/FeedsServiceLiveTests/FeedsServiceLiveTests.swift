import CachedResource
import FeedDocument
import FeedsService
import FeedsServiceLive
import Foundation
import NetworkClient
import NetworkClientTestSupport
import Subscriptions
import TestSupport
import Testing

/// Tests of the requests for one feed over several days, and of the answers.
struct FeedsServiceLiveTests {
  // MARK: - Validators

  @Test func `both validators are sent byte for byte`() async throws {
    let etag = "W/\"a, b\"\\ü "
    let date = "yesterday, Sat 1 Jan 99"
    let first = try await load(.init(headers: [("ETag", etag), ("last-modified", date)], body: rss("A")))
    #expect(first.requests.map { Set($0.headers.keys) } == [["Accept"]])
    #expect(first.answer.document?.entryCount == 1)
    let second = try await load(.init(status: 304), first.answer.state)
    #expect(second.requests.map { $0.headers["If-None-Match"] } == [etag])
    #expect(second.requests.map { $0.headers["If-Modified-Since"] } == [date])
    #expect(second.answer.document == nil)
    #expect(second.answer.state == first.answer.state, "304 without fields changes nothing")
    #expect(second.requests.map(\.isRetried) == [false])
  }

  @Test func `a feed with a single validator sends only that one`() async throws {
    let first = try await load(.init(headers: [("Last-Modified", "then")], body: rss("A")))
    let second = try await load(.init(status: 304), first.answer.state)
    #expect(Set(second.requests[0].headers.keys) == ["Accept", "If-Modified-Since"])
  }

  @Test func `a 304 answer replaces the validators that it contains`() async throws {
    let first = try await load(.init(headers: [("ETag", "1"), ("Last-Modified", "one")], body: rss("A")))
    let second = try await load(.init(status: 304, headers: [("ETag", "2")]), first.answer.state, day: 1)
    #expect(second.answer.state.etag == "2")
    #expect(second.answer.state.lastModified == "one")
    #expect(second.answer.state.documentChecksum == first.answer.state.documentChecksum)
    #expect(second.answer.state.documentDate == date(0))
  }

  @Test func `validators go only to the address that gave them`() async throws {
    let first = try await load(.init(headers: [("ETag", "1")], body: rss("A")))
    let elsewhere = try await load(.init(body: rss("A")), first.answer.state, at: other)
    #expect(elsewhere.requests.map(\.url) == [other])
    #expect(elsewhere.requests.map(\.validatorsAddress) == [feed])
    let redirected = try await load(
      .init(redirects: [302], to: other, headers: [("ETag", "2")], body: rss("B")), first.answer.state)
    #expect(redirected.answer.state.etag == "2")
    let third = try await load(.init(body: rss("B")), redirected.answer.state)
    #expect(third.requests.map(\.url) == [feed])
    #expect(third.requests.map(\.validatorsAddress) == [other])
    #expect(third.requests.map { $0.headers["If-None-Match"] } == ["2"])
    #expect(third.answer.document == nil, "an unchanged document is not parsed again")
  }

  @Test func `a feed behind a lasting temporary redirect is confirmed without being downloaded`() async throws {
    let first = try await load(
      .init(redirects: [302], to: other, headers: [("ETag", "1"), ("Last-Modified", "one")], body: rss("A")))
    #expect(first.answer.state.validatorsAddress == other.absoluteString)
    let second = try await load(
      .init(status: 304, redirects: [302], to: other, headers: [("ETag", "2")]), first.answer.state, day: 1)
    #expect(second.requests.map(\.url) == [feed])
    #expect(second.requests.map(\.validatorsAddress) == [other])
    #expect(second.requests.map { $0.headers["If-None-Match"] } == ["1"])
    #expect(second.requests.map { $0.headers["If-Modified-Since"] } == ["one"])
    #expect(second.answer.document == nil)
    #expect(second.answer.state.etag == "2")
    #expect(second.answer.state.lastModified == "one")
    #expect(second.answer.state.validatorsAddress == other.absoluteString)
    #expect(second.answer.state.documentChecksum == first.answer.state.documentChecksum)
  }

  @Test func `an unconditional request sends no validators`() async throws {
    let first = try await load(.init(headers: [("ETag", "1")], body: rss("A")))
    let again = try await load(
      .init(headers: [("ETag", "1")], body: rss("A")), first.answer.state, isConditional: false)
    #expect(again.requests[0].headers["If-None-Match"] == nil)
    #expect(again.answer.document?.entryCount == 1)
  }

  @Test func `a 200 answer with the same bytes is no new document`() async throws {
    let first = try await load(.init(headers: [("ETag", "1")], body: rss("A")))
    let second = try await load(.init(headers: [("ETag", "2")], body: rss("A")), first.answer.state, day: 1)
    #expect(second.answer.document == nil)
    #expect(second.answer.state.etag == "2")
    #expect(second.answer.state.documentDate == date(1))
    let third = try await load(.init(body: rss("B")), second.answer.state, day: 2)
    #expect(third.answer.document?.entryCount == 1)
    #expect(third.answer.state.etag == nil)
    #expect(third.answer.state.documentChecksum != second.answer.state.documentChecksum)
  }

  @Test(arguments: [(7.99, "1"), (8, nil)] as [(Double, String?)])
  func `a document confirmed for eight days is requested without validators`(day: Double, expected: String?)
    async throws
  {
    var state = try await load(.init(headers: [("ETag", "1")], body: rss("A"))).answer.state
    for day in 1...7 { state = try await load(.init(status: 304), state, day: Double(day)).answer.state }
    #expect(try await load(.init(body: rss("A")), state, day: day).requests[0].headers["If-None-Match"] == expected)
  }

  @Test(arguments: ["", "\"\u{1}\"", "\"\u{FFFD}\"", "\u{2}[2J", String(repeating: "x", count: 1_025)])
  func `a validator that cannot be sent back is not saved`(validator: String) async throws {
    let headers = [("ETag", validator), ("Last-Modified", validator)]
    let first = try await load(.init(headers: headers, body: rss("A")))
    #expect(first.answer.state.etag == nil)
    #expect(first.answer.state.lastModified == nil)
    #expect(first.answer.state.documentChecksum != nil)
  }

  @Test(arguments: [(400, nil), (412, nil), (431, nil), (404, "1"), (500, "1")] as [(Int, String?)])
  func `validators that a server does not take back are forgotten`(status: Int, etag: String?) async throws {
    let first = try await load(.init(headers: [("ETag", "1"), ("Last-Modified", "one")], body: rss("A")))
    let failure = try await fail(.init(status: status), first.answer.state)
    #expect(failure.state.etag == etag)
    #expect(failure.state.lastModified == etag.map { _ in "one" })
    #expect(failure.state.documentChecksum == first.answer.state.documentChecksum)
  }

  @Test func `a cut document saves no validators`() async throws {
    let cut = rss("A", "B").prefix(90)
    let first = try await load(.init(headers: [("ETag", "1"), ("Last-Modified", "one")], body: cut))
    #expect(first.answer.document?.isCut == true)
    #expect(first.answer.state.documentChecksum == nil)
    #expect(first.answer.state.etag == nil)
    #expect(first.answer.state.lastModified == nil)
    let second = try await load(.init(body: cut), first.answer.state)
    #expect(Set(second.requests[0].headers.keys) == ["Accept"])
    #expect(second.answer.document?.isCut == true)
  }

  @Test(arguments: [(90, 1), (.max, 2)])
  func `the entries before a lost connection are read, and a whole document is whole`(length: Int, count: Int)
    async throws
  {
    let body = rss("A", "B").prefix(length)
    let first = try await load(.init(headers: [("ETag", "1")], body: body, isCut: true))
    #expect(first.requests.map(\.returnsCutBody) == [true])
    #expect(first.answer.document?.entryCount == count)
    #expect(first.answer.document?.isCut == (count == 1))
    #expect(first.answer.state.etag == (count == 1 ? nil : "1"))
    #expect(first.answer.state.failures == nil)
  }

  @Test(arguments: ["<rss><channel><title>T", "<rss><channel><item><title>A", "{\"version\": \"https://json", "<ht"])
  func `a connection lost before the end of the first entry is a failure`(body: String) async throws {
    let first = try await load(.init(headers: [("ETag", "1")], body: rss("A")))
    let failure = try await fail(.init(body: Data(body.utf8), isCut: true), first.answer.state)
    #expect(failure.reason as? NetworkClient.Error == .unreachable(.lost))
    #expect(failure.state.failures == 1)
    #expect(failure.state.etag == "1")
    #expect(failure.state.documentChecksum == first.answer.state.documentChecksum)
  }

  @Test(arguments: ["<!DOCTYPE html><title>Log in</title>", "", "{}", "<opml/>", "Error establishing a connection"])
  func `an answer that is no feed counts as a failure and leaves the saved validators`(body: String) async throws {
    let first = try await load(.init(headers: [("ETag", "1")], body: rss("A")))
    let failure = try await fail(
      .init(headers: [("Last-Modified", "later")], body: Data(body.utf8)), first.answer.state)
    #expect(failure.reason is AnswerFailure)
    var expected = first.answer.state
    expected.failures = 1
    expected.failingSince = date(0)
    expected.failedAt = date(0)
    expected.failure = FailureRecord(feed: failure.reason)
    #expect(failure.state == expected)
  }

  // MARK: - Failures

  @Test func `failures are counted until the feed answers`() async throws {
    var state = FeedState()
    for day in 1...3 { state = try await fail(.init(status: 500), state, day: Double(day)).state }
    #expect(state.failures == 3)
    #expect(state.failingSince == date(1))
    state.failingSince = date(30)
    #expect(try await fail(.init(status: 500), state, day: 4).state.failingSince == date(4), "the clock was set back")
    let lost = NetworkClientSpy { _ in throw NetworkClient.Error.unreachable(.lost) }
    let failure = try await #require(throws: FeedFailure.self) {
      try await sut(lost, day: 4).document(feed, state, true)
    }
    #expect(failure.reason as? NetworkClient.Error == .unreachable(.lost))
    #expect(failure.state.failures == 4)
    #expect(try await load(.init(body: rss("A")), failure.state).answer.state.failures == nil)
  }

  @Test func `a request without a network counts as one failure, however often it is repeated`() async throws {
    let offline = NetworkClientSpy { _ in throw NetworkClient.Error.unreachable(.offline) }
    var state = FeedState()
    for (day, failures) in [(1.0, 1), (2, 1), (3, 1)] {
      let before = state
      state = try await #require(throws: FeedFailure.self) {
        try await sut(offline, day: day).document(feed, before, true)
      }.state
      #expect(state.failures == failures)
      #expect(state.failingSince == date(1))
      #expect(state.failedAt == date(day))
    }
    state.failures = 4
    let before = state
    let failure = try await #require(throws: FeedFailure.self) {
      try await sut(offline, day: 4).document(feed, before, true)
    }
    #expect(failure.state.failures == 4)
  }

  @Test func `a cancelled request throws CancellationError, also at the address of a moved feed`() async throws {
    let cancelled = NetworkClientSpy { _ in throw CancellationError() }
    await #expect(throws: CancellationError.self) { try await sut(cancelled).document(feed, FeedState(), true) }
    var moved = FeedState()
    moved.movedTo = other.absoluteString
    await #expect(throws: CancellationError.self) { try await sut(cancelled).document(feed, moved, true) }
    #expect(cancelled.requests.map(\.url) == [feed, other])
  }

  @Test(
    arguments: [
      (429, "120", 120), (503, "120", 120), (503, " 0 ", 1), (429, "999999999", 86_400), (429, "86401", 86_400),
      (429, "Thu, 01 Jan 2026 01:00:00 GMT", 3_600), (503, "Thu, 08 Jan 2026 00:00:00 GMT", 86_400),
      (429, "Wed, 31 Dec 2025 00:00:00 GMT", 1), (429, "inf", nil), (429, "nan", nil), (429, "-5", nil),
      (429, "1.5", nil), (429, "1e9", nil), (429, "later", nil), (429, "", nil), (429, nil, nil), (500, "120", nil),
      (404, "120", nil),
    ] as [(Int, String?, Double?)])
  func `Retry-After pauses a feed for a day at most`(status: Int, field: String?, seconds: Double?) async throws {
    let headers = field.map { [("Retry-After", $0)] } ?? []
    let failure = try await fail(.init(status: status, headers: headers))
    #expect(failure.reason as? NetworkClient.Error == .rejected(status: status))
    #expect(failure.state.pausedUntil.map { $0.timeIntervalSince(date(0)) } == seconds)
  }

  @Test func `the server that was too busy may be one behind a redirect`() async throws {
    let busy = try await fail(.init(status: 429, redirects: [302], to: other))
    #expect(busy.state.busyAddress == other)
    #expect(try await fail(.init(status: 429), busy.state).state.busyAddress == nil)
    #expect(try await fail(.init(status: 404, redirects: [302], to: other)).state.busyAddress == nil)
  }

  @Test func `nothing is sent during a pause`() async throws {
    var state = FeedState()
    state.pausedUntil = date(1)
    let spy = NetworkClientSpy { _ in throw NetworkClient.Error.unreachable(.notUsed) }
    let failure = try await #require(throws: FeedFailure.self) {
      try await sut(spy, day: 0.99).document(feed, state, false)
    }
    #expect(failure.reason as? AnswerFailure == .pausedUntil(date(1)))
    #expect(failure.state == state)
    state.movedTo = other.absoluteString
    await #expect(throws: FeedFailure.self) { try await sut(spy, day: 0.99).document(feed, state, true) }
    #expect(spy.requests == [])
    state.movedTo = nil
    let later = try await load(.init(body: rss("A")), state, day: 1)
    #expect(later.requests.count == 1)
    #expect(later.answer.state.pausedUntil == nil)
  }

  @Test func `a feed that answers 410 on two days has ended`() async throws {
    let once = try await fail(.init(status: 410), day: 0.1)
    let twice = try await fail(.init(status: 410), once.state, day: 0.9)
    #expect(twice.state.hasEnded == nil, "two answers on one day do not end a feed")
    #expect(twice.reason as? NetworkClient.Error == .rejected(status: 410))
    let ended = try await fail(.init(status: 410), twice.state, day: 1)
    #expect(ended.state.hasEnded == true)
    let spy = NetworkClientSpy { _ in throw NetworkClient.Error.unreachable(.notUsed) }
    let silent = try await #require(throws: FeedFailure.self) {
      try await sut(spy, day: 9).document(feed, ended.state, true)
    }
    #expect(silent.reason as? AnswerFailure == .ended)
    #expect(spy.requests == [])
  }

  @Test func `a feed that answers between two 410 answers has not ended`() async throws {
    let gone = try await fail(.init(status: 410))
    let back = try await load(.init(body: rss("A")), gone.state, day: 1)
    #expect(try await fail(.init(status: 410), back.answer.state, day: 2).state.hasEnded == nil)
    let missing = try await fail(.init(status: 404), gone.state, day: 1)
    #expect(missing.state.hasEnded == nil)
  }

  @Test func `an expired JSON feed has ended`() async throws {
    let body = Data(#"{"version": "https://jsonfeed.org/version/1.1", "expired": true, "items": [{"id": 1}]}"#.utf8)
    let last = try await load(.init(body: body))
    #expect(last.answer.document?.entryCount == 1)
    #expect(last.answer.state.hasEnded == true)
  }

  @Test(
    arguments: [
      (403, "<!DOCTYPE HTML><html><title>Just a moment...</title>", AnswerFailure.refusesPrograms(403)),
      (503, "\n\n<HTML lang=en><title>Just a moment...</title>", .refusesPrograms(503)), (403, "Forbidden", nil),
      (503, "", nil), (503, "<html><meta name=robots content=noindex><title>Maintenance</title>", nil),
      (404, "<html>", nil), (500, "<html>", nil), (403, "<rss>", nil),
    ] as [(Int, String, AnswerFailure?)])
  func `an HTML page with status 403, or one with a challenge and 503, means that the server refuses programs`(
    status: Int, body: String, expected: AnswerFailure?
  ) async throws {
    let failure = try await fail(.init(status: status, body: Data(body.utf8)))
    #expect(failure.reason as? AnswerFailure == expected)
    #expect(failure.reason as? NetworkClient.Error == (expected == nil ? .rejected(status: status) : nil))
    #expect(failure.state.failures == 1)
  }

  @Test(arguments: [("cf-mitigated", "challenge", true), ("Retry-After", "60", false)])
  func `header fields tell a challenge from a server that is busy`(name: String, value: String, isRefused: Bool)
    async throws
  {
    let page = isRefused ? "<html>" : "<html><title>Just a moment...</title>"
    let failure = try await fail(.init(status: 503, headers: [(name, value)], body: Data(page.utf8)))
    #expect((failure.reason as? AnswerFailure == .refusesPrograms(503)) == isRefused)
  }

  // MARK: - Moves

  @Test(
    arguments: [
      ([[301], [301]], true), ([[308], [301, 308]], true), ([[302], [302]], false), ([[307], [303]], false),
      ([[301, 302], [301, 302]], false), ([[302, 301], [302, 301]], false), ([[301], [302], [301]], false),
      ([[301], [], [301]], false), ([[301], [301, 302], [301], [301]], true),
    ] as [([[Int]], Bool)])
  func `a move is remembered if all redirects of two days are permanent`(days: [[Int]], isMoved: Bool) async throws {
    for isChanging in [false, true] {
      var state = FeedState()
      for (day, redirects) in days.enumerated() {
        let target = redirects.isEmpty ? feed : other
        let answer = FeedReply(redirects: redirects, to: target, body: rss(isChanging ? "Day \(day)" : "A"))
        state = try await load(answer, state, day: Double(day)).answer.state
      }
      #expect(state.movedTo == (isMoved ? other.absoluteString : nil))
    }
  }

  @Test func `a move on one day, or to changing addresses, is not remembered`() async throws {
    var state = FeedState()
    for hour in 1...3 {
      state = try await load(.init(redirects: [301], to: other, body: rss("A")), state, day: Double(hour) / 24)
        .answer.state
    }
    #expect(state.movedTo == nil)
    let third = URL(string: "https://example.net/3")!
    state = try await load(.init(redirects: [301], to: third, body: rss("A")), state, day: 1).answer.state
    #expect(state.movedTo == nil)
    #expect(state.pendingMove == third.absoluteString)
    let failure = try await fail(.init(redirects: [301], to: third, body: Data("<html>".utf8)), state, day: 2)
    #expect(failure.state.movedTo == nil, "a page that is not a feed does not confirm the move")
    state = try await load(.init(redirects: [301], to: third, body: rss("A")), failure.state, day: 3).answer.state
    #expect(state.movedTo == third.absoluteString)
    #expect(state.pendingMove == nil)
  }

  @Test func `a moved feed is requested at its new address with its validators`() async throws {
    let state = try await moved()
    let answer = try await load(.init(status: 304), state, day: 2)
    #expect(answer.requests.map(\.url) == [other])
    #expect(answer.requests[0].headers["If-None-Match"] == "1")
    #expect(answer.answer.state.movedTo == other.absoluteString)
  }

  @Test(arguments: [FeedReply(status: 404), FeedReply(status: 410), FeedReply(body: Data("<html>".utf8)), nil])
  func `the old address is asked when the new one fails`(failing: FeedReply?) async throws {
    let spy = NetworkClientSpy { request in
      if request.url == feed { return FeedReply(headers: [("ETag", "9")], body: rss("B")).response(to: request) }
      guard let failing else { throw NetworkClient.Error.unreachable(.unknownHost) }
      return failing.response(to: request)
    }
    let answer = try await sut(spy, day: 3).document(feed, moved(), true)
    #expect(spy.requests.map(\.url) == [other, feed])
    #expect(spy.requests.map(\.validatorsAddress) == [other, other], "the validators belong to the new address")
    #expect(answer.document?.entryCount == 1)
    #expect(answer.state.movedTo == nil)
    #expect(answer.state.etag == "9")
    #expect(answer.state.failures == nil)
  }

  @Test func `a move stays remembered when neither address answers`() async throws {
    let spy = NetworkClientSpy { request in
      throw NetworkClient.Error.unreachable(request.url == feed ? .unknownHost : .offline)
    }
    let state = try await moved()
    let failure = try await #require(throws: FeedFailure.self) {
      try await sut(spy, day: 3).document(feed, state, true)
    }
    #expect(failure.reason as? NetworkClient.Error == .unreachable(.offline))
    #expect(failure.state.movedTo == other.absoluteString)
    #expect(failure.state.failures == 1)
  }

  @Test(arguments: [
    FeedReply(status: 429, headers: [("Retry-After", "60")]), FeedReply(status: 403, body: Data("<html>".utf8)),
    FeedReply(status: 429), FeedReply(status: 503), FeedReply(status: 503, body: Data("<html>".utf8)),
  ])
  func `the old address is not asked when the new one is busy`(busy: FeedReply) async throws {
    let spy = NetworkClientSpy { busy.response(to: $0) }
    let failure = try await #require(throws: FeedFailure.self) { try await sut(spy).document(feed, moved(), true) }
    #expect(spy.requests.map(\.url) == [other])
    #expect(failure.state.movedTo == other.absoluteString)
  }

  @Test func `a pause that the old address of a moved feed asks for is obeyed when neither answers`() async throws {
    let spy = NetworkClientSpy { request in
      let busy = FeedReply(status: 429, headers: [("Retry-After", "36000")])
      return (request.url == feed ? busy : FeedReply(status: 404)).response(to: request)
    }
    let failure = try await #require(throws: FeedFailure.self) {
      try await sut(spy, day: 3).document(feed, moved(), true)
    }
    #expect(failure.reason as? NetworkClient.Error == .rejected(status: 404))
    #expect(failure.state.movedTo == other.absoluteString)
    #expect(failure.state.pausedUntil == date(3).addingTimeInterval(36_000))
  }

  @Test(arguments: [(1, true), (9, false), (-9, false)])
  func `a document from more than eight days ago or ahead is asked for without validators`(
    age: Double, isConditional: Bool
  ) async throws {
    var state = try await load(.init(headers: [("ETag", "1")], body: rss("A")), day: 20).answer.state
    state.documentDate = date(20 - age)
    let request = try await load(.init(body: rss("A")), state, day: 20).requests[0]
    #expect(request.headers["If-None-Match"] == (isConditional ? "1" : nil))
  }

  @Test func `a request names the address that linked or moved to its own`() async throws {
    #expect(try await load(.init(body: rss("A"))).requests.map(\.linkedFrom) == [nil])
    #expect(try await load(.init(body: rss("A")), FeedState(linkedFrom: other)).requests.map(\.linkedFrom) == [other])
    let state = try await moved()
    #expect(try await load(.init(status: 304), state, day: 2).requests.map(\.linkedFrom) == [feed])
    #expect(try await load(.init(body: rss("A"))).requests.map(\.mayReachThisMachine) == [false])
  }

  // MARK: - Documents

  @Test(arguments: [
    ("text/xml; charset=windows-1252", "ü"), ("text/xml; Charset=\"ISO-8859-1\"", "ü"),
    ("text/xml;a=b;charset='latin1' ", "ü"), ("text/xml, text/xml; charset=iso-8859-1", "ü"),
    // Without a charset, bytes that are not valid UTF-8 are read as Windows-1252.
    ("text/xml; charset=", "ü"), ("text/xml; charset=none-such", "\u{FFFD}"), ("", "ü"),
  ])
  func `the charset of Content-Type decodes the document`(type: String, expected: String) async throws {
    var body = Data("<rss version='2.0'><channel><item><title>".utf8)
    body.append(0xFC)
    body.append(contentsOf: "</title></item></channel></rss>".utf8)
    let document = try await load(.init(headers: [("Content-Type", type)], body: body)).answer.document
    #expect(document?.portions().flatMap { $0 }.map(\.title) == [expected])
  }

  @Test func `relative links are resolved against the address after redirects`() async throws {
    let body = Data("<rss><channel><item><link>/1</link></item></channel></rss>".utf8)
    let document = try await load(.init(redirects: [302], to: other, body: body)).answer.document
    #expect(document?.portions().flatMap { $0 }.map(\.link) == ["https://example.net/1"])
  }

  @Test func `links have no password of the address that a redirect led to`() async throws {
    let target = URL(string: "https://bob:secret@example.net/feed")!
    let body = Data("<rss><channel><item><link>/1</link></item></channel></rss>".utf8)
    let document = try await load(.init(redirects: [302], to: target, body: body)).answer.document
    #expect(document?.portions().flatMap { $0 }.map(\.link) == ["https://example.net/1"])
    #expect(document?.address == "https://example.net/feed")
  }

  @Test func `links in a Link header are found`() async throws {
    let link = ("Link", "</2>; rel=next, </a>; rel=alternate; type=application/atom+xml")
    #expect(
      try await load(.init(headers: [link], body: rss("A"))).answer.document?.feed.next == "https://example.org/2")
    await #expect {
      try await load(.init(headers: [link], body: Data("<html>".utf8)))
    } throws: { error in
      (error as? FeedFailure)?.links == [FeedLink(address: "https://example.org/a")]
    }
  }

  @Test func `a page without a feed that leads on to another address is followed like a redirect`() async throws {
    let web = SimulatedWeb()
    web["https://example.org/"] = "<meta http-equiv=refresh content='0; url=/en/'>"
    web["https://example.org/en/"] = "<html><meta http-equiv=Refresh content='3;URL=https://example.net/feed'>"
    web[other.absoluteString] = String(decoding: rss("A"), as: UTF8.self)
    web.tag(other.absoluteString, "1")
    let sut = FeedsService.live(client: web.client, readFile: { _ in Data() }, now: { date(0) })
    let page = URL(string: "https://example.org/")!
    let answer = try await sut.document(page, FeedState(), true)
    #expect(answer.document?.entryCount == 1)
    #expect(web.requests == ["https://example.org/", "https://example.org/en/", other.absoluteString])
    #expect(web.links == [nil, page, URL(string: "https://example.org/en/")])
    #expect(answer.state.validatorsAddress == other.absoluteString)
    #expect(answer.state.linkedFrom == nil)
    #expect(answer.state.failures == nil)
    let again = try await sut.document(page, answer.state, true)
    #expect(again.document == nil)
    #expect(web.fields("If-None-Match").last == "1")
    #expect(again.state.failures == nil)
  }

  @Test func `pages that lead to each other, to a dead end, or on and on are no feed`() async throws {
    let web = SimulatedWeb()
    func page(_ path: String, to next: String) {
      web["https://example.org/\(path)"] = "<html><meta http-equiv=refresh content='0; url=/\(next)'>"
    }
    page("a", to: "b")
    page("b", to: "a")
    page("c", to: "none")
    for number in 0..<9 { page("\(number)", to: "\(number + 1)") }
    let sut = FeedsService.live(client: web.client, readFile: { _ in Data() }, now: { date(0) })
    func failure(_ path: String) async throws -> FeedFailure {
      try await #require(throws: FeedFailure.self) {
        try await sut.document(URL(string: "https://example.org/\(path)")!, FeedState(), true)
      }
    }
    let circle = try await failure("a")
    #expect(circle.reason as? AnswerFailure == .pageWithoutFeed)
    #expect(circle.state.failures == 1)
    #expect(try await failure("c").reason as? NetworkClient.Error == .rejected(status: 404))
    #expect(try await failure("0").reason as? AnswerFailure == .pageWithoutFeed)
    #expect(web.requests.map { $0.dropFirst(20) } == ["a", "b", "c", "none", "0", "1", "2", "3"])
  }

  @Test func `a page that links to a feed is not left for the page that it leads on to`() async throws {
    let page = """
      <html><meta http-equiv=refresh content='0; url=/en/'>\
      <link rel=alternate type=application/rss+xml href=/feed.xml>
      """
    let failure = try await fail(.init(body: Data(page.utf8)))
    #expect(failure.links == [FeedLink(address: "https://example.org/feed.xml")])
    #expect(failure.refresh == nil)
  }

  @Test func `files are read without a request`() async throws {
    let file = URL(string: "file:///tmp/a%20b.xml")!
    let sut = FeedsService.live(
      client: .failing(),
      readFile: {
        guard $0 == file else { throw CocoaError(.fileReadNoSuchFile) }
        return rss("A")
      }, now: { date(0) })
    let first = try await sut.document(file, FeedState(), true)
    #expect(first.document?.entryCount == 1)
    #expect(
      try await sut.document(file, first.state, true).document == nil, "an unchanged document is not parsed again")
    #expect(try await sut.document(file, first.state, false).document?.entryCount == 1)
    let missing = URL(string: "file:///tmp/none%20such.xml")!
    let failure = try await #require(throws: FeedFailure.self) { try await sut.document(missing, FeedState(), true) }
    #expect(failure.reason as? AnswerFailure == .unreadableFile("/tmp/none such.xml"))
  }

  @Test func `an address in a document of the web never runs a program or reads a file`() async throws {
    let read = CallRecorder<String>()
    let sut = FeedsService.live(
      client: .failing(),
      readFile: {
        read.record($0.path)
        return rss("A")
      },
      runProgram: { command, _ in
        read.record(command)
        return rss("A")
      }, now: { date(0) })
    for address in [Subscription.Source.command("ls").location, URL(filePath: "/etc/passwd")] {
      await #expect(throws: FeedFailure.self) {
        try await sut.document(address, FeedState(linkedFrom: other), false)
      }
    }
    #expect(read.all == [])
    _ = try await sut.document(Subscription.Source.command("ls").location, FeedState(), false)
    #expect(read.all == ["ls"])
  }

  // MARK: - Support

  private func sut(_ spy: NetworkClientSpy, day: Double = 0) -> FeedsService {
    .live(client: spy.client, readFile: { _ in throw CocoaError(.fileReadNoSuchFile) }, now: { date(day) })
  }

  private func load(
    _ answer: FeedReply, _ state: FeedState = FeedState(), at address: URL = feed, day: Double = 0,
    isConditional: Bool = true
  ) async throws -> (answer: FeedAnswer, requests: [NetworkClient.Request]) {
    let spy = NetworkClientSpy { answer.response(to: $0) }
    return (try await sut(spy, day: day).document(address, state, isConditional), spy.requests)
  }

  private func fail(_ answer: FeedReply, _ state: FeedState = FeedState(), day: Double = 0) async throws -> FeedFailure
  {
    try await #require(throws: FeedFailure.self) { _ = try await load(answer, state, day: day) }
  }

  /// The state of a feed that has moved to `other`.
  private func moved() async throws -> FeedState {
    var state = FeedState()
    for day in [0.0, 1] {
      state = try await load(
        .init(redirects: [301], to: other, headers: [("ETag", "1")], body: rss("A")), state, day: day
      ).answer.state
    }
    #expect(state.movedTo == other.absoluteString)
    return state
  }
}
