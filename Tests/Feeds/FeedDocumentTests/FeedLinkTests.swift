import Essentials
import FeedDocument
import Testing

struct FeedLinkTests {
  private func links(_ head: String) -> [FeedLink] {
    do throws(FeedDocument.Failure) {
      _ = try FeedDocument(Data("<!DOCTYPE html><html><head>\(head)</head></html>".utf8), at: "https://example.org/a/b")
    } catch {
      if case .page(let links) = error { return links }
    }
    return []
  }

  @Test(arguments: [
    ("<link rel=alternate type=application/rss+xml href=feed>", ["https://example.org/a/feed"]),
    ("<LINK REL='Alternate' TYPE='Application/Atom+XML; charset=utf-8' HREF='/feed'>", ["https://example.org/feed"]),
    (
      "<base href='https://example.com/x/'><link rel='alternate' type='application/feed+json' href='f.json'>",
      ["https://example.com/x/f.json"]
    ),
    (
      "<link rel='alternate' type='application/rss+xml' href='//example.com/?a=1&amp;b=2'>",
      ["https://example.com/?a=1&b=2"]
    ),
    (
      "<link rel='alternate' type='text/rss' href='/1'><link rel='alternate' type='application/rss' href='/2'><link rel='alternate' type='text/atom+xml' href='/3'>",
      ["https://example.org/1", "https://example.org/2", "https://example.org/3"]
    ),
    (
      "<link rel='alternate' type='application/rss+xml' href='feed:https://example.com/1'><link rel='alternate' type='application/rss+xml' href='feed://example.com/2'>",
      ["https://example.com/1", "https://example.com/2"]
    ),
    ("<link rel='alternate' type='text/html' hreflang='de' href='/de'>", []),
    ("<link rel='stylesheet' type='text/xml' href='/x'>", []),
    ("<link rel='alternate' type='application/json' href='/wp-json/wp/v2/pages/5'>", []),
    ("<link rel='feed' href='/feed'>", ["https://example.org/feed"]),
    ("<link rel='alternate' type='application/rss+xml' href=''>", []),
    ("<!-- <link rel='alternate' type='application/rss+xml' href='/x'> -->", []),
    ("<link rel='alternate' type='application/rss+xml' href='javascript:x'>", []),
  ])
  func `feeds that a page links to`(head: String, expected: [String]) {
    #expect(links(head).map(\.address) == expected)
  }

  @Test(arguments: [
    ("<a href='/about'>About</a><a href='/index.xml'><img src='rss.png'></a>", ["https://example.org/index.xml"]),
    ("<a href='https://www.example.org/Blog.RSS?x=1'>", ["https://www.example.org/Blog.RSS?x=1"]),
    ("<a type='application/atom+xml' href='https://example.com/x'>Atom</a>", ["https://example.com/x"]),
    ("<a href='https://example.com/feed'>", []), ("<a href='/feed/1'><a href='/index.html'>", []),
    (
      "<a href='/comments/feed/'>1</a><a href='/feed/'>2</a>",
      ["https://example.org/feed/", "https://example.org/comments/feed/"]
    ),
    ("<link rel='alternate' type='application/rss+xml' href='/x'><a href='/rss'>", ["https://example.org/x"]),
  ])
  func `a page that declares no feed links to those of its site in its text`(text: String, expected: [String]) {
    #expect(links(text).map(\.address) == expected)
  }

  @Test func `feeds of comments come last, and each address once`() {
    let found = links(
      """
      <link rel="alternate" type="application/rss+xml" title="Blog &raquo; Comments Feed" href="/c">
      <link rel="alternate" type="application/rss+xml" title="Blog &raquo; Feed" href="/f">
      <link rel="alternate" type="application/atom+xml" title="Atom" href="/a">
      <link rel="alternate" type="application/atom+xml" href="/f">
      """)
    #expect(found.map(\.address) == ["https://example.org/f", "https://example.org/a", "https://example.org/c"])
    #expect(found.map(\.title) == ["Blog » Feed", "Atom", "Blog » Comments Feed"])
  }
}
