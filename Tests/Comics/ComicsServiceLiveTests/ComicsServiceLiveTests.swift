import CachedResource
import ComicDomain
import ComicsService
import ComicsServiceLive
import Essentials
import Foundation
import NetworkClient
import TestSupport
import Testing

struct ComicsServiceLiveTests {
  let base = URL(string: "https://host/api")!
  let asked = CallRecorder<NetworkClient.Request>()

  func sut(_ body: String, etag: String? = nil) -> ComicsService {
    .live(
      client: NetworkClient { [asked] request in
        asked.record(request)
        return .init(url: request.url, headers: etag.map { [("ETag", $0)] } ?? [], body: Data(body.utf8))
      }, base: base)
  }

  @Test(arguments: ["https://xkcd.com", "https://xkcd.com/"])
  func `requests use xkcd's paths without a query`(base: String) async throws {
    let asked = CallRecorder<String>()
    let sut = ComicsService.live(
      client: NetworkClient {
        asked.record($0.url.absoluteString)
        return .init(url: $0.url, body: Data(#"{"num":614,"title":"t"}"#.utf8))
      }, base: try #require(URL(string: base)))
    _ = try await sut.latest(nil)
    _ = try await sut.comic(Comic.ID(614), nil)
    #expect(asked.all == ["https://xkcd.com/info.0.json", "https://xkcd.com/614/info.0.json"])
  }

  @Test func `every field of an xkcd comic is decoded`() async throws {
    let body = #"""
      {"month": "7", "num": 614, "link": "https://host/large", "year": "2009", "news": "<p>News</p>",
       "safe_title": "Woodpecker", "transcript": "[[A boardwalk.]]\nMan: A woodpecker!\n<<Pop>>\n{{Title text: Friends?}}",
       "alt": "Friends?", "img": "https://imgs.host/comics/woodpecker.png", "title": "Woodpecker", "day": "24",
       "extra_parts": {"pre": "", "links": [1, null]}}
      """#
    let expected = Comic(
      id: Comic.ID(614), title: "Woodpecker", alt: "Friends?",
      transcript: Transcript([.init(.scene, "A boardwalk."), .init(.line, "Man: A woodpecker!"), .init(.sound, "Pop")]),
      picture: URL(string: "https://imgs.host/comics/woodpecker.png"), link: URL(string: "https://host/large"),
      date: CalendarDate(year: 2009, month: 7, day: 24), news: "News")
    #expect(try await sut(body).comic(Comic.ID(614), nil) == .changed(expected, validator: nil))
    #expect(try await sut(body, etag: "\"e\"").latest(nil) == .changed(expected, validator: "\"e\""))
  }

  @Test func `a request sends its validator, and 304 means unchanged`() async throws {
    let asked = asked
    let sut = ComicsService.live(
      client: NetworkClient {
        asked.record($0)
        return .init(status: 304, url: $0.url)
      }, base: base)
    #expect(try await sut.latest("\"a\"") == .unchanged)
    #expect(try await sut.comic(Comic.ID(1), "\"b\"") == .unchanged)
    #expect(asked.all.map { $0.headers["If-None-Match"] } == ["\"a\"", "\"b\""])
  }

  @Test(arguments: [0, -1, .min])
  func `a number below 1 is rejected without a request`(number: Int) async {
    await #expect(throws: NetworkClient.Error.rejected(status: 404)) {
      try await self.sut("{}").comic(Comic.ID(number), nil)
    }
    #expect(asked.all == [])
  }

  @Test(arguments: [
    "", "[]", "{}", "null", #"{"num": 7}"#, #"{"title": "t"}"#, #"{"num": 8, "title": "t"}"#,
    #"{"num": 0, "title": "t"}"#,
    #"{"num": -7, "title": "t"}"#, #"{"num": "seven", "title": "t"}"#, #"{"num": 7.5, "title": "t"}"#,
    #"{"num": true, "title": "t"}"#, #"{"num": 7, "title": " ", "safe_title": "", "img": "http://host/folder/"}"#,
    #"{"num": 99999999999999999999, "title": "t"}"#, #"{"num": 7, "title": "t""#,
  ])
  func `a response that is not the requested comic is a failure`(body: String) async {
    await #expect(throws: NetworkClient.Error.self) { try await self.sut(body).comic(Comic.ID(7), nil) }
  }

  @Test func `the latest comic may have any number except 0 and absurdly large ones`() async throws {
    guard case .changed(let comic, _) = try await sut(#"{"num":"3000","title":"t"}"#).latest(nil) else {
      Issue.record("no comic")
      return
    }
    #expect(comic.id == Comic.ID(3000))
    await #expect(throws: NetworkClient.Error.self) { try await self.sut(#"{"num":0,"title":"t"}"#).latest(nil) }
    await #expect(throws: NetworkClient.Error.self) {
      try await self.sut(#"{"num":9223372036854775807,"title":"t"}"#).latest(nil)
    }
  }
}
