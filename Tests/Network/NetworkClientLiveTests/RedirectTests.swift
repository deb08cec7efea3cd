import Foundation
import NetworkClient
import NetworkClientLive
import NetworkClientTestSupport
import Synchronization
import Testing

extension NetworkClientLiveTests {
  @Suite struct Redirects {
    let sut = NetworkClient.undisturbed()

    @Test(arguments: [301, 302, 303, 307, 308])
    func `a redirect is followed, and the response has the final URL and the hop`(status: Int) async throws {
      let host = try LoopbackHost(.redirect(status, to: "../b?c"), .answer(text: "1"))
      let response = try await sut.send(.init(host.url("/x/y/a")))
      #expect(response.body == Data("1".utf8))
      #expect(response.url == host.url("/x/b?c"))
      #expect(response.redirects == [.init(status: status, to: host.url("/x/b?c"))])
      #expect(host.requests.map(\.target) == ["/x/y/a", "/x/b?c"])
      #expect(host.connections == 1)
    }

    @Test(arguments: [
      (301, NetworkClient.Request.Method.post, "GET"), (302, .post, "GET"), (303, .post, "GET"),
      (307, .post, "POST"), (308, .post, "POST"), (303, .put, "GET"), (301, .put, "PUT"), (302, .delete, "DELETE"),
      (303, .head, "HEAD"), (302, .head, "HEAD"), (308, .put, "PUT"),
    ])
    func `a redirect resends the method and body or becomes a GET, by its status and method`(
      status: Int, method: NetworkClient.Request.Method, then: String
    ) async throws {
      let host = try LoopbackHost(.redirect(status, to: "/b"), "HTTP/1.1 204 None\r\n\r\n")
      let body = method == .head ? nil : Data("body".utf8)
      let headers = ["Content-Type": "a/b", "Content-Language": "en", "Accept": "a/b"]
      _ = try await sut.send(.init(host.url("/a"), method: method, headers: headers, body: body))
      #expect(host.requests.map(\.method) == [method.rawValue, then])
      #expect(host.requests[1].body == (then == method.rawValue ? body ?? Data() : Data()))
      #expect(host.requests[1].header("Content-Type") == (then == method.rawValue ? "a/b" : nil))
      #expect(host.requests[1].header("Content-Language") == (then == method.rawValue ? "en" : nil))
      #expect(host.requests[1].header("Accept") == "a/b")
    }

    @Test func `five redirects are followed, a sixth fails as misdirected`() async throws {
      let host = try LoopbackHost { request in
        let left = Int(request.target.dropFirst()) ?? 0
        return left == 0 ? .answer(text: "1") : .redirect(to: "/\(left - 1)")
      }
      #expect(try await sut.send(.init(host.url("/5"))).url == host.url("/0"))
      #expect(try await sut.failure(.init(host.url("/6"))) == .unreachable(.misdirected(to: "/0")))
      #expect(host.requests.count == 12)
    }

    @Test(arguments: ["/a", "/first"])
    func `redirects that lead back to themselves fail as circular`(target: String) async throws {
      let host = try LoopbackHost { request in
        request.target == "/first" ? .redirect(to: "/a") : .redirect(to: request.target == "/a" ? "/b" : "/a")
      }
      #expect(try await sut.failure(.init(host.url(target))) == .unreachable(.circular))
      #expect(host.requests.count == 6)
    }

    @Test(arguments: [
      "ftp://127.0.0.1/", "file:///etc/passwd", "gopher://127.0.0.1/", "javascript:alert(1)", "http://", "http:",
      "https:///a", "http://[::1/", "http://[", "//", "http://a:999999999999/", "data:,x", "HTTP:b",
      "http://127.0.0.1:99999/",
    ])
    func `a redirect to an invalid or non-HTTP URL is not followed`(location: String) async throws {
      let host = try LoopbackHost(.redirect(to: location))
      let failure = try await sut.failure(.init(host.url("/a")))
      guard case .unreachable(.misdirected) = failure else {
        Issue.record("\(location) led to \(String(describing: failure))")
        return
      }
      #expect(host.requests.count == 1)
    }

    @Test func `a redirect to another port is not followed when mayLeave is false`() async throws {
      let elsewhere = try LoopbackHost(.answer(text: "1"))
      let host = try LoopbackHost { request in
        request.target == "/leave" ? .redirect(to: elsewhere.url().absoluteString) : .redirect(to: "/leave")
      }
      let failure = try await sut.failure(.init(host.url("/"), mayLeave: false))
      #expect(failure == .unreachable(.misdirected(to: elsewhere.url().absoluteString)))
      #expect(host.requests.count == 2)
      #expect(elsewhere.requests.isEmpty)
      #expect(try await sut.send(.init(host.url("/"))).body == Data("1".utf8))
    }

    @Test func `a redirect to an unreachable host reports that host; an unescaped path is percent-encoded`()
      async throws
    {
      let host = try LoopbackHost(.redirect(to: "//[::1]:1/"), .redirect(to: "/ü b"), .answer(text: "1"))
      let elsewhere = NetworkClient.Cause.elsewhere(at: "http://[::1]:1", .refused)
      #expect(try await sut.failure(.init(host.url())) == .unreachable(elsewhere))
      #expect(try await sut.send(.init(host.url())).body == Data("1".utf8))
      #expect(host.requests[2].target == "/%C3%BC%20b")
    }

    @Test func `a redirect without a Location is a rejection`() async throws {
      let host = try LoopbackHost(.answer(302))
      #expect(try await sut.failure(.init(host.url())) == .rejected(status: 302))
    }

    @Test func `a response lists the status and URL of each redirect, without the retries in between`() async throws {
      let other = try LoopbackHost(.answer(503), .redirect(308, to: "d"), .answer(410))
      let host = try LoopbackHost(.redirect(301, to: "/b"), .redirect(307, to: other.url("/c").absoluteString))
      let response = try await sut.send(.init(host.url("/a"), returnedRejections: 400..<600))
      #expect(response.status == 410)
      let hops = [(301, host.url("/b")), (307, other.url("/c")), (308, other.url("/d"))]
      #expect(response.redirects == hops.map { .init(status: $0.0, to: $0.1) })
      #expect(response.redirects.map(\.isPermanent) == [true, false, true])
      #expect(response.url == other.url("/d"))
    }

    @Test(arguments: ["If-None-Match", "if-modified-since"], [301, 302, 303, 307, 308])
    func `a redirect does not forward If-None-Match or If-Modified-Since`(name: String, status: Int) async throws {
      let host = try LoopbackHost(.redirect(status, to: "/b"), .answer(304))
      let request = NetworkClient.Request(host.url("/a"), headers: [name: "e", "If-Match": "m", "Accept": "a/b"])
      #expect(try await sut.failure(request) == .rejected(status: 304))
      #expect(host.requests.map { $0.header(name) } == ["e", nil])
      #expect(host.requests.map { $0.header("If-Match") } == ["m", "m"])
      #expect(host.requests.map { $0.header("Accept") } == ["a/b", "a/b"])
    }

    @Test func `a validator is not sent again when redirects lead back to the first URL`() async throws {
      let host = try LoopbackHost(.redirect(to: "/b"), .redirect(to: "/a"), .answer(text: "1"))
      #expect(try await sut.send(.init(host.url("/a"), headers: ["If-None-Match": "e"])).body == Data("1".utf8))
      #expect(host.requests.map { $0.header("If-None-Match") } == ["e", nil, nil])
    }

    @Test(arguments: [302, 307, 301])
    func `a validator of an address behind redirects is sent to that address alone`(status: Int) async throws {
      let other = try LoopbackHost(.answer(304))
      let host = try LoopbackHost(.redirect(status, to: "/b"), .redirect(status, to: other.url("/c").absoluteString))
      var request = NetworkClient.Request(host.url("/a"), headers: ["If-None-Match": "e", "if-modified-since": "d"])
      request.validatorsAddress = other.url("/c")
      let response = try await sut.send(request)
      #expect(response.status == 304)
      #expect(response.url == other.url("/c"))
      #expect(host.requests.map { $0.header("If-None-Match") } == [nil, nil])
      #expect(host.requests.map { $0.header("If-Modified-Since") } == [nil, nil])
      #expect(other.requests.map { $0.header("If-None-Match") } == ["e"])
      #expect(other.requests.map { $0.header("If-Modified-Since") } == ["d"])
    }

    @Test func `a validator of an address that no redirect leads to any more is not sent`() async throws {
      let host = try LoopbackHost(.answer(text: "1"), .redirect(to: "/c"), .answer(304))
      var request = NetworkClient.Request(host.url("/a"), headers: ["If-None-Match": "e"])
      request.validatorsAddress = host.url("/b")
      #expect(try await sut.send(request).body == Data("1".utf8))
      #expect(try await sut.failure(request) == .rejected(status: 304), "a 304 without a validator is an error")
      #expect(host.requests.map { $0.header("If-None-Match") } == [nil, nil, nil])
    }

    @Test func `a validator sent to its URL is not forwarded when that URL redirects further`() async throws {
      let host = try LoopbackHost(.redirect(to: "/b"), .redirect(to: "/c"), .answer(text: "1"))
      var request = NetworkClient.Request(host.url("/a"), headers: ["If-None-Match": "e"])
      request.validatorsAddress = host.url("/b")
      #expect(try await sut.send(request).body == Data("1".utf8))
      #expect(host.requests.map { $0.header("If-None-Match") } == [nil, "e", nil])
    }

    @Test func `a server that redirects until its cookies come back is answered`() async throws {
      let host = try LoopbackHost { request in
        switch request.header("Cookie") {
        case nil: .answer(302, headers: ["Location: /a", "Set-Cookie: seen=1; Path=/", "set-cookie: b=\u{1}; x"])
        case "seen=1":
          .answer(302, headers: ["Location: /a", "Set-Cookie: c=é", "Set-Cookie: t=x=y", "Set-Cookie: seen=2"])
        default: .answer(text: "1")
        }
      }
      #expect(try await sut.send(.init(host.url("/a"))).body == Data("1".utf8))
      #expect(host.requests.map { $0.header("Cookie") } == [nil, "seen=1", "t=x=y; seen=2"])
      _ = try await sut.send(.init(host.url("/a"), headers: ["cookie": "own=1"]))
      #expect(host.requests.dropFirst(3).map { $0.header("Cookie") } == ["own=1"], "no cookie is kept")
    }

    @Test func `a cookie comes back after a redirect by another host, which does not get it`() async throws {
      let address = Mutex<URL?>(nil)
      let other = try LoopbackHost { _ in
        .answer(302, headers: ["Location: \(address.withLock { $0?.absoluteString } ?? "")", "Set-Cookie: b=2"])
      }
      let host = try LoopbackHost { request in
        guard request.header("Cookie")?.contains("seen=1") != true else { return .answer(text: "1") }
        return .answer(302, headers: ["Location: \(other.url("/consent").absoluteString)", "Set-Cookie: seen=1"])
      }
      address.withLock { $0 = host.url("/a") }
      #expect(try await sut.send(.init(host.url("/a"), headers: ["cookie": "own=1"])).body == Data("1".utf8))
      #expect(host.requests.map { $0.header("Cookie") } == ["own=1", "own=1; seen=1"])
      #expect(other.requests.map { $0.header("Cookie") } == [nil])
    }

    @Test func `a cookie is added to those of the request, and sent to no other host`() async throws {
      let other = try LoopbackHost(.answer(text: "1"))
      let host = try LoopbackHost(
        .answer(302, headers: ["Location: /b", "Set-Cookie: seen=1"]), .redirect(to: other.url("/c").absoluteString))
      _ = try await sut.send(.init(host.url("/a"), headers: ["cookie": "own=1; seen=0"]))
      #expect(host.requests.map { $0.header("Cookie") } == ["own=1; seen=0", "own=1; seen=1"])
      #expect(other.requests.map { $0.header("Cookie") } == [nil])
    }

    @Test func `the user and password of a URL are sent only to its origin`() async throws {
      let other = try LoopbackHost(.redirect(to: "/e"), .answer(text: "1"))
      let host = try LoopbackHost { [port = other.port] request in
        switch request.target {
        case "/a": .redirect(to: "b")
        case "/b": .redirect(to: "http://\(request.header("Host") ?? "")/c")
        default: .redirect(to: "http://127.0.0.1:\(port)/d")
        }
      }
      let url = try #require(URL(string: "http://me:p%40ss@127.0.0.1:\(host.port)/a"))
      let response = try await sut.send(.init(url))
      #expect(response.url == other.url("/e"))
      let basic = "Basic \(Data("me:p@ss".utf8).base64EncodedString())"
      #expect(host.requests.map(\.target) == ["/a", "/b", "/c"])
      #expect(host.requests.map { $0.header("Authorization") } == [basic, basic, basic])
      #expect(other.requests.map { $0.header("Authorization") } == [nil, nil])
    }

    @Test func `credential headers are not forwarded to another origin`() async throws {
      let other = try LoopbackHost(.answer(text: "1"))
      let host = try LoopbackHost(.redirect(to: "/b"), .redirect(to: other.url("/c").absoluteString))
      let secrets = ["Authorization": "Bearer x", "cookie": "a=b", "X-Api-Key": "k", "X-Auth-Token": "t"]
      let headers = secrets.merging(["Accept": "a/b"]) { first, _ in first }
      #expect(try await sut.send(.init(host.url("/a"), headers: headers)).url == other.url("/c"))
      for name in secrets.keys {
        #expect(host.requests.map { $0.header(name) } == [secrets[name], secrets[name]])
        #expect(other.requests.map { $0.header(name) } == [nil])
      }
      #expect(other.requests.first?.header("Accept") == "a/b")
    }

    @Test func `fields named in ownHeaders are not forwarded to another origin`() async throws {
      let other = try LoopbackHost(.answer(text: "1"))
      let host = try LoopbackHost(.redirect(to: "/b"), .redirect(to: other.url("/c").absoluteString))
      var request = NetworkClient.Request(host.url("/a"), headers: ["X-Mine": "k", "Accept": "a/b"])
      request.ownHeaders = ["x-mine"]
      #expect(try await sut.send(request).url == other.url("/c"))
      #expect(host.requests.map { $0.header("X-Mine") } == ["k", "k"])
      #expect(other.requests.map { $0.header("X-Mine") } == [nil])
      #expect(other.requests.first?.header("Accept") == "a/b")
    }
  }
}
