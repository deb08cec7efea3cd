import CachedResource
import Foundation
import NetworkClient
import RESTCollections
import TestSupport
import Testing

struct RemoteCollectionTests {
  struct Wire: Decodable {
    var id: WireID
    var title: String
  }

  let url = URL(string: "http://host:8000/posts?_page=1")!

  /// Returns a collection of titles on a server that gives some answers in turn, and the requests to it.
  func sut(
    _ answers: (status: Int, headers: [(name: String, value: String)], body: String)...
  ) -> (RemoteCollection<String>, CallRecorder<NetworkClient.Request>) {
    let asked = CallRecorder<NetworkClient.Request>()
    let client = NetworkClient { request in
      asked.record(request)
      let answer = answers[min(asked.all.count, answers.count) - 1]
      return .init(status: answer.status, url: request.url, headers: answer.headers, body: Data(answer.body.utf8))
    }
    return (RemoteCollection(client, at: url) { (wire: Wire) in wire.title.isEmpty ? nil : wire.title }, asked)
  }

  func page(_ body: String) async throws -> Page<String>? {
    guard case .changed(let page, _) = try await sut((200, [], body)).0.page(validator: nil) else { return nil }
    return page
  }

  @Test(arguments: [
    (#"[{"id":1,"title":"a"}]"#, ["a"], 0),
    (#"[]"#, [], 0),
    ("\u{FEFF}\r\n [ {\"title\" : \"a\", \"id\" : \"x\", \"more\" : {\"of\" : [1]}} ]\n", ["a"], 0),
    (
      #"[{"id":1,"title":"a"},null,7,"b",[{"id":2,"title":"c"}],{"id":3},{"id":4,"title":null},{"id":5,"title":"d"}]"#,
      ["a", "d"], 6
    ),
    (#"[{"id":1,"title":""},{"id":1.0,"title":"a"},{"id":true,"title":"b"},{"id":"","title":"c"}]"#, ["a"], 3),
    (#"[{"id":1e400,"title":"a"},{"id":9223372036854775808,"title":"b"},{"id":2,"title":"c"}]"#, ["b", "c"], 1),
    (#"[{"id":1,"title":"\u001b[2J\u0000\ud83d\ude00"}]"#, ["\u{1b}[2J\u{0}😀"], 0),
    (#"[{"id":1,"title":"\ud83d"},{"id":2,"title":"b"}]"#, ["b"], 1),
  ])
  func `elements that do not decode are left out and counted`(
    body: String, titles: [String], unreadable: Int
  ) async throws {
    let page = try await page(body)
    #expect(page?.items == titles)
    #expect(page?.unreadable == unreadable)
  }

  @Test(arguments: [
    "", " ", "null", "{}", "7", #""a""#, #"{"data":[{"id":1,"title":"a"}]}"#, "<xml></xml>", "[null]", "[{}]",
    #"[{"id":1,"title":""}]"#, #"[{"id":1,"title":"a"}"#, #"[{"id":1,"title":"a"},"#, #"[{"id":1,"title":"a"}] x"#,
    String(repeating: "[", count: 100_000), "[\u{0}]",
  ])
  func `a body that is not an array or has no valid element throws undecodable`(body: String) async {
    await #expect {
      try await self.page(body)
    } throws: { error in
      guard case NetworkClient.Error.undecodable = error else { return false }
      return true
    }
  }

  @Test func `a page request sends its validator, and 304 means unchanged`() async throws {
    let (sut, asked) = sut((304, [], ""))
    #expect(try await sut.page(validator: #"W/"1""#) == .unchanged)
    #expect(asked.all.map(\.url) == [url])
    #expect(asked.all.first?.headers == ["Accept": "application/json", "If-None-Match": #"W/"1""#])
  }

  @Test func `a page whose 304 has another next link is requested again in full`() async throws {
    let link: (_ page: Int) -> (name: String, value: String) = { ("Link", "<?_page=\($0)>; rel=next") }
    let body = #"[{"id":1,"title":"a"}]"#
    let (sut, asked) = sut(
      (200, [("ETag", "1")], body), (304, [link(2)], ""), (200, [("ETag", "1"), link(2)], body), (304, [link(2)], ""),
      (304, [], ""), (304, [("Link", "<?_page=1>; rel=first")], ""), (200, [], body))
    func ask(_ validator: String?) async throws -> (next: String?, validator: String?)? {
      guard case .changed(let page, let new) = try await sut.page(validator: validator) else { return nil }
      return (page.next?.text, new)
    }
    let last = try #require(try await ask(nil))
    #expect(last.next == nil)
    let grown = try #require(try await ask(last.validator))
    #expect(grown.next == "http://host:8000/posts?_page=2")
    #expect(try await ask(grown.validator) == nil)
    #expect(try await ask(grown.validator) == nil)
    let shrunk = try #require(try await ask(grown.validator))
    #expect(shrunk.next == nil)
    #expect(asked.all.map { $0.headers["If-None-Match"] } == [nil, "1", nil, "1", "1", "1", nil])
  }

  @Test func `a 304 to a request without a validator throws`() async {
    let (sut, asked) = sut((304, [], ""))
    await #expect(throws: NetworkClient.Error.rejected(status: 304)) { try await sut.page(validator: nil) }
    #expect(asked.all.first?.headers["If-None-Match"] == nil)
  }

  @Test func `the validator of a page is its ETag`() async throws {
    let (sut, _) = sut((200, [("etag", #""1""#)], "[]"))
    #expect(try await sut.page(validator: nil) == .changed(Page([]), validator: #""1""#))
  }

  @Test(arguments: [
    ("<http://host:8000/posts?_page=2&_limit=5&q=a>; rel=\"next\"", "http://host:8000/posts?_page=2&_limit=5&q=a"),
    ("</posts?_page=2>; rel=next", "http://host:8000/posts?_page=2"),
    ("<?_page=2>;REL=Next", "http://host:8000/posts?_page=2"),
    ("<?_page=9>; rel=last, <?_page=2>; rel=\"prefetch next\"", "http://host:8000/posts?_page=2"),
    ("<?_page=9>; title=\"a, <b>; rel=next\"; rel=last,<?_page=2> ; rel = \"next\"", "http://host:8000/posts?_page=2"),
    ("<?_page=2>; rel=next; rel=last", "http://host:8000/posts?_page=2"),
    ("<?_page=2,3>; rel=next", "http://host:8000/posts?_page=2,3"),
  ])
  func `the next cursor is the target of the Link header with rel=next`(link: String, next: String) async throws {
    let (sut, _) = sut((200, [("Link", link)], "[]"))
    guard case .changed(let page, nil) = try await sut.page(validator: nil) else { return #expect(Bool(false)) }
    #expect(page.next == Cursor(next))
    #expect(page.linkFailure == nil)
  }

  @Test(arguments: [
    ("https://[::1]:9/posts?_page=1", "</posts?_page=2>; rel=next", "http://host:8000/posts?_page=2"),
    ("https://h/posts?_page=1", "<https://u:p@H:443/posts?_page=2>; rel=next", "http://host:8000/posts?_page=2"),
  ])
  func `the next page after a redirect is requested from the collection's own host`(
    answered: String, link: String, next: String
  ) async throws {
    let client = NetworkClient { _ in
      .init(url: URL(string: answered)!, headers: [("Link", link)], body: Data("[]".utf8))
    }
    let sut = RemoteCollection(client, at: url) { (wire: Wire) in wire.title }
    #expect(try await sut.page(validator: nil) == .changed(Page([], next: Cursor(next)), validator: nil))
  }

  @Test(arguments: [
    "", "<>; rel=next", "<?_page=2>", "<?_page=2>; rel=prev", "<?_page=2>; rel=nextish", "<?_page=2; rel=next",
    "?_page=2; rel=next", "<?_page=2>; title=next", "<?_page=2>; rel=last; rel=next", "\"", "<a>; rel=\"next\\",
  ])
  func `a page without a valid next link is the last`(link: String) async throws {
    let (sut, _) = sut((200, [("Link", link)], "[]"))
    guard case .changed(let page, _) = try await sut.page(validator: nil) else { return }
    #expect(page.next == nil || link.hasPrefix("<a>"))
  }

  @Test(arguments: [
    "http://elsewhere:8000/posts?_page=2", "https://host:8000/posts?_page=2", "http://host/posts", "file:///etc/passwd",
    "//elsewhere/posts", "http://host:8000@elsewhere/posts", "",
  ])
  func `a cursor of another host or scheme is refused without a request`(cursor: String) async {
    let (sut, asked) = sut((200, [], "[]"))
    await #expect(throws: NetworkClient.Error.unreachable(.misdirected(to: cursor))) {
      try await sut.page(after: Cursor(cursor), validator: nil)
    }
    #expect(asked.all.isEmpty)
  }

  @Test func `a cursor with the default port belongs to the same host`() async throws {
    let client = NetworkClient.stub()
    let sut = RemoteCollection(client, at: URL(string: "HTTP://Host/posts")!) { (wire: Wire) in wire.title }
    #expect(try await sut.page(after: Cursor("http://host:80/p"), validator: nil) == .changed(Page([]), validator: nil))
  }
}
