import Foundation
import NetworkClient
import NetworkClientLive
import NetworkClientTestSupport
import Testing

extension NetworkClientLiveTests {
  /// Tests of redirects from other machines to this one. A proxy answers the requests to the other machines.
  @Suite struct ThisMachine {
    let feed = URL(string: "http://feeds.example/") ?? URL(filePath: "/")

    /// Returns the proxy. The feed redirects to an address, and all other addresses answer.
    func others(leadingTo address: String) throws -> LoopbackHost {
      try LoopbackHost { [feed] in $0.target == feed.absoluteString ? .redirect(to: address) : .answer() }
    }

    /// - Parameter direct: The hosts that bypass the proxy.
    func sut(_ others: LoopbackHost, direct: String = "") -> NetworkClient {
      .live(timeout: .seconds(600), environment: ["http_proxy": "127.0.0.1:\(others.port)", "no_proxy": direct])
    }

    func refusal(_ address: String) -> NetworkClient.Error { .unreachable(.misdirected(to: address)) }

    @Test(arguments: [
      "localhost", "LOCALHOST", "localhost.", "a.localhost", "a.b.Localhost.", "%6c%6fcalhost", "u:p@localhost",
      "127.0.0.1", "127.0.0.1.", "127.255.255.254", "127.1", "127.0.1", "2130706433", "017700000001", "0x7f000001",
      "0X7F.1", "0177.0.0.01", "0x7f.0.0x0.1", "%31%327.0.0.1", "0.0.0.0", "0", "0.1.2.3", "[::1]", "[::]",
      "[0:0:0:0:0:0:0:1]", "[0000::0001]", "[::1%25lo]", "[::ffff:127.0.0.1]", "[::FFFF:7f00:1]", "[::ffff:0:0]",
      "[::127.0.0.1]", "[::7f00:2]",
    ])
    func `a redirect from another machine to this one is refused in every spelling of the address`(host: String)
      async throws
    {
      let address = "http://\(host):1/secret"
      let others = try others(leadingTo: address)
      #expect(try await sut(others).failure(.init(feed, mayReachThisMachine: false)) == refusal(address))
      #expect(others.requests.count == 1)
    }

    @Test func `a redirect to this machine is refused after redirects between other machines`() async throws {
      let others = try LoopbackHost(
        .redirect(to: "http://a.example"), .redirect(to: "//b.example/b"), .redirect(to: "//127.1/secret"))
      #expect(try await sut(others).failure(.init(feed, mayReachThisMachine: false)) == refusal("//127.1/secret"))
      #expect(others.requests.count == 3)
    }

    @Test(arguments: [
      "localhost.example", "mylocalhost", "localhost-a", "128.0.0.1", "126.255.255.255", "1.127.0.0",
      "127.0.0.1.example",
      "127.0.0.1.2", "0x80000001", "[2001:db8::1]", "[::ffff:128.0.0.1]", "[::ff:127.0.0.1]", "[1::7f00:1]", "10.0.0.1",
    ])
    func `a redirect to another machine is followed`(host: String) async throws {
      let others = try others(leadingTo: "http://\(host)/a")
      _ = try await sut(others).send(.init(feed, mayReachThisMachine: false))
      #expect(others.requests.count == 2)
    }

    @Test func `a redirect to this machine is followed by default`() async throws {
      let host = try LoopbackHost(.answer(text: "1"))
      let others = try others(leadingTo: host.url().absoluteString)
      #expect(try await sut(others, direct: "127.0.0.1").send(.init(feed)).body == Data("1".utf8))
    }

    @Test(arguments: ["127.0.0.1", "localhost", "127.1"])
    func `a redirect from this machine to itself is followed`(name: String) async throws {
      let other = try LoopbackHost(.answer(text: "1"))
      let host = try LoopbackHost(.redirect(to: "/b"), .redirect(to: other.url().absoluteString))
      let url = try #require(URL(string: "http://\(name):\(host.port)/"))
      let response = try await NetworkClient.undisturbed().send(.init(url, mayReachThisMachine: false))
      #expect(response.body == Data("1".utf8))
      #expect(response.redirects.count == 2)
    }

    /// A request for an address that a document links to.
    private func link(_ address: String, from document: String) throws -> NetworkClient.Request {
      var request = NetworkClient.Request(try #require(URL(string: address)), mayReachThisMachine: false)
      request.linkedFrom = URL(string: document)
      return request
    }

    @Test(arguments: ["localhost", "127.1", "[::1]", "0x7f000001"])
    func `a link to this machine in another machine's document is not requested`(host: String) async throws {
      let others = try others(leadingTo: "http://a.example")
      let address = "http://\(host):1/secret"
      #expect(try await sut(others).failure(link(address, from: "http://feeds.example/page")) == refusal(address))
      #expect(others.requests.isEmpty)
    }

    @Test(.enabled(if: ownName != nil))
    func `a link to this machine's host name in another machine's document is not requested`() async throws {
      let name = try #require(ownName)
      let host = try LoopbackHost(.answer(text: "1"))
      let address = "http://\(name):\(host.port)/secret"
      let request = try link(address, from: "http://feeds.example/page")
      #expect(try await NetworkClient.undisturbed().failure(request) == refusal(address))
      #expect(host.requests.isEmpty)
    }

    @Test func `a link to this machine in a file is requested`() async throws {
      let host = try LoopbackHost(.answer(text: "1"))
      let request = try link(host.url("/b").absoluteString, from: "file:///tmp/feed.xml")
      #expect(try await NetworkClient.undisturbed().send(request).body == Data("1".utf8))
    }

    @Test func `a link to this machine in a document of this machine is requested`() async throws {
      let host = try LoopbackHost(.answer(text: "1"), .answer(text: "2"))
      let address = host.url("/feed").absoluteString
      for document in ["http://localhost:1/page", "http://127.0.0.1/page"] {
        #expect(try await NetworkClient.undisturbed().send(link(address, from: document)).status == 200)
      }
      #expect(host.requests.map(\.target) == ["/feed", "/feed"])
    }

    @Test(.enabled(if: ownName != nil))
    func `a redirect to this machine's host name is refused, over a new or a reused connection`() async throws {
      let name = try #require(ownName)
      let host = try LoopbackHost(.answer(text: "1"))
      let address = "http://\(name):\(host.port)/secret"
      let others = try others(leadingTo: address)
      let sut = sut(others, direct: name)
      #expect(try await sut.failure(.init(feed, mayReachThisMachine: false)) == refusal(address))
      #expect(host.requests.isEmpty)
      #expect(try await sut.send(.init(feed)).body == Data("1".utf8))
      #expect(try await sut.failure(.init(feed, mayReachThisMachine: false)) == refusal(address))
      #expect(host.requests.count == 1)
      #expect(host.connections == 2)
    }

    @Test(.enabled(if: ownName != nil))
    func `a request to this machine's own host name follows redirects to this machine`() async throws {
      let name = try #require(ownName)
      let other = try LoopbackHost(.answer(text: "1"))
      let host = try LoopbackHost(.redirect(to: "/b"), .redirect(to: other.url().absoluteString))
      let url = try #require(URL(string: "http://\(name):\(host.port)/a"))
      let response = try await NetworkClient.undisturbed().send(.init(url, mayReachThisMachine: false))
      #expect(response.body == Data("1".utf8))
      #expect(host.requests.map(\.target) == ["/a", "/b"])
    }

    @Test(.enabled(if: ownAddress != nil && HelperProcess.isInstalled("python3")))
    func `a redirect to this machine's network address is refused`() async throws {
      let own = try #require(ownAddress)
      let server = try HelperProcess("python3", "-c", listener, own)
      let address = "http://\(own):\(try #require(await server.line()))/"
      let others = try others(leadingTo: address)
      let sut = sut(others, direct: own)
      #expect(try await sut.failure(.init(feed, mayReachThisMachine: false)) == refusal(address))
      #expect(try await sut.send(.init(feed)).status == 204)
    }
  }
}

/// A script that listens on a free port of the given address, prints the port, and answers requests until its input
/// ends.
private let listener = #"""
  import os, socket, sys, threading
  os.closerange(3, 4096)
  threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
  listener = socket.create_server((sys.argv[1], 0))
  print(listener.getsockname()[1], flush=True)
  while True:
      connection = listener.accept()[0]
      if connection.recv(4096): connection.sendall(b"HTTP/1.1 204 None\r\n\r\n")
      connection.close()
  """#

/// The name of this machine, if it resolves to 127.0.0.1 and does not begin with `localhost`; nil otherwise.
private let ownName: String? = {
  let name = ProcessInfo.processInfo.hostName
  var hints = addrinfo()
  var list: UnsafeMutablePointer<addrinfo>?
  hints.ai_family = AF_INET
  guard !name.hasPrefix("localhost"), getaddrinfo(name, nil, &hints, &list) == 0, let list else { return nil }
  defer { freeaddrinfo(list) }
  let address = list.pointee.ai_addr.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee.sin_addr }
  return UInt32(bigEndian: address.s_addr) == 0x7f00_0001 ? name : nil
}()

/// The first IPv4 address of this machine that is not a loopback address; nil if there is none.
private let ownAddress: String? = {
  var list: UnsafeMutablePointer<ifaddrs>?
  guard getifaddrs(&list) == 0, let list else { return nil }
  defer { freeifaddrs(list) }
  for interface in sequence(first: list, next: { $0.pointee.ifa_next }) {
    guard let address = interface.pointee.ifa_addr, address.pointee.sa_family == AF_INET else { continue }
    let number = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee.sin_addr.s_addr }
    let bytes = withUnsafeBytes(of: number) { Array($0) }
    if bytes[0] != 127 { return bytes.map(String.init).joined(separator: ".") }
  }
  return nil
}()
