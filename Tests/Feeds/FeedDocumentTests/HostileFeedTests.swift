import Essentials
import FeedDocument
import TestSupport
import Testing

/// Bytes cut, changed, removed and repeated; the same in every run.
struct HostileFeedTests {
  @Test(arguments: ["<?xml version='1.0'?><rss>", "<rss version='2.0'>"])
  func `program messages before the document are skipped`(start: String) throws {
    let messages = "<br />\n<b>Warning</b>: include(): in <b>/a.php</b> on line <b>1</b><br />\n"
    let document = try feed(
      messages + start + "<channel><item><title>A</title></item></channel></rss>\n<!-- cached -->")
    #expect(document.entries.map(\.title) == ["A"])
    #expect(!document.isCut)
  }

  @Test func `an XML declaration quoted in an entry does not begin the document`() throws {
    let text = "<![CDATA[<?xml version='1.0'?><rss>…</rss>]]>"
    let document = try feed(
      "<rss version='2.0'><channel><title>T</title><item><description>\(text)</description></item></channel></rss>")
    #expect(document.entries.map(\.content?.text) == ["<?xml version='1.0'?><rss>…</rss>"])
  }

  @Test func `unclosed elements in a text end with the element of the text`() throws {
    let description = "<description>1<br>2<img src='a.png'></description>"
    let entries = try rss("<item>\(description)<link>/1</link></item><item><guid>2</guid></item>")
    #expect(entries.map(\.content?.text) == ["1<br>2<img src=\"a.png\">", nil])
    #expect(entries.map(\.link) == ["https://example.org/1", nil])
    #expect(entries.map(\.key) == ["https://example.org/1", "2"])
  }

  static let documents = [
    """
    <?xml version="1.0" encoding="utf-8"?><rss version="2.0" \(spaces)><channel><title>T &amp; é</title><link>https://example.org/</link>
    <item><title>A</title><guid isPermaLink="true">/1</guid><pubDate>Thu, 01 Jan 2004 19:48:21 GMT</pubDate>
    <description>x <b>y</b> &lt;p&gt;</description><author>a@b (C)</author></item>
    <item><link>/2</link><content:encoded><![CDATA[<p>z</p>]]></content:encoded><enclosure url="/a" length="1"/></item></channel></rss>
    """,
    """
    <feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://example.org/"><title type="xhtml"><div>T</div></title>
    <entry><id>1</id><author><name>A</name></author><source><author><name>S</name></author></source><updated>2004-01-01T00:00:00Z</updated>
    <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>x<br/></p></div></content><link href="a"/></entry></feed>
    """,
    #"{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": 1, "content_html": "<p>x</p>", "tags": ["a"]}, {"id": "2"}]}"#,
    "<html><head><base href='/x/'><link rel='alternate' type='application/rss+xml' href='f'></head></html>",
  ]

  @Test(arguments: documents)
  func `randomly damaged documents are read to an end, with unique keys and equal portions`(document: String) {
    var random = SeededGenerator(seed: 26)
    for _ in 0..<1_500 {
      var bytes = Array(document.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(index..<min(bytes.count, index + 9))
        case 2: bytes.insert(contentsOf: bytes[index...].prefix(40), at: index)
        default: bytes = Array(bytes[..<index])
        }
      }
      guard let document = try? FeedDocument(Data(bytes), at: "https://example.org/feed") else { continue }
      let entries = document.portions(of: 1).flatMap { $0 }
      #expect(entries == document.portions().flatMap { $0 })
      #expect(entries.count == document.entryCount)
      #expect(Set(entries.map(\.key)).count == entries.count)
    }
  }

  /// A document that is shown by its beginning.
  struct Document: CustomTestStringConvertible, Sendable {
    var text: String
    var testDescription: String { "\(text.prefix(40))…" }
  }

  /// An element that declares 255 namespaces.
  static let manySpaces = "<a " + (0..<255).map { "xmlns:q\($0)='u'" }.joined(separator: " ") + ">"

  @Test func `an item inside a category is treated the same when entries are counted and read`() throws {
    let text =
      "<item><guid>a</guid><category type='text/xml'><item>x</item></category></item><item><guid>b</guid></item>"
    let document = try FeedDocument(Data("<rss><channel>\(text)</channel></rss>".utf8), at: "https://example.org/feed")
    let entries = document.portions().flatMap { $0 }
    #expect(entries.count == document.entryCount)
    #expect(entries.last?.key == "b")
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "<rss><channel>" + String(repeating: "<item>", count: 100_000),
      "<rss>" + String(repeating: "<a b='", count: 100_000),
      "<rss><channel><item><description>" + String(repeating: "<b>", count: 100_000),
      "<rss>" + String(repeating: "&", count: 500_000),
      "<rss>" + String(repeating: "<!--", count: 200_000), "<rss><!DOCTYPE" + String(repeating: "[", count: 500_000),
      "<rss><channel><item><title>" + String(repeating: "a ", count: 500_000), String(repeating: "<", count: 500_000),
      "{\"items\":" + String(repeating: "[", count: 500_000),
      "<html>" + String(repeating: "<link rel=alternate ", count: 50_000),
      "<rss " + String(repeating: "a='b' ", count: 50_000) + "><channel>",
      "<rss>" + String(repeating: "]]>", count: 200_000),
      "<rss><channel>" + String(repeating: "<item><title><![CDATA[", count: 50_000),
      "<rss><channel><item>" + (0..<40_000).map { "<category>c\($0)</category>" }.joined(),
      "<rss><channel><item>" + (0..<40_000).map { "<enclosure url='http://example.org/\($0)'/>" }.joined(),
      "<rss><channel>" + String(repeating: "<item>" + manySpaces, count: 1_500)
        + String(repeating: "<q0:b/>", count: 50_000),
      "<rss xml:base='" + String(repeating: "../", count: 100_000) + "'><channel><link>x</link></channel></rss>",
    ].map(Document.init))
  func `hostile documents take time in proportion to their length`(document: Document) {
    let document = try? feed(document.text)
    #expect(document?.entries.count ?? 0 <= 10_000)
  }
}
