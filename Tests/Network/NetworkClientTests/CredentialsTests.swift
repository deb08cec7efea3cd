import Foundation
import NetworkClient
import TestSupport
import Testing

struct CredentialsTests {
  private let requests = CallRecorder<String>()

  private func sut(_ credentials: Credentials...) -> NetworkClient {
    NetworkClient { [requests] request in
      requests.record(request.headers["Authorization"] ?? "-")
      return .init(url: request.url, body: Data())
    }.signingIn(credentials)
  }

  private func origin(_ text: String) throws -> WebOrigin { try #require(URL(string: text)).webOrigin }

  @Test func `credentials are sent to their origin and no other`() async throws {
    let sut = sut(Credentials(for: try origin("https://a.example"), user: "Aladdin", password: "open sesame"))
    for address in [
      "https://a.example/feed", "https://A.EXAMPLE:443/", "http://a.example/", "https://a.example:444/",
      "https://b.a.example/",
    ] {
      _ = try await sut.send(.init(try #require(URL(string: address))))
    }
    // The example in RFC 7617, section 2.
    let value = "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="
    #expect(requests.all == [value, value, "-", "-", "-"])
  }

  @Test func `the last credentials of an origin win, and a request's own Authorization overrides them`() async throws {
    let place = try origin("https://a.example")
    let sut = sut(
      Credentials(for: place, user: "a", password: "1"), Credentials(for: place, user: "b", password: "ü"))
    let url = try #require(URL(string: "https://a.example/"))
    _ = try await sut.send(.init(url))
    _ = try await sut.send(.init(url, headers: ["authorization": "own", "Authorization": "own"]))
    #expect(requests.all == ["Basic " + Data("b:ü".utf8).base64EncodedString(), "own"])
  }

  @Test(arguments: [
    ("https://a.example/x", "https://a%40b:p%2Fq%25@a.example/x"),
    ("https://a%40b@a.example/x", "https://a%40b:p%2Fq%25@a.example/x"),
    ("https://c@a.example/x", "https://c@a.example/x"), ("https://c:d@a.example/x", "https://c:d@a.example/x"),
    ("http://a.example/x", "http://a.example/x"), ("https://b.example/x", "https://b.example/x"),
  ])
  func `an address gets the credentials of another one of its origin, as they are encoded`(text: String, full: String)
    throws
  {
    let other = try #require(URL(string: "https://a%40b:p%2Fq%25@a.example/"))
    #expect(try #require(URL(string: text)).with(credentialsOf: other).absoluteString == full)
  }
}
