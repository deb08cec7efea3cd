import Foundation
import NetworkClient
import NetworkClientLive
import NetworkClientTestSupport
import Testing

extension NetworkClientLiveTests {
  @Suite struct Answers {
    let sut = NetworkClient.undisturbed()

    @Test func `a response has the status, URL, headers and body that the host sent`() async throws {
      let host = try LoopbackHost(.answer(201, headers: ["ETag: \"1\"", "Link: <a>", "link:<b>"], text: "[1]"))
      let response = try await sut.send(.init(host.url("/posts?a=b%20c")))
      #expect(response.status == 201)
      #expect(response.url == host.url("/posts?a=b%20c"))
      #expect(response.redirects == [])
      #expect(response.header("etag") == "\"1\"")
      #expect(response.header("Link") == "<a>, <b>")
      #expect(response.body == Data("[1]".utf8))
      #expect(host.requests.map(\.target) == ["/posts?a=b%20c"])
      #expect(host.requests.map(\.method) == ["GET"])
    }

    @Test func `a response body arrives byte for byte`() async throws {
      let body = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
      let host = try LoopbackHost(.answer(body: body))
      #expect(try await sut.send(.init(host.url())).body == body)
    }

    @Test(arguments: [NetworkClient.Request.Method.post, .put, .delete])
    func `a request body is sent whole with its type and length`(method: NetworkClient.Request.Method) async throws {
      let body = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0) })
      let host = try LoopbackHost(.answer(text: "ok"))
      let request = NetworkClient.Request(host.url(), method: method, headers: ["Content-Type": "a/b"], body: body)
      #expect(try await sut.send(request).body == Data("ok".utf8))
      let seen = try #require(host.requests.first)
      #expect(seen.method == method.rawValue)
      #expect(seen.body == body)
      #expect(seen.header("Content-Type") == "a/b")
      #expect(seen.header("Content-Length") == "300000")
    }

    @Test(arguments: [NetworkClient.Request.Method.post, .put, .delete])
    func `a request without a body sends no Content-Type, and Content-Length 0 unless it is a DELETE`(
      method: NetworkClient.Request.Method
    ) async throws {
      let host = try LoopbackHost(.answer(204))
      #expect(try await sut.send(.init(host.url(), method: method)).status == 204)
      let seen = try #require(host.requests.first)
      #expect(seen.method == method.rawValue)
      #expect(seen.header("Content-Length") == (method == .delete ? nil : "0"))
      #expect(seen.header("Content-Type") == nil)
      #expect(seen.header("Expect") == nil)
    }

    @Test func `a HEAD response has headers and no body, whatever its Content-Length`() async throws {
      let host = try LoopbackHost("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\nETag: e\r\n\r\n", .answer())
      let response = try await sut.send(.init(host.url(), method: .head))
      #expect(host.requests.first?.method == "HEAD")
      #expect(response.header("Content-Length") == "99999999999")
      #expect(response.body.isEmpty)
      _ = try await sut.send(.init(host.url()))
      #expect(host.connections == 1)
    }

    @Test func `header fields are sent as given; a request's User-Agent replaces the client's`() async throws {
      let host = try LoopbackHost(.answer())
      let sut = NetworkClient.live(userAgent: "reader/1", environment: [:])
      _ = try await sut.send(.init(host.url(), headers: ["If-None-Match": "\"é\"", "X-Empty": "", "X-Space": "  a "]))
      _ = try await sut.send(.init(host.url(), headers: ["user-agent": "other"]))
      #expect(host.requests[0].header("If-None-Match") == "\"é\"")
      #expect(host.requests[0].header("X-Empty") == "")
      #expect(host.requests[0].header("X-Space") == "a")
      #expect(host.requests[0].header("User-Agent") == "reader/1")
      #expect(host.requests[1].headers.filter { $0.name.lowercased() == "user-agent" }.map(\.value) == ["other"])
    }

    @Test(arguments: [400, 401, 403, 404, 410, 418, 500, 501, 505, 599, 300, 305, 306])
    func `a response without a success status is thrown as a rejection`(status: Int) async throws {
      let host = try LoopbackHost(
        .answer(status, headers: ["WWW-Authenticate: Basic realm=\"r\""], text: "[1]"))
      #expect(try await sut.failure(.init(host.url())) == .rejected(status: status))
      #expect(host.requests.count == 1)
    }

    @Test func `an error status is a rejection even if its body exceeds the limit`() async throws {
      let sut = NetworkClient.undisturbed(bodyLimit: 10)
      let host = try LoopbackHost(.answer(404, text: String(repeating: "x", count: 100_000)))
      #expect(try await sut.failure(.init(host.url())) == .rejected(status: 404))
    }

    @Test(arguments: [400, 401, 404, 409, 422, 499, 500, 599, 302, 304], [400..<500, 400..<600])
    func `a status in returnedRejections is returned as a response, any other is thrown`(
      status: Int, wanted: Range<Int>
    ) async throws {
      let host = try LoopbackHost(.answer(status, headers: ["Content-Type: text/plain"], text: "because"))
      let request = NetworkClient.Request(host.url(), method: .post, returnedRejections: wanted)
      guard wanted.contains(status) else {
        #expect(try await sut.failure(request) == .rejected(status: status))
        return
      }
      let response = try await sut.send(request)
      #expect(response.status == status)
      #expect(response.header("content-type") == "text/plain")
      #expect(String(decoding: response.body, as: UTF8.self) == "because")
    }

    @Test(arguments: [422, 500])
    func `a returned rejection with a body over the limit is truncated, not an error`(
      status: Int
    ) async throws {
      let sut = NetworkClient.undisturbed(bodyLimit: 10)
      let host = try LoopbackHost(.answer(status, text: String(repeating: "x", count: 100_000)))
      let response = try await sut.send(.init(host.url(), returnedRejections: 400..<600))
      #expect(response.status == status)
      #expect(response.body.count <= 10)
    }

    @Test(arguments: ["If-None-Match", "if-modified-since"])
    func `304 is a response to a conditional request and a rejection of any other`(name: String) async throws {
      let host = try LoopbackHost("HTTP/1.1 304 Not Modified\r\nETag: e\r\n\r\n")
      let response = try await sut.send(.init(host.url(), headers: [name: "e"]))
      #expect(response.status == 304)
      #expect(response.header("etag") == "e")
      #expect(try await sut.failure(.init(host.url())) == .rejected(status: 304))
    }

    @Test func `headers of interim responses are ignored`() async throws {
      let host = try LoopbackHost(
        """
        HTTP/1.1 100 Continue\r\nX-Interim: 1\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n\
        HTTP/1.1 200 OK\r\nContent-Length: 1\r\nX-Final: 1\r\n\r\n1
        """)
      let response = try await sut.send(.init(host.url()))
      #expect(response.body == Data("1".utf8))
      #expect(response.header("X-Final") == "1")
      #expect(response.header("X-Interim") == nil)
      #expect(response.header("Link") == nil)
    }

    @Test func `an interim response without a final one fails as lost`() async throws {
      let host = try LoopbackHost(.bytes(Data("HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n".utf8)))
      #expect(try await sut.failure(.init(host.url())) == .unreachable(.lost))
    }

    @Test func `trailers are not part of the response's headers`() async throws {
      let host = try LoopbackHost(
        """
        HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: ETag\r\nX-Main: 1\r\n\r\n\
        2;x=y\r\n[1\r\n1\r\n]\r\n0\r\nETag: late\r\nHTTP/1.1: odd\r\n\r\n
        """)
      let response = try await sut.send(.init(host.url()))
      #expect(response.body == Data("[1]".utf8))
      #expect(response.header("ETag") == nil)
      #expect(response.header("X-Main") == "1")
    }

    @Test func `26,000 header fields and as many trailers are read within 30 seconds`() async throws {
      let fields = String(repeating: "A:b\r\n", count: 26_000)
      let host = try LoopbackHost(
        .init([
          .send(
            Data(
              "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\(fields)\r\n1\r\n1\r\n0\r\n\(fields)\r\n".utf8))
        ]))
      let start = ContinuousClock.now
      let response = try await sut.send(.init(host.url()))
      #expect(response.header("a") == Array(repeating: "b", count: 26_000).joined(separator: ", "))
      #expect(start.duration(to: .now) < .seconds(30))
    }

    @Test(arguments: [
      "HTTP/1.1 200\r\nContent-Length: 1\r\nX: a b\r\n\r\n1",
      "HTTP/1.1 200 OK\nContent-Length: 1\nX: a b\n\n1",
      "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nX: a\r\n  b\r\n\r\n1",
      "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nX:\ta b \r\n\r\n1",
      "HTTP/1.0 200 OK\r\nX: a b\r\n\r\n1",
      "HTTP/1.1 200 OK\r\nX: a b\r\nConnection: close\r\n\r\n1",
    ])
    func `responses with lenient HTTP syntax are accepted`(answer: String) async throws {
      let host = try LoopbackHost(.bytes(Data(answer.utf8)))
      let response = try await sut.send(.init(host.url()))
      #expect(response.body == Data("1".utf8))
      #expect(response.header("X") == "a b")
    }

    @Test func `a URL can have an IPv6 address as its host`() async throws {
      let host = try LoopbackHost(version6: true) { _ in .answer(text: "6") }
      #expect(host.url().host() == "::1")
      #expect(try await sut.send(.init(host.url("/a"))).body == Data("6".utf8))
    }
  }
}
