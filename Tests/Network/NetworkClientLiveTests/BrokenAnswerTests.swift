import Foundation
import NetworkClient
import NetworkClientLive
import NetworkClientTestSupport
import Synchronization
import TestSupport
import Testing

extension NetworkClientLiveTests {
  @Suite struct BrokenAnswers {
    let sut = NetworkClient.undisturbed(timeout: .seconds(10))

    @Test(arguments: [
      "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n[1, 2]",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n[1,\r\n3\r\n 2]\r\n0\r\nX: y\r\n\r",
    ])
    func `a response cut off at any byte fails; only the whole response succeeds`(answer: String) async throws {
      let turn = Mutex(0)
      let bytes = Data(answer.utf8)
      let host = try LoopbackHost { _ in
        let length = turn.withLock { turn in
          defer { turn += 1 }
          return turn
        }
        return .bytes(bytes.prefix(length))
      }
      for length in 0..<bytes.count {
        let failure = try await sut.failure(.init(host.url()))
        let expected: [NetworkClient.Error?] = [.unreachable(.lost)] + (length < 5 ? [.unreachable(.notHTTP)] : [])
        #expect(expected.contains(failure), "cut at \(length)")
      }
      #expect(try await sut.send(.init(host.url())).body == Data("[1, 2]".utf8))
      #expect(host.requests.count == bytes.count + 1)
    }

    @Test(arguments: [
      "Content-Length: 6\r\n\r\n[1, 2]",
      "Transfer-Encoding: chunked\r\n\r\n3\r\n[1,\r\n3\r\n 2]\r\n0\r\n\r",
    ])
    func `a body cut off at any byte is returned as far as it came if the request wants that`(rest: String) async throws
    {
      let bytes = Data("HTTP/1.1 200 OK\r\n\(rest)".utf8)
      let length = Mutex(0)
      let host = try LoopbackHost { _ in .bytes(bytes.prefix(length.withLock(\.self))) }
      var request = NetworkClient.Request(host.url())
      request.returnsCutBody = true
      for cut in try #require(bytes.firstIndex(of: UInt8(ascii: "["))) + 1...bytes.count {
        length.withLock { $0 = cut }
        let response = try await sut.send(request)
        #expect("[1, 2]".hasPrefix(String(decoding: response.body, as: UTF8.self)), "cut at \(cut)")
        #expect(response.isCut == (cut < bytes.count), "cut at \(cut)")
      }
      length.withLock { $0 = bytes.firstIndex(of: UInt8(ascii: "[")) ?? 0 }
      #expect(try await sut.failure(request) == .unreachable(.lost), "without a byte of the body")
    }

    @Test(arguments: [("404 Not Found", NetworkClient.Error.unreachable(.lost)), ("200 OK", .tooLarge(limit: 2))])
    func `a rejection, and a body above the limit, are not returned as cut`(
      status: String, error: NetworkClient.Error
    ) async throws {
      let host = try LoopbackHost(.bytes(Data("HTTP/1.1 \(status)\r\nContent-Length: 9\r\n\r\n[1,".utf8)))
      var request = NetworkClient.Request(host.url(), bodyLimit: status == "200 OK" ? 2 : nil)
      request.returnsCutBody = true
      #expect(try await sut.failure(request) == error)
    }

    @Test func `a response cut off by a connection reset fails as lost`() async throws {
      let host = try LoopbackHost("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[1," + .reset, .reset)
      #expect(try await sut.failure(.init(host.url())) == .unreachable(.lost))
      #expect(try await sut.failure(.init(host.url())) == .unreachable(.lost))
    }

    @Test(arguments: [
      (
        "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\n[1]",
        NetworkClient.Error.tooLarge(limit: 1 << 20)
      ),
      ("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n[1]", .tooLarge(limit: 1 << 20)),
      ("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n[1]", .unreachable(.notHTTP)),
      ("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n[1]", .unreachable(.notHTTP)),
      ("[1]\r\n", .unreachable(.notHTTP)),
      ("<html></html>", .unreachable(.notHTTP)),
      ("SSH-2.0-OpenSSH_9.2\r\n", .unreachable(.notHTTP)),
      ("\r\n\r\n\r\n", .unreachable(.notHTTP)),
      ("HTTP/1.1 99999 OK\r\n\r\n", .unreachable(.notHTTP)),
      ("HTTP/9.1 200 OK\r\n\r\n", .unreachable(.notHTTP)),
      ("HTTP/1.1 200 OK\r\n", .unreachable(.lost)),
    ])
    func `a malformed response fails with the error for its kind of defect`(answer: String, error: NetworkClient.Error)
      async throws
    {
      let host = try LoopbackHost(.bytes(Data(answer.utf8)))
      #expect(try await sut.failure(.init(host.url())) == error)
    }

    @Test(arguments: [
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n[1]\r\n0\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n[1]",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n[1]",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7fffffffffffffff\r\n[1]",
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n",
    ])
    func `a malformed chunked or upgrade response fails as lost or not HTTP, depending on libcurl's version`(
      answer: String
    ) async throws {
      let host = try LoopbackHost(.bytes(Data(answer.utf8)))
      let failure = try await sut.failure(.init(host.url()))
      #expect([.unreachable(.lost), .unreachable(.notHTTP)].contains(failure))
    }

    @Test(arguments: [(1, 1 << 20), (100_000, 1), (3, 90_000)])
    func `headers and trailers over 256 KB are refused`(lines: Int, length: Int) async throws {
      let fields = String(repeating: "X: " + String(repeating: "x", count: length) + "\r\n", count: lines)
      let host = try LoopbackHost(
        .bytes(Data("HTTP/1.1 200 OK\r\n\(fields)Content-Length: 1\r\n\r\n1".utf8)),
        .bytes(Data("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n1\r\n0\r\n\(fields)\r\n".utf8)))
      #expect(try await sut.failure(.init(host.url())) == .tooLarge(limit: 256 << 10))
      // libcurl takes lines of trailers up to 4 KB and reports longer ones as a connection error.
      let failure = try await sut.failure(.init(host.url()))
      let expected: [NetworkClient.Error?] =
        [.tooLarge(limit: 256 << 10)] + (length > 4_000 ? [.unreachable(.lost)] : [])
      #expect(expected.contains(failure))
    }

    @Test func `interim responses count toward the header limit`() async throws {
      let interim = String(repeating: "HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n", count: 10_000)
      let host = try LoopbackHost(.bytes(Data(interim.utf8)))
      #expect(try await sut.failure(.init(host.url())) == .tooLarge(limit: 256 << 10))
    }

    @Test func `a body of exactly the limit is accepted, one byte more is too large`() async throws {
      let host = try LoopbackHost { .answer(text: String(repeating: "x", count: Int($0.target.dropFirst()) ?? 0)) }
      let chunked = try LoopbackHost(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n1\r\nd\r\n0\r\n\r\n")
      #expect(try await NetworkClient.undisturbed(bodyLimit: 1000).send(.init(host.url("/1000"))).body.count == 1000)
      #expect(
        try await NetworkClient.undisturbed(bodyLimit: 999).failure(.init(host.url("/1000"))) == .tooLarge(limit: 999))
      #expect(try await NetworkClient.undisturbed(bodyLimit: 4).send(.init(chunked.url())).body == Data("abcd".utf8))
      #expect(
        try await NetworkClient.undisturbed(bodyLimit: 3).failure(.init(chunked.url())) == .tooLarge(limit: 3))
      #expect(try await NetworkClient.undisturbed(bodyLimit: 0).send(.init(host.url("/0"))).body.isEmpty)
    }

    @Test func `a request can lower the client's body limit but not raise it`() async throws {
      let host = try LoopbackHost { .answer(text: String(repeating: "x", count: Int($0.target.dropFirst()) ?? 0)) }
      let sut = NetworkClient.undisturbed(bodyLimit: 1000)
      #expect(try await sut.send(.init(host.url("/10"), bodyLimit: 10)).body.count == 10)
      #expect(try await sut.failure(.init(host.url("/11"), bodyLimit: 10)) == .tooLarge(limit: 10))
      #expect(try await sut.failure(.init(host.url("/1001"), bodyLimit: 1001)) == .tooLarge(limit: 1000))
      #expect(try await sut.failure(.init(host.url("/1"), bodyLimit: -1)) == .tooLarge(limit: 0))
    }

    @Test func `2,000 randomly damaged responses each end in a success or an error, none by timing out`() async throws {
      let answers = Self.samples.map { Data($0.utf8) }
      let random = Mutex(MutationGenerator(seed: 2026))
      let host = try LoopbackHost { _ in .bytes(random.withLock { $0.mutate(answers) }) }
      var successes = 0
      var failures: Set<NetworkClient.Error> = []
      for _ in 0..<2_000 {
        if let failure = try await sut.failure(.init(host.url())) { failures.insert(failure) } else { successes += 1 }
      }
      #expect(successes > 100)
      #expect(failures.isSuperset(of: [.unreachable(.lost), .unreachable(.notHTTP), .rejected(status: 401)]))
      #expect(!failures.contains(.unreachable(.timedOut)))
      #expect(host.requests.count >= 2_000)
    }

    static let samples = [
      "HTTP/1.1 200 OK\r\nContent-Length: 6\r\nETag: \"e\"\r\n\r\n[1, 2]",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n[1,\r\n3\r\n 2]\r\n0\r\nX: y\r\n\r\n",
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]",
      "HTTP/1.0 200 OK\r\nX: a\r\n  b\r\n\r\n[1, 2]",
      "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"r\"\r\nContent-Length: 0\r\n\r\n",
      "HTTP/1.1 302 Found\r\nLocation: //[::1]:1/\r\nContent-Length: 0\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\nContent-Length: 6\r\n\r\n[1, 2]",
      "HTTP/1.1 429 Slow\r\nRetry-After: Sun, 06 Nov 1994 08:49:37 GMT\r\nContent-Length: 0\r\n\r\n",
    ]
  }
}

/// A random generator for damaging bytes, with the same numbers for the same seed.
struct MutationGenerator: RandomNumberGenerator {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func next() -> UInt64 { generator.next() }

  mutating func mutate(_ samples: [Data]) -> Data {
    var bytes = Array(samples[Int.random(in: samples.indices, using: &self)])
    for _ in 0..<Int.random(in: 0...3, using: &self) where !bytes.isEmpty {
      let place = Int.random(in: bytes.indices, using: &self)
      switch Int.random(in: 0..<5, using: &self) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &self)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(contentsOf: bytes[place...].prefix(20), at: place)
      case 3: bytes.removeSubrange(place...)
      default: bytes[place] = Array("\r\n\0: 9-".utf8).randomElement(using: &self) ?? 0
      }
    }
    return Data(bytes)
  }
}
