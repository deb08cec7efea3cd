import CachedResource
import Essentials
import FeedDocument
import PostDomain
import Testing

/// Clause by clause: which documents are feeds, and what a feed says of itself.
struct FeedDocumentTests {
  @Test(arguments: [
    ("<rss version='0.91'><channel><title>t</title><item><title>e</title></item></channel></rss>", FeedFormat.rss),
    ("<rss version='2.0'><channel><title>t</title><item><title>e</title></item></channel></rss>", .rss),
    ("<RSS><Channel><Title>t</Title><Item><Title>e</Title></Item></Channel></RSS>", .rss),
    (
      "<?xml version='1.0'?><!DOCTYPE rss SYSTEM 'http://my.netscape.com/publish/formats/rss-0.91.dtd'><rss><channel><title>t</title></channel><item><title>e</title></item></rss>",
      .rss
    ),
    (
      "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'><channel><title>t</title></channel><item><title>e</title></item></rdf:RDF>",
      .rdf
    ),
    (
      "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://my.netscape.com/rdf/simple/0.9/'><channel><title>t</title></channel><item><title>e</title></item></rdf:RDF>",
      .rdf
    ),
    (
      "<feed version='0.3' xmlns='http://purl.org/atom/ns#'><title>t</title><entry><title>e</title></entry></feed>",
      .atom03
    ),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><title>t</title><entry><title>e</title></entry></feed>", .atom10),
    (
      "<a:feed xmlns:a='http://www.w3.org/2005/Atom'><a:title>t</a:title><a:entry><a:title>e</a:title></a:entry></a:feed>",
      .atom10
    ),
    (#"{"version": "https://jsonfeed.org/version/1", "title": "t", "items": [{"id": "1", "title": "e"}]}"#, .json),
    (#"{"version": "https://jsonfeed.org/version/1.1", "title": "t", "items": [{"id": "1", "title": "e"}]}"#, .json),
  ])
  func `the format of a document is detected from its content`(document: String, format: FeedFormat) throws {
    let document = try feed(document)
    #expect(document.format == format)
    #expect(document.feed.title == "t")
    #expect(document.entries.map(\.title) == ["e"])
    #expect(document.entryCount == 1)
    #expect(!document.isCut)
  }

  @Test(arguments: [
    ("", AnswerFailure.empty), (" \n", .empty), ("hello", .unknownKind), ("%PDF-1.4", .unknownKind),
    ("{\"a\": 1}", .otherJSON), ("[1, 2]", .otherJSON), ("{\"version\": ", .brokenJSON), ("[{]", .brokenJSON),
    ("<opml version='2.0'><body/></opml>", .otherXML("opml")), ("<urlset/>", .otherXML("urlset")),
    ("<!DOCTYPE html><title>x</title>", .pageWithoutFeed), ("<html><body>x</body></html>", .pageWithoutFeed),
    ("<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><body/></html>", .pageWithoutFeed),
  ])
  func `a document that is no feed is rejected as the kind that it is`(document: String, reason: AnswerFailure) {
    #expect(throws: FeedDocument.Failure(reason)) { try feed(document) }
  }

  @Test(arguments: [
    "a\tb", "a\nb", #"Caf\ud83d x"#, #"\ude00 x"#, #"\ud83d\u0041"#, #"\ud83d\n"#, #"\x"#, #"\u12g4"#,
  ])
  func `JSON with a broken text is rejected as damaged`(text: String) {
    let json = #"{"version": "https://jsonfeed.org/version/1", "items": [{"id": "1", "title": "\#(text)"}]}"#
    #expect(throws: FeedDocument.Failure(.brokenJSON)) { try feed(json) }
  }

  @Test func `JSON in Latin-1 is rejected as damaged`() {
    let json = #"{"version": "https://jsonfeed.org/version/1", "items": [{"id": "1", "title": "Café"}]}"#
    let bytes = Data(json.unicodeScalars.map { UInt8($0.value) })
    #expect(throws: FeedDocument.Failure(.brokenJSON)) { try FeedDocument(bytes, at: "https://example.org/feed") }
  }

  @Test(arguments: [
    (#"\ud83d\ude00 \u00e9 \"\\\/\b\t\u0009"#, "😀 é \"\\/\u{8}"), (#"\\ud83d"#, #"\ud83d"#), ("é 😀", "é 😀"),
    (#"a \\"#, #"a \"#),
  ])
  func `escapes in JSON are decoded`(text: String, title: String) throws {
    let json = """
      {\t"version": "https://jsonfeed.org/version/1",\r\n
       "items": [{"id": "1", "title": "\(text)",
       "attachments": [{"url": "/a", "size_in_bytes": 1e400}]}]}
      """
    #expect(try feed(json).entries.map(\.title) == [title])
  }

  @Test func `without libxml2 only JSON is read`() throws {
    let json = Data(#"{"version": "https://jsonfeed.org/version/1", "items": []}"#.utf8)
    #expect(try FeedDocument(json, at: "https://example.org/", libxml2: []).format == .json)
    #expect(throws: FeedDocument.Failure(.noXML)) {
      try FeedDocument(Data("<rss/>".utf8), at: "https://example.org/", libxml2: ["none.so"])
    }
  }

  @Test func `the values of an RSS channel are read, including its refresh hints`() throws {
    let document = try feed(
      """
      <rss version="2.0" \(spaces)><channel><title>A &amp;amp; B</title><link>https://example.org/</link>
      <description>About &lt;b&gt;it&lt;/b&gt;</description><language>en-gb</language><generator>G 1</generator>
      <managingEditor>a@example.org (Ann)</managingEditor><ttl>60</ttl>
      <skipHours><hour>0</hour><hour>24</hour><hour>7</hour><hour>99</hour></skipHours>
      <skipDays><day>Sunday</day><day>monday</day><day>x</day></skipDays>
      <sy:updatePeriod>daily</sy:updatePeriod><sy:updateFrequency>2</sy:updateFrequency>
      <atom:link rel="self" href="/feed"/><atom:link rel="next" href="/feed?p=2"/>
      <image><title>no</title><link>https://example.org/no</link><url>x</url></image>
      <item/></channel></rss>
      """)
    let values = document.feed
    #expect(values.title == "A & B")
    #expect(values.link == "https://example.org/")
    #expect(values.language == "en-gb")
    #expect(values.generator == "G 1")
    #expect(values.authors == [FeedAuthor(name: "Ann", email: "a@example.org")])
    #expect(values.minutesToLive == 60)
    #expect(values.skippedHours == [0, 7])
    #expect(values.skippedDays == [0, 1])
    #expect(values.updateInterval == .seconds(43_200))
    #expect(values.next == "https://example.org/feed?p=2")
  }

  @Test(arguments: [
    ("<rss><channel/></rss>", "https://example.org/2"),
    ("<feed xmlns='http://www.w3.org/2005/Atom'/>", "https://example.org/2"),
    (#"{"version": "https://jsonfeed.org/version/1", "items": []}"#, "https://example.org/2"),
    (#"{"version": "https://jsonfeed.org/version/1", "next_url": "/1", "items": []}"#, "https://example.org/1"),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><link rel='next' href='/1'/></feed>", "https://example.org/1"),
  ])
  func `a Link header names the next page unless the feed does`(document: String, next: String) throws {
    let links = "<https://example.org/wp-json/>; rel=\"https://api.w.org/\", </2>; rel=\"next\""
    let document = try FeedDocument(Data(document.utf8), at: "https://example.org/feed", links: links)
    #expect(document.feed.next == next)
  }

  @Test(
    arguments: [
      ("<ttl>1</ttl>", 1, nil), ("<ttl>0</ttl><sy:updateFrequency>24</sy:updateFrequency>", nil, .seconds(3_600)),
      ("<sy:updatePeriod>Weekly</sy:updatePeriod>", nil, .seconds(604_800)),
      ("<sy:updatePeriod>x</sy:updatePeriod>", nil, nil),
      ("<sy:updatePeriod>hourly</sy:updatePeriod><sy:updateFrequency>0</sy:updateFrequency>", nil, .seconds(3_600)),
    ] as [(String, Int?, Duration?)])
  func `ttl and the update period give the minutes to live and the update interval`(
    channel: String, minutes: Int?, interval: Duration?
  ) throws {
    let values = try feed("<rss \(spaces)><channel>\(channel)</channel></rss>").feed
    #expect(values.minutesToLive == minutes)
    #expect(values.updateInterval == interval)
  }

  @Test func `the values of an Atom feed are read, including its archive link`() throws {
    let document = try feed(
      """
      <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de" xml:base="https://example.org/blog/">
      <title type="html">A &amp;amp; B</title><subtitle>S</subtitle>
      <link href="."/><link rel="self" href="feed"/><link rel="prev-archive" href="2003"/>
      <author><name>Ann</name><uri>ann</uri><email>a@example.org</email></author><entry><title>e</title></entry></feed>
      """)
    let values = document.feed
    #expect(values.title == "A & B")
    #expect(values.link == "https://example.org/blog/")
    #expect(values.previousArchive == "https://example.org/blog/2003")
    #expect(values.authors == [FeedAuthor(name: "Ann", email: "a@example.org", link: "https://example.org/blog/ann")])
    #expect(values.language == "de")
    #expect(document.entries.first?.language == "de")
    #expect(document.entries.first?.authors == values.authors)
  }

  @Test func `the values and items of a JSON feed are read, including its next page and its end`() throws {
    let document = try feed(
      """
      {"version": "https://jsonfeed.org/version/1.1", "title": "T", "home_page_url": "https://example.org/", "language": "fr",
       "feed_url": "https://example.org/feed.json", "next_url": "/feed.json?p=2", "expired": true, "description": "D",
       "authors": [{"name": "Ann", "url": "https://example.org/ann"}], "items": [
        {"id": 7, "url": "/7", "external_url": "https://example.com/", "title": "A &amp; B", "content_html": "<p>x</p>",
         "content_text": "x", "summary": "s", "date_published": "2004-01-01T00:00:00Z", "tags": ["a", 1, "b"],
         "attachments": [{"url": "/a.mp3", "mime_type": "audio/mpeg", "size_in_bytes": 5}]},
        "no item", 5, {"id": "8", "language": "it", "content_text": "Only a text", "author": {"name": "Bob"}}]}
      """)
    #expect(document.feed.next == "https://example.org/feed.json?p=2")
    #expect(document.feed.isExpired)
    #expect(document.feed.link == "https://example.org/")
    let entries = document.entries
    #expect(entries.map(\.key) == ["7", "8"])
    // JSON is decoded once.
    #expect(entries.map(\.title) == ["A & B", "Only a text"])
    #expect(entries.map(\.link) == ["https://example.org/7", nil])
    #expect(entries.map(\.secondLink) == ["https://example.com/", nil])
    #expect(
      entries.map(\.authors) == [[FeedAuthor(name: "Ann", link: "https://example.org/ann")], [FeedAuthor(name: "Bob")]])
    #expect(
      entries.first?.content == FeedText("<p>x</p>", isHTML: true, source: .content, base: "https://example.org/7"))
    #expect(entries.last?.content?.isHTML == false)
    #expect(entries.first?.categories == ["a", "b"])
    #expect(
      entries.first?.enclosures == [FeedEnclosure(address: "https://example.org/a.mp3", type: "audio/mpeg", length: 5)])
    #expect(entries.map(\.language) == ["fr", "it"])
  }

  @Test(arguments: [
    "<rss><channel><item><guid>1</guid></item><item><guid>2</guid></item><item><guid>3</gu",
    "<rss><channel><item><guid>1</guid></item><item><guid>2</guid></item><item><guid>3</guid><description><![CDATA[ab",
    "<rss><channel><item><guid>1</guid></item><item><guid>2</guid></item>",
  ])
  func `a cut document has the entries before the cut`(document: String) throws {
    let document = try feed(document)
    #expect(document.isCut)
    #expect(document.entries.map(\.key) == ["1", "2"])
  }

  @Test(arguments: [false, true])
  func `an unclosed CDATA section ends with its element or with the document`(isLong: Bool) throws {
    let start = """
      <rss><channel>\(String(repeating: "<!-- x -->", count: isLong ? 30_000 : 0))<item><guid>1</guid><description><![CDATA[<i>one</i>]]></description></item>
      <item><guid>2</guid><title>Two</title><description><![CDATA[<p>two &amp; <br>more
      """
    let cut = try feed(start)
    #expect(cut.isCut)
    #expect(cut.entries.map(\.key) == ["1", "2"])
    #expect(cut.entries.map(\.content?.text) == ["<i>one</i>", "<p>two & <br>more…"])
    #expect(cut.entries.map(\.content?.isHTML) == [true, true])
    let whole = try feed(
      start + "</description></item><item><guid>3</guid><title><![CDATA[Three</title></item></channel></rss>")
    #expect(!whole.isCut)
    #expect(whole.entries.map(\.key) == ["1", "2", "3"])
    #expect(whole.entries.map(\.content?.text) == ["<i>one</i>", "<p>two & <br>more</p>", nil])
    #expect(whole.entries.last?.title == "Three")
  }

  @Test func `an unclosed CDATA section in UTF-16 ends with its element`() throws {
    let text =
      "<rss><item><guid>1</guid><title>ü</title><description><![CDATA[ä</description></item><item><guid>2</guid></item></rss>"
    let body = Data(text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    let document = try FeedDocument(body, at: "https://example.org/")
    #expect(document.entries.map(\.title) == ["ü", ""])
    #expect(document.entries.first?.content?.text == "ä")
  }

  @Test(arguments: [false, true])
  func `entries behind a comment that never ends are read`(isLong: Bool) throws {
    let document = try feed(
      """
      <rss><channel>\(String(repeating: "<!-- x -->", count: isLong ? 30_000 : 0))<item><guid>1</guid></item><!-- ad
      <item><guid>2</guid><title><![CDATA[Two]]></title></item><!-- <item><guid>3</guid></item></channel></rss>
      """)
    #expect(!document.isCut)
    #expect(document.entries.map(\.key) == ["1", "2", "3"])
    #expect(document.entries.map(\.title) == ["", "Two", ""])
  }

  @Test func `markup that is never closed leaves other entries intact`() throws {
    let document = try feed(
      """
      <rss><channel><item><guid>1</guid><description>a<br>b</description><pubDate>2004-01-01</pubDate></item>
      <item><guid>2</guid><title>Two</title></item></channel></rss>
      """)
    #expect(!document.isCut)
    #expect(document.entries.map(\.key) == ["1", "2"])
    #expect(document.entries.last?.title == "Two")
  }

  @Test(arguments: [
    "<“quoted”>", "<:a>", "<_>", "<A A='1' A='2'>", "<a b=c>", "<a href=\"x", "<o:p></o:p>", "<!x'", "<![if x]>", "<?x",
    "</",
    "<a xmlns=\"\">", "<xml:a>", "<a:>", "&#xFFFFFFFF;", "<b", "</b>", "]]>", "<item>",
  ])
  func `malformed markup in one entry leaves the following entries intact`(junk: String) throws {
    let document = try feed(
      "<rss><channel><item><guid>1</guid><description>a \(junk) b</description></item><item><guid>2</guid></item>"
        + "<item><guid>3</guid></item></channel></rss>")
    #expect(document.entries.map(\.key).suffix(2) == ["2", "3"])
    #expect(!document.isCut)
  }

  @Test func `a thousand entries with unclosed markup are all read`() throws {
    let items = (0..<1_000).map { "<item><guid>\($0)</guid><description>a<br>b<hr></description></item>" }.joined()
    let document = try feed("<rss><channel>\(items)</channel></rss>")
    #expect(!document.isCut)
    #expect(document.entryCount == 1_000)
  }

  @Test(arguments: [
    """
    <rss version="2.0"><channel><title>A</title><link>https://example.org/</link>
    <item><guid>1</guid><title>One</title><link>/1</link><description>a &lt;b&gt; c</description><category>x</category>
    <author>Ada</author><enclosure url="/a.mp3" type="audio/mpeg" length="1"/></item>
    <item><guid>1</guid><title>Two</title><link>/2</link></item>
    <item><title>No link</title><pubDate>Tue, 01 Sep 2026 10:00:00 GMT</pubDate></item>
    <item><description>Only a text</description></item><item><link>/2</link><title>Two</title></item></channel></rss>
    """,
    """
    <feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://example.org/"><title>A</title>
    <entry><id>1</id><title>Old</title><updated>2026-09-01T10:00:00Z</updated></entry>
    <entry><id>1</id><title>New</title><updated>2026-09-02T10:00:00Z</updated><link href="new"/></entry>
    <entry><id>2</id><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">a <entry>b</entry></div></content>
    </entry><entry><summary>No id</summary></entry></feed>
    """,
  ]) func `a document too long to hold its entries has the same entries as a short one`(text: String) throws {
    let short = try feed(text)
    let long = try feed(text + "<!--" + String(repeating: "x", count: 300_000) + "-->")
    #expect([short.holdsEntries, long.holdsEntries] == [true, false])
    #expect(short.entries == long.entries)
    #expect(short.signatures == long.signatures)
    #expect(short.entryCount == short.entries.count)
  }

  @Test func `entries come in portions`() throws {
    let items = (0..<1_000).map { "<item><guid>\($0)</guid></item>" }.joined()
    let document = try feed("<rss><channel>\(items)</channel></rss>")
    let portions = Array(document.portions(of: 300))
    #expect(portions.map(\.count) == [300, 300, 300, 100])
    #expect(portions.flatMap { $0 }.map(\.key) == (0..<1_000).map { "\($0)" })
    #expect(document.entryCount == 1_000)
  }

  @Test(arguments: ["iso-8859-1", nil])
  func `a document that is not UTF-8 is decoded with the answer's charset, else as Windows-1252`(charset: String?)
    throws
  {
    let bytes = Array("<rss><channel><title>caf".utf8) + [0xE9] + Array("</title></channel></rss>".utf8)
    #expect(try FeedDocument(Data(bytes), at: "https://example.org/", charset: charset).feed.title == "café")
  }
}
