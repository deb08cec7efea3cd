import CachedResource
import Essentials
import FeedDocument
import Testing

struct FeedLinkTests {
  private func links(_ head: String) -> [FeedLink] {
    links(in: Data("<!DOCTYPE html><html><head>\(head)</head></html>".utf8))
  }

  private func links(in body: Data, field: String? = nil) -> [FeedLink] {
    do throws(FeedDocument.Failure) {
      _ = try FeedDocument(body, at: "https://example.org/a/b", links: field)
    } catch {
      return error.links
    }
    return []
  }

  @Test(
    arguments: [
      ("en/", "https://example.org/a/en/"), ("//example.com/", "https://example.com/"), ("/a/b", nil),
      ("file:///etc/passwd", nil), ("javascript:1", nil),
    ] as [(String, String?)])
  func `the address that a page leads on to is another one on the web`(target: String, address: String?) {
    let page = "<html><meta http-equiv=refresh content='0;url=\(target)'>"
    #expect(throws: FeedDocument.Failure(.pageWithoutFeed, refresh: address)) {
      try FeedDocument(Data(page.utf8), at: "https://example.org/a/b")
    }
  }

  @Test func `the address that a page leads on to is resolved against its base`() {
    let page = "<html><base href='/x/'><meta http-equiv=refresh content='0;url=en'>"
    #expect(throws: FeedDocument.Failure(.pageWithoutFeed, refresh: "https://example.org/x/en")) {
      try FeedDocument(Data(page.utf8), at: "https://example.org/a/b")
    }
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
    ("<link rel='alternate' type='application/x-rss+xml' href='/1'>", ["https://example.org/1"]),
    // A page is not its own feed.
    (
      "<link rel='alternate' type='application/rss+xml' href='#'><link rel='alternate' type='application/rss+xml' href='b#x'><link rel='alternate' type='application/rss+xml' href='/1'>",
      ["https://example.org/1"]
    ),
    ("<link rel='alternate' type='text/html' hreflang='de' href='/de'>", []),
    ("<link rel='stylesheet' type='text/xml' href='/x'>", []),
    ("<link rel='alternate' type='application/json' href='/wp-json/wp/v2/pages/5'>", []),
    ("<link rel='feed' href='/feed'>", ["https://example.org/feed"]),
    ("<link rel='alternate' type='application/rss+xml' href=''>", []),
    ("<!-- <link rel='alternate' type='application/rss+xml' href='/x'> -->", []),
    ("<link rel='alternate' type='application/rss+xml' href='javascript:x'>", []),
  ])
  func `feeds that a page declares with link elements are found and resolved`(head: String, expected: [String]) {
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
  func `without declared feeds, a page's anchors that look like feeds are found`(text: String, expected: [String]) {
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

  @Test(arguments: [
    ("<html/>", "</1>; rel=alternate; type=application/rss+xml", ["https://example.org/1"]),
    (
      "<html><link rel=alternate type=text/css href=/x>",
      "<c>; rel=\"alternate\"; type=\"application/atom+xml\"; title=\"Comments\", <2?a=1,2>; title=\"a; b, c\"; type=\"application/feed+json\"; Rel=\"x Alternate\"",
      ["https://example.org/a/2?a=1,2", "https://example.org/a/c"]
    ),
    (
      "<html/>",
      "<https://example.org/wp-json/>; rel=\"https://api.w.org/\", <https://example.org/wp-json/wp/v2/pages/5>; rel=\"alternate\"; type=\"application/json\", </de>; rel=alternate; hreflang=de",
      []
    ),
    // Those in a page come first, but for those in its text.
    (
      "<html><base href=/b/><link rel=alternate type=text/rss href=1>", "</2>; rel=alternate; type=text/rss",
      ["https://example.org/b/1"]
    ),
    ("<html><base href=/b/><a href=feed>", "<2>; rel=alternate; type=text/rss", ["https://example.org/a/2"]),
    ("", "</1>; rel=alternate; type=text/rss", ["https://example.org/1"]),
    ("text", "</1>; rel=alternate; type=text/rss", ["https://example.org/1"]),
    ("{\"a\": 1}", "</1>; rel=alternate; type=text/rss", ["https://example.org/1"]),
    ("<opml/>", "</1>; rel=alternate; type=text/rss", ["https://example.org/1"]),
    ("<?xml version='1.0'?><html/>", "</1>; rel=alternate; type=text/rss", ["https://example.org/1"]),
  ])
  func `a Link header of any document names its feeds (RFC 8288)`(body: String, field: String, expected: [String]) {
    #expect(links(in: Data(body.utf8), field: field).map(\.address) == expected)
  }

  @Test(arguments: [[0xFF, 0xFE], [0xFE, 0xFF], [], nil] as [[UInt8]?])
  func `pages in UTF-16 are read with or without a byte order mark, even if they are malformed`(mark: [UInt8]?) {
    // The bytes of `–` and `㼼` are those of characters of markup.
    let page = "<!DOCTYPE html><title>–㼼</title><link rel=alternate type=text/rss title='–㼼ü' href=/1>"
    var body = Data(mark ?? [])
    for unit in page.utf16 + [0xD800] {
      let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      body += mark == [0xFE, 0xFF] ? bytes.reversed() : bytes
    }
    if mark == nil { body = Data(page.utf8) }
    #expect(links(in: body) == [FeedLink(address: "https://example.org/1", title: "–㼼ü")])
  }

  @Test func `the charset that a page declares is used`() {
    let page = "<html><link rel=alternate type=text/rss title='\u{FC}' href=/1>"
    let body = Data(page.unicodeScalars.map { UInt8($0.value) })
    let link = FeedLink(address: "https://example.org/1", title: "ь")
    #expect(throws: FeedDocument.Failure(.pageWithFeed("https://example.org/1"), links: [link])) {
      try FeedDocument(body, at: "https://example.org/", charset: "windows-1251")
    }
  }
}
