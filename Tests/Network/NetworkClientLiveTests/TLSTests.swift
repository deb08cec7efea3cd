import Foundation
import NetworkClient
import NetworkClientLive
import NetworkClientTestSupport
import Testing

extension NetworkClientLiveTests {
  @Suite(.enabled(if: HelperProcess.isInstalled("openssl") && HelperProcess.isInstalled("python3")))
  struct TLS {
    let directory = TemporaryDirectory()

    /// Starts a server with its own certificate, by default for 127.0.0.1.
    func serve(for name: String = "IP:127.0.0.1", _ script: String = Scripts.python) async throws -> HelperProcess {
      let certificate = directory.path("certificate.pem")
      let key = directory.path("key.pem")
      let maker = try HelperProcess(
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
        "-subj", "/CN=test", "-addext", "subjectAltName=\(name)", "-keyout", key, "-out", certificate)
      try #require(await maker.status() == 0)
      return try script == Scripts.node
        ? HelperProcess("node", "-e", script, certificate, key)
        : HelperProcess("python3", "-c", script, certificate, key)
    }

    func url(_ server: HelperProcess, _ path: String = "/") async throws -> URL {
      let port = try #require(await server.line())
      return try #require(URL(string: "https://127.0.0.1:\(port)\(path)"))
    }

    var trusting: NetworkClient { .live(environment: ["SSL_CERT_FILE": directory.path("certificate.pem")]) }

    @Test func `a self-signed certificate is untrusted unless the environment's certificate file contains it`()
      async throws
    {
      let server = try await serve()
      let url = try await url(server)
      #expect(try await NetworkClient.live(environment: [:]).failure(.init(url)) == .unreachable(.untrusted))
      #expect(try await trusting.send(.init(url)).body == Data("[1]".utf8))
    }

    @Test func `certificates in the environment's certificate directory are trusted`() async throws {
      let server = try await serve()
      let url = try await url(server)
      // In a directory of certificates, files are named by a hash (openssl-rehash(1)).
      let hashing = try HelperProcess("openssl", "x509", "-hash", "-noout", "-in", directory.path("certificate.pem"))
      let hash = try #require(await hashing.line())
      try FileManager.default.copyItem(atPath: directory.path("certificate.pem"), toPath: directory.path("\(hash).0"))
      let sut = NetworkClient.live(environment: ["SSL_CERT_DIR": directory.url.path()])
      #expect(try await sut.send(.init(url)).body == Data("[1]".utf8))
    }

    @Test func `a certificate for another host is not trusted`() async throws {
      let server = try await serve(for: "DNS:other.example")
      #expect(try await trusting.failure(.init(try await url(server))) == .unreachable(.untrusted))
    }

    @Test(arguments: [nil, "no certificate"])
    func `a certificate file that is missing, or has none, is named`(text: String?) async throws {
      let server = try await serve()
      let file = directory.path("none.pem")
      try text?.write(toFile: file, atomically: true, encoding: .utf8)
      let sut = NetworkClient.live(environment: ["SSL_CERT_FILE": file])
      #expect(try await sut.failure(.init(try await url(server))) == .unreachable(.noAuthorities(file: file)))
    }

    @Test(arguments: [
      ("reset", NetworkClient.Cause.lost), ("close", .lost), ("alert", .other("TLS handshake failed")),
      ("goaway", .lost),
    ])
    func `a server that breaks the handshake off still speaks HTTPS`(how: String, cause: NetworkClient.Cause)
      async throws
    {
      _ = try await serve()
      let server = try HelperProcess(
        "python3", "-c", Scripts.breaking, how, directory.path("certificate.pem"), directory.path("key.pem"))
      #expect(try await trusting.failure(.init(try await url(server))) == .unreachable(cause))
    }

    @Test func `an https request to a host without TLS fails as not HTTP, not as untrusted`() async throws {
      let server = try HelperProcess("python3", "-c", Scripts.plain)
      let sut = NetworkClient.live(environment: [:])
      #expect(try await sut.failure(.init(try await url(server))) == .unreachable(.notHTTP))
    }

    @Test func `a redirect from http to https is followed, one from https to http is not`() async throws {
      let server = try await serve()
      let url = try await url(server)
      let failure = try await trusting.failure(.init(url.appending(path: "down")))
      #expect(failure == .unreachable(.misdirected(to: "http://127.0.0.1:1/")))
      let host = try LoopbackHost(.redirect(to: url.absoluteString))
      let response = try await trusting.send(.init(host.url(), headers: ["Authorization": "x"]))
      #expect(response.url == url)
      #expect(response.header("X-Authorization") == "None")
    }

    @Test func `headers of the proxy's CONNECT response are not part of the response`() async throws {
      let server = try await serve()
      let url = try await url(server)
      let sut = NetworkClient.live(environment: [
        "SSL_CERT_FILE": directory.path("certificate.pem"), "https_proxy": "http://127.0.0.1:\(url.port ?? 0)",
      ])
      let response = try await sut.send(.init(url))
      #expect(response.body == Data("[1]".utf8))
      #expect(response.header("X-Tunnelled") == "yes")
      #expect(response.header("X-Proxy") == nil)
    }

    @Test(.enabled(if: HelperProcess.isInstalled("node")))
    func `concurrent requests share one HTTP/2 connection with at most 32 streams`() async throws {
      let server = try await serve(for: "IP:127.0.0.1", Scripts.node)
      let url = try await url(server)
      let sut = trusting
      let answers = try await withThrowingTaskGroup(of: [Int].self) { group in
        for _ in 0..<30 { group.addTask { try await sut.fetch(_: [Int].self, .init(url)) } }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      // Each answer is the HTTP version and the number of connections.
      #expect(answers == [[2, 1]])
      let most = try await withThrowingTaskGroup(of: [Int].self) { group in
        for _ in 0..<40 { group.addTask { try await sut.fetch(_: [Int].self, .init(url.appending(path: "held"))) } }
        return try await group.reduce(0) { max($0, $1[0]) }
      }
      #expect(most == 32, "at most 32 streams are open at once")
      let redirected = try await sut.send(.init(url.appending(path: "redirect"), method: .post, body: Data("b".utf8)))
      #expect(redirected.url == url)
      #expect(try await sut.failure(.init(url.appending(path: "reset"))) == .unreachable(.lost))
      #expect(try await sut.failure(.init(url.appending(path: "missing"))) == .rejected(status: 404))
    }
  }

  private enum Scripts {
    // Programs started while other tests open sockets may inherit these, which would then stay open. So each script
    // closes them first.

    /// A server with the arguments certificate and key. It prints its port and answers `[1]`; `/down` redirects to
    /// http. As a proxy it makes a tunnel to itself.
    static let python = #"""
      import os, socket, ssl, sys, threading
      os.closerange(3, 4096)
      threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
      context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
      context.load_cert_chain(sys.argv[1], sys.argv[2])
      listener = socket.create_server(("127.0.0.1", 0))
      print(listener.getsockname()[1], flush=True)
      def serve(connection):
          try:
              if connection.recv(7, socket.MSG_PEEK) == b"CONNECT":
                  asked = b""
                  while b"\r\n\r\n" not in asked: asked += connection.recv(1) or sys.exit()
                  connection.sendall(b"HTTP/1.1 200 Established\r\nX-Proxy: yes\r\n\r\n")
                  tunnelled = "yes"
              else: tunnelled = "no"
              with context.wrap_socket(connection, server_side=True) as tls:
                  request = b""
                  while b"\r\n\r\n" not in request: request += tls.recv(4096) or sys.exit()
                  secret = "x" if b"uthorization: x" in request else "None"
                  down = b" /down " in request
                  head = "302 Found\r\nLocation: http://127.0.0.1:1/" if down else "200 OK"
                  head += f"\r\nX-Authorization: {secret}\r\nX-Tunnelled: {tunnelled}\r\nContent-Length: 3"
                  tls.sendall(f"HTTP/1.1 {head}\r\n\r\n[1]".encode())
          except OSError: pass
      while True: threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
      """#

    /// A server that prints its port and answers a TLS handshake in plain HTTP.
    static let plain = #"""
      import os, socket
      os.closerange(3, 4096)
      listener = socket.create_server(("127.0.0.1", 0))
      print(listener.getsockname()[1], flush=True)
      connection = listener.accept()[0]
      connection.recv(4096)
      connection.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
      connection.recv(4096)
      """#

    /// A server that prints its port and breaks a handshake off, or an HTTP/2 connection with GOAWAY.
    static let breaking = #"""
      import os, socket, ssl, struct, sys
      os.closerange(3, 4096)
      listener = socket.create_server(("127.0.0.1", 0))
      print(listener.getsockname()[1], flush=True)
      connection = listener.accept()[0]
      if sys.argv[1] == "goaway":
          context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
          context.load_cert_chain(sys.argv[2], sys.argv[3])
          context.set_alpn_protocols(["h2"])
          connection = context.wrap_socket(connection, server_side=True)
          connection.recv(4096)
          connection.sendall(bytes.fromhex("000000040000000000" "0000080700000000000000000000000002"))
          connection.recv(4096)
      else:
          connection.recv(4096)
          if sys.argv[1] == "alert": connection.sendall(bytes.fromhex("15030300020228"))
          if sys.argv[1] == "reset":
              connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
      connection.close()
      """#

    /// The same server over HTTP/2. It answers the HTTP version and the number of connections; `/held` answers after a
    /// while with the highest number of concurrent streams.
    static let node = """
      process.stdin.resume().on("end", () => process.exit())
      const { readFileSync } = require("fs")
      const server = require("http2").createSecureServer({
        cert: readFileSync(process.argv[1]), key: readFileSync(process.argv[2]) })
      let sessions = 0, open = 0, most = 0
      server.on("session", () => sessions++)
      server.on("sessionError", () => {})
      server.on("stream", (stream, headers) => {
        stream.on("error", () => {})
        const path = headers[":path"]
        if (path == "/reset") { stream.respond({ ":status": 200 }); stream.write("["); stream.close(2) }
        else if (path == "/redirect") { stream.respond({ ":status": 303, location: "/" }); stream.end() }
        else if (path == "/missing") { stream.respond({ ":status": 404 }); stream.end("no") }
        else if (path == "/held") {
          most = Math.max(most, ++open)
          setTimeout(() => { open--; stream.respond({ ":status": 200 }); stream.end(JSON.stringify([most])) }, 300)
        }
        else { stream.respond({ ":status": 200 }); stream.end(JSON.stringify([2, sessions])) }
      })
      server.listen(0, "127.0.0.1", () => console.log(server.address().port))
      """
  }
}
