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

/// Tests of header fields that the user has set for a feed.
@Suite(.timeLimit(.minutes(5)))
struct OwnHeadersTests {
  private let web = SimulatedWeb()
  private let page = URL(string: "https://example.org/feed?page=2")!
  private var program: URL { Subscription.Source.filter(command: "tidy", page).location }

  private func sut(_ headers: [String: String] = ["cookie": "a=b", "X-Key": "k"]) -> FeedsService {
    .live(
      client: web.client, readFile: { _ in Data() },
      runProgram: { _, _ in rss("A") }, headers: { [program] in $0 == feed || $0 == program ? headers : [:] },
      now: { date(1) })
  }

  private func ask(_ address: URL, _ state: FeedState = FeedState()) async throws {
    web[address.absoluteString] = String(decoding: rss("A"), as: UTF8.self)
    _ = try await sut().document(address, state, false)
  }

  @Test func `own header fields go to the feed's server and replace fields of the same name`() async throws {
    web[feed.absoluteString] = String(decoding: rss("A"), as: UTF8.self)
    _ = try await sut(["accept": "*/*"]).document(feed, FeedState(), false)
    #expect(web.fields("accept") == ["*/*"])
    #expect(web.fields("Accept") == [nil])
    try await ask(feed)
    #expect(web.fields("X-Key").last == "k")
    #expect(web.ownHeaders.last == ["cookie", "x-key"], "redirects to other servers drop these fields")
  }

  @Test func `own header fields are sent for older pages and comments on the same server only`() async throws {
    try await ask(page, FeedState(linkedFrom: feed))
    try await ask(other, FeedState(linkedFrom: feed))
    try await ask(page)
    #expect(web.fields("cookie") == ["a=b", nil, nil])
  }

  @Test func `own header fields are not sent to another server that a feed moved to`() async throws {
    var state = FeedState()
    state.movedTo = other.absoluteString
    web[other.absoluteString] = String(decoding: rss("A"), as: UTF8.self)
    _ = try await sut().document(feed, state, false)
    #expect(web.requests == [other.absoluteString])
    #expect(web.fields("cookie") == [nil])
  }

  @Test func `own header fields are sent for the page that a program reads`() async throws {
    web[page.absoluteString] = "x"
    _ = try await sut().document(program, FeedState(), false)
    #expect(web.fields("cookie") == ["a=b"])
  }

  @Test(arguments: [
    Subscription.Source.command("list"), .filter(command: "tidy", URL(string: "https://example.org/page")!),
  ])
  func `a program that is not run offline leaves the state of its feed`(source: Subscription.Source) async throws {
    let offline = NetworkClient.Error.unreachable(.notUsed)
    let sut = FeedsService.live(
      client: .failing(offline), readFile: { _ in Data() }, runProgram: { _, _ in throw offline }, now: { date(1) })
    let failure = try await #require(throws: FeedFailure.self) {
      try await sut.document(source.location, FeedState(), true)
    }
    #expect(failure.reason as? NetworkClient.Error == offline)
    #expect(failure.state == FeedState())
  }

  @Test(
    arguments: [(rss("A"), 1), (rss("A").dropLast(9), nil), (Data(), nil), (Data("<html>".utf8), nil)] as [(Data, Int?)]
  )
  func `a whole feed is read from a program that fails, and nothing else`(output: Data, count: Int?) async throws {
    let sut = FeedsService.live(
      client: .failing(), readFile: { _ in Data() },
      runProgram: { _, _ in throw FailedProgram(status: 1, output: output, message: "lost") }, now: { date(1) })
    let address = Subscription.Source.command("list").location
    guard let count else {
      let failure = try await #require(throws: FeedFailure.self) { try await sut.document(address, FeedState(), true) }
      #expect(failure.reason as? AnswerFailure == .failedProgram(1, message: "lost"))
      #expect(failure.state.failures == 1)
      return
    }
    let answer = try await sut.document(address, FeedState(), true)
    #expect(answer.document?.entryCount == count)
    #expect(answer.state.failures == nil)
    #expect(try await sut.document(address, answer.state, true).document == nil)
  }

  @Test func `the page that a program reads is requested once, and not from this machine`() async throws {
    let requests = CallRecorder<NetworkClient.Request>()
    let sut = FeedsService.live(
      client: NetworkClient { request in
        requests.record(request)
        return .init(url: request.url, body: Data("x".utf8))
      }, readFile: { _ in Data() },
      runProgram: { _, input in
        let link = "<link>/\(String(decoding: input, as: UTF8.self))</link>"
        return Data("<rss><channel><item><guid>1</guid>\(link)</item></channel></rss>".utf8)
      },
      now: { date(1) })
    let answer = try await sut.document(program, FeedState(), false)
    #expect(answer.document?.portions().map { $0.map(\.link) } == [["https://example.org/x"]])
    #expect(requests.all.map(\.url) == [page])
    #expect(requests.all.map(\.isRetried) == [false])
    #expect(requests.all.map(\.mayReachThisMachine) == [false])
  }

  @Test func `the server of the page that a program reads can ask for a pause, and end the feed`() async throws {
    web.reject(page.absoluteString, 429)
    let busy = try await #require(throws: FeedFailure.self) { try await sut().document(program, FeedState(), true) }
    #expect(busy.reason as? NetworkClient.Error == .rejected(status: 429))
    #expect(busy.state.pausedUntil == date(1).addingTimeInterval(60))
    var known = busy.state
    known.askedAt = date(0)
    let paused = try await #require(throws: FeedFailure.self) { try await sut().document(program, known, true) }
    #expect(paused.reason as? AnswerFailure == .pausedUntil(date(1).addingTimeInterval(60)))
    #expect(paused.state == known, "a pause is no request")
    #expect(web.requests.count == 1)
    web.reject(page.absoluteString, 410)
    var state = FeedState()
    state.goneDay = 0
    let gone = try await #require(throws: FeedFailure.self) { try await sut().document(program, state, true) }
    #expect(gone.reason as? NetworkClient.Error == .rejected(status: 410))
    #expect(gone.state.hasEnded == true)
    let ended = try await #require(throws: FeedFailure.self) { try await sut().document(program, gone.state, true) }
    #expect(ended.reason as? AnswerFailure == .ended)
    #expect(web.requests.count == 2)
  }
}
