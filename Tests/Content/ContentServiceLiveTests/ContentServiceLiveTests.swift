import ContentDomain
import ContentService
import ContentServiceLive
import Foundation
import NetworkClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ContentServiceLiveTests {
  let asked = CallRecorder<String>()

  /// Returns a service whose server answers `/` with `first`, and every other path with `second`.
  func sut(
    _ first: String, _ second: String = Self.code, base: String = "http://host:8000"
  ) throws -> ContentService {
    let base = try #require(URL(string: base))
    let client = NetworkClient { [asked] request in
      asked.record("\(request.method.rawValue) \(request.url.absoluteString)")
      return .init(url: request.url, body: Data((asked.all.count == 1 ? first : second).utf8))
    }
    return .live(client: client, base: base, clock: ImmediateClock())
  }

  static let code = #"{"path": "p", "response_code": "\#(UUID.sampleCode.text)", "more": 1}"#

  static func next(_ address: String) -> String { #"{"next_path": "\#(address)"}"# }

  @Test func `the code is fetched from the path that the server names first`() async throws {
    let sut = try sut(Self.next("http://host:8000/a-b/?c=d"))
    #expect(try await sut.fetchCurrentResponseCode() == .sampleCode)
    #expect(asked.all == ["GET http://host:8000/", "GET http://host:8000/a-b/?c=d"])
  }

  @Test func `a code may be written in capitals`() async throws {
    let sut = try sut(Self.next("/x"), Self.code.replacing(UUID.sampleCode.text, with: UUID.sampleCode.uuidString))
    #expect(try await sut.fetchCurrentResponseCode() == .sampleCode)
  }

  /// Returns a service whose server takes 100 ms for each answer, and rejects the first `spoiled` paths.
  func busy(_ spoiled: Int, _ clock: TestClock, jitter: Double = 1) throws -> ContentService {
    let client = NetworkClient { [asked] request in
      asked.record(request.url.path())
      clock.advance(by: .milliseconds(100))
      #expect(!request.mayLeave)
      if request.url.path() == "/" { return .init(url: request.url, body: Data(Self.next("/\(asked.all.count)").utf8)) }
      if asked.all.count / 2 <= spoiled { throw NetworkClient.Error.rejected(status: 400) }
      return .init(url: request.url, body: Data(Self.code.utf8))
    }
    return .live(client: client, base: try #require(URL(string: "http://host")), clock: clock) { jitter }
  }

  @Test(arguments: [1, 2, 7, 8])
  func `a rejected path is requested anew up to seven times, with waits doubling up to two seconds`(
    spoiled: Int
  ) async throws {
    let clock = TestClock()
    let sut = try busy(spoiled, clock)
    let code = Task { try await sut.fetchCurrentResponseCode() }
    for wait in [200, 400, 800, 1_600, 2_000, 2_000, 2_000].prefix(spoiled) {
      await clock.sleeping()
      let count = asked.all.count
      clock.advance(by: .milliseconds(wait - 1))
      #expect(asked.all.count == count)
      clock.advance(by: .milliseconds(1))
    }
    if spoiled < 8 {
      #expect(try await code.value == .sampleCode)
      #expect(
        asked.all == (0...spoiled).flatMap { ["/", "/\($0 * 2 + 1)"] }, "each attempt requests `/` and then one path")
    } else {
      await #expect(throws: NetworkClient.Error.rejected(status: 400)) { try await code.value }
      #expect(asked.all.count == 16)
    }
  }

  @Test func `jitter shortens the wait before a path is requested anew`() async throws {
    let clock = TestClock()
    let sut = try busy(1, clock, jitter: 0.25)
    let code = Task { try await sut.fetchCurrentResponseCode() }
    await clock.sleeping()
    clock.advance(by: .milliseconds(50))
    #expect(try await code.value == .sampleCode)
  }

  @Test func `cancelling during the wait ends the fetch`() async throws {
    let clock = TestClock()
    let sut = try busy(1, clock)
    let code = Task { try await sut.fetchCurrentResponseCode() }
    await clock.sleeping()
    code.cancel()
    await #expect(throws: CancellationError.self) { try await code.value }
    #expect(asked.all.count == 2)
  }

  @Test func `a server may live under a path`() async throws {
    let sut = try sut(Self.next("http://host:8000/api/x/"), base: "http://host:8000/api")
    #expect(try await sut.fetchCurrentResponseCode() == .sampleCode)
    #expect(asked.all == ["GET http://host:8000/api/", "GET http://host:8000/api/x/"])
  }

  @Test(arguments: [
    ("http://host", "http://HOST:80/x"), ("http://host:80", "HTTP://host/x"), ("https://host", "https://host:443/x"),
    ("http://[::1]:81", "http://[::1]:81/x"), ("http://host", "/x"),
  ])
  func `a next path of the same origin is followed in every spelling`(base: String, next: String) async throws {
    #expect(try await sut(Self.next(next), base: base).fetchCurrentResponseCode() == .sampleCode)
    #expect(asked.all.count == 2)
  }

  @Test(arguments: [
    "http://elsewhere:8000/x", "http://host:8001/x", "http://host/x", "https://host/x", "file:///etc/passwd",
    "ftp://host:8000/x", "//elsewhere/x", "http://host:8000@elsewhere/x", "http://me:secret@host:8000/x", "http://",
    "http:///x", "javascript:alert(1)", "http://host.:8000/x", "http://host:8000.elsewhere/x", "data:,x",
    "http://host:99999/x", "https://host:8000/x", "http://elsewhere:8000\\\\@host:8000/x",
    "gopher://host:8000/x", "host:8000/x",
  ])
  func `a next path elsewhere fails as misdirected with its address`(next: String) async throws {
    let sut = try sut(Self.next(next))
    let named = next.replacing("\\\\", with: "\\")
    await #expect(throws: NetworkClient.Error.unreachable(.misdirected(to: named))) {
      try await sut.fetchCurrentResponseCode()
    }
    #expect(asked.all == ["GET http://host:8000/"])
  }

  @Test func `a next path from https to http is not followed`() async throws {
    let sut = try sut(Self.next("http://host:8000/x"), base: "https://host:8000")
    await #expect(throws: NetworkClient.Error.unreachable(.misdirected(to: "http://host:8000/x"))) {
      try await sut.fetchCurrentResponseCode()
    }
  }

  @Test(arguments: [
    ("{}", ""), (#"{"next_path": 42}"#, ""), (#"{"next_path": null}"#, ""), ("[]", ""), ("", ""), ("{", ""),
    (#"{"nextPath": "http://host:8000/x"}"#, ""),
    (next("http://host:8000/x"), "{}"), (next("http://host:8000/x"), #"{"path": "p", "response_code": "no-uuid"}"#),
    (next("http://host:8000/x"), #"{"path": "p", "response_code": 7}"#),
    (next("http://host:8000/x"), #"{"path": "p", "response_code": null}"#),
    (next("http://host:8000/x"), #"{"path": "p", "response_code": "5a7c4e10-0ff1-4e51-8b0a-0ff11ef1257"}"#),
    (next("http://host:8000/x"), #"{"path": "p", "response_code": " 5a7c4e10-0ff1-4e51-8b0a-0ff11ef12570"}"#),
    (next("http://host:8000/x"), #"{"path": "p", "response_code": "5a7c4e10-0ff1-4e51-8b0a-0ff11ef12570\u0000x"}"#),
    (next("http://host:8000/x"), #"{"path": "p", "response_code": "+a7c4e10-0ff1-4e51-8b0a-0ff11ef12570"}"#),
    (next("http://host:8000/x"), #"{"path": "p", "response_code": "5a7c4e 1-0ff1-4e51-8b0a-0ff11ef12570"}"#),
    (next("http://host:8000/x"), #"{"path": "p", "response_code": "0x7c4e10-0ff1-4e51-8b0a-0ff11ef12570"}"#),
    (next("http://host:8000/x"), #"{"path": "p", "response_code": "{5a7c4e10-0ff1-4e51-8b0a-0ff11ef12570}"}"#),
    (next("http://host:8000/x"), #"{"response_code": "5a7c4e10-0ff1-4e51-8b0a-0ff11ef12570"}"#),
    (next("http://host:8000/x"), #"{"path": 7, "response_code": "5a7c4e10-0ff1-4e51-8b0a-0ff11ef12570"}"#),
    (next("http://host:8000/x"), "null"),
  ])
  func `a response with a missing or mistyped field is undecodable`(first: String, second: String) async throws {
    let sut = try sut(first, second)
    let error = await #expect(throws: NetworkClient.Error.self) { try await sut.fetchCurrentResponseCode() }
    #expect(error.isUndecodable, "\(String(describing: error))")
    #expect(asked.all.count == (second.isEmpty ? 1 : 2))
  }

  @Test func `an error of the network client is passed on`() async throws {
    let error = NetworkClient.Error.rejected(status: 400)
    let sut = ContentService.live(
      client: .failing(error), base: try #require(URL(string: "http://host")), clock: ImmediateClock())
    await #expect(throws: error) { try await sut.fetchCurrentResponseCode() }
  }
}

extension NetworkClient.Error? {
  var isUndecodable: Bool { if case .undecodable? = self { true } else { false } }
}
