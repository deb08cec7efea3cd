import Foundation
import Subscriptions
import Testing
import XML

struct OPMLTests {
  private func web(_ address: String, _ title: String? = nil, _ tags: [String] = []) throws -> Subscription {
    Subscription(.web(try #require(URL(string: address))), title: title, tags: tags)
  }

  private func read(_ body: String, version: String = "2.0") throws -> OPML {
    try OPML(Array(#"<?xml version="1.0"?><opml version="\#(version)"><head/><body>\#(body)</body></opml>"#.utf8))
  }

  // MARK: - Reading

  @Test func `nested folders become tags, and a feed in two folders is read once`() throws {
    let list = try read(
      """
      <outline type="rss" xmlUrl="https://a.example/feed" title="A" htmlUrl="https://a.example"/>
      <outline text="Blogs" title="ignored">
        <outline xmlUrl="https://b.example/" text="B"/>
        <outline title="friends">
          <outline xmlUrl="https://c.example/" title="C"/>
          <outline xmlUrl="http://www.a.example/feed/" title="Another"/>
        </outline>
        <outline xmlUrl="https://d.example/"/>
      </outline>
      <outline text="friends"><outline xmlUrl="https://a.example/feed"/></outline>
      """, version: "1.0")
    #expect(
      list.subscriptions == [
        try web("https://a.example/feed", "A", ["Blogs", "friends"]), try web("https://b.example/", "B", ["Blogs"]),
        try web("https://c.example/", "C", ["Blogs", "friends"]), try web("https://d.example/", nil, ["Blogs"]),
      ])
    #expect(!list.isCut)
  }

  @Test func `attributes may be written in any case, and text comes before title`() throws {
    let list = try read(
      #"<OUTLINE XMLURL="https://a.example/" TEXT="" Title="T"/><outline xmlurl=" https://b.example/ " TITLE="x" text="y"/>"#
    )
    #expect(list.subscriptions == [try web("https://a.example/", "T"), try web("https://b.example/", "y")])
  }

  @Test func `categories are tags`() throws {
    let list = try read(
      """
      <outline text="F"><outline xmlUrl="https://a.example/" category="tag one,, /Boston/Weather ,tag_two,F"/></outline>
      <outline text="!G" ><outline xmlUrl="https://b.example/" category="~x"/></outline>
      """)
    #expect(
      list.subscriptions == [
        try web("https://a.example/", nil, ["tag one", "Boston/Weather", "tag_two", "F"]),
        try web("https://b.example/", nil, ["x", "G"]),
      ])
  }

  @Test func `texts that were escaped twice or contain line breaks are read`() throws {
    let list = try read(
      """
      <outline text="Q&amp;amp;A &amp;#8211; &eacute;&nbsp;x&#10;y" xmlUrl="https://a.example/?a=1&amp;amp;b=2&amp;c=3"/>
      <outline text="a &lt; b &amp; c" xmlUrl="https://b.example/?a=1&b=2"/>
      """)
    #expect(
      list.subscriptions == [
        try web("https://a.example/?a=1&b=2&c=3", "Q&A – é x y"), try web("https://b.example/?a=1&b=2", "a < b & c"),
      ])
  }

  @Test func `commented outlines, and all in them, are left out`() throws {
    let list = try read(
      """
      <outline xmlUrl="https://a.example/" isComment="true"/><outline text="Off" isComment="True">
      <outline xmlUrl="https://b.example/"/><outline text="In"><outline xmlUrl="https://c.example/"/></outline></outline>
      <outline text="On" isComment="false"><outline xmlUrl="https://d.example/"/></outline><outline xmlUrl="https://a.example/"/>
      """)
    #expect(list.subscriptions == [try web("https://d.example/", nil, ["On"]), try web("https://a.example/")])
  }

  @Test func `a title that is the address is dropped`() throws {
    #expect(
      try read(#"<outline text="https://a.example/" xmlUrl="https://a.example/"/>"#).subscriptions
        == [try web("https://a.example/")])
  }

  @Test func `incomplete addresses are completed, and invalid ones are reported`() throws {
    let list = try read(
      """
      <outline xmlUrl="feed://a.example/"/><outline xmlUrl="b.example/rss"/>
      <outline xmlUrl="file:///etc/passwd"/><outline xmlUrl="no address"/><outline xmlUrl="no address"/>
      <outline xmlUrl="see example.org"/><outline xmlUrl="{{ .feed }}"/>
      <outline text="Folder" xmlUrl=""><outline url="https://c.example/"/></outline>
      <outline type="link" url="https://d.example/"/><outline type="include" url="https://e.example/list.opml"/>
      """)
    #expect(
      list.subscriptions == [
        try web("http://a.example/"), try web("https://b.example/rss"), try web("https://c.example/", nil, ["Folder"]),
      ])
    #expect(list.localFeeds.map(\.text) == ["file:///etc/passwd"])
    #expect(list.invalidAddresses == ["no address", "see example.org", "{{ .feed }}"])
  }

  @Test func `pages without the address of a feed are listed separately from subscriptions`() throws {
    let list = try read(
      """
      <outline text="Folder" htmlUrl="https://folder.example/">
        <outline text="A" htmlUrl="https://a.example/"/><outline text="Empty" htmlUrl=" "/>
        <outline type="rss" xmlUrl="" htmlUrl="https://b.example/?x=1&amp;amp;y=2"/>
        <outline xmlUrl="https://c.example/feed" htmlUrl="https://c.example/"/>
      </outline>
      <outline htmlUrl="https://a.example/"/>
      <outline isComment="true" htmlUrl="https://commented.example/"/>
      """)
    #expect(list.pages == ["https://a.example/", "https://b.example/?x=1&y=2"])
    #expect(list.subscriptions == [try web("https://c.example/feed", nil, ["Folder"])])
  }

  @Test func `commands are listed separately from subscriptions`() throws {
    let list = try read(
      """
      <outline text="T" xmlUrl="|~/fetch.py --all"/><outline xmlUrl="|~/fetch.py --all"/>
      <outline xmlUrl="https://a.example/" filtercmd="~/bin/filter"/><outline xmlUrl="exec:rm -rf ~"/>
      <outline xmlUrl="filter:x:https://b.example/"/><outline xmlUrl="https://a.example/"/>
      """)
    #expect(list.subscriptions == [try web("https://a.example/")])
    #expect(
      list.localFeeds.map(\.text) == [
        #""exec:~/fetch.py --all" "~T""#, "filter:~/bin/filter:https://a.example/", #""exec:rm -rf ~""#,
        "filter:x:https://b.example/",
      ])
  }

  @Test(arguments: [
    (#"<not-opml><body><outline xmlUrl="https://a.example/"/></body></not-opml>"#, "not-opml"),
    ("<!DOCTYPE html><html><body>x</body></html>", "html"), (#"<rss version="2.0"/>"#, "rss"),
    ("", nil), (#"{"opml": 1}"#, nil), ("https://a.example/", nil),
  ])
  func `documents other than OPML are refused with the name of their root`(document: String, root: String?) {
    #expect(throws: OPML.NotOPML(root: root)) { try OPML(Array(document.utf8)) }
  }

  @Test func `a document without feeds, or without a body, is read`() throws {
    #expect(try read("").subscriptions == [])
    let text = #"<OPML xmlns="http://opml.org/spec2"><outline xmlUrl="https://a.example/"/></OPML>"#
    #expect(try OPML(Array(text.utf8)).subscriptions == [try web("https://a.example/")])
  }

  @Test func `a document that ends early is read up to there`() throws {
    let text = #"<opml><body><outline text="F"><outline xmlUrl="https://a.example/"/><outline xmlUrl="https://b.ex"#
    let list = try OPML(Array(text.utf8))
    #expect(list.subscriptions == [try web("https://a.example/", nil, ["F"])])
    #expect(list.isCut)
  }

  @Test func `Latin-1 and UTF-16 documents are read`() throws {
    let text =
      "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><opml><body><outline text=\"Gr\u{F6}\u{DF}e\" xmlUrl=\"https://a.example/\"/></body></opml>"
    let list = try OPML(try #require(text.data(using: .isoLatin1)).map { $0 })
    #expect(list.subscriptions == [try web("https://a.example/", "Größe")])
    let wide = try OPML(
      [0xFF, 0xFE] + (text.replacing("ISO-8859-1", with: "UTF-16").data(using: .utf16LittleEndian) ?? Data()))
    #expect(wide.subscriptions == list.subscriptions)
  }

  // MARK: - Hostile documents

  @Test(.timeLimit(.minutes(1))) func `entities are expanded up to a limit, and no file is read`() throws {
    let entities = (1...9).map { "<!ENTITY e\($0) \"\(String(repeating: "&e\($0 - 1);", count: 10))\">" }.joined()
    let text = """
      <!DOCTYPE opml [<!ENTITY e0 "x">\(entities)<!ENTITY file SYSTEM "file:///etc/passwd">]>
      <opml><body><outline text="&e9;&file;" xmlUrl="https://a.example/"/></body></opml>
      """
    let title = String(repeating: "&e7;", count: 100) + "&file;"
    #expect(try OPML(Array(text.utf8)).subscriptions == [try web("https://a.example/", title)])
  }

  @Test(.timeLimit(.minutes(1))) func `the depth, the number of tags and the length of titles are limited`() throws {
    let deep = (0..<20_000).map { "<outline text=\"t\($0)\"><outline xmlUrl=\"https://a.example/\"/>" }.joined()
    let list = try read(deep)
    #expect(list.isCut)
    #expect(list.subscriptions.map(\.id) == ["a.example"])
    #expect(list.subscriptions.map(\.tags.count) == [100])
    let title = String(repeating: "x", count: 1_000_000)
    #expect(
      try read("<outline text=\"\(title)\" xmlUrl=\"https://a.example/\"/>").subscriptions.first?.title
        == String(title.prefix(1_000)))
  }

  @Test(.timeLimit(.minutes(1))) func `ten thousand feeds are read`() throws {
    let list = try read(
      (0..<10_000).map { "<outline text=\"T\($0)\" xmlUrl=\"https://a.example/\($0)\"/>" }.joined())
    #expect(list.subscriptions.count == 10_000)
  }

  @Test func `without libxml2 reading OPML throws XMLUnavailable`() {
    #expect(throws: XMLUnavailable(libraries: ["none"])) { try OPML([], libxml2: ["none"]) }
  }

  // MARK: - Writing

  @Test func `a written document has a folder for each tag, and passwords only if requested`() throws {
    let feeds = [
      try web("https://a.example/?a=1&b=2", "A <\"&'>", ["one", "two, three"]),
      try web("https://me:secret@b.example/", "B"), try web("https://c.example/", nil, ["one"]),
      Subscription(.command("x")),
    ]
    #expect(
      OPML.document(feeds) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <opml version="2.0">
          <head>
            <title>Subscriptions</title>
          </head>
          <body>
            <outline type="rss" text="B" title="B" xmlUrl="https://me:****@b.example/"/>
            <outline text="one" title="one">
              <outline type="rss" text="A &#60;&#34;&#38;'&#62;" title="A &#60;&#34;&#38;'&#62;" xmlUrl="https://a.example/?a=1&#38;b=2" category="one"/>
              <outline type="rss" text="https://c.example/" title="https://c.example/" xmlUrl="https://c.example/" category="one"/>
            </outline>
            <outline text="two, three" title="two, three">
              <outline type="rss" text="A &#60;&#34;&#38;'&#62;" title="A &#60;&#34;&#38;'&#62;" xmlUrl="https://a.example/?a=1&#38;b=2" category="one"/>
            </outline>
          </body>
        </opml>

        """)
    let withPasswords = OPML.document(feeds, withPasswords: true)
    #expect(withPasswords.contains(#"xmlUrl="https://me:secret@b.example/""#))
    #expect(!withPasswords.contains("****"))
  }

  @Test func `control characters are left out of a written document`() throws {
    let list = try OPML(
      Array(OPML.document([try web("https://a.example/", "a\u{7}\u{1F}\u{0}b\u{FFFF}\u{7F}\u{9B}")]).utf8))
    #expect(list.subscriptions == [try web("https://a.example/", "ab")])
  }

  @Test func `a list is the same after writing and reading`() throws {
    let subscriptions = [
      try web("https://a.example/feed?a=b&c=d#e", "Größe & \"Quotes\" <tag> 'x' 👩‍🚀"),
      try web("https://b.example/", nil, ["one", "with spaces", "a/b"]),
      try web("https://c.example/ü", "C", ["one"]), try web("https://d.example/", "a < b && c > d", ["two"]),
      try web("https://me:p%40ss@e.example:8080/", "E"),
    ]
    let document = OPML.document(subscriptions, withPasswords: true)
    let list = try OPML(Array(document.utf8))
    #expect(list.subscriptions.sorted { $0.id < $1.id } == subscriptions.sorted { $0.id < $1.id })
    #expect(list.localFeeds == [])
    #expect(list.invalidAddresses == [])
    #expect(OPML.document(list.subscriptions, withPasswords: true).count == document.count)
  }
}
