import CachedResource
import Foundation
import NetworkClient
import RESTCollections
import TestSupport
import Testing

extension RemoteCollectionTests {
  func page(_ address: String? = nil, headers: (name: String, value: String)...) async throws -> Page<String> {
    let (sut, _) = sut((200, headers, #"[{"id":1,"title":"a"}]"#))
    guard case .changed(let page, _) = try await sut.page(after: address.map { Cursor($0) }, validator: nil) else {
      throw CancellationError()
    }
    return page
  }

  @Test(arguments: [
    ("http://elsewhere:8000/p", LinkFailure.leadsElsewhere(to: "http://elsewhere:8000/p")),
    ("https://host:8000/p", .leadsElsewhere(to: "https://host:8000/p")),
    ("//host/p", .leadsElsewhere(to: "http://host/p")),
    ("file:///etc/passwd", .leadsElsewhere(to: "file:///etc/passwd")),
    ("http://host:8000@elsewhere/p", .leadsElsewhere(to: "http://host:8000@elsewhere/p")),
    ("?_page=1", .leadsInCircles), ("http://host:8000/posts?_page=1", .leadsInCircles), ("?_page=7", .leadsInCircles),
    ("", .leadsInCircles), ("http://[::1", .leadsElsewhere(to: "http://[::1")),
  ])
  func `a next link that cannot be followed ends the list and is reported as a link failure`(
    target: String, failure: LinkFailure
  ) async throws {
    let page = try await page("http://host:8000/posts?_page=7", headers: ("Link", "<\(target)>; rel=next"))
    #expect(page == Page(["a"], next: nil, linkFailure: failure))
  }

  @Test func `a page with a next link that cannot be followed is requested in full every time`()
    async throws
  {
    let link = ("Link", "<http://elsewhere/>; rel=next")
    let body = #"[{"id":1,"title":"a"}]"#
    let (sut, asked) = sut((200, [link, ("ETag", "1")], body), (304, [link], ""), (200, [link, ("ETag", "1")], body))
    let expected = Revalidation.changed(
      Page(["a"], linkFailure: .leadsElsewhere(to: "http://elsewhere/")), validator: nil)
    #expect(try await sut.page(validator: nil) == expected)
    #expect(try await sut.page(validator: "1") == expected)
    #expect(asked.all.map { $0.headers["If-None-Match"] } == [nil, "1", nil])
  }

  @Test(arguments: [
    ("<?_page=2>; rel=next, <?_page=4>; rel=last", "", ["?_page=2", "?_page=3", "?_page=4"]),
    ("<?q=7&_page=2&x>; rel=next, <?q=7&_page=3&x>; rel=last", "", ["?q=7&_page=2&x", "?q=7&_page=3&x"]),
    ("<?from=50>; rel=next, <?from=149>; rel=last", "", ["?from=50", "?from=100"]),
    ("<?_page=2>; rel=next, <?_page=2>; rel=last", "", []),
    ("<?_page=2&_limit=10>; rel=next", "31", ["?_page=2&_limit=10", "?_page=3&_limit=10", "?_page=4&_limit=10"]),
    ("<?_page=2&_limit=10>; rel=next", "30", ["?_page=2&_limit=10", "?_page=3&_limit=10"]),
    ("<?_page=2>; rel=next", "30", []), ("<?_page=2&_limit=0>; rel=next", "30", []),
    ("<?_page=2&_limit=10>; rel=next", "many", []), ("<?_page=2&_limit=10>; rel=next", "-9223372036854775808", []),
    ("<?p=2&size=10>; rel=next", "31", []), ("<?_page=2>; rel=next", "", []),
    ("<?_page=2&a=1>; rel=next, <?_page=4&a=2>; rel=last", "", []),
    ("<?_page=2>; rel=next, </p?_page=4>; rel=last", "", []), ("<?_page=2>; rel=next, <?_page=1>; rel=last", "", []),
    ("<?c=x2>; rel=next, <?c=x4>; rel=last", "", []), ("<?_page=02>; rel=next, <?_page=04>; rel=last", "", []),
    ("<?_page=-2>; rel=next, <?_page=4>; rel=last", "", []),
  ])
  func `the pages ahead are derived from the last link or the total count`(
    link: String, total: String, ahead: [String]
  ) async throws {
    let page = try await page(headers: ("Link", link), ("X-Total-Count", total))
    let series = page.ahead
    let cursors = (0..<(series?.count ?? 0)).compactMap { series?.cursor(at: $0)?.text }
    // A series of one cursor is only the next page, which is known anyway.
    let known = cursors.count < 2 ? [] : cursors
    #expect(known == ahead.map { "http://host:8000/posts" + $0 })
    #expect(page.next != nil)
  }

  @Test func `the step of the pages ahead is the step from this page to the next`() async throws {
    let link = ("Link", "<?from=40>; rel=next, <?from=80>; rel=last")
    let series = try await page("http://host:8000/posts?from=20", headers: link).ahead
    #expect((0..<4).map { series?.cursor(at: $0)?.text.suffix(2) } == ["40", "60", "80", nil])
    #expect(try await page("http://host:8000/posts?from=90", headers: link).ahead == nil)
  }
}
