import CachedResource
import CommandLine
import Database
import FeedsRepository
import Foundation
import NetworkClient
import NewsboatCache
import PostDomain
import PostsRepository
import Repositories
import Screen
import Settings
import Subscriptions
import SubscriptionsStore
import TestSupport
import Testing

/// Returns the rows of the feeds in a file.
func feedRows(of file: String) -> [FeedRow] {
  SubscriptionFile(Array(file.utf8)).subscriptions.map { subscription in
    FeedRow(
      .feed(subscription.id), title: subscription.title ?? subscription.source.text, subscription: subscription)
  }
}

@Suite(.timeLimit(.minutes(5)))
struct CommandLineFeedsTests {
  typealias RunResult = CommandLineTests.RunResult
  static let now = CommandLineTests.now

  /// Runs a command line whose words are separated by blanks; `_` is a blank in a word.
  func run(
    _ line: String, _ feeds: FeedsRepository = .stub(), file: String = "", posts: PostsRepository = .stub(),
    subject: Repositories.Subject = .server, environment: [String: String] = [:], input: [UInt8] = [],
    files: [String: [UInt8]] = [:], cache: NewsboatCache = NewsboatCache(.failing()),
    editor: CallRecorder<String> = CallRecorder(),
    editorFailure: EditorFailure? = nil, width: Int? = nil, clock: (any Clock<Duration>)? = nil,
    lines: CallRecorder<String> = CallRecorder(), write: OutputError? = nil,
    change: (inout Repositories) -> Void = { _ in }
  ) async throws -> RunResult {
    let invocation = try Invocation(
      arguments: line.split(separator: " ").map { String($0.replacing("_", with: " ")) }, environment: environment,
      caches: URL(filePath: "/caches"), states: URL(filePath: "/states"))
    var repositories = Repositories.stub
    repositories.feeds = feeds
    repositories.subscriptions = .stub(SubscriptionFile(Array(file.utf8)))
    repositories.posts = posts
    repositories.subject = { subject }
    repositories.newsboatCache = { _ in cache }
    repositories.edit = { file, line in
      editor.record("\(file.path(percentEncoded: false)) \(line ?? 0)")
      if let editorFailure { throw editorFailure }
    }
    change(&repositories)
    let written = CallRecorder<String>()
    let notes = CallRecorder<String>()
    let output = CommandOutput(
      width: width, progress: clock.map { .init(clock: $0) { lines.record($0) } },
      write: { text in
        written.record(text)
        if let write { throw write }
      }, note: { notes.record($0) })
    let status = await invocation.run(
      repositories,
      input: { path in
        if path != "-", files[path] == nil { throw InputError(path, reason: "No such file or directory") }
        return files[path] ?? input
      }, output: output, now: { Self.now })
    return RunResult(text: written.all.joined(), notes: notes.all, status: status)
  }

  /// Returns the row of a feed.
  func row(_ address: String, _ title: String, line: Int? = nil, tags: [String] = []) throws -> FeedRow {
    let subscription = Subscription(try Subscription.Source(address), tags: tags, line: line)
    return FeedRow(.feed(subscription.id), title: title, subscription: subscription)
  }

  /// The rows of a list with three feeds: one that works, one that fails, and one that has ended.
  var rows: [FeedRow] {
    get throws {
      var good = try row("https://xkcd.com/atom.xml", "xkcd.com", line: 3, tags: ["comics", "daily"])
      var failing = try row("https://ada:secret@tides.example/feed", "Tides and 潮", line: 4)
      var ended = try row("http://old.example/", "Old")
      good.unread = 2
      good.total = 8
      good.newest = Self.now - 7_200
      good.updated = Self.now - 60
      good.perWeek = 3.04
      failing.unread = 12
      failing.total = 120
      failing.newest = Self.now - 90_000
      failing.perWeek = 40
      failing.failure = .init(NetworkClient.Error.rejected(status: 404), since: Self.now - 259_200)
      ended.failure = .init(AnswerFailure.ended, since: Self.now - 86_400)
      return [FeedRow(.all, title: "All"), FeedRow(.tag("comics"), title: "comics"), good, failing, ended]
    }
  }

  // MARK: - The list

  @Test func `feeds prints one line per feed, without All, tags and passwords`() async throws {
    #expect(
      try await run("feeds", .stub(rows))
        == RunResult(
          text: """
            xkcd.com\t2\t8\t2h\tok\thttps://xkcd.com/atom.xml
            Tides and 潮\t12\t120\t1d\tnot found (404), since 1970-01-09\thttps://ada:****@tides.example/feed
            Old\t0\t0\t—\tended\thttp://old.example/

            """, notes: [], status: .success))
  }

  @Test func `feeds aligns its columns on a terminal`() async throws {
    let text = try await run("feeds", .stub(rows), width: 120).text
    #expect(
      text == """
        xkcd.com       2    8  2h  ok                                 https://xkcd.com/atom.xml
        Tides and 潮  12  120  1d  not found (404), since 1970-01-09  https://ada:****@tides.example/feed
        Old            0    0   —  ended                              http://old.example/

        """)
  }

  @Test(arguments: [
    (
      80,
      """
      xkcd.com       2    8  2h  ok                         https://xkcd.com/atom.xml
      Tides and 潮  12  120  1d  not found (404), since 1…  https://ada:****@tides.ex…
      Old            0    0   —  ended                      http://old.example/

      """
    ),
    (
      40,
      """
      xkcd.com       2    8  2h  ok     https://xkc…
      """
    ),
  ])
  func `feeds cuts its columns to the width of the terminal`(width: Int, expected: String) async throws {
    let text = try await run("feeds", .stub(rows), width: width).text
    #expect(text.hasPrefix(expected))
  }

  @Test func `feeds -f json prints every feed with all its fields`() async throws {
    #expect(
      try await run("feeds -f json", .stub(rows)).text == """
        [
          {"title":"xkcd.com","address":"https://xkcd.com/atom.xml","tags":["comics","daily"],"unread":2,"total":8,\
        "updated":"1970-01-12T13:45:40Z","newest":"1970-01-12T11:46:40Z","perWeek":3.0,"readShare":0.75,"error":null,\
        "failingSince":null},
          {"title":"Tides and 潮","address":"https://ada:****@tides.example/feed","tags":[],"unread":12,"total":120,\
        "updated":null,"newest":"1970-01-11T12:46:40Z","perWeek":40.0,"readShare":0.9,"error":"not found (404)",\
        "failingSince":"1970-01-09T13:46:40Z"},
          {"title":"Old","address":"http://old.example/","tags":[],"unread":0,"total":0,"updated":null,"newest":null,\
        "perWeek":null,"readShare":null,"error":"the feed has ended","failingSince":"1970-01-11T13:46:40Z"}
        ]

        """)
    #expect(try await run("feeds -f json").text == "[]\n")
  }

  @Test func `feeds lists queries, which posts and edit accept, and remove, move and export do not`() async throws {
    let line = "query:New ones:age < 2"
    var query = FeedRow(
      .query("New ones"), title: "New ones", query: FeedQuery("New ones", .age(0...1), line: 2, text: line))
    query.unread = 3
    query.total = 4
    var rows = try rows
    rows.insert(query, at: 3)
    let asked = CallRecorder<String>()
    let feeds = FeedsRepository.stub(rows) { row in
      asked.record("\(row)")
      return .stub([Post(id: Post.ID("a1"), userID: nil, title: "t", body: "b")])
    }
    let file = "https://xkcd.com/atom.xml\n\"\(line)\"\n"
    let lines = try await run("feeds", feeds, file: file).text.split(separator: "\n")
    #expect(lines[1] == "New ones\t3\t4\t—\tok\t\(line)")
    #expect(
      try await run("feeds -f json", feeds, file: file).text.contains(
        #"{"title":"New ones","address":"query:New ones:age < 2","tags":[],"unread":3,"total":4,"#))
    #expect(try await run("posts --feed new", feeds, file: file).text == "a1\tt\n")
    #expect(asked.all == [#"query("New ones")"#])
    let editor = CallRecorder<String>()
    _ = try await run("feeds edit new", feeds, file: file, editor: editor)
    #expect(editor.all == ["/satchel/feeds 2"])
    for command in ["feeds remove new", "feeds move new https://new.example/feed"] {
      let note = "satchel: New ones is a query; change it with: satchel feeds edit"
      #expect(try await run(command, feeds, file: file) == RunResult(text: "", notes: [note], status: .noSuchItem))
    }
    let export = try await run("feeds export", feeds, file: file)
    #expect(!export.text.contains("New ones"))
    #expect(export.notes == ["satchel: 1 query is left out."])
  }

  @Test(arguments: [
    ("stale", ["Old", "Tides and 潮", "xkcd.com"]), ("noisy", ["Tides and 潮", "xkcd.com", "Old"]),
    ("unread", ["Tides and 潮", "xkcd.com", "Old"]),
  ])
  func `feeds --sort chooses the order`(order: String, titles: [String]) async throws {
    let text = try await run("feeds --sort \(order)", .stub(rows)).text
    #expect(text.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) } == titles)
  }

  @Test func `a feed without a title shows its address without its password, and controls are replaced`() async throws {
    let rows = [
      try row("https://ada:secret@a.example/", "https://ada:secret@a.example/"),
      try row("https://b.example/", "B\u{1B}[2J\tb\n"), try row("filter:sort:https://c:pass@c.example/", "C"),
    ]
    #expect(
      try await run("feeds", .stub(rows)).text == """
        https://ada:****@a.example/\t0\t0\t—\tnot asked yet\thttps://ada:****@a.example/
        B␛[2J b \t0\t0\t—\tnot asked yet\thttps://b.example/
        C\t0\t0\t—\tnot asked yet\tfilter:sort:https://c:****@c.example/

        """)
    #expect(try await run("feeds -f json", .stub(rows)).text.contains("secret") == false)
  }

  @Test func `feeds without a subscription says how to add one`() async throws {
    #expect(
      try await run("feeds")
        == RunResult(
          text: "", notes: ["satchel: there are no feeds yet. Add one: satchel feeds add https://xkcd.com/atom.xml"],
          status: .success))
  }

  @Test func `feeds names the lines of the file that are not understood`() async throws {
    var feeds = FeedsRepository.stub(try rows)
    feeds.problems = {
      SubscriptionFile(
        Array("gopher://a:pw@x\nfilter:sort\nexec:\nhttps://\n\"https://a.example\n\"query:q:bogus = 1\"".utf8)
      ).problems
    }
    let notes = try await run("feeds", feeds).notes.sorted()
    #expect(
      notes == [
        "satchel: /satchel/feeds:1: an address begins with http://, https:// or file:///, not gopher://a:****@x.",
        "satchel: /satchel/feeds:2: filter: needs a command, a colon and an address, not filter:sort.",
        "satchel: /satchel/feeds:3: no command follows exec:.",
        "satchel: /satchel/feeds:4: https:// is not an address.",
        "satchel: /satchel/feeds:5: a closing quotation mark is missing.",
        "satchel: /satchel/feeds:6: the query q asks for bogus = 1, which satchel does not know.",
      ])
    #expect(try await run("feeds -q", feeds).notes == [])
  }

  @Test(
    arguments: [
      (
        SubscriptionsStore.Error.unreadable(.EACCES),
        "cannot read /satchel/feeds (no permission). Check who may read it."
      ), (.tooLarge, "/satchel/feeds is larger than 16 MB. Check that it is the list of feeds."),
      (.busy, "another program is changing /satchel/feeds; nothing changed. Try again."),
      (
        .notWritable(.ENOTDIR, lines: []),
        "cannot write /satchel/feeds (not a directory); nothing changed. Change it, or the file that it is generated from, by hand."
      ),
    ] as [(SubscriptionsStore.Error, String)])
  func `a subscriptions file that cannot be used makes a command fail with advice`(
    error: SubscriptionsStore.Error, sentence: String
  ) async throws {
    for line in ["feeds", "feeds export", "feeds refresh", "posts --feed a", "feeds remove a"] {
      #expect(
        try await run(line, .failing(error))
          == RunResult(text: "", notes: ["satchel: \(sentence)"], status: .unavailable),
        "\(line)")
    }
  }

  @Test func `feeds fails with advice when the database cannot be read`() async throws {
    #expect(
      try await run("feeds", .failing(DatabaseError.busy)).notes == [
        "satchel: cannot read the feeds in /states/satchel/ (another satchel is using its folder). "
          + "Try again when it is done."
      ])
  }

  // MARK: - Adding

  @Test func `feeds add says of each feed whether it was added, tagged or already there`() async throws {
    var feeds = FeedsRepository.stub()
    let asked = CallRecorder<String>()
    feeds.add = { address, options in
      asked.record("\(address) \(options.tags) \(options.title ?? "-") \(options.arrivingRead)")
      let subscription = Subscription(
        .web(try #require(URL(string: address))), title: options.title, tags: options.tags)
      return switch address {
      case "https://a.example": AddedFeed(subscription, addition: .added, title: "A\u{1B}", total: 1)
      case "https://b.example": AddedFeed(subscription, addition: .tagged, title: nil, total: 3)
      default: AddedFeed(subscription, addition: .unchanged, title: "C", total: 0)
      }
    }
    #expect(
      try await run(
        "feeds add https://a.example https://b.example c.example/x --tag news --tag two_words --mark-read none", feeds)
        == RunResult(
          text: """
            added A␛ (1 post), tagged news, two words
            https://b.example is already there, tagged news, two words now
            C is already there

            """, notes: [], status: .success))
    #expect(
      asked.all == [
        #"https://a.example ["news", "two words"] - none"#, #"https://b.example ["news", "two words"] - none"#,
        #"c.example/x ["news", "two words"] - none"#,
      ])
    #expect(
      try await run("feeds add https://a.example --title My_A -f json", feeds).text
        == #"{"title":"My A","address":"https://a.example","tags":[],"change":"added","total":1}"# + "\n")
  }

  @Test func `a tag and a title are one line without blanks around it`() async throws {
    let asked = CallRecorder<String>()
    var feeds = FeedsRepository.stub()
    feeds.add = { [add = feeds.add] address, options in
      asked.record("\(options.tags) \(options.title ?? "-")")
      return try await add(address, options)
    }
    #expect(try await run("feeds add https://a.example --tag _x\ny --title \tA\u{7}b_", feeds).status == .success)
    #expect(asked.all == [#"["x y"] A␇b"#])
  }

  @Test func `feeds add names the address that was found and the other feeds of the page`() async throws {
    var feeds = FeedsRepository.stub()
    feeds.add = { _, _ in
      let subscription = Subscription(try Subscription.Source("https://ada:secret@a.example/feed"))
      var added = AddedFeed(subscription, addition: .added, title: "A", total: 2)
      added.others = (1...4).map { "https://a.example/\($0)" }
      return added
    }
    #expect(
      try await run("feeds add https://ada:secret@a.example", feeds)
        == RunResult(
          text: "added A (2 posts): https://ada:****@a.example/feed\n",
          notes: [
            "satchel: not read, but linked there, too: https://a.example/1, https://a.example/2, https://a.example/3 "
              + "and 1 more."
          ], status: .success))
    #expect(try await run("feeds add https://ada:secret@a.example/feed", feeds).text == "added A (2 posts)\n")
  }

  @Test(arguments: [
    ("", "a.example is titled My A now"),
    ("--tag news --tag two_words", "a.example is titled My A and tagged news, two words now"),
  ])
  func `feeds add gives an existing feed another title`(tags: String, line: String) async throws {
    var feeds = FeedsRepository.stub()
    feeds.add = { address, options in
      let source = try Subscription.Source(address)
      return AddedFeed(
        Subscription(source, title: options.title, tags: options.tags), addition: .titled, title: "A", total: 1)
    }
    #expect(
      try await run("feeds add https://a.example --title My_A \(tags)", feeds)
        == RunResult(text: "https://\(line)\n", notes: [], status: .success))
    #expect(
      try await run("feeds add https://a.example --title My_A -f json", feeds).text
        == #"{"title":"My A","address":"https://a.example","tags":[],"change":"titled","total":1}"# + "\n")
  }

  @Test func `feeds add names each feed that cannot be added, with advice, and adds the others`() async throws {
    var feeds = FeedsRepository.stub()
    let stub = feeds
    feeds.add = { address, options in
      if address.contains("gone") { throw NetworkClient.Error.rejected(status: 404) }
      if address.contains("file:") { throw AnswerFailure.unreadableFile("/nope") }
      if address.contains("page") { throw AnswerFailure.pageWithoutFeed }
      if address.contains("shut") { throw NetworkClient.Error.unreachable(.refused) }
      if address.contains("dead") {
        throw FailureElsewhere(at: "https://dead.example/nosuch", NetworkClient.Error.rejected(status: 404))
      }
      return try await stub.add(address, options)
    }
    #expect(
      try await run(
        "feeds add https://ada:secret@gone.example page.example shut.example dead.example exec:rm nothing "
          + "https://a.example", feeds)
        == RunResult(
          text: "added https://a.example (0 posts)\n",
          notes: [
            "satchel: cannot add https://ada:****@gone.example: not found (404). Check the address.",
            "satchel: cannot add page.example: an HTML page without a feed. "
              + "Look on the page for a link named RSS, Atom or feed, and use that address.",
            "satchel: cannot add shut.example: connection refused. Try again later.",
            "satchel: cannot add dead.example: not found (404): https://dead.example/nosuch. Check the address.",
            "satchel: a line that runs a command is added by hand. Open the file with: satchel feeds edit",
            "satchel: nothing is not an address. It should look like https://xkcd.com/atom.xml",
          ], status: .incomplete))
    for (names, status) in [
      ("nothing gone.example", .unavailable), ("nothing exec:x", .usage), ("file:///nope", .noSuchItem),
      ("file:///nope gone.example", .unavailable), ("file:///nope nothing", .unavailable),
    ] as [(String, Invocation.ExitStatus)] {
      #expect(try await run("feeds add \(names)", feeds).status == status, "\(names)")
    }
  }

  @Test(arguments: [OutputError.closed, .failed("No space left on device")])
  func `feeds are added and removed even if the output cannot be written`(error: OutputError) async throws {
    let feeds = FeedsRepository.stub(try rows)
    let status: Invocation.ExitStatus = error == .closed ? .success : .outputFailed
    #expect(try await run("feeds add https://a.example https://b.example", feeds, write: error).status == status)
    #expect(try await feeds.rows().map(\.title).suffix(2) == ["https://a.example", "https://b.example"])
    #expect(try await run("feeds remove https://a.example https://b.example", feeds, write: error).status == status)
    #expect(try await feeds.rows().count == 5)
  }

  @Test func `feeds add names the feed that cannot be saved, after one that was added`() async throws {
    var feeds = FeedsRepository.stub()
    feeds.add = { [add = feeds.add] address, options in
      if address.contains("b.example") { throw DatabaseError.noSpace }
      return try await add(address, options)
    }
    #expect(
      try await run("feeds add https://a.example https://b.example", feeds)
        == RunResult(
          text: "added https://a.example (0 posts)\n",
          notes: [
            "satchel: cannot save in /states/satchel/ (disk full); https://b.example is not added. "
              + "Free some space, or choose another folder with --state."
          ], status: .incomplete))
  }

  @Test func `feeds add prints the line to add when the file cannot be written`() async throws {
    var feeds = FeedsRepository.stub()
    feeds.add = { _, _ in throw SubscriptionsStore.Error.notWritable(.EROFS, lines: ["https://a.example \"~A\""]) }
    #expect(
      try await run("feeds add https://a.example", feeds)
        == RunResult(
          text: "https://a.example \"~A\"\n",
          notes: [
            "satchel: cannot write /satchel/feeds (read-only disk); nothing changed. Add the line above to it, or to the file that it is generated from."
          ], status: .unavailable))
  }

  // MARK: - Removing and moving

  @Test(arguments: [
    "xkcd.com", "XKCD", "https://xkcd.com/atom.xml", "http://www.xkcd.com/atom.xml/", "xkcd.com/atom.xml",
  ])
  func `a feed is found by its title, the beginning of its title, or its address in any spelling`(
    name: String
  ) async throws {
    let feeds = FeedsRepository.stub(try rows)
    #expect(
      try await run("feeds remove \(name)", feeds)
        == RunResult(text: "xkcd.com removed\n", notes: [], status: .success))
    #expect(try await feeds.rows().map(\.title) == ["All", "comics", "Tides and 潮", "Old"])
  }

  @Test func `feeds remove removes several feeds only when all of them are known`() async throws {
    let feeds = FeedsRepository.stub(try rows)
    #expect(
      try await run("feeds remove tides ada@tides.example/feed nothing", feeds)
        == RunResult(
          text: "", notes: ["satchel: there is no feed ada@tides.example/feed. List them with: satchel feeds"],
          status: .noSuchItem))
    #expect(
      try await run("feeds remove tides https://ada:other@tides.example/feed old -f json", feeds).text == """
        {"title":"Tides and 潮","address":"https://ada:****@tides.example/feed","removed":true}
        {"title":"Old","address":"http://old.example/","removed":true}

        """)
    #expect(try await feeds.rows().count == 3)
  }

  @Test func `an ambiguous name removes no feed, unless it is the whole title of one`() async throws {
    let feeds = FeedsRepository.stub([
      try row("https://a.example", "Lamp"), try row("https://b.example", "Lamp room"),
      try row("https://c.example", "Lamp oil"), try row("https://d.example", "Lamps"),
      try row("https://e.example", "Lampoon"),
    ])
    #expect(
      try await run("feeds remove lam", feeds)
        == RunResult(
          text: "",
          notes: [
            "satchel: lam may be Lamp, Lamp room, Lamp oil, …; name one of them, or its address."
          ], status: .usage))
    #expect(try await feeds.rows().count == 5)
    let alike = FeedsRepository.stub([
      try row("https://a.example/rss", "Lamp"), try row("https://a.example/atom", "Lamp"),
    ])
    #expect(
      try await run("feeds remove lamp", alike).notes == [
        "satchel: lamp may be https://a.example/rss, https://a.example/atom; name one of them, or its address."
      ])
    #expect(try await run("feeds remove LAMP", feeds).text == "Lamp removed\n")
    #expect(try await run("feeds remove zebra", feeds).status == .noSuchItem)
  }

  @Test func `feeds remove accepts the names of hidden feeds and of feeds made by a command`() async throws {
    let removed = CallRecorder<String>()
    var hidden = FeedRow(.feed("hidden.example"), title: "Hidden one")
    hidden.subscription = feedRows(of: "https://hidden.example/ !").first?.subscription
    var feeds = FeedsRepository.stub(try rows + [hidden] + feedRows(of: "\"exec:make feed\"\n"))
    feeds.remove = { id in
      removed.record(id)
      return nil
    }
    #expect(try await run("feeds", feeds).text.contains("Hidden one") == false)
    #expect(
      try await run("feeds remove hidden exec:make_feed", feeds)
        == RunResult(
          text: "Hidden one was not there any more\nexec:make feed was not there any more\n", notes: [],
          status: .success))
    #expect(removed.all == ["hidden.example", "exec:make feed"])
  }

  @Test func `feeds remove names the feed's line when the file cannot be written`() async throws {
    var feeds = FeedsRepository.stub(try rows)
    feeds.remove = { _ in throw SubscriptionsStore.Error.notWritable(.EROFS, lines: [], removed: [4]) }
    #expect(
      try await run("feeds remove tides", feeds).notes == [
        "satchel: cannot write /satchel/feeds (read-only disk); nothing changed. "
          + "Delete its line 4, or change the file that it is generated from."
      ])
    #expect(try await feeds.rows().map(\.title).contains("Tides and 潮"))
  }

  @Test func `feeds move changes the address of a feed, but not to that of another feed`() async throws {
    let feeds = FeedsRepository.stub(try rows)
    #expect(
      try await run("feeds move xkcd m.xkcd.com/atom.xml", feeds)
        == RunResult(text: "xkcd.com is at https://m.xkcd.com/atom.xml now\n", notes: [], status: .success))
    #expect(
      try await run("feeds move m.xkcd.com/atom.xml http://m.xkcd.com/atom.xml/ -f json", feeds).text
        == #"{"title":"xkcd.com","address":"http://m.xkcd.com/atom.xml/"}"# + "\n")
    #expect(
      try await run("feeds move xkcd http://old.example", feeds)
        == RunResult(
          text: "", notes: ["satchel: Old has that address already; nothing changed."], status: .unavailable))
    #expect(try await run("feeds move zebra http://new.example", feeds).status == .noSuchItem)
    #expect(
      try await run("feeds move xkcd exec:rm", feeds)
        == RunResult(
          text: "",
          notes: ["satchel: exec:rm is not the address of a feed; nothing changed. It should begin with https://"],
          status: .usage))
  }

  @Test func `feeds move preserves the command of a filtered feed`() async throws {
    let moved = CallRecorder<Subscription.Source>()
    var feeds = FeedsRepository.stub([try row("filter:sort:https://a.example/", "A")])
    feeds.move = { _, source in
      moved.record(source)
      return true
    }
    #expect(try await run("feeds move A https://b.example/", feeds).status == .success)
    #expect(moved.all == [.filter(command: "sort", URL(string: "https://b.example/")!)])
    feeds.move = { _, _ in false }
    #expect(try await run("feeds move A https://b.example/", feeds).status == .noSuchItem)
  }

  // MARK: - Editing

  @Test func `feeds edit opens the file, at the line of a named feed, and names the lines not understood`()
    async throws
  {
    let editor = CallRecorder<String>()
    let printed = try await run("feeds edit", .stub(rows), file: "https://a.example\nnothing\n", editor: editor)
    #expect(
      printed
        == RunResult(
          text: "",
          notes: ["satchel: /satchel/feeds:2: an address begins with http://, https:// or file:///, not nothing."],
          status: .success
        ))
    _ = try await run("feeds edit tides", .stub(rows), editor: editor)
    #expect(try await run("feeds edit zebra", .stub(rows), editor: editor).status == .noSuchItem)
    #expect(editor.all == ["/satchel/feeds 0", "/satchel/feeds 4"])
  }

  @Test(arguments: [
    (nil, "cannot be started"), (3, "failed with status 3"), (-15, "was ended by signal 15"),
  ])
  func `a failing editor is named with the reason`(status: Int32?, reason: String) async throws {
    #expect(
      try await run("feeds edit", editorFailure: EditorFailure("emacs -nw", status: status))
        == RunResult(
          text: "",
          notes: ["satchel: emacs -nw \(reason). Name another editor in EDITOR, or edit /satchel/feeds."],
          status: .unavailable))
  }

  // MARK: - The command line

  @Test(arguments: [
    ("feeds addd x", "feeds takes add, remove, move, edit, import, export or refresh, not addd; did you mean add?"),
    ("feeds --sort new", "--sort needs one of stale, noisy, unread, not"),
    ("feeds add", "feeds add needs an address: satchel feeds add https://xkcd.com/atom.xml"),
    ("feeds add a b --title T", "--title is for one feed at a time"),
    ("feeds add a --tag ~b", "--tag needs a word that does not begin with ~ or !, not ~b"),
    ("feeds add a --tag !", "--tag needs a word"), ("feeds add a --title _", "--title needs more than blanks"),
    ("feeds add a --mark-read new", "--mark-read needs one of old, all, none"),
    ("feeds add a --offline", "feeds add needs the network; leave out --offline"),
    ("feeds refresh --offline", "feeds refresh needs the network"),
    ("feeds add a --strict", "--strict belongs to feeds refresh, not to feeds add"),
    ("feeds --mark-read all", "--mark-read belongs to feeds add and feeds import, not to feeds"),
    ("feeds remove --sort stale a", "--sort belongs to feeds, not to feeds remove"),
    ("feeds remove", "feeds remove needs a title or an address"),
    ("feeds move a", "feeds move needs a feed and its new"),
    ("feeds edit a b", "feeds edit takes one feed at a time"), ("feeds import", "feeds import needs one file"),
    ("feeds import a b", "feeds import takes one file at a time"), ("feeds export a", "feeds export takes no argument"),
    ("posts --feed a --tag b", "use only one of --feed and --tag"), ("posts --tag a --tag b", "posts takes one --tag"),
    ("posts --feed a --feed b", "posts takes one --feed at a time"),
    ("posts --feed a -s http://h", "--server and --feed both say whose posts; leave one out"),
    ("posts --sort stale", "--sort belongs to feeds, not to posts"),
    ("comics --feed a", "--feed belongs to posts, not to comics"),
    ("comics --tag a", "--tag belongs to feeds add and posts, not to comics"),
  ])
  func `an invalid feeds command line is rejected with an explanation`(line: String, complaint: String) async throws {
    let error = await #expect(throws: UsageError.self) { try await run(line) }
    #expect(error?.message.hasPrefix(complaint) == true, "\(error?.message ?? "")")
  }

  @Test(arguments: ["feeds refresh", "posts", "feeds add https://a.org"])
  func `a cancelled command prints nothing and exits as interrupted`(line: String) async throws {
    let posts = PostsRepository.failing(CancellationError())
    var feeds = FeedsRepository.stub(try rows) { _ in posts }
    feeds.refresh = { _, _ in throw CancellationError() }
    feeds.add = { _, _ in throw CancellationError() }
    let printed = try await run(line, feeds, posts: posts, subject: .subscriptions)
    #expect(printed == RunResult(text: "", notes: [], status: .interrupted))
  }
}
