import CachedResource
import CommandLine
import Database
import DatabaseLive
import FeedsRepository
import FlagsStore
import FlagsStoreLive
import Foundation
import NetworkClient
import Observed
import PagedList
import PostDomain
import PostsRepository
import Repositories
import Subscriptions
import SubscriptionsStore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct CommandLineFeedsRefreshTests {
  let base = CommandLineFeedsTests()
  let down = NetworkClient.Error.unreachable(.timedOut)

  /// Returns the sample feeds. `answered` has the numbers of new posts, and `failed` the errors.
  private func feeds(
    _ answered: [Subscription.ID: Int] = [:], failed: [Subscription.ID: any Error] = [:],
    warnings: [Subscription.ID: any Error] = [:], skipped: Int = 0,
    arrived: [Post.ID] = [], asked: CallRecorder<String> = CallRecorder()
  ) throws -> FeedsRepository {
    var feeds = FeedsRepository.stub(try base.rows)
    feeds.refresh = { rows, extent in
      let names = rows.map { "\($0)" }.joined(separator: ", ")
      asked.record("[\(names)] \(extent)")
      var result = RefreshResult()
      result.answered = answered
      result.failed = failed
      result.warnings = warnings
      result.skipped = skipped
      result.arrived = arrived
      return result
    }
    return feeds
  }

  @Test func `feeds refresh refreshes the due, all or named feeds and prints how many`() async throws {
    let asked = CallRecorder<String>()
    let feeds = try feeds(["xkcd.com/atom.xml": 3, "old.example": 0], skipped: 1, asked: asked)
    #expect(
      try await base.run("feeds refresh", feeds)
        == .init(text: "2 feeds refreshed, 3 new posts, 1 not due\n", notes: [], status: .success))
    #expect(try await base.run("feeds refresh --all -q", feeds) == .init(text: "", notes: [], status: .success))
    #expect(try await base.run("feeds refresh xkcd old", feeds).status == .success)
    #expect(
      asked.all == [
        "[all] due", "[all] all", #"[feed("xkcd.com/atom.xml"), feed("old.example")] named"#,
      ])
    #expect(try await base.run("feeds refresh zebra", feeds).status == .noSuchItem)
  }

  @Test func `a feed that ends too early is named, and is no failure`() async throws {
    let feeds = try feeds(["old.example": 2], warnings: ["old.example": PageNotice.cut])
    #expect(
      try await base.run("feeds refresh --strict", feeds)
        == .init(
          text: "1 feed refreshed, 2 new posts\n",
          notes: ["satchel: Old: the feed ends too early; its first posts are shown."], status: .success))
  }

  @Test func `failing feeds are named, and are a failure only with --strict`() async throws {
    let feeds = try feeds(
      ["xkcd.com/atom.xml": 1], failed: ["ada@tides.example/feed": down, "old.example": AnswerFailure.ended])
    let notes = ["satchel: Tides and 潮: no answer in time.", "satchel: Old: the feed has ended."]
    #expect(
      try await base.run("feeds refresh", feeds)
        == .init(text: "1 feed refreshed, 1 new post, 2 failed\n", notes: notes, status: .success))
    #expect(try await base.run("feeds refresh -q", feeds) == .init(text: "", notes: [], status: .success))
    #expect(
      try await base.run("feeds refresh -q --strict", feeds) == .init(text: "", notes: notes, status: .incomplete))
    #expect(
      try await base.run("feeds refresh -f json", feeds).text == """
        {"answered":1,"arrived":1,"failed":[{"title":"Tides and 潮","address":"https://ada:****@tides.example/feed",\
        "error":"no answer in time"},{"title":"Old","address":"http://old.example/","error":"the feed has ended"}],\
        "skipped":0,"paused":0,"ended":0}

        """)
  }

  @Test(
    arguments: [
      (1, 60, "2 not due, 1 paused until 2026-05-04 12:30 UTC\n"),
      (3, 60, "3 paused, the first until 2026-05-04 12:30 UTC\n"),
      (3, 0, "3 paused until 2026-05-04 12:30 UTC\n"),
    ] as [(Int, Double, String)])
  func `feeds refresh says how many feeds a site holds back, and until when`(
    paused: Int, seconds: Double, counts: String
  ) async throws {
    let text = "0 feeds refreshed, 0 new posts, \(counts)"
    let end = Date(timeIntervalSince1970: 1_777_897_800)
    var feeds = try feeds()
    feeds.refresh = { _, _ in
      var result = RefreshResult()
      result.skipped = 3
      for number in 0..<paused { result.paused["\(number)"] = end + seconds * Double(number) }
      return result
    }
    #expect(try await base.run("feeds refresh", feeds) == .init(text: text, notes: [], status: .success))
  }

  @Test(
    arguments: [
      (1, "1 not due, 1 paused until 2026-05-04 12:30 UTC, 1 has ended"),
      (2, "1 paused until 2026-05-04 12:30 UTC, 2 have ended"),
    ])
  func `feeds refresh says how many feeds have ended`(ended: Int, counts: String) async throws {
    let text = "0 feeds refreshed, 0 new posts, \(counts)\n"
    var feeds = try feeds()
    feeds.refresh = { _, _ in
      var result = RefreshResult()
      result.skipped = 3
      result.paused["a"] = Date(timeIntervalSince1970: 1_777_897_800)
      result.ended = ended
      return result
    }
    #expect(try await base.run("feeds refresh --all", feeds) == .init(text: text, notes: [], status: .success))
    #expect(try await base.run("feeds refresh -f json", feeds).text.hasSuffix("\"paused\":1,\"ended\":\(ended)}\n"))
  }

  @Test(arguments: [
    ("feeds refresh", Invocation.ExitStatus.success), ("feeds refresh --strict", .success),
    ("feeds refresh xkcd.com", .success), ("feeds refresh xkcd.com --strict", .incomplete),
  ])
  func `a named feed that is paused is a failure with --strict`(line: String, status: Invocation.ExitStatus)
    async throws
  {
    var feeds = try feeds()
    feeds.refresh = { _, _ in
      var result = RefreshResult()
      result.skipped = 1
      result.paused["xkcd.com/atom.xml"] = Date(timeIntervalSince1970: 1_777_897_800)
      return result
    }
    #expect(try await base.run(line, feeds).status == status)
  }

  @Test func `feeds refresh fails when no feed answers, and succeeds when none is due`() async throws {
    let none = try await base.run("feeds refresh -q", try feeds(failed: ["xkcd.com/atom.xml": down]))
    #expect(none == .init(text: "", notes: ["satchel: xkcd.com: no answer in time."], status: .incomplete))
    #expect(
      try await base.run("feeds refresh --strict", try feeds(skipped: 3))
        == .init(text: "0 feeds refreshed, 0 new posts, 3 not due\n", notes: [], status: .success))
    #expect(
      try await base.run("feeds refresh")
        == .init(
          text: "", notes: ["satchel: there are no feeds yet. Add one: satchel feeds add https://xkcd.com/atom.xml"],
          status: .unavailable))
  }

  @Test func `feeds refresh --new prints the new posts, except those that no list shows`() async throws {
    let posts = (1...3).map { number in
      var post = Post(id: Post.ID(number), userID: nil, title: "title\t\(number)", body: "")
      post.format = .html
      return post
    }
    var feeds = try feeds(["xkcd.com/atom.xml": 3], arrived: [3, 9, 1].map { Post.ID($0) })
    feeds.posts = { row in
      #expect(row == .all)
      var all = PostsRepository.stub(posts)
      let reader = all.list.reader
      all.list.reader.window = { query, anchor, before, after in
        var window = try await reader.window(query, anchor, before, after)
        for index in window.items.indices { window.items[index].feed = "xkcd.com" }
        return window
      }
      return all
    }
    #expect(
      try await base.run("feeds refresh --new", feeds)
        == .init(
          text: "3\ttitle 3\n1\ttitle 1\n", notes: ["satchel: 1 feed refreshed, 3 new posts."], status: .success))
    #expect(
      try await base.run("feeds refresh --new -q -f json", feeds)
        == .init(
          text: """
            [
              \(CommandLineTests.row("3", #"title\t3"#, feed: "\"xkcd.com\"")),
              \(CommandLineTests.row("1", #"title\t1"#, feed: "\"xkcd.com\""))
            ]

            """, notes: [], status: .success))
    #expect(try await base.run("feeds refresh --new -q -f json", try self.feeds()).text == "[]\n")
  }

  @Test func `a terminal shows the progress of feeds refresh`() async throws {
    let clock = TestClock()
    let gate = Gate()
    let lines = CallRecorder<String>()
    var feeds = try feeds()
    feeds.refresh = { _, _ in
      try await gate.pause()
      return RefreshResult()
    }
    let run = Task { [feeds] in try await base.run("feeds refresh", feeds, clock: clock, lines: lines) }
    await gate.arrived()
    await clock.sleeping()
    feeds.progress.replace(with: RefreshProgress(done: 37, total: 200, arrived: 12))
    clock.advance(by: .milliseconds(250))
    await clock.sleeping()
    #expect(lines.all == ["Refreshing 37 of 200, 12 new"])
    await gate.open()
    #expect(try await run.value.text == "0 feeds refreshed, 0 new posts\n")
    #expect(lines.all == ["Refreshing 37 of 200, 12 new", ""])
  }

  @Test func `feeds refresh fails with a notice when the disk is full`() async throws {
    var feeds = try feeds()
    feeds.refresh = { _, _ in throw DatabaseError.noSpace }
    let printed = try await base.run("feeds refresh", feeds)
    #expect(printed.status == .unavailable)
    #expect(printed.text == "")
    #expect(printed.notes.first?.contains("disk full") == true)
  }

  @Test(arguments: [
    ("feeds refresh --new -q", ""), ("feeds refresh --strict -q", ""),
    ("feeds add https://new.example/feed -q", "; the list of feeds has the line, its posts are not saved"),
  ])
  func `posts that cannot be saved make a command fail`(line: String, rest: String) async throws {
    let feeds = try feeds(["xkcd.com/atom.xml": 1])
    let printed = try await base.run(line, feeds) { $0.cacheFailure = Observed(DatabaseError.noSpace) }
    #expect(printed.status == .unavailable)
    let advice = "Free some space, or choose another folder with --cache."
    #expect(printed.notes == ["satchel: cannot save in /caches/satchel/ (disk full)\(rest). \(advice)"])
  }

  // MARK: - sync

  @Test func `sync refreshes the subscriptions when no server is named`() async throws {
    let asked = CallRecorder<String>()
    let feeds = try feeds(["xkcd.com/atom.xml": 3, "old.example": 0], asked: asked)
    #expect(
      try await base.run("sync", feeds, subject: .subscriptions)
        == .init(text: "feeds: 2 feeds refreshed, 3 new posts\n", notes: [], status: .success))
    #expect(asked.all == ["[all] all"])
    #expect(
      try await base.run("sync -f json", feeds, subject: .subscriptions).text
        == #"{"feeds":{"answered":2,"arrived":3,"failed":[],"skipped":0,"paused":0,"ended":0},"stopped":false}"# + "\n")
    let todos = try await base.run(
      "sync", feeds, subject: .subscriptions, environment: ["SATCHEL_TODOS_SERVER": "http://todos"])
    #expect(todos.text.hasPrefix("feeds: 2 feeds refreshed, 3 new posts\nto-dos: 4 saved"))
    let named = try await base.run("sync feeds posts", feeds, environment: ["SATCHEL_SERVER": "http://host"])
    #expect(named.text.hasPrefix("feeds: 2 feeds refreshed, 3 new posts\nposts: 3 saved"))
  }

  @Test(arguments: [(0, 69), (1, 0)] as [(Int, Int32)])
  func `sync fails if all feeds are paused and no post is saved`(total: Int, status: Int32) async throws {
    var rows = try base.rows
    for index in rows.indices { rows[index].total = total }
    var feeds = FeedsRepository.stub(rows)
    feeds.refresh = { _, _ in
      var result = RefreshResult()
      result.paused["old.example"] = Date(timeIntervalSince1970: 1_777_897_800)
      return result
    }
    #expect(try await base.run("sync feeds", feeds).status.rawValue == status)
  }

  @Test(arguments: [
    ("feeds refresh", "1 feed refreshed, 1 new post, 1 failed\n", []),
    ("feeds refresh --new", "1\tOne\n", ["satchel: 1 feed refreshed, 1 new post, 1 failed."]),
    ("sync feeds", "feeds: 1 feed refreshed, 1 new post, 1 failed\n", []),
  ])
  func `a command that is stopped prints what was done until then`(
    line: String, text: String, notes: [String]
  ) async throws {
    let post = Post(id: Post.ID(1), userID: nil, title: "One", body: "")
    let part = try await feeds(["xkcd.com/atom.xml": 1], failed: ["old.example": down], arrived: [post.id])
      .refresh([], .all)
    let posts = PostsRepository.stub([post])
    var feeds = FeedsRepository.stub(try base.rows) { _ in posts }
    feeds.refresh = { _, _ in
      withUnsafeCurrentTask { $0?.cancel() }
      return part
    }
    let printed = try await base.run(line, feeds, subject: .subscriptions)
    #expect(printed.text == text)
    let endings = ["Old: no answer in time.", "stopped; what is saved stays. Run it again to go on."]
    #expect(printed.notes == notes + endings.map { "satchel: " + $0 })
    #expect(printed.status == .interrupted)
  }

  @Test func `sync posts refreshes the subscriptions when no server is named`() async throws {
    let feeds = try feeds(["xkcd.com/atom.xml": 3])
    let text = "feeds: 1 feed refreshed, 3 new posts\n"
    #expect(try await base.run("sync posts", feeds, subject: .subscriptions).text == text)
    let todos = try await base.run(
      "sync posts todos", feeds, subject: .subscriptions, environment: ["SATCHEL_TODOS_SERVER": "http://todos"])
    #expect(todos.text.hasPrefix(text + "to-dos: 4 saved"))
    let nothing = try await base.run(
      "sync posts todos", .stub(), subject: .nothing, environment: ["SATCHEL_TODOS_SERVER": "http://todos"])
    #expect(nothing.notes.contains { $0.contains("there are no feeds yet") })
    #expect(nothing.text.contains("to-dos: 4 saved"))
  }

  @Test(arguments: [
    ("sync", ["SATCHEL_SERVER": "http://host"], true), ("sync posts", ["SATCHEL_SERVER": "http://host"], false),
    ("sync -s http://host", [:], false),
  ])
  func `sync includes the subscriptions unless the command line names a server or sections`(
    line: String, environment: [String: String], isIncluded: Bool
  ) async throws {
    let printed = try await base.run(line, feeds(["xkcd.com/atom.xml": 3]), environment: environment)
    #expect(printed.text.hasPrefix("feeds: 1 feed refreshed, 3 new posts\n") == isIncluded)
    #expect(printed.text.contains("posts: 3 saved"))
    #expect(try await !base.run("sync", .stub(), environment: environment).text.contains("feeds"))
  }

  @Test(arguments: ["comics", "todos"])
  func `sync asks no server that is not named`(section: String) async throws {
    let printed = try await base.run("sync \(section)", .stub(), subject: .nothing)
    #expect(printed.status == .unavailable)
    #expect(printed.notes.first?.contains(" is named. Name it in the configuration file") == true)
  }

  @Test func `a feed that its server no longer has fails a refresh only if nothing else was to be asked`() async throws
  {
    let gone = ["old.example": NetworkClient.Error.rejected(status: 404)]
    #expect(
      try await base.run("feeds refresh -q", feeds(failed: gone, skipped: 2))
        == .init(text: "", notes: [], status: .success))
    #expect(try await base.run("feeds refresh -q", feeds(failed: gone)).status == .incomplete)
    #expect(try await base.run("feeds refresh -q old", feeds(failed: gone, skipped: 2)).status == .incomplete)
    #expect(try await base.run("feeds refresh -q --strict", feeds(failed: gone, skipped: 2)).status == .incomplete)
    let unreached = try feeds(failed: ["old.example": down], skipped: 2)
    #expect(try await base.run("feeds refresh -q", unreached).status == .incomplete)
  }

  @Test func `feeds refresh fails when only a program answered and no server`() async throws {
    var feeds = try feeds(["exec:list": 1], failed: ["old.example": down])
    #expect(try await base.run("feeds refresh --all", feeds).status == .success)
    feeds.refresh = { [refresh = feeds.refresh] in
      var result = try await refresh($0, $1)
      result.hasServerFailure = true
      return result
    }
    #expect(try await base.run("feeds refresh --all", feeds).status == .incomplete)
  }

  @Test(arguments: [true, false])
  func `posts of a feed whose posts are all hidden are said to be shown elsewhere or hidden`(
    isHiddenFeed: Bool
  ) async throws {
    var row = try base.row("https://a.example/feed", "A")
    row.hidden = 2
    row.subscription?.isHidden = isHiddenFeed
    let feeds = FeedsRepository.stub([row]) { _ in .stub([]) }
    let notes = ["satchel: 2 posts of A are shown with another feed that has the same, or hidden by a rule."]
    #expect(try await base.run("posts --feed A", feeds).notes == notes)
    let named = try await base.run(
      "posts", feeds, posts: .stub([]), environment: ["SATCHEL_SERVER": "https://a.example/feed"]
    ) { $0.hasFeed = { true } }
    #expect(named.notes == notes)
  }

  @Test func `posts of a tag that only hidden feeds have are printed`() async throws {
    var row = try base.row("https://a.example/feed", "A", tags: ["videos"])
    row.subscription?.isHidden = true
    let asked = CallRecorder<FeedRow.ID>()
    let feeds = FeedsRepository.stub([row]) { id in
      asked.record(id)
      return .stub()
    }
    let printed = try await base.run("posts --tag videos", feeds)
    #expect(printed.status == .success)
    #expect(asked.all.contains(.tag("videos")))
  }

  @Test func `posts of a feed are printed although the file of subscriptions cannot be read`() async throws {
    let feeds = FeedsRepository.failing(SubscriptionsStore.Error.unreadable(.EACCES))
    let runs: [(PostsRepository, [String])] = [
      (.stub(), []), (.stub([]), ["satchel: no posts yet at https://a.example/feed."]),
    ]
    for (posts, note) in runs {
      let printed = try await base.run(
        "posts", feeds, posts: posts, environment: ["SATCHEL_SERVER": "https://a.example/feed"]
      ) { repositories in
        repositories.hasFeed = { true }
        repositories.subscriptions.file = { throw SubscriptionsStore.Error.unreadable(.EACCES) }
      }
      #expect(printed.status == .success)
      #expect(printed.text.isEmpty == !note.isEmpty)
      #expect(printed.notes == note)
    }
  }

  @Test(arguments: [true, false])
  func `sync asks for the posts of a new address before it asks for other sections`(isFeed: Bool) async throws {
    let isKnown = Observed(false)
    var posts = PostsRepository.stub()
    posts.list.refresh = {
      isKnown.replace(with: true)
      return Refreshed()
    }
    let printed = try await base.run(
      "sync -s https://a.example/feed", .stub(), posts: posts
    ) { $0.hasFeed = { isKnown.value ? isFeed : nil } }
    #expect(printed.text.hasPrefix("posts: 3 saved"))
    #expect(printed.text.contains("comics: ") == !isFeed)
    #expect(printed.text.contains("to-dos: ") == !isFeed)
  }

  @Test func `the subscriptions are not counted when posts of a feed are printed`() async throws {
    var feeds = FeedsRepository.stub()
    feeds.rows = unexpected("rows")
    let printed = try await base.run(
      "posts", feeds, environment: ["SATCHEL_SERVER": "https://a.example/feed"]
    ) { $0.hasFeed = { true } }
    #expect(printed.status == .success)
  }

  @Test func `sync downloads the sections of a server even if the feeds cannot be read`() async throws {
    let printed = try await base.run(
      "sync", .failing(down), environment: ["SATCHEL_SERVER": "http://host"])
    #expect(printed.text.contains("posts: 3 saved"))
    #expect(printed.notes.contains { $0.contains("no answer in time") })
    #expect(printed.status == .incomplete)
  }

  @Test func `sync feeds fails without a feed, as refresh does`() async throws {
    let printed = try await base.run("sync feeds", .stub())
    #expect(printed.notes == ["satchel: there are no feeds yet. Add one: satchel feeds add https://xkcd.com/atom.xml"])
    #expect(printed.status == .unavailable)
  }

  @Test func `failing feeds make sync incomplete, and an unreadable subscriptions file makes it fail`() async throws {
    let some = try await base.run(
      "sync", try feeds(["xkcd.com/atom.xml": 0], failed: ["old.example": down]), subject: .subscriptions)
    #expect((some.status, some.notes) == (.incomplete, ["satchel: Old: no answer in time."]))
    let none = try await base.run("sync", try feeds(failed: ["old.example": down]), subject: .subscriptions)
    #expect(none.status == .unavailable)
    let unread = try await base.run(
      "sync feeds", .failing(SubscriptionsStore.Error.unreadable(.EACCES)))
    #expect(unread.status == .unavailable)
    #expect(unread.notes == ["satchel: cannot read /satchel/feeds (no permission). Check who may read it."])
    let full = try await base.run("sync feeds", .failing(DatabaseError.noSpace))
    #expect(full.notes.first?.hasPrefix("satchel: feeds: cannot save in /caches/satchel/ (disk full).") == true)
  }

  // MARK: - Without a server or a feed

  private let nothing = "satchel: there are no feeds yet. Add one: satchel feeds add https://xkcd.com/atom.xml"

  @Test(arguments: ["", "posts", "posts --unread -f json", "post 1", "bookmark post 1", "sync"])
  func `without a server and feeds, a command says how to add a feed and asks no server`(line: String) async throws {
    let printed = try await base.run(line, posts: .failing(down), subject: .nothing)
    #expect(printed == .init(text: "", notes: [nothing], status: .unavailable))
  }

  @Test func `bookmarked posts are listed and printed when the last feed was removed`() async throws {
    let flags = FlagsStore.live(database: .memory())
    _ = try await flags.addBookmark(Bookmark(kind: .post, id: "a", addedAt: .distantPast))
    let posts = PostsRepository.stub([Post(id: Post.ID("a"), userID: nil, title: "Tides", body: "High")], flags: flags)
    let feeds = FeedsRepository.stub([]) { _ in posts }
    let listed = try await base.run("posts --bookmarked", feeds, subject: .nothing)
    #expect(listed == .init(text: "a\tTides\n", notes: [], status: .success))
    let printed = try await base.run("post a", feeds, subject: .nothing)
    #expect(printed.text.hasPrefix("Tides\n\nHigh\n"))
  }

  @Test(arguments: [
    ("comics", "server of comics", "--comics-server https://xkcd.com"),
    ("comic 1", "server of comics", "--comics-server https://xkcd.com"),
    ("bookmark comic 1", "server of comics", "--comics-server https://xkcd.com"),
    ("todos", "to-do server", "--todos-server URL"), ("todos --open", "to-do server", "--todos-server URL"),
    ("fetch", "server of the response code", "--fetch-server URL"),
  ])
  func `comics, to-dos and the response code need a named server`(
    line: String, name: String, option: String
  ) async throws {
    #expect(
      try await base.run(line)
        == .init(
          text: "",
          notes: ["satchel: no \(name) is named. Name it in the configuration file, or with: \(option)"],
          status: .unavailable))
    #expect(try await base.run("\(line) -s http://host").status == .success)
    #expect(try await base.run("\(line) --configuration stub").status == .success)
  }

  @Test func `comics and todos run when only their own server is named`() async throws {
    #expect(try await base.run("comics --comics-server http://c").status == .success)
    #expect(try await base.run("todos", environment: ["SATCHEL_TODOS_SERVER": "http://t"]).status == .success)
    #expect(try await base.run("comics --todos-server http://t").status == .unavailable)
  }

  @Test func `posts --muted prints muted posts after the changed rules are applied`() async throws {
    let posts = (1...2).map { Post(id: Post.ID($0), userID: nil, title: "title \($0)", body: "") }
    let calls = CallRecorder<String>()
    var feeds = FeedsRepository.stub(try base.rows) { row in
      calls.record("\(row)")
      var all = PostsRepository.stub(posts)
      let window = all.list.reader.window
      all.list.reader.window = { query, anchor, before, after in
        calls.record("with hidden: \(query.showsHidden)")
        var rows = try await window(query, anchor, before, after)
        if rows.items.count > 1 { rows.items[1].hiding = .muted }
        return rows
      }
      all.list.walk = { limit, _ in
        calls.record("walk \(limit ?? 0)")
        return AsyncThrowingStream { continuation in
          continuation.yield(Loaded([], from: .server, fetchedAt: .distantPast))
          continuation.finish()
        }
      }
      return all
    }
    feeds.applyRules = { calls.record("apply") }
    let text = try await base.run("posts --muted -f json", feeds, subject: .subscriptions).text
    #expect(text.contains(#""title":"title 1""#), "\(text)")
    #expect(text.contains(#""hidden":null}"#), "\(text)")
    #expect(text.contains(#""title":"title 2""#), "\(text)")
    #expect(text.contains(#""hidden":"muted"}"#), "\(text)")
    #expect(calls.all == ["apply", "all", "walk 1", "with hidden: true", "with hidden: true"])
    _ = try await base.run("feeds", feeds)
    #expect(calls.all.last == "apply")
  }

  @Test(arguments: [("https://a.example/feed", 1), ("https://b.example/feed", 0)])
  func `changed rules are applied before the posts of a subscribed feed are printed`(server: String, count: Int)
    async throws
  {
    let applied = CallRecorder<String>()
    var feeds = FeedsRepository.stub()
    feeds.applyRules = { applied.record("rules") }
    let printed = try await base.run("posts -s \(server)", feeds, file: "https://a.example/feed\n")
    #expect(printed.status == .success)
    #expect(applied.all.count == count)
  }

  @Test func `posts, post and bookmark use the subscriptions when these are the subject`() async throws {
    let asked = CallRecorder<String>()
    var entry = Post(id: Post.ID("a1"), userID: nil, title: "t", body: "b")
    entry.format = .plain
    var feeds = FeedsRepository.stub(try base.rows) { [entry] row in
      asked.record("\(row)")
      return .stub([entry])
    }
    let server = PostsRepository.failing(down)
    func run(_ line: String) async throws -> CommandLineTests.RunResult {
      try await base.run(line, feeds, posts: server, subject: .subscriptions)
    }
    #expect(try await run("posts") == .init(text: "a1\tt\n", notes: [], status: .success))
    #expect(try await run("posts --feed tides").text == "a1\tt\n")
    #expect(
      try await run("posts --feed tides -f json").text == """
        [
          \(CommandLineTests.row("\"a1\"", "t", feed: "\"Tides and 潮\""))
        ]

        """)
    #expect(try await run("posts --tag comics").text == "a1\tt\n")
    #expect(try await run("post a1").text.hasPrefix("t\n\nb\n"))
    #expect(try await run("bookmark post a1").text.hasPrefix("post a1, t, is bookmarked"))
    #expect(
      asked.all == [
        "all", #"feed("ada@tides.example/feed")"#, #"feed("ada@tides.example/feed")"#, #"tag("comics")"#, "all", "all",
      ])
    #expect(try await run("posts --search zzz").notes == ["satchel: no match for zzz in 1 title in your feeds."])
    feeds = .stub(try base.rows) { _ in .stub([]) }
    #expect(try await run("posts").notes == ["satchel: no posts yet in your feeds."])
    #expect(try await run("posts --feed old").notes == ["satchel: no posts yet in Old: the feed has ended."])
    #expect(try await run("posts --feed tides").notes == ["satchel: no posts yet in Tides and 潮: not found (404)."])
    #expect(try await run("posts --feed xkcd").notes == ["satchel: no posts yet in xkcd.com."])
    #expect(try await run("posts --tag comics").notes == ["satchel: no posts yet in feeds tagged comics."])
    #expect(
      try await run("posts --tag comics --bookmarked").notes == [
        "satchel: no bookmarked posts in feeds tagged comics. Bookmark one with: satchel bookmark post ID"
      ])
    var rows = try base.rows
    for index in rows.indices { rows[index].hidden = 2 }
    for isHiddenFeed in [false, true] {
      for index in rows.indices { rows[index].subscription?.isHidden = isHiddenFeed }
      feeds = .stub(rows) { _ in .stub([]) }
      #expect(
        try await run("posts --tag comics").notes == [
          "satchel: 2 posts of feeds tagged comics are shown with another feed that has the same, or hidden by a rule."
        ])
    }
    #expect(
      try await run("posts --tag comic")
        == .init(
          text: "", notes: ["satchel: no feed has the tag comic; did you mean comics?"],
          status: .noSuchItem))
    feeds = .stub(try base.rows) { _ in
      var posts = PostsRepository.stub([])
      posts.list.reader.count = { $0.showsHidden ? 2 : 0 }
      return posts
    }
    for (line, location) in [("posts", "in your feeds"), ("posts --tag comics", "in feeds tagged comics")] {
      #expect(
        try await run(line).notes == [
          "satchel: 2 posts \(location) are hidden: muted by a rule, or of a quiet feed. Show them with --muted."
        ])
    }
    #expect(try await run("posts --tag zz").notes == ["satchel: no feed has the tag zz; the tags are comics, daily."])
    #expect(try await run("posts --feed zebra").status == .noSuchItem)
  }

  @Test func `posts --feed finds a feed also when a server is named`() async throws {
    let feeds = FeedsRepository.stub(try base.rows) { _ in
      .stub([Post(id: Post.ID(1), userID: nil, title: "t", body: "")])
    }
    let printed = try await base.run("posts --feed xkcd", feeds, environment: ["SATCHEL_SERVER": "http://host"])
    #expect(printed.text == "1\tt\n")
  }

  @Test func `a feed without a saved copy is named in its failure notice without its password`() async throws {
    let down = NoCachedCopy(failure: NetworkClient.Error.unreachable(.refused))
    let feeds = FeedsRepository.stub(try base.rows) { _ in .failing(down) }
    let notes = try await base.run("posts --feed tides", feeds).notes
    #expect(
      notes == [
        "satchel: connection refused: https://ada:****@tides.example/feed; nothing is saved. Try again later."
      ])
  }
}
