import Foundation
import NetworkClient
import NetworkClientLive
import NetworkClientTestSupport
import Testing

extension NetworkClientLiveTests {
  @Suite struct Proxies {
    let proxy: LoopbackHost
    let host: LoopbackHost

    init() throws {
      proxy = try LoopbackHost(.answer(text: "\"proxy\""))
      host = try LoopbackHost(.answer(text: "\"host\""))
    }

    func answer(_ environment: [String: String], _ url: URL? = nil) async throws -> String {
      let address = "http://127.0.0.1:\(proxy.port)"
      let sut = NetworkClient.live(environment: environment.mapValues { $0 == "proxy" ? address : $0 })
      return try await sut.fetch(String.self, .init(url ?? host.url("/a")))
    }

    @Test(arguments: [["http_proxy": "proxy"], ["all_proxy": "proxy"], ["ALL_PROXY": "proxy"]])
    func `a request goes through the proxy that the environment names`(environment: [String: String]) async throws {
      #expect(try await answer(environment) == "proxy")
      #expect(proxy.requests.map(\.target) == [host.url("/a").absoluteString])
      #expect(host.connections == 0)
    }

    @Test(arguments: [
      [:], ["HTTP_PROXY": "proxy"], ["https_proxy": "proxy"], ["http_proxy": ""],
      ["http_proxy": "proxy", "no_proxy": "127.0.0.1"], ["http_proxy": "proxy", "NO_PROXY": "a.example,127.0.0.1"],
      ["http_proxy": "proxy", "no_proxy": "*"],
    ])
    func `a request goes directly to its host when no proxy applies to it`(environment: [String: String]) async throws {
      #expect(try await answer(environment) == "host")
      #expect(proxy.connections == 0)
    }

    @Test func `the proxy receives requests for hosts that do not resolve locally`() async throws {
      let url = try #require(URL(string: "http://nonexistent.invalid/"))
      #expect(try await answer(["http_proxy": "proxy", "no_proxy": "other.invalid"], url) == "proxy")
    }

    @Test(arguments: ["https_proxy", "HTTPS_PROXY", "all_proxy"])
    func `an https request asks the proxy for a tunnel and fails when it refuses`(name: String) async throws {
      let proxy = try LoopbackHost(.answer(403, headers: ["ETag: proxy"], text: "no"), .close)
      let sut = NetworkClient.live(environment: [name: "http://127.0.0.1:\(proxy.port)"])
      let url = try #require(URL(string: "https://nonexistent.invalid/"))
      #expect(try await sut.failure(.init(url)) == .unreachable(.other("the proxy answered 403")))
      #expect(proxy.requests.map(\.method) == ["CONNECT"])
      #expect(proxy.requests.map(\.target) == ["nonexistent.invalid:443"])
    }

    @Test func `a request through an unreachable proxy fails as refused, unknown host or offline`() async throws {
      let closed = try ClosedPort()
      let refused = NetworkClient.live(environment: ["http_proxy": closed.url.absoluteString])
      let failure = try await refused.failure(.init(host.url()))
      #expect(failure == .unreachable(.proxy(at: "http://127.0.0.1:\(closed.url.port ?? 0)", .refused)))
      let unknown = NetworkClient.live(environment: ["http_proxy": "http://nonexistent.invalid:1"])
      let place = "http://nonexistent.invalid:1"
      #expect(
        try await unknown.failure(.init(host.url()))
          == .unreachable(hasRoute() ? .proxy(at: place, .unknownHost) : .offline))
    }

    @Test func `a proxy that does not answer in time is named`() async throws {
      let proxy = try LoopbackHost(.hang)
      let place = "http://127.0.0.1:\(proxy.port)"
      let sut = NetworkClient.live(timeout: .milliseconds(300), environment: ["https_proxy": place])
      let failure = try await sut.failure(.init(host.url(scheme: "https")))
      #expect(failure == .unreachable(.proxy(at: place, .notConnected)))
    }

    @Test func `a refused connection is the proxy's, without its password, or else that of a host without one`()
      async throws
    {
      let closed = try ClosedPort()
      let port = try #require(closed.url.port)
      let proxied = NetworkClient.live(environment: ["http_proxy": "ada:secret@127.0.0.1:\(port)", "no_proxy": "b.org"])
      #expect(
        try await proxied.failure(.init(host.url()))
          == .unreachable(.proxy(at: "http://127.0.0.1:\(port)", .refused)))
      let direct = NetworkClient.live(environment: [
        "http_proxy": "http://127.0.0.1:\(host.port)", "no_proxy": "127.0.0.1",
      ])
      #expect(try await direct.failure(.init(closed.url)) == .unreachable(.refused))
    }

    @Test func `a live client uses the proxy of the process's environment by default`() async {
      await #expect(processExitsWith: .success) {
        let proxy = try LoopbackHost(.answer(text: "\"proxy\""))
        setenv("http_proxy", "http://127.0.0.1:\(proxy.port)", 1)
        setenv("no_proxy", "", 1)
        let url = try #require(URL(string: "http://nonexistent.invalid/"))
        #expect(try await NetworkClient.live().fetch(String.self, .init(url)) == "proxy")
      }
    }
  }
}
