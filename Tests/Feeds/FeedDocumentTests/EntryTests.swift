import Essentials
import FeedDocument
import PostDomain
import Testing

/// Values of entries, rule by rule.
struct EntryTests {
  // MARK: - Titles

  @Test(arguments: [
    ("<title>AT&amp;amp;T &amp;lt;b&amp;gt;</title>", "AT&T <b>"),
    ("<title>A &lt;b&gt;bold&lt;/b&gt; one</title>", "A bold one"),
    ("<title>\n A\n B </title>", "A B"), ("<title><![CDATA[A &amp; B]]></title>", "A & B"),
    ("<title>1 &lt; 2</title>", "1 < 2"), ("<title>A &amp;</title>", "A &"),
    ("<dc:title>D</dc:title>", "D"), ("<media:title>M</media:title><title>T</title>", "T"),
    ("<media:title>M</media:title>", "M"),
    // Media RSS says which of its titles are plain.
    ("<media:title type='plain'>A &amp;amp; B</media:title>", "A &amp; B"),
    ("<media:title type='html'>A &amp;amp; B</media:title>", "A & B"),
    ("<title>Use of &lt;script&gt; in HTML</title>", "Use of <script> in HTML"),
    ("<title>The &lt;b&gt; tag &amp;amp; the &lt;Title&gt; element</title>", "The <b> tag & the <Title> element"),
    ("<title>&lt;p&gt;One&lt;br&gt;two &lt;a href='/'&gt;three</title>", "One two three"),
    ("<title>&lt;i&gt;A&lt;/i&gt; and &lt;b&gt;</title>", "A and <b>"),
    ("<title>A&lt;script&gt;x()&lt;/script&gt;B</title>", "AB"),
    ("<title>&lt;img alt='Comic 5' src='x.png'&gt;</title>", "Comic 5"),
    ("<title>&lt;your name&gt;</title>", "<your name>"), ("<title>A &amp; B</title>", "A & B"),
    ("<title> &lt;![CDATA[A &amp; B]]&gt; </title>", "A & B"),
    ("<title><![CDATA[<![CDATA[A & B]]>]]&gt;</title>", "A & B"),
    ("<description>&lt;p&gt;First words&lt;/p&gt; of it</description>", "First words of it"),
    ("<guid>1</guid><title/>", ""),
    ("<link>https://example.org/1</link>", "https://example.org/1"),
    ("<enclosure url='/a.mp3'/>", "https://example.org/a.mp3"),
    ("<description>&lt;img src='/a.png'&gt;</description><link>/1</link>", "https://example.org/1"),
    ("<title>&amp;nbsp;</title><description>First words</description>", "First words"),
    ("<title>\u{200B}\u{FEFF} </title><description>First words</description>", "First words"),
  ])
  func `titles of RSS are decoded twice`(item: String, expected: String) throws {
    #expect(try rss("<item>\(item)</item>").first?.title == expected)
  }

  @Test(arguments: [
    ("<title>AT&amp;amp;T</title>", "AT&amp;T"), ("<title>&lt;b&gt;</title>", "<b>"),
    ("<title type='html'>A &lt;b&gt;B&lt;/b&gt; &amp;amp; C</title>", "A B & C"),
    ("<title type='html'>&lt;i&gt;&lt;img alt='Comic 5' src='x.png'&gt;</title>", "Comic 5"),
    (
      "<title type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>A <b>B</b> &amp; &lt;C></div></title>", "A B & <C>"
    ),
    ("<title type='text'>&lt;a href=''&gt;</title>", "<a href=''>"),
    ("<content type='html'>&lt;p&gt;Only text&lt;/p&gt;</content>", "Only text"),
  ])
  func `Atom titles are decoded according to their type (RFC 4287, 3.1.1)`(entry: String, expected: String) throws {
    #expect(try atom("<entry>\(entry)</entry>").first?.title == expected)
  }

  @Test func `an untitled entry is titled with its first words`() throws {
    let words = String(repeating: "word ", count: 100)
    let title = try rss("<item><description>\(words)</description></item>").first?.title
    #expect(title == String(repeating: "word ", count: 16).dropLast() + "…")
  }

  @Test(arguments: [
    "<img alt='A cat' src='data:image/png;base64,\(String(repeating: "A", count: 12_000))'>",
    "<svg>\(String(repeating: "<path d='M0 0 L1 1'/>", count: 800))</svg>A cat",
    "<div style='display:none'>\(String(repeating: "&#847;&zwnj;&nbsp;", count: 700))</div>A cat",
  ])
  func `the first words of a text follow markup of any length`(text: String) throws {
    #expect(try rss("<item><description><![CDATA[\(text)]]></description></item>").first?.title == "A cat")
  }

  // MARK: - Links

  @Test(
    arguments: [
      ("<link>https://example.com/1</link>", "https://example.com/1"), ("<link> /1\n</link>", "https://example.org/1"),
      ("<link/><guid>https://example.com/2</guid>", "https://example.com/2"),
      ("<guid isPermaLink='false'>https://example.com/2</guid>", nil), ("<guid>2</guid>", nil),
      ("<guid isPermaLink='true'>/2</guid>", "https://example.org/2"), ("<guid isPermaLink='true'>urn:x</guid>", nil),
      ("<link>https://example.com/1</link><guid>https://example.com/2</guid>", "https://example.com/1"),
      (
        "<feedburner:origLink>https://example.com/o</feedburner:origLink><link>https://example.com/1</link>",
        "https://example.com/o"
      ),
      (
        "<atom:link rel='self' href='https://example.com/s'/><atom:link href='https://example.com/a'/>",
        "https://example.com/a"
      ),
      ("<link href='https://example.com/h'/>", "https://example.com/h"),
      ("<link>https://example.com/a b</link>", "https://example.com/a%20b"),
      ("<link>https://example.com/?a=1&b=2&amp;c=3</link>", "https://example.com/?a=1&b=2&c=3"),
      ("<link>//example.com/x</link>", "https://example.com/x"),
      ("<link>www.example.com/x</link>", "https://www.example.com/x"),
      ("<link xml:base='https://example.com/b/'>x</link>", "https://example.com/b/x"),
    ] as [(String, String?)])
  func `the link of an RSS item comes from link, guid or atom:link and is resolved`(item: String, expected: String?)
    throws
  {
    #expect(try rss("<item>\(item)</item>", channel: "<link>https://example.org/</link>").first?.link == expected)
  }

  @Test(
    arguments: [
      ("<link href='https://example.com/1'/>", "https://example.com/1", nil),
      (
        "<link rel='self' href='/s'/><link rel='alternate' type='application/pdf' href='/p'/><link rel='alternate' type='text/html' href='/h'/>",
        "https://example.org/h", nil
      ),
      (
        "<link href='/1'/><link rel='related' href='https://example.com/'/>", "https://example.org/1",
        "https://example.com/"
      ),
      (
        "<link href='/1'/><link rel='via' href='https://example.com/'/>", "https://example.org/1",
        "https://example.com/"
      ),
      ("<link rel='http://www.iana.org/assignments/relation/alternate' href='/1'/>", "https://example.org/1", nil),
      ("<link type='application/pdf' href='/p'/><link type='text/plain' href='/t'/>", "https://example.org/p", nil),
      ("<link rel='related' href='/r'/>", "https://example.org/r", nil),
      ("<id>https://example.com/id</id>", "https://example.com/id", nil),
      ("<content src='/c' type='text/html'/>", "https://example.org/c", nil),
    ] as [(String, String, String?)])
  func `the link of an Atom entry is its alternate, and a related one its second (RFC 4287, 4.2.7)`(
    entry: String, link: String, second: String?
  ) throws {
    let entry = try atom("<entry>\(entry)</entry>").first
    #expect(entry?.link == link)
    #expect(entry?.secondLink == second)
  }

  @Test func `without a channel link, relative links are resolved against the feed, and nested xml:base adds up`()
    throws
  {
    #expect(try rss("<item><link>x</link></item>").first?.link == "https://example.org/x")
    let entry = try atom(
      "<entry xml:base='b/'><link href='c'/><content type='html' xml:base='d/'>&lt;a href='e'&gt;</content></entry>",
      feed: "<title/>"
    ).first
    #expect(entry?.link == "https://example.org/b/c")
    #expect(entry?.content?.base == "https://example.org/b/d/")
  }

  @Test func `addresses in markup are resolved against the xml:base of their own element`() throws {
    let entry = try atom(
      """
      <entry xml:base="e/"><content type="xhtml"><div><a href="a">A</a><div xml:base="d/"><a href="b" title="t">B</a>
      <p xml:base="p/"><img src="c.png"/><a href="#n">N</a><a href="/r">R</a></p></div><a href="f">F</a></div></content></entry>
      """, feed: "<title/>"
    ).first
    let text = try #require(entry?.content?.text)
    let addresses = text.matches(of: /(?:href|src)="([^"]*)"/).map { String($0.1) }
    let base = "https://example.org/e/d/"
    #expect(addresses == ["a", base + "b", base + "p/c.png", "#n", "https://example.org/r", "f"])
    #expect(entry?.content?.base == "https://example.org/e/")
  }

  @Test(
    arguments: [
      ("<description>Words of a summary</description>", "<img src='a' srcset='%'>", "Words of a summary"),
      ("<description>Words of a summary</description>", "Words of a summary, and <b>more</b>", nil),
      ("<description>Words of a summary</description>", "Half of them <img srcset='%'>", nil),
      ("<description>&lt;img srcset='%'&gt;</description>", "Words", "Words"),
      ("<description>&lt;img srcset='%'&gt;</description>", "", nil),
      ("<description>a &lt; b, b &gt; c</description>", "<p>a &lt; b, b &gt; c</p>", nil),
    ] as [(String, String, String?)])
  func `the fullest text is the one with the most to read, not the most markup`(
    description: String, content: String, shown: String?
  ) throws {
    let addresses = (1...40).map { "https://example.org/\($0).jpg \($0)00w" }.joined(separator: ", ")
    let item = "<item>\(description)<content:encoded><![CDATA[\(content)]]></content:encoded></item>"
    let text = try rss(item.replacing("%", with: addresses)).first?.content?.text
    let expected = shown ?? (content.isEmpty ? "<img srcset='%'>" : content)
    #expect(text == expected.replacing("%", with: addresses))
  }

  @Test func `the key and the link of an RDF item are its rdf:about`() throws {
    let document = try feed(
      """
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" \(spaces)>
      <channel rdf:about="https://example.org/"><title>T</title></channel>
      <item rdf:about="https://example.org/1"><title>One</title><dc:creator>Ann</dc:creator></item></rdf:RDF>
      """)
    #expect(document.entries.map(\.key) == ["https://example.org/1"])
    #expect(document.entries.map(\.link) == ["https://example.org/1"])
    #expect(document.entries.first?.authors == [FeedAuthor(name: "Ann")])
  }

  // MARK: - Authors

  @Test func `an entry has at most 64 authors`() throws {
    let creators = (1...100).map { "<dc:creator>Ann \($0)</dc:creator>" }.joined()
    let entries = try rss("<item><title>One</title>\(creators)</item>")
    #expect(entries.first?.authors.map(\.name) == (1...64).map { "Ann \($0)" })
  }

  @Test(
    arguments: [
      ("<author>a@example.org (Ann B)</author>", "Ann B", "a@example.org"),
      ("<author>Ann B (a@example.org)</author>", "Ann B", "a@example.org"),
      ("<author>Ann B &lt;a@example.org&gt;</author>", "Ann B", "a@example.org"),
      ("<author>a@example.org</author>", nil, "a@example.org"),
      ("<author>mailto:a@example.org</author>", nil, "a@example.org"), ("<author> Ann\n B </author>", "Ann B", nil),
      ("<author>\"Ann B\" &lt;a@example.org&gt;</author>", "Ann B", "a@example.org"),
      ("<author>Ann (Admin)</author>", "Ann (Admin)", nil),
      ("<dc:creator>Ann &amp;amp; Bob</dc:creator>", "Ann & Bob", nil),
      ("<itunes:author>Pod</itunes:author>", "Pod", nil),
      ("<author>a@example.org</author><dc:creator>Ann</dc:creator>", "Ann", nil), ("<author/>", "Editor", nil),
      (
        "<atom:author><atom:name>Ann</atom:name><atom:email>a@example.org</atom:email></atom:author>", "Ann",
        "a@example.org"
      ),
      ("<author><name>Ann</name></author>", "Ann", nil), ("<author>(Ann)</author>", "Ann", nil),
      ("<dc:creator>Ann</dc:creator><dc:creator>Ann</dc:creator>", "Ann", nil),
      ("<dc:creator>Ann</dc:creator><dc:publisher>ACME Corp</dc:publisher>", "Ann", nil),
      ("<dc:publisher>ACME Corp</dc:publisher>", "Editor", nil),
    ] as [(String, String?, String?)])
  func `the author of an RSS item is parsed into a name and an email address`(
    item: String, name: String?, email: String?
  ) throws {
    let entry = try rss("<item>\(item)</item>", channel: "<managingEditor>Editor</managingEditor>").first
    #expect(entry?.authors == [FeedAuthor(name: name, email: email)])
  }

  @Test func `the technical contact of a feed is not its author, and the publisher is its last one`() throws {
    let contact = "<webMaster>webmaster@host.example (Hosting Support)</webMaster>"
    #expect(try rss("<item><guid>1</guid></item>", channel: contact).first?.authors == [])
    let publisher = "<dc:publisher>ACME Corp</dc:publisher>"
    #expect(
      try rss("<item><guid>1</guid></item>", channel: publisher).first?.authors == [FeedAuthor(name: "ACME Corp")])
    let creator = "<dc:creator>Ann</dc:creator>"
    #expect(
      try rss("<item><guid>1</guid></item>", channel: publisher + creator).first?.authors == [FeedAuthor(name: "Ann")])
  }

  @Test func `an entry of Atom inherits its author from its source, then from the feed (RFC 4287, 4.2.1)`() throws {
    let feed = "<author><name>F</name></author>"
    let source = "<source><title>no</title><id>no</id><author><name>S</name></author></source>"
    let entries = try atom(
      "<entry><id>1</id><author><name>A</name></author><author><name>B</name></author>\(source)</entry>"
        + "<entry><id>2</id>\(source)</entry><entry><id>3</id><contributor><name>C</name></contributor></entry>",
      feed: feed)
    #expect(entries.map { $0.authors.map(\.shownName) } == [["A", "B"], ["S"], ["F"]])
    #expect(entries.map(\.key) == ["1", "2", "3"])
    #expect(entries.map(\.title) == ["", "", ""])
  }

  // MARK: - Texts

  @Test(
    arguments: [
      (
        "<description>short</description><content:encoded>&lt;p&gt;longer&lt;/p&gt;</content:encoded>", "<p>longer</p>",
        true, .content
      ),
      (
        "<description>much longer text</description><content:encoded>x</content:encoded>", "much longer text", false,
        .description
      ),
      ("<description>a &lt; b</description>", "a < b", false, .description),
      ("<description>d</description><content:encoded> \n </content:encoded>", "d", false, .description),
      ("<description>a &amp;amp; b</description>", "a &amp; b", true, .description),
      ("<media:group><media:description>m</media:description></media:group>", "m", false, .summary),
      ("<itunes:summary>i</itunes:summary>", "i", false, .summary),
      ("<description>x <b class='c'>y</b><br/> z</description>", "x <b class=\"c\">y</b><br> z", true, .description),
      ("<body xmlns='http://www.w3.org/1999/xhtml'><p>a &lt; b</p></body>", "<p>a &lt; b</p>", true, .content),
    ] as [(String, String, Bool, Post.TextElement)])
  func `the longest text of an RSS item is its content`(
    item: String, text: String, isHTML: Bool, source: Post.TextElement
  ) throws {
    #expect(
      try rss("<item>\(item)</item>").first?.content
        == FeedText(text, isHTML: isHTML, source: source, base: "https://example.org/feed"))
  }

  @Test(arguments: [
    ("<content>a &lt;b&gt;</content>", "a <b>", false),
    ("<content type='html'>a &lt;b&gt;c&lt;/b&gt;</content>", "a <b>c</b>", true),
    (
      "<content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>a &lt; <b>c</b></div></content>",
      "<div>a &lt; <b>c</b></div>", true
    ),
    ("<summary>s</summary><content type='text/html'>&lt;p&gt;</content>", "<p>", true),
    ("<content type='text/plain'>a &amp;amp;</content>", "a &amp;", false),
    ("<content type='application/octet-stream'>aGVsbG8=</content>", "hello", false),
    ("<content type='xhtml'>&lt;p>a&lt;/p></content>", "<p>a</p>", true),
    ("<content type='xhtml'>1 &lt; 2 &amp; <b>c</b></content>", "1 &lt; 2 &amp; <b>c</b>", true),
  ])
  func `Atom texts are decoded according to their type (RFC 4287, 4.1.3)`(entry: String, text: String, isHTML: Bool)
    throws
  {
    let content = try atom("<entry>\(entry)</entry>").first?.content
    #expect(content?.text == text)
    #expect(content?.isHTML == isHTML)
  }

  @Test func `titles are cut at 64 KiB and texts at 4 MiB`() throws {
    let long = String(repeating: "word ", count: 900_000)
    let entry = try rss("<item><title>\(long)</title><description>\(long)</description></item>").first
    #expect(entry?.title.utf8.count == 1 << 16)
    #expect(entry?.content?.text.utf8.count == 4 << 20)
  }

  @Test func `the longest text is the content, whichever element contains it`() throws {
    let elements = ["content:encoded", "description", "summary", "atom:content", "itunes:summary"]
    for fullest in elements {
      let item = elements.map { "<\($0)>\($0 == fullest ? "the fullest text of all" : "short")</\($0)>" }.joined()
      #expect(try rss("<item>\(item)</item>").first?.content?.text == "the fullest text of all", "\(fullest)")
    }
    let entry = "<content>short</content><summary>the fullest text</summary>"
    #expect(try atom("<entry>\(entry)</entry>").first?.content?.text == "the fullest text")
  }

  @Test(arguments: [
    "<media:description>much longer</media:description>",
    "<media:content url='/a.png'><media:description>much longer</media:description></media:content>",
    "<media:group><media:description>much longer</media:description></media:group>",
  ])
  func `the description of a picture is the content only of an entry without a text of its own`(media: String) throws {
    #expect(try rss("<item>\(media)<description>short</description></item>").first?.content?.text == "short")
    #expect(try rss("<item>\(media)<description/></item>").first?.content?.text == "much longer")
    #expect(try atom("<entry>\(media)<summary>short</summary></entry>").first?.content?.text == "short")
  }

  @Test(arguments: [
    ("<title/>", "short"), ("<title>Own</title>", "Own"), ("<media:title>Own</media:title>", "Own"),
    ("<media:group><media:title>Own</media:title></media:group>", "Own"),
  ])
  func `the title of a picture is not that of the entry`(title: String, expected: String) throws {
    let picture = "<media:content url='/a.png' medium='image'><media:title>bob</media:title></media:content>"
    for item in [title + picture, picture + title] {
      #expect(try rss("<item>\(item)<description>short</description></item>").first?.title == expected)
    }
  }

  @Test(arguments: [
    ("type='plain'", "Tom &amp; <![CDATA[<b>Jerry</b>]]>\n on  a boat", "Tom & <b>Jerry</b> on a boat"),
    ("type='html'", "Tom &amp;amp; &lt;b&gt;Jerry&lt;/b&gt;", "Tom & Jerry"), ("", "", nil),
    ("type='plain'", String(repeating: "a", count: 2_001), String(repeating: "a", count: 2_000) + "…"),
  ])
  func `a file has the description of its media element`(type: String, text: String, title: String?) throws {
    let files = """
      <media:content url='/a.png'><media:description \(type)>\(text)</media:description></media:content>
      <media:content url='/b.png'/>
      """
    for entry in [try rss("<item>\(files)</item>").first, try atom("<entry>\(files)</entry>").first] {
      #expect(entry?.enclosures.map(\.address) == ["https://example.org/a.png", "https://example.org/b.png"])
      #expect(entry?.enclosures.map(\.title) == [title, nil])
    }
  }

  @Test func `a file that is named twice has the first description`() throws {
    let files = ["one", "two"].map {
      "<media:content url='/a.png'><media:description>\($0)</media:description></media:content>"
    }
    let other = "<media:content><media:description>without an address</media:description></media:content>"
    let group = "<media:group><media:description>all</media:description></media:group>"
    let entry = try rss("<item><enclosure url='/a.png'/>\(files.joined())\(other)\(group)</item>").first
    #expect(entry?.enclosures == [FeedEnclosure(address: "https://example.org/a.png", title: "one")])
  }

  @Test func `the links of Atom and the attachments of JSON Feed have titles`() throws {
    let link = "<link rel='enclosure' href='/a.mp3' title=' The  talk '/>"
    #expect(try atom("<entry>\(link)</entry>").first?.enclosures.map(\.title) == ["The talk"])
    let item = #"{"id": "1", "attachments": [{"url": "/a.mp3", "title": "The\ntalk"}, {"url": "/b", "title": 3}]}"#
    let document = try feed(#"{"version": "https://jsonfeed.org/version/1", "items": [\#(item)]}"#)
    #expect(document.entries.first?.enclosures.map(\.title) == ["The talk", nil])
  }

  @Test func `the medium of a file without a type is its kind`() throws {
    let files = "<media:content url='/a' medium=' Image '/><media:content url='/b' medium='video' type='video/mp4'/>"
    #expect(try rss("<item>\(files)</item>").first?.enclosures.map(\.type) == ["image", "video/mp4"])
  }

  @Test func `a Flash film is a file only of an entry without a link`() throws {
    let film = "<media:content url='/v/1' type='application/x-shockwave-flash'/><media:content url='/b.mp4'/>"
    let linked = try rss("<item><link>/1</link>\(film)</item>").first
    #expect(linked?.enclosures.map(\.address) == ["https://example.org/b.mp4"])
    #expect(try rss("<item><title>a</title>\(film)</item>").first?.enclosures.count == 2)
  }

  @Test(arguments: [
    ("<div style='display:none'>preheader</div><p>Shown</p>", "Shown"),
    ("<div style='display:none'>\(String(repeating: "&amp;zwnj; ", count: 400))</div><p>Shown</p>", "Shown"),
    ("<p>Shown</p><span hidden>not</span>", "Shown"), ("<p><img src='/a.png' alt='A harbour'></p>", "A harbour"),
    ("<p>Nice <img class='emoji' src='/e.png' alt='🙂'></p>", "Nice 🙂"),
    ("<img src='/a.png' alt='A harbour'><p>Shown</p>", "Shown"),
    ("<img src='/pixel.gif' alt='x' width='1' height='1'>", "https://example.org/feed#1"),
  ])
  func `an untitled entry is titled with the words that its text shows, or with those of its picture`(
    html: String, title: String
  ) throws {
    let item = "<item><link>#1</link><content:encoded><![CDATA[\(html)]]></content:encoded></item>"
    #expect(try rss(item).first?.title == title.replacing("&amp;zwnj;", with: "&zwnj;"))
  }

  // MARK: - The rest

  @Test(
    arguments: [
      ("<slash:comments>0</slash:comments>", 0), ("<slash:comments> 12\n</slash:comments>", 12),
      ("<slash:comments>many</slash:comments>", nil), ("<slash:comments>-1</slash:comments>", nil),
      ("<slash:comments/>", nil), ("<thr:total>3</thr:total>", 3),
      ("<slash:comments>99999999999999999999</slash:comments>", nil),
      ("<slash:comments>4</slash:comments><slash:comments>x</slash:comments>", 4),
    ] as [(String, Int?)])
  func `the comment count is parsed, and an invalid one is nil`(item: String, count: Int?) throws {
    #expect(try rss("<item>\(item)</item>").first?.comments.count == count)
    #expect(try atom("<entry>\(item)</entry>").first?.comments.count == count)
  }

  @Test func `every format inherits authors from its feed, and prefers its own`() throws {
    let source = "<atom:source><atom:author><atom:name>S</atom:name></atom:author></atom:source>"
    let items =
      "<item><guid>1</guid></item><item><guid>2</guid>\(source)</item><item><author>A</author>\(source)</item>"
    #expect(
      try rss(items, channel: "<itunes:author>F</itunes:author>").map { $0.authors.map(\.shownName) }
        == [["F"], ["S"], ["A"]])
    for authors in [#""author": {"name": "F"}"#, #""authors": [{"name": "F"}]"#] {
      let document = try feed(
        #"{"version": "https://jsonfeed.org/version/1.1", \#(authors), "items": [{"id": 1}, {"id": 2, \#(authors.replacing("F", with: "A"))}]}"#
      )
      #expect(document.entries.map { $0.authors.map(\.shownName) } == [["F"], ["A"]])
    }
  }

  @Test(arguments: [
    ("Ada&#8217;s R&amp;D", "Ada’s R&D"), ("1 &lt; 2", "1 < 2"), ("&lt;b&gt; &amp; more", "&lt;b&gt; &amp; more"),
    ("The <b> tag &amp; more", "The <b> tag & more"), ("AT&T; R&D &c.", "AT&T; R&D &c."),
    ("&nosuch; &#", "&nosuch; &#"),
  ])
  func `character references in titles of JSON Feed are decoded unless a tag would come of them`(
    title: String, expected: String
  ) throws {
    let titled = #""version": "https://jsonfeed.org/version/1", "title": "\#(title)""#
    let document = try feed(#"{\#(titled), "items": [{\#(titled)}]}"#)
    #expect(document.entries.first?.title == expected)
    #expect(document.feed.title == expected)
  }

  @Test func `addresses of JSON Feed that were escaped for HTML are decoded`() throws {
    let item = #"{"id": "1", "url": "/p?a=1&amp;b=2", "external_url": "/q?a=1&#038;c;&d=2"}"#
    let entry = try feed(#"{"version": "https://jsonfeed.org/version/1", "items": [\#(item)]}"#).entries.first
    #expect(entry?.link == "https://example.org/p?a=1&b=2")
    #expect(entry?.secondLink == "https://example.org/q?a=1&c;&d=2")
  }

  @Test func `JSON values of an unexpected type are converted or skipped without losing others`() throws {
    let item = """
      {"id": "1", "author": "Ann", "date_published": 1072986501, "tags": ["a", 3], "attachments":
        [{"url": "/a.mp3", "mime_type": "audio/mpeg", "size_in_bytes": "5"}, {"mime_type": "audio/mpeg"}]}
      """
    let document = try feed(#"{"version": "https://jsonfeed.org/version/1", "items": [\#(item)]}"#)
    let entry = document.entries.first
    #expect(entry?.authors == [FeedAuthor(name: "Ann")])
    #expect(entry?.published?.timeIntervalSince1970 == 1_072_986_501)
    #expect(entry?.categories == ["a"])
    #expect(entry?.enclosures == [FeedEnclosure(address: "https://example.org/a.mp3", type: "audio/mpeg")])
  }

  @Test func `RDF titles and links, original links of FeedBurner and second links of JSON are read`() throws {
    let items = """
      <item rdf:about="urn:1"><dc:identifier>doi:1</dc:identifier><title>A &amp;amp; B</title><link>l</link></item>
      """
    let rdf = try feed(
      """
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" \(spaces)>
      <channel rdf:about="x"><link>https://example.com/b/</link></channel>\(items)</rdf:RDF>
      """
    ).entries.first
    #expect(rdf?.title == "A & B")
    #expect(rdf?.link == "https://example.com/b/l")
    #expect(rdf?.key == "urn:1", "the address of an item is its identifier")
    let link = "<feedburner:origLink>https://example.com/o</feedburner:origLink><link href='/1'/>"
    #expect(try atom("<entry>\(link)</entry>").first?.link == "https://example.com/o")
    let item = #"{"id": "1", "url": "/1", "external_url": "https://example.com/o"}"#
    let json = try feed(#"{"version": "https://jsonfeed.org/version/1", "items": [\#(item)]}"#).entries.first
    #expect(json?.link == "https://example.org/1")
    #expect(json?.secondLink == "https://example.com/o")
  }

  @Test func `categories inside an element for all of them are read`() throws {
    let categories = "<categories><category>A</category><category>B</category></categories>"
    #expect(try rss("<item><title>T</title>\(categories)</item>").first?.categories == ["A", "B"])
  }

  @Test func `the bytes of a picture are no text`() throws {
    let entry = try atom(
      "<entry><id>1</id><summary>Short</summary><content type='image/png'>iVBORw0KGgoAAAANSUhEUgAA</content></entry>"
    ).first
    #expect(entry?.content?.text == "Short")
  }

  @Test func `categories, enclosures, comments and the language of an RSS item are read`() throws {
    let entry = try rss(
      """
      <item><category>A</category><category domain="x">B &amp;amp; C</category><dc:subject>A</dc:subject>
      <itunes:keywords>k1, k2</itunes:keywords><media:keywords>k2,k3</media:keywords>
      <media:content url="/p.png"><media:category>m &amp;amp; n</media:category></media:content>
      <media:category scheme="urn:x" label="L">l/l</media:category><enclosure url="/a.mp3" type="audio/mpeg" length="12"/>
      <media:group><media:content url="https://example.com/v.mp4" type="video/mp4" fileSize="x"/></media:group>
      <comments>/c#comments</comments><slash:comments>4</slash:comments><wfw:commentRss>/c/feed</wfw:commentRss>
      <dc:language>nl</dc:language></item>
      """, channel: "<language>en</language>"
    ).first
    #expect(entry?.categories == ["A", "B & C", "k1", "k2", "k3", "m & n", "L"])
    #expect(
      entry?.enclosures == [
        FeedEnclosure(address: "https://example.org/p.png"),
        FeedEnclosure(address: "https://example.org/a.mp3", type: "audio/mpeg", length: 12),
        FeedEnclosure(address: "https://example.com/v.mp4", type: "video/mp4"),
      ])
    #expect(
      entry?.comments
        == FeedComments(address: "https://example.org/c#comments", feed: "https://example.org/c/feed", count: 4))
    #expect(entry?.language == "nl")
  }

  @Test func `xml:lang and xml:base of the innermost open element apply`() throws {
    let entries = try atom(
      """
      <entry xml:lang="sv"><title xml:lang="fi" xml:base="x/">A</title><link href="a"/></entry>
      <entry><link href="b"/></entry>
      """, feed: "<title xml:lang='is'>T</title><subtitle/>")
    #expect(entries.map(\.language) == ["sv", nil])
    #expect(entries.map(\.link) == ["https://example.org/a", "https://example.org/b"])
    let nested = try feed(
      "<feed xmlns='http://www.w3.org/2005/Atom' xml:lang='de'><entry xml:lang='sv'><id>1</id></entry></feed>"
    )
    .entries
    #expect(nested.map(\.language) == ["sv"])
  }

  @Test(arguments: [
    ("<title xml:lang='ar'>A</title>", "ar"), ("<title>A</title><content xml:lang='ja-JP'>x</content>", "ja-JP"),
    ("<title>A</title><summary xml:lang=' '>x</summary>", nil),
    ("<title xml:lang='ar'>A</title><dc:language>sv</dc:language>", "sv"),
    ("<id>1</id><author xml:lang='ar'><name>A</name></author>", nil),
  ])
  func `the language of an entry without one is that of its title or text`(entry: String, language: String?) throws {
    #expect(try atom("<entry>\(entry)</entry>").map(\.language) == [language])
  }

  @Test(arguments: [
    "<link href='/1'><media:content url='/t.jpg'><img src='/t.jpg'/></media:content></link>",
    "<link href='/1'><media:content/></link>", "<link href='/1'><dc:title>Related</dc:title></link>",
    "<link href='/1'>click here</link>", "<link href='/1'>\n </link>",
  ])
  func `the content of a link with an address has no meaning (RFC 4287, 4.2.7)`(link: String) throws {
    for entry in [
      try atom("<entry>\(link)<title>A</title></entry>").first,
      try rss("<item>\(link.replacing("link", with: "atom:link"))<title>A</title></item>").first,
    ] {
      #expect(entry?.link == "https://example.org/1")
      #expect(entry?.title == "A")
      #expect(entry?.enclosures == [])
    }
  }

  @Test func `an entry with nothing to read or open is left out, in long documents too`() throws {
    let items =
      "<item/><item><title> </title><link></link><description/><guid/></item>"
      + "<item><enclosure url='/a.mp3'/></item><item><title>A</title></item>"
    let titles = ["https://example.org/a.mp3", "A"]
    #expect(try rss(items).map(\.title) == titles)
    let padding = "<!--\(String(repeating: "x", count: 1 << 20))-->"
    let long = try feed("<rss><channel>\(padding)\(padding)\(items)</channel></rss>")
    #expect(!long.holdsEntries)
    #expect(long.entries.map(\.title) == titles)
    #expect(long.entryCount == 2)
    #expect(try atom("<entry/><entry><id>1</id></entry>").map(\.key) == ["1"])
    let json = #"{"version": "https://jsonfeed.org/version/1", "items": [{}, {"content_text": "B"}]}"#
    #expect(try feed(json).entries.map(\.title) == ["B"])
  }

  @Test func `the address of an RSS item that was escaped twice is decoded`() throws {
    let item = "<item><link>/p?a=1&amp;amp;b=2</link><enclosure url='/f?a=1&amp;amp;b=2' length='1'/></item>"
    let entry = try rss(item).first
    #expect(entry?.link == "https://example.org/p?a=1&b=2")
    #expect(entry?.enclosures == [FeedEnclosure(address: "https://example.org/f?a=1&b=2")], "no file has one byte")
  }

  @Test(arguments: ["text/html", "application/xhtml+xml"])
  func `escaped content of Atom 0_3 is HTML`(type: String) throws {
    let content = "<content type='\(type)' mode='escaped'>&lt;p&gt;Eh&lt;/p&gt;</content>"
    let document = try feed(
      "<feed version='0.3' xmlns='http://purl.org/atom/ns#'><entry><id>1</id>\(content)</entry></feed>")
    #expect(document.entries.map(\.content?.text) == ["<p>Eh</p>"])
    #expect(document.entries.map(\.content?.isHTML) == [true])
  }

  @Test(
    arguments: [
      ("<thr:in-reply-to ref='tag:1'/>", ["tag:1"]), ("<thr:in-reply-to ref=' tag:1 ' type='text/html'/>", ["tag:1"]),
      ("<thr:in-reply-to ref='1' href='/1#c' source='/feed'/>", ["1", "https://example.org/1#c"]),
      ("<thr:in-reply-to ref='1'/><thr:in-reply-to ref='2'/>", ["1", "2"]),
      ("<thr:in-reply-to href='x'/>", ["https://example.org/x"]),
      ("<thr:in-reply-to href='x' xml:base='https://example.com/'/>", ["https://example.com/x"]),
      ("<thr:in-reply-to/>", []), ("<thr:in-reply-to ref=''/>", []), ("<in-reply-to ref='1'/>", []),
      ("<thr:in-reply-to ref='1'>text<b>c</b></thr:in-reply-to>", ["1"]),
    ])
  func `in-reply-to elements give the entries that an entry answers (RFC 4685, 3)`(element: String, answered: [String])
    throws
  {
    #expect(try atom("<entry><id>7</id>\(element)<title>T</title></entry>").first?.answered == answered)
    let item = try rss("<item><guid>7</guid>\(element)<title>T</title></item>").first
    #expect(item?.answered == answered)
    #expect(item?.title == "T")
    #expect(item?.content == nil)
  }

  @Test func `in-reply-to outside an entry is ignored, and only the first 256 of an entry are read`() throws {
    let many = (0..<1_000).map { "<thr:in-reply-to ref='\($0)'/>" }.joined()
    let entries = try atom("<entry><id>1</id></entry><entry>\(many)</entry>", feed: "<thr:in-reply-to ref='x'/>")
    let first: [String] = (0..<256).map { "\($0)" }
    #expect(entries.map(\.answered) == [[], first])
  }

  @Test func `categories, enclosures, comments and the language of an Atom entry are read (RFC 4685)`() throws {
    let entry = try atom(
      """
      <entry xml:lang="sv"><category term="a" label="A"/><category term="b"/><link rel="enclosure" href="/a.mp3" length="3"/>
      <link rel="replies" type="application/atom+xml" href="/r.atom" thr:count="2"/><link rel="replies" type="text/html" href="/r"/></entry>
      """
    ).first
    #expect(entry?.categories == ["A", "b"])
    #expect(entry?.enclosures == [FeedEnclosure(address: "https://example.org/a.mp3", length: 3)])
    #expect(
      entry?.comments == FeedComments(address: "https://example.org/r", feed: "https://example.org/r.atom", count: 2))
    #expect(entry?.language == "sv")
  }

  @Test(arguments: [
    ("<link rel='replies' href='/r'/>", FeedComments(feed: "https://example.org/r")),
    (
      "<link rel='replies' href='/r'/><link rel='replies' type='application/atom+xml' href='/a'/>",
      FeedComments(feed: "https://example.org/a")
    ),
    (
      "<link rel='replies' type='application/atom+xml' href='/a'/><link rel='replies' href='/r'/>",
      FeedComments(address: "https://example.org/r", feed: "https://example.org/a")
    ),
  ])
  func `replies without a type are a feed, unless another one is declared`(links: String, comments: FeedComments) throws
  {
    #expect(try atom("<entry>\(links)</entry>").first?.comments == comments)
  }

  // MARK: - Namespaces

  @Test(arguments: [
    "xmlns:dc='https://purl.org/dc/elements/1.1' xmlns:content='https://purl.org/rss/1.0/modules/content/'",
    "xmlns:dc='http://purl.org/dc/' xmlns:content='http://example.com/'", "xmlns:dc='' xmlns:content=' '", "",
    "xmlns='http://search.yahoo.com/mrss/'", "xmlns='http://purl.org/dc/elements/1.1/'",
    "xmlns='http://purl.org/rss/1.0/modules/content/' xmlns:x='http://purl.org/dc/elements/1.1/'",
    "xmlns='http://www.itunes.com/dtds/podcast-1.0.dtd' xmlns:dc='http://purl.org/dc/elements/1.1/'",
  ])
  func `the usual prefixes work without a declaration, and unprefixed elements belong to the feed`(spaces: String)
    throws
  {
    let document = try feed(
      """
      <rss \(spaces)><channel><title>C</title><item><title>T</title><dc:creator>A</dc:creator><x:title>X</x:title>
      <content:encoded>Text</content:encoded></item></channel></rss>
      """)
    #expect(document.feed.title == "C")
    #expect(document.entries.map(\.title) == ["T"])
    #expect(document.entries.map(\.authors) == [[FeedAuthor(name: "A")]])
    #expect(document.entries.map(\.content?.text) == ["Text"])
  }

  @Test func `attributes with the prefix of their element are read`() throws {
    let entry = try feed(
      """
      <a:feed xmlns:a='http://www.w3.org/2005/Atom'><a:entry><a:link a:rel='alternate' a:href='/1'/>
      <a:content a:type='html'>&lt;p&gt;Text</a:content></a:entry></a:feed>
      """
    ).entries.first
    #expect(entry?.link == "https://example.org/1")
    #expect(entry?.content?.isHTML == true)
  }

  @Test(
    arguments: [
      ("<link>/a/1</link>", "https://example.org/a/1"),
      ("<link>http://www.example.org/b/</link>", "http://www.example.org/b/"),
      ("<link>https://example.com/</link>", "https://example.org/blog/"), ("", "https://example.org/blog/"),
      ("<link>https://example.org.example.com/</link>", "https://example.org/blog/"),
      ("<link>/a/1</link><content:encoded xml:base='/c'>Text</content:encoded>", "https://example.org/c"),
    ])
  func `relative addresses in a text are resolved against the entry's page if it is on the feed's site`(
    item: String, base: String
  ) throws {
    let entries = try rss("<item><description>T</description>\(item)</item>", channel: "<link>/blog/</link>")
    #expect(entries.map(\.content?.base) == [base])
  }
}
