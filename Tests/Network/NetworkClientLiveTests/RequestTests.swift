import Foundation
import NetworkClient
import NetworkClientLive
import NetworkClientTestSupport
import Testing

extension NetworkClientLiveTests {
  @Suite struct Requests {
    let sut = NetworkClient.undisturbed()

    @Test(arguments: ["ftp://127.0.0.1/", "file:///etc/passwd", "satchel", "http:/a", "http:", "mailto:a@b"])
    func `a URL without an http or https host is refused`(address: String) async throws {
      let url = try #require(URL(string: address))
      #expect(try await sut.failure(.init(url)) == .unreachable(.misdirected(to: address)))
    }

    // Source: RFC 3492, 7.1, and Python's codec `punycode`.
    @Test(arguments: [
      ("bücher", "xn--bcher-kva"), ("BÜCHER", "xn--bcher-kva"), ("пример.испытание", "xn--e1afmkfd.xn--80akhbyknj4f"),
      ("例え.www", "xn--r8jz45g.www"), ("a-ü-b", "xn--a--b-1ra"), ("💡", "xn--ds8h"), ("plain", "plain"),
      ("他们为什么不说中文", "xn--ihqwcrb4cv8a8dqg056pqjye"),
    ])
    func `host names are sent in ASCII (RFC 3490)`(name: String, expected: String) async throws {
      let host = try LoopbackHost(.answer())
      let port = try #require(host.url().port)
      // Only Foundation as a whole converts names itself.
      let encoded = try #require(name.addingPercentEncoding(withAllowedCharacters: .urlHostAllowed))
      let url = try #require(URL(string: "http://\(encoded).localhost:\(port)/"))
      _ = try await sut.send(.init(url))
      #expect(host.requests.map { $0.header("Host") } == ["\(expected).localhost:\(port)"])
    }

    @Test(arguments: [String(repeating: "ü", count: 64), " ü", "a/ü", "%ü", "[ü", "ü\0"])
    func `a host name that has no form in ASCII fails the request`(name: String) async throws {
      let encoded = try #require(name.addingPercentEncoding(withAllowedCharacters: CharacterSet()))
      let url = try #require(URL(string: "http://\(encoded).example/"))
      #expect(try await sut.failure(.init(url)) != nil)
    }

    @Test func `an invalid or reserved header field is refused before connecting`() async throws {
      let host = try LoopbackHost(.answer())
      let bad = [
        "X": "a\r\nY: b", "X\r\nY": "b", "X\n": "", "X:Y": "", "": "a", "X Y": "a", "é": "a", "Z": "a\nb", "N": "a\0b",
        "D": "\u{7f}", "Content-Length": "5", "transfer-encoding": "chunked", "Host": "other", "A\0": "b",
      ]
      for (name, value) in bad {
        let failure = try await sut.failure(.init(host.url(), headers: [name: value]))
        guard case .unreachable(.other(let words)) = failure else {
          Issue.record("\(name.debugDescription) led to \(String(describing: failure))")
          continue
        }
        #expect(words.contains("header field"))
        #expect(!words.contains { $0.isNewline })
      }
      let sut = NetworkClient.live(userAgent: "a\r\nX: y", environment: [:])
      let failure = try await sut.failure(.init(host.url()))
      #expect(failure == .unreachable(.other("no value of the header field User-Agent")))
      #expect(host.connections == 0)
    }

    @Test(arguments: [NetworkClient.Request.Method.get, .head])
    func `a GET or HEAD request with a body is refused`(method: NetworkClient.Request.Method) async throws {
      let host = try LoopbackHost(.answer())
      let request = NetworkClient.Request(host.url(), method: method, body: Data("1".utf8))
      #expect(try await sut.failure(request) == .unreachable(.other("\(method.rawValue) has no body")))
      #expect(host.connections == 0)
    }

    @Test func `a request fails with the file names tried only if none of them opens libcurl`() async throws {
      let host = try LoopbackHost(.answer(text: "1"))
      let sut = NetworkClient.live(environment: [:], libcurl: ["libnowhere.so.1", "libnowhere.so.2"])
      for _ in 0..<3 {
        await #expect {
          try await sut.send(.init(host.url()))
        } throws: { error in
          guard case NetworkClient.Error.unreachable(.other(let words)) = error else { return false }
          return words.contains("libcurl cannot be opened as libnowhere.so.1: ") && words.contains("libnowhere.so.2")
        }
      }
      let none = NetworkClient.live(environment: [:], libcurl: [])
      #expect(
        try await none.failure(.init(host.url())) == .unreachable(.other("No file name of libcurl was given.")))
      let names = ["libnowhere.so.1", "libcurl.so.4", "libcurl-gnutls.so.4", "/usr/lib/libcurl.4.dylib"]
      let second = NetworkClient.live(environment: [:], libcurl: names)
      #expect(try await second.send(.init(host.url())).body == Data("1".utf8))
    }
  }
}
