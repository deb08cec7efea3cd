import ContentDomain
import ContentService
import ContentServiceLive
import FileLock
import FileStore
import Foundation
import NetworkClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ContentServiceLiveTests {
  let asked = Calls<String>()

  /// A service whose server answers `/` with `first`, and whatever else is asked with `second`.
  func sut(
    _ first: String, _ second: String = Self.code, base: String = "http://host:8000", turn: FileLock = .stub()
  ) throws -> ContentService {
    let base = try #require(URL(string: base))
    let client = NetworkClient { [asked] request in
      asked.record("\(request.method.rawValue) \(request.url.absoluteString)")
      return .init(url: request.url, body: Data((asked.all.count == 1 ? first : second).utf8))
    }
    return .live(client: client, base: base, turn: turn)
  }

  static let code = #"{"path": "p", "response_code": "\#(UUID.sampleCode.text)", "more": 1}"#

  static func next(_ address: String) -> String { #"{"next_path": "\#(address)"}"# }

  @Test func `it asks for the way, and goes there`() async throws {
    let sut = try sut(Self.next("http://host:8000/a-b/?c=d"))
    #expect(try await sut.fetchCurrentResponseCode() == .sampleCode)
    #expect(asked.all == ["GET http://host:8000/", "GET http://host:8000/a-b/?c=d"])
  }

  @Test func `a code may be written in capitals`() async throws {
    let sut = try sut(Self.next("/x"), Self.code.replacing(UUID.sampleCode.text, with: UUID.sampleCode.uuidString))
    #expect(try await sut.fetchCurrentResponseCode() == .sampleCode)
  }

  @Test(arguments: [1, 2, 3])
  func `where somebody else has asked in between, the way is asked for again`(spoiled: Int) async throws {
    let client = NetworkClient { [asked] request in
      asked.record(request.url.path())
      #expect(!request.mayLeave)
      if request.url.path() == "/" { return .init(url: request.url, body: Data(Self.next("/\(asked.all.count)").utf8)) }
      if asked.all.count / 2 <= spoiled { throw NetworkClient.Error.rejected(status: 400) }
      return .init(url: request.url, body: Data(Self.code.utf8))
    }
    let sut = ContentService.live(client: client, base: try #require(URL(string: "http://host")), turn: .stub())
    if spoiled < 3 {
      #expect(try await sut.fetchCurrentResponseCode() == .sampleCode)
      #expect(asked.all == (0...spoiled).flatMap { ["/", "/\($0 * 2 + 1)"] }, "each way is gone once")
    } else {
      await #expect(throws: NetworkClient.Error.rejected(status: 400)) { try await sut.fetchCurrentResponseCode() }
      #expect(asked.all.count == 6)
    }
  }

  @Test func `a server may live under a path`() async throws {
    let sut = try sut(Self.next("http://host:8000/api/x/"), base: "http://host:8000/api")
    #expect(try await sut.fetchCurrentResponseCode() == .sampleCode)
    #expect(asked.all == ["GET http://host:8000/api/", "GET http://host:8000/api/x/"])
  }

  @Test(arguments: [
    ("http://host", "http://HOST:80/x"), ("http://host:80", "HTTP://host/x"), ("https://host", "https://host:443/x"),
    ("http://host:81", "https://host:81/x"), ("http://[::1]:81", "http://[::1]:81/x"), ("http://host", "/x"),
  ])
  func `the same host and port is followed, however it is written`(base: String, next: String) async throws {
    #expect(try await sut(Self.next(next), base: base).fetchCurrentResponseCode() == .sampleCode)
    #expect(asked.all.count == 2)
  }

  @Test(arguments: [
    "http://elsewhere:8000/x", "http://host:8001/x", "http://host/x", "https://host/x", "file:///etc/passwd",
    "ftp://host:8000/x", "//elsewhere/x", "http://host:8000@elsewhere/x", "http://me:secret@host:8000/x", "http://",
    "http:///x", "javascript:alert(1)", "http://host.:8000/x", "http://host:8000.elsewhere/x", "data:,x",
    "http://host:99999/x", "http://elsewhere:8000\\\\@host:8000/x", "gopher://host:8000/x", "host:8000/x",
  ])
  func `anywhere else is not gone to, and is named`(next: String) async throws {
    let sut = try sut(Self.next(next))
    let named = next.replacing("\\\\", with: "\\")
    await #expect(throws: NetworkClient.Error.unreachable(.misdirected(to: named))) {
      try await sut.fetchCurrentResponseCode()
    }
    #expect(asked.all == ["GET http://host:8000/"])
  }

  @Test func `never from https to http`() async throws {
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
  func `what is missing or of another type is no answer`(first: String, second: String) async throws {
    let sut = try sut(first, second)
    let error = await #expect(throws: NetworkClient.Error.self) { try await sut.fetchCurrentResponseCode() }
    #expect(error.isUndecodable, "\(String(describing: error))")
    #expect(asked.all.count == (second.isEmpty ? 1 : 2))
  }

  @Test func `what the network says is passed on`() async throws {
    let error = NetworkClient.Error.rejected(status: 400)
    let sut = ContentService.live(
      client: .failing(error), base: try #require(URL(string: "http://host")), turn: .stub())
    await #expect(throws: error) { try await sut.fetchCurrentResponseCode() }
  }

  @Test func `the turn is held from the first question to the last answer`() async throws {
    let turn = FileLock.memory()
    let gate = Gate()
    let client = NetworkClient { request in
      try await gate.pause()
      return .init(
        url: request.url,
        body: Data((request.url.path() == "/" ? Self.next("http://host/\(UUID())") : Self.code).utf8))
    }
    let sut = ContentService.live(client: client, base: try #require(URL(string: "http://host")), turn: turn)
    let first = Task { try await sut.fetchCurrentResponseCode() }
    await gate.arrived()
    let second = Task { [asked] in try await turn.whileHeld { asked.record("mine") } }
    await gate.open()
    await gate.arrived()
    #expect(asked.all == [])
    await gate.open()
    _ = try await first.value
    try await second.value
    #expect(asked.all == ["mine"])
  }

  @Test func `a turn that is too long in coming is not waited for`() async throws {
    let sut = try sut(Self.next("http://host:8000/x"), turn: .failing(FileStoreError.busy))
    #expect(try await sut.fetchCurrentResponseCode() == .sampleCode)
  }

  @Test func `where no code could be kept, none is asked for`() async throws {
    let sut = try sut(Self.next("http://host:8000/x"), turn: .failing())
    await #expect(throws: FileStoreError.notPermitted) { try await sut.fetchCurrentResponseCode() }
    #expect(asked.all == [])
  }
}

extension NetworkClient.Error? {
  var isUndecodable: Bool { if case .undecodable? = self { true } else { false } }
}
