import CommandLine
import Database
import DatabaseLive
import FeedDocument
import FeedsRepository
import Foundation
import NewsboatCache
import PostDomain
import Subscriptions
import SubscriptionsStore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct CommandLineFeedsImportTests {
  let base = CommandLineFeedsTests()

  private let opml = """
    <?xml version="1.0"?><opml version="1.0"><body><outline text="Tech">
    <outline text="A" xmlUrl="https://a.example/feed"/><outline title="B" xmlUrl="https://b:pass@b.example/"/></outline>
    <outline text="Also"><outline text="A" xmlUrl="https://a.example/feed"/></outline>
    <outline text="X" xmlUrl="exec:rm -rf ~"/><outline text="F" xmlUrl="https://f.example" filterCmd="sed s/a/b/"/>
    <outline text="N" xmlUrl="not an address"/><outline text="P" htmlUrl="https://p.example/"/></body></opml>
    """

  /// Returns feeds that record additions.
  private func recording(_ calls: CallRecorder<String>, _ rows: [FeedRow] = []) -> FeedsRepository {
    let stub = FeedsRepository.stub(rows)
    var feeds = stub
    feeds.addAll = { subscriptions, arrivingRead in
      calls.record(subscriptions.map(\.text).joined(separator: "\n") + " \(arrivingRead)")
      return try await stub.addAll(subscriptions, arrivingRead)
    }
    return feeds
  }

  @Test func `import reads OPML with its folders as tags, and lists the commands it leaves out`() async throws {
    let calls = CallRecorder<String>()
    let feeds = recording(calls)
    let printed = try await base.run("feeds import /f.opml", feeds, files: ["/f.opml": Array(opml.utf8)])
    #expect(
      printed
        == .init(
          text: """
            2 added, 0 already there
            left out: "exec:rm -rf ~" "~X" (a command)
            left out: "filter:sed s/a/b/:https://f.example" "~F" (a command)
            left out: not an address (not an address)
            left out: https://p.example/ (a page; feeds add looks for its feed)

            """, notes: ["satchel: get their posts with: satchel feeds refresh"], status: .success))
    #expect(
      calls.all == [
        "https://a.example/feed \"~A\" Tech Also\nhttps://b:pass@b.example/ \"~B\" Tech old"
      ])
    let again = try await base.run(
      "feeds import - --mark-read all -f json -q", feeds, input: Array(opml.replacing("pass", with: "other").utf8))
    #expect(again.text.hasPrefix(#"{"added":0,"tagged":0,"there":2,"skipped":[{"line":"#))
    #expect(calls.all.last?.hasSuffix(" all") == true)
    #expect(try await feeds.rows().count == 2)
  }

  @Test(arguments: ["/dev/zero", "-"]) func `an endless file is not imported`(file: String) async throws {
    let endless = [UInt8](repeating: 0, count: InputError.sizeLimit + 1)
    let name = file == "-" ? "standard input" : file
    #expect(
      try await base.run(
        "feeds import \(file)", recording(CallRecorder()), input: endless, files: ["/dev/zero": endless])
        == .init(
          text: "", notes: ["satchel: cannot read \(name) (it is larger than 4 MB); nothing changed."],
          status: .noSuchItem))
  }

  @Test func `a database from standard input is not imported`() async throws {
    let printed = try await base.run("feeds import -", input: Array("SQLite format 3\0".utf8))
    #expect(
      printed
        == .init(
          text: "",
          notes: [
            "satchel: standard input is a database, which is read from its file; nothing changed. Name that instead of -."
          ], status: .unavailable))
  }

  @Test func `import reads OPML from standard input in the encoding that it declares`() async throws {
    let calls = CallRecorder<String>()
    let text = """
      <?xml version="1.0" encoding="ISO-8859-1"?><opml><body>\
      <outline text="Café" xmlUrl="https://a.example/"/></body></opml>
      """
    let bytes = text.unicodeScalars.map { UInt8($0.value) }
    #expect(try await base.run("feeds import -", recording(calls), input: bytes).status == .success)
    #expect(calls.all == ["https://a.example/ \"~Café\" old"])
  }

  @Test func `import reads newsboat's urls file, and lists the commands, queries and broken lines it leaves out`()
    async throws
  {
    let urls = """
      # mine
      https://a.example/ news "~A a" !
      "exec:~/bin/make feed" x
      filter:sort:https://u:secret@c.example/ "~C"
      "query:Fresh:unread = \\"yes\\""
      gopher://d.example
      file:///home/ada/feed.xml
      """
    let calls = CallRecorder<String>()
    let printed = try await base.run("feeds import /urls", recording(calls), files: ["/urls": Array(urls.utf8)])
    #expect(
      printed.text == """
        1 added, 0 already there
        left out: "exec:~/bin/make feed" x (a command)
        left out: filter:sort:https://u:****@c.example/ "~C" (a command)
        left out: file:///home/ada/feed.xml (a file)
        left out: "query:Fresh:unread = \\"yes\\"" (a query)
        left out: line 6 (an address begins with http://, https:// or file:///, not gopher://d.example)

        """)
    #expect(calls.all == ["https://a.example/ ! \"~A a\" news old"])
  }

  @Test func `import says of OPML, too, which addresses are not of the web`() async throws {
    let opml = #"<opml><body><outline xmlUrl="ftp://x/y"/><outline xmlUrl="https://"/></body></opml>"#
    let printed = try await base.run("feeds import /f", files: ["/f": Array(opml.utf8)])
    #expect(
      printed.text == """
        0 added, 0 already there
        left out: ftp://x/y (an address begins with http://, https:// or file:///, not ftp://x/y)
        left out: https:// (https:// is not an address)

        """)
  }

  @Test func `an address whose password is masked is not imported`() async throws {
    let calls = CallRecorder<String>()
    let file = Array("https://ada:****@a.example/\nhttps://b.example/\n".utf8)
    let printed = try await base.run("feeds import /f", recording(calls), files: ["/f": file])
    #expect(
      printed.text == "1 added, 0 already there\nleft out: https://ada:****@a.example/ (its password is masked)\n")
    #expect(calls.all == ["https://b.example/ old"])
  }

  @Test func `the cache of newsboat says itself which posts were read`() async throws {
    let printed = try await base.run(
      "feeds import /cache.db --mark-read all", .stub(), files: ["/cache.db": Array("SQLite format 3\0".utf8)])
    #expect(
      printed
        == .init(
          text: "", notes: ["satchel: --mark-read is for a list of feeds: /cache.db says which posts were read."],
          status: .usage))
  }

  @Test func `import detects OPML in UTF-16, and says when OPML ends early`() async throws {
    var bytes: [UInt8] = [0xFF, 0xFE]
    for unit in "<opml><body><outline xmlUrl=\"https://a.example\"/></body></opml>".utf16 {
      bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)]
    }
    let cut = Array("<opml><body><outline xmlUrl=\"https://a.example\"/><outl".utf8)
    let files = ["/16": bytes, "/cut": cut]
    #expect(try await base.run("feeds import /16", files: files).text == "1 added, 0 already there\n")
    let printed = try await base.run("feeds import /cut -q", files: files)
    #expect(printed.notes == ["satchel: /cut ends too early; what came of it is added."])
    #expect(printed.text == "1 added, 0 already there\n")
  }

  @Test(
    arguments: [
      ("/none", "cannot read /none (No such file or directory); nothing changed.", .noSuchItem),
      ("/empty", "there is no feed in /empty; nothing changed.", .unavailable),
      ("/html", "/html is XML, but not OPML (its root is html); nothing changed.", .unavailable),
    ] as [(String, String, Invocation.ExitStatus)])
  func `a file that cannot be imported is named with the reason`(
    name: String, sentence: String, status: Invocation.ExitStatus
  ) async throws {
    let files: [String: [UInt8]] = ["/empty": [], "/html": Array("<html><body></body></html>".utf8)]
    #expect(
      try await base.run("feeds import \(name)", files: files)
        == .init(text: "", notes: ["satchel: \(sentence)"], status: status))
  }

  @Test func `standard input is named in words`() async throws {
    #expect(
      try await base.run("feeds import -").notes == ["satchel: there is no feed in standard input; nothing changed."])
  }

  @Test func `importing a binary file adds no feed and prints no control characters`() async throws {
    let printed = try await base.run("feeds import /bin", files: ["/bin": [0, 1, 2, 0xFF, 0x0A, 7]])
    #expect(printed.text.hasPrefix("0 added, 0 already there\nleft out: line 1 "))
    #expect(printed.status == .unavailable)
    for scalar in printed.text.unicodeScalars where scalar != "\n" {
      #expect(scalar.properties.generalCategory != .control)
    }
  }

  @Test func `import prints the lines to add when the subscriptions file cannot be written`() async throws {
    let lines = ["https://a.example/feed", "https://b.example/"]
    let printed = try await base.run(
      "feeds import /f", .failing(SubscriptionsStore.Error.notWritable(.EACCES, lines: lines)),
      files: ["/f": Array(opml.utf8)])
    #expect(
      printed
        == .init(
          text: "https://a.example/feed\nhttps://b.example/\n",
          notes: [
            "satchel: cannot write /satchel/feeds (no permission); nothing changed. Add the lines above to it, or to the file that it is generated from."
          ], status: .unavailable))
  }

  // MARK: - newsboat's cache

  private let database = ["/cache.db": Array("SQLite format 3\0".utf8)]

  private func cache(_ rows: [String]) async throws -> NewsboatCache {
    let database = Database.memory()
    try await database.write { connection in
      try connection.run("CREATE TABLE rss_feed (rssurl TEXT, url TEXT, title TEXT)")
      try connection.run(
        """
        CREATE TABLE rss_item (id INTEGER PRIMARY KEY, guid TEXT, title TEXT, author TEXT, url TEXT, feedurl TEXT, \
        pubDate INTEGER, content TEXT, unread INTEGER, flags TEXT, deleted INTEGER, enclosure_url TEXT, \
        content_mime_type TEXT)
        """)
      for row in rows {
        try connection.run(
          """
          INSERT INTO rss_item (feedurl, guid, title, author, url, pubDate, content, unread, flags, deleted, \
          enclosure_url, content_mime_type) VALUES (\(row))
          """)
      }
    }
    return NewsboatCache(database)
  }

  @Test func `import takes over the entries of known feeds from newsboat's cache, with their flags`() async throws {
    let cache = try await cache([
      "'http://www.xkcd.com/atom.xml', 'g1', 'One', 'Ada', 'https://xkcd.com/1', 86400, '<p>1', 1, NULL, 0, '', ''",
      "'http://www.xkcd.com/atom.xml', 'g2', 'Two', '', '', 0, 'two', 0, 'b', 0, 'https://x.example/a.mp3', 'text/plain'",
      "'http://www.xkcd.com/atom.xml', 'g3', '', '', '', 0, '', 1, 'b', 1, '', ''",
      "'https://gone.example', 'g4', '', '', '', 0, '', 1, '', 0, '', ''",
    ])
    let calls = CallRecorder<ImportedEntry>()
    var feeds = FeedsRepository.stub(try base.rows)
    feeds.importEntries = { id, entries in
      #expect(id == "xkcd.com/atom.xml")
      for entry in entries { calls.record(entry) }
      return 2
    }
    #expect(
      try await base.run("feeds import /cache.db", feeds, files: database, cache: cache)
        == .init(
          text: "1 feed: 3 posts, 2 of them new here, 1 unread, 1 bookmarked\n",
          notes: ["satchel: 1 feed of /cache.db is not among yours."], status: .success))
    var first = FeedEntry(key: "g1", title: "One")
    first.authors = [FeedAuthor(name: "Ada")]
    first.link = "https://xkcd.com/1"
    first.published = Date(timeIntervalSince1970: 86_400)
    first.content = FeedText("<p>1", isHTML: true, source: .description)
    var second = FeedEntry(key: "g2", title: "Two")
    second.content = FeedText("two", isHTML: false, source: .description)
    second.enclosures = [FeedEnclosure(address: "https://x.example/a.mp3")]
    let third = FeedEntry(key: "g3", title: "")
    #expect(
      calls.all == [
        ImportedEntry(first), ImportedEntry(second, isRead: true, isBookmarked: true),
        ImportedEntry(third, isRead: true),
      ])
    #expect(
      try await base.run("feeds import /cache.db -f json -q", feeds, files: database, cache: cache)
        == .init(
          text: #"{"feeds":1,"posts":3,"added":2,"unread":1,"bookmarked":1,"otherFeeds":1}"# + "\n", notes: [],
          status: .success))
  }

  @Test func `the entries of a large feed are imported in portions of 200`() async throws {
    let cache = try await cache(
      (1...450).map { "'https://xkcd.com/atom.xml', 'g\($0)', '', '', '', 0, '', 0, '', 0, '', ''" })
    let calls = CallRecorder<Int>()
    var feeds = FeedsRepository.stub(try base.rows)
    feeds.importEntries = { _, entries in
      calls.record(entries.count)
      return entries.count
    }
    let printed = try await base.run("feeds import /cache.db", feeds, files: database, cache: cache)
    #expect(printed.text == "1 feed: 450 posts, 450 of them new here, 0 unread, 0 bookmarked\n")
    #expect(calls.all == [200, 200, 50])
  }

  @Test func `a cache that is unreadable, not newsboat's or without a known feed changes nothing`() async throws {
    let feeds = FeedsRepository.stub(try base.rows)
    func notes(_ cache: NewsboatCache) async throws -> [String] {
      let printed = try await base.run("feeds import /cache.db", feeds, files: database, cache: cache)
      #expect(printed.status == .unavailable)
      #expect(printed.text == "")
      return printed.notes
    }
    #expect(
      try await notes(NewsboatCache(.failing(DatabaseError.busy))) == [
        "satchel: cannot read /cache.db (newsboat is using it); nothing changed."
      ])
    #expect(
      try await notes(NewsboatCache(.failing(DatabaseError.notPermitted))) == [
        "satchel: cannot read /cache.db (no permission for its folder); nothing changed."
      ])
    #expect(
      try await notes(NewsboatCache(.memory())) == [
        "satchel: /cache.db is a database, but not newsboat's; nothing changed."
      ])
    #expect(
      try await notes(cache(["'https://gone.example', 'g4', '', '', '', 0, '', 1, '', 0, '', ''"])) == [
        "satchel: none of the 1 feed in /cache.db is among yours; nothing changed. "
          + "Import the list first: satchel feeds import ~/.newsboat/urls"
      ])
  }

  @Test func `a broken quotation is one line that is left out`() async throws {
    let list = [UInt8]("https://a.example\n\n\n\"https://x y\n".utf8)
    let printed = try await base.run("feeds import /f -f json", .stub(), files: ["/f": list])
    #expect(printed.text.components(separatedBy: #""line":"#).count == 2, "\(printed.text)")
    #expect(printed.text.contains("a closing quotation mark is missing"))
  }

  @Test func `a full disk during an import is reported with how to continue`() async throws {
    var feeds = FeedsRepository.stub(try base.rows)
    feeds.importEntries = { _, _ in throw DatabaseError.noSpace }
    let cache = try await cache(["'https://xkcd.com/atom.xml', 'g4', '', '', '', 0, '', 1, '', 0, '', ''"])
    #expect(
      try await base.run("feeds import /cache.db", feeds, files: database, cache: cache)
        == .init(
          text: "",
          notes: ["satchel: cannot go on (disk full); 0 of 1 feed are done. Run it again, it does no harm."],
          status: .incomplete))
  }

  // MARK: - Export

  @Test func `export writes OPML without passwords, unless they are asked for`() async throws {
    let feeds = FeedsRepository.stub(try base.rows + feedRows(of: "https://h:pw@h.example ! two\nexec:x\n"))
    let printed = try await base.run("feeds export", feeds)
    #expect(
      printed.text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <opml version="2.0">
          <head>
            <title>Subscriptions</title>
          </head>
          <body>
            <outline type="rss" text="Tides and 潮" title="Tides and 潮" xmlUrl="https://ada:****@tides.example/feed"/>
            <outline type="rss" text="Old" title="Old" xmlUrl="http://old.example/"/>
            <outline text="comics" title="comics">
              <outline type="rss" text="xkcd.com" title="xkcd.com" xmlUrl="https://xkcd.com/atom.xml" category="comics,daily"/>
            </outline>
            <outline text="daily" title="daily">
              <outline type="rss" text="xkcd.com" title="xkcd.com" xmlUrl="https://xkcd.com/atom.xml" category="comics,daily"/>
            </outline>
            <outline text="two" title="two">
              <outline type="rss" text="https://h:****@h.example" title="https://h:****@h.example" xmlUrl="https://h:****@h.example" category="two"/>
            </outline>
          </body>
        </opml>

        """)
    #expect(printed.notes == ["satchel: 1 feed made by commands or files is left out."])
    let whole = try await base.run("feeds export --with-passwords", feeds).text
    #expect(whole.contains("ada:secret@"))
    #expect(whole.contains("h:pw@"))
  }
}
