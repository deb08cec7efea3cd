import Essentials
import FeedDocument
import Testing

/// Clause by clause: which entry is which.
struct EntryKeyTests {
  @Test(arguments: [
    ("<item><guid> 7 </guid><link>https://example.com/</link></item>", ["7"]),
    ("<item><guid/><link>/1</link></item><item><guid> </guid><title>A</title></item>", ["https://example.org/1", "A"]),
    // A link, where it is the only one of its kind in the document.
    (
      "<item><link>/1</link><title>A</title></item><item><link>/2</link><title>B</title></item>",
      ["https://example.org/1", "https://example.org/2"]
    ),
    (
      "<item><link>/1</link><title>A</title></item><item><link>/1</link><title>B</title></item>",
      ["https://example.org/1\nA", "https://example.org/1\nB"]
    ),
    (
      "<item><link>/1</link><title>A</title></item><item><guid>9</guid><link>/1</link><title>B</title></item>",
      ["https://example.org/1\nA", "9"]
    ),
    // Without a link, title and date.
    (
      "<item><title>A</title><pubDate>2004-01-01</pubDate></item><item><title>A</title><pubDate>2004-01-02</pubDate></item>",
      ["A\n1072915200", "A\n1073001600"]
    ),
    ("<item><title>A</title></item>", ["A"]),
    // The same guid twice is two entries if their links differ, or without links their titles.
    (
      "<item><guid>7</guid><link>/1</link></item><item><guid>7</guid><link>/2</link></item>",
      ["7\nhttps://example.org/1", "7\nhttps://example.org/2"]
    ),
    ("<item><guid>7</guid><title>A</title></item><item><guid>7</guid><title>B</title></item>", ["7\nA", "7\nB"]),
    (
      "<item><guid>7</guid><link>/1</link><title>A</title></item><item><guid>7</guid><link>/1</link><title>B</title></item>",
      ["7"]
    ),
    // They are two as well if both their titles and their dates differ.
    (
      """
      <item><guid>7</guid><link>/1</link><title>A</title><pubDate>2004-01-01</pubDate></item>\
      <item><guid>7</guid><link>/1</link><title>B</title><pubDate>2004-01-02</pubDate></item>\
      <item><guid>7</guid><link>/1</link><title>B</title><pubDate>2004-01-03</pubDate></item>\
      <item><guid>7</guid><link>/2</link><title>C</title><pubDate>2004-01-03</pubDate></item>
      """,
      ["7\nA", "7\nB", "7\nC"]
    ),
    (
      """
      <item><guid>7</guid><link>/1</link><title>A</title><pubDate>2004-01-01</pubDate></item>\
      <item><guid>7</guid><link>/1</link><title>B</title><pubDate>2004-01-01</pubDate></item>
      """,
      ["7"]
    ),
    // One of them may have no title.
    (
      """
      <item><guid>7</guid><link>/1</link><description>x</description><pubDate>2004-01-01</pubDate></item>\
      <item><guid>7</guid><link>/1</link><title>B</title><pubDate>2004-01-02</pubDate></item>\
      <item><guid>7</guid><link>/1</link><description>y</description><pubDate>2004-01-03</pubDate></item>
      """,
      ["7\n", "7\nB"]
    ),
    ("<item><guid>7</guid></item><item><guid>7</guid></item>", ["7"]),
  ])
  func `the key of an RSS item is its guid, else its link, else its title and date`(items: String, expected: [String])
    throws
  {
    #expect(try rss(items).map(\.key) == expected)
  }

  @Test func `of Atom entries with the same id only the latest is used`() throws {
    func entry(_ title: String, _ day: String) -> String {
      "<entry><id>7</id><title>\(title)</title><link href='/\(title)'/><updated>2004-01-\(day)</updated></entry>"
    }
    let other = "<entry><id>8</id><title>O</title></entry>"
    #expect(try atom(entry("A", "01") + other + entry("B", "02")).map(\.title) == ["O", "B"])
    #expect(try atom(entry("B", "02") + other + entry("A", "01")).map(\.title) == ["B", "O"])
    #expect(try atom(entry("A", "01") + entry("B", "01")).map(\.title) == ["A"])
  }

  @Test func `the key of an entry with only a text consists of its words without addresses`() throws {
    let keys = try rss(
      "<item><description>See http://a.example/1 now</description></item><item><description>Other</description></item>"
    ).map(\.key)
    let later = try rss("<item><description>See http://b.example/2 now</description></item>").map(\.key)
    #expect(keys.count == 2)
    #expect(keys.first == later.first)
    #expect(keys.first != keys.last)
    // Words are words, however they are divided.
    #expect(try rss("<item><description>See\nnow</description></item>").map(\.key) == later)
    #expect(try rss("<item><description>Seenow</description></item>").map(\.key) != later)
  }

  @Test func `a numeric JSON id gives the same key as its text`() throws {
    func keys(_ items: String) throws -> [String] {
      try feed(#"{"version": "https://jsonfeed.org/version/1", "items": [\#(items)]}"#).entries.map(\.key)
    }
    #expect(try keys(#"{"id": 7}, {"id": "8"}"#) == ["7", "8"])
    #expect(try keys(#"{"id": "7"}"#) == ["7"])
    #expect(try keys(#"{"id": 7, "url": "/1"}, {"id": 7, "url": "/2"}, {"id": 7, "url": "/2"}"#).count == 2)
    #expect(try keys(#"{"id": "", "title": "A"}, {"id": " ", "title": "B"}"#) == ["A", "B"])
    #expect(try keys(#"{"external_url": "https://example.com/"}"#) == ["https://example.com/"])
  }

  @Test(arguments: [
    ("https://example.com/1", true), ("http://example.com/1", true), ("https://www.example.com/1", true),
    ("http://www.example.com/1/", true), ("https://example.com/1/", true), ("https://example.com/2", false),
    ("https://example.com/1//", false), ("https://example.com/1?a", false), ("https://www2.example.com/1", false),
    ("https://example.com/", false),
  ])
  func `link signatures ignore the scheme, www and one trailing slash`(link: String, isSame: Bool) throws {
    func signature(_ link: String, _ id: String) throws -> FeedSignature? {
      try feed("<rss><channel><item><guid>\(id)</guid><link>\(link)</link></item></channel></rss>").signatures.first
    }
    let one = try #require(try signature("https://example.com/1", "a"))
    let other = try #require(try signature(link, "b"))
    #expect((one.link == other.link) == isSame)
    #expect(one.key != other.key)
  }

  @Test func `the title signature is the same in every format, and missing without a date`() throws {
    let documents = [
      "<rss><channel><item><guid>1</guid><title>A &amp;amp; B</title><pubDate>1 Jan 2004 01:00 +0100</pubDate></item></channel></rss>",
      """
      <feed xmlns='http://www.w3.org/2005/Atom'><entry><id>2</id><title>A &amp; B</title><published>2004-01-01T00:00:00Z\
      </published><updated>2005-01-01T00:00:00Z</updated></entry></feed>
      """,
      #"{"version": "https://jsonfeed.org/version/1", "items": [{"id": 3, "title": "A & B", "date_published": "2004-01-01"}]}"#,
    ]
    let titles = try documents.map { try feed($0).signatures.first?.title }
    #expect(titles[0] != nil)
    #expect(Set(titles).count == 1)
    for date in ["", "<pubDate>soon</pubDate>", "<pubDate>Thu, 01 Jan 1970 00:00:00 GMT</pubDate>"] {
      let document = try feed("<rss><channel><item><guid>1</guid><title>A</title>\(date)</item></channel></rss>")
      #expect(document.signatures.map(\.title) == [nil])
    }
  }

  @Test(arguments: [
    ("", ""), ("<description>Thanks</description>", "<description>Thanks</description>"),
    ("<description>Thanks</description>", "<description>Well</description>"),
  ])
  func `without titles, entries that share a link are told apart by link and text`(one: String, other: String) throws {
    func items(_ link: String) -> String {
      "<item><link>\(link)</link>\(one)</item><item><link>\(link)</link>\(other)</item>"
    }
    let entries = try rss(items("/1") + items("/2"))
    let count = one == other ? 1 : 2
    let links = ["https://example.org/1", "https://example.org/2"].flatMap { Array(repeating: $0, count: count) }
    #expect(entries.map(\.link) == links)
    #expect(Set(entries.map(\.key)).count == 2 * count)
  }

  @Test(arguments: ["", "<pubDate>2004-01-01</pubDate>"])
  func `entries with the same title, and date if any, are told apart by their texts`(date: String) throws {
    func items(_ texts: String...) -> String {
      texts.map { "<item><title>A</title>\(date)<description>\($0)</description></item>" }.joined()
    }
    let alone = try rss(items("x")).map(\.key)
    #expect(alone == [date.isEmpty ? "A" : "A\n1072915200"])
    #expect(try rss(items("x", "x http://example.com/1")).map(\.key) == alone)
    let keys = try rss(items("x", "y", "x")).map(\.key)
    #expect(keys.count == 2)
    #expect(Set(keys + alone).count == 3)
    #expect(try rss(items("y", "x") + "<item><title>B</title></item>").map(\.key) == keys.reversed() + ["B"])
    // So another one with its title does not make a known one new.
    func title(_ texts: String...) throws -> UInt64? {
      try feed("<rss><channel>\(texts.map { items($0) }.joined())</channel></rss>").signatures.last?.title
    }
    #expect(try title("x") != nil)
    #expect(try title("y", "x") == title("x"))
    #expect(try (title("y") == title("x")) == !date.isEmpty)
  }

  @Test func `JSON entries without dates are told apart by their texts`() throws {
    let items = [#"{"title": "A", "content_text": "x"}"#, #"{"title": "A", "content_text": "y"}"#]
    let document = try feed(
      #"{"version": "https://jsonfeed.org/version/1", "items": [\#(items.joined(separator: ","))]}"#)
    #expect(document.entries.map(\.content?.text) == ["x", "y"])
  }

  @Test func `a title made of the first words is part of no key or signature`() throws {
    let text = "<description>Words http://example.com/1</description>"
    #expect(
      try rss("<item>\(text)<pubDate>1 Jan 2004 00:00</pubDate></item>").first?.title == "Words http://example.com/1")
    let keys = try [text, text.replacing("/1", with: "/2")].flatMap { try rss("<item>\($0)</item>").map(\.key) }
    #expect(keys[0] == keys[1])
    let signatures = try feed("<rss><channel><item>\(text)<pubDate>1 Jan 2004 00:00</pubDate></item></channel></rss>")
      .signatures
    #expect(signatures.map(\.title) == [nil])
  }

  @Test func `the order of a document changes no key`() throws {
    let items = [
      "<item><guid>1</guid><link>/a</link></item>", "<item><guid>1</guid><link>/b</link></item>",
      "<item><link>/c</link><title>C</title></item>", "<item><link>/c</link><title>D</title></item>",
      "<item><title>E</title></item>",
    ]
    let keys = Set(try rss(items.joined()).map(\.key))
    #expect(keys.count == 5)
    #expect(Set(try rss(items.reversed().joined()).map(\.key)) == keys)
  }
}
