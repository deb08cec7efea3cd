import CachedResource
import Concurrency
import DatabaseLive
import FeedListFeature
import FeedsRepository
import FlagCommands
import FlagsStoreLive
import Foundation
import ItemList
import Messages
import NetworkClient
import Observed
import PagedList
import PostDomain
import PostsRepository
import Rendering
import Screen
import Subscriptions
import SubscriptionsStore
import Terminal
import TestSupport
import Testing

/// Tests of the commands on the selected row.
@Suite(.timeLimit(.minutes(5)))
struct FeedListCommandTests {
  private let announced = Observed<[String]>([])
  private let announcedWords = Observed<[[String]]>([])
  private let reported = CallRecorder<String>()
  private let asked = CallRecorder<String>()
  private let background = BackgroundTasks()
  private let edit = Observed<@Sendable () async throws -> Void> {}

  private var rows: [FeedRow] {
    [SampleRows.all, SampleRows.feed("a.org", "A", unread: 3), SampleRows.feed("b.org", "B", unread: 0)]
  }

  /// Returns the list of some feeds, once it is read.
  private func list(
    _ feeds: FeedsRepository, flagCommands: FlagCommands<Post.ID>? = nil, selecting row: Int = 0
  ) async -> (FeedListViewModel, Screen) {
    var environment = ScreenEnvironment.stub(now: SampleRows.now)
    environment.announce = { [announced, announcedWords] words in
      announcedWords.update { $0.append(words) }
      announced.update { $0.append(words.first ?? "") }
    }
    environment.report = { [reported] in reported.record($0) }
    environment.background = background
    environment.desktop.edit = { [asked, edit] file, line in
      asked.record("edit \(file.path(percentEncoded: false)) \(line ?? 0)")
      try await edit.value()
    }
    let rows = FeedRows(feeds)
    let posts = PostsRepository.stub([])
    let flagCommands = flagCommands ?? FlagCommands(posts.flags, environment)
    let viewModel = FeedListViewModel.live(
      rows, feeds, flagCommands: { flagCommands }, environment,
      onOpen: { [asked] row, _ in asked.record("open \(row.title)") })
    let screen = Screen.feedList(viewModel, rows, environment)
    screen.appear()
    await viewModel.wait { $0.isRead }
    _ = viewModel.send(.move(by: row))
    return (viewModel, screen)
  }

  private func press(_ keys: Key..., on screen: Screen) {
    for key in keys { #expect(screen.react(.key(key), Size()) == .handled) }
  }

  @Test func `A marks the posts of the row as read, and z undoes it`() async throws {
    let posts = PostsRepository.stub(flags: .live(database: .memory()))
    let flagCommands = FlagCommands(posts.flags, .stub())
    let (sut, screen) = await list(.stub(rows) { _ in posts }, flagCommands: flagCommands, selecting: 1)
    press("A", on: screen)
    await sut.wait { $0.notice?.hasPrefix("3 marked as read") == true }
    #expect(try await posts.list.reader.count(ListQuery(filters: [.unread])) == 0)
    press("z", on: screen)
    await sut.wait { $0.notice == "3 marked as unread again." }
    #expect(try await posts.list.reader.count(ListQuery(filters: [.unread])) == 3)
  }

  @Test func `A under u, and its undo, leave the row under the selection`() async throws {
    let posts = PostsRepository.stub(flags: .live(database: .memory()))
    var feeds = FeedsRepository.stub(rows) { _ in posts }
    feeds.rows = {
      let unread = try await posts.list.reader.count(ListQuery(filters: [.unread]))
      return [SampleRows.feed("a.org", "A", unread: 3), SampleRows.feed("b.org", "B", unread: unread)]
    }
    feeds.changes = posts.list.reader.changes
    let (sut, screen) = await list(feeds, flagCommands: FlagCommands(posts.flags, .stub()), selecting: 1)
    press("u", "A", on: screen)
    await sut.wait { $0.notice?.hasPrefix("3 marked as read") == true && $0.all[1]?.unread != 3 }
    #expect(sut.state().all.items.map(\.unread) == [3, 0])
    #expect(sut.state().all.selected?.title == "B")
    press("z", on: screen)
    await sut.wait { $0.notice == "3 marked as unread again." && $0.all[1]?.unread != 0 }
    #expect(sut.state().all.items.map(\.unread) == [3, 3])
    #expect(sut.state().all.selected?.title == "B")
  }

  @Test func `A marks only posts that had arrived when the row was last drawn`() async throws {
    let queries = CallRecorder<ListQuery>()
    var posts = PostsRepository.stub(flags: .live(database: .memory()))
    let ids = posts.list.reader.ids
    posts.list.reader.ids = {
      queries.record($0)
      return ids($0)
    }
    let shown = Observed(rows)
    shown.update { rows in for row in rows.indices { rows[row].arrival = 41 } }
    let changes = ChangeSource()
    var feeds = FeedsRepository.stub(rows) { [posts] _ in posts }
    feeds.rows = { shown.value }
    feeds.changes = changes.signal
    let (sut, screen) = await list(feeds, flagCommands: FlagCommands(posts.flags, .stub()), selecting: 1)
    _ = screen.frame(Size())
    shown.update { rows in
      for row in rows.indices { (rows[row].arrival, rows[row].unread) = (42, 9) }
    }
    changes.send()
    await sut.wait { $0.shown.selected?.unread == 9 }
    press("A", on: screen)
    await sut.wait { $0.notice?.contains("marked as read") == true }
    _ = screen.frame(Size())
    press("z", on: screen)
    await sut.wait { $0.notice?.contains("unread again") == true }
    press("A", on: screen)
    await sut.wait { $0.notice?.contains("marked as read") == true }
    #expect(queries.all.map(\.condition) == [.arrivedBy(41), .arrivedBy(42)])
    #expect(queries.all.map(\.filters) == [[.unread], [.unread]])
  }

  @Test func `d says how to remove a query`() async {
    let feeds = FeedsRepository.stub([SampleRows.all, FeedRow(.query("New"), title: "New")])
    let (sut, screen) = await list(feeds, selecting: 1)
    press("d", on: screen)
    await sut.wait { $0.notice == "It is a query; E opens the file, to remove its line." }
  }

  @Test func `d removes a feed but not All, and z adds it again`() async {
    let feeds = FeedsRepository.stub(rows)
    let (sut, screen) = await list(feeds)
    press("d", on: screen)
    await sut.wait { $0.notice == "Select a feed to remove it." }
    press("j", on: screen)
    let removed = sut.state().all.selected?.id
    press("d", on: screen)
    await sut.wait { $0.all.count == 2 && $0.notice == "Removed A; z brings it back. Its posts stay saved." }
    press("z", on: screen)
    await sut.wait { $0.all.count == 3 && $0.notice == "Added A again." && $0.all.selected?.id == removed }
  }

  @Test func `z selects the feed that it adds again, also in a filtered list`() async {
    let rows = ["Sea", "Seal", "Lake", "Seam"].enumerated().map { number, title in
      var row = SampleRows.feed("\(number).org", title, unread: 0)
      row.subscription?.title = title
      return row
    }
    let feeds = FeedsRepository.stub(rows)
    let (sut, screen) = await list(feeds)
    press("/", "s", "e", "a", on: screen)
    await sut.wait { $0.shown.count == 3 && $0.filter?.isSearching == false }
    press(.enter, "j", "d", on: screen)
    await sut.wait { $0.shown.count == 2 && $0.notice?.hasPrefix("Removed") == true }
    press("g", on: screen)
    #expect(sut.state().shown.selected?.title == "Sea")
    press("z", on: screen)
    await sut.wait { $0.shown.count == 3 && $0.shown.selected?.id == .feed("1.org") }
    #expect(sut.state().notice == "Added Seal again.")
  }

  @Test func `a feed that is added while a filter is on is selected only if it matches`() async {
    let feeds = FeedsRepository.stub([
      SampleRows.feed("a.org", "Sea", unread: 0), SampleRows.feed("b.org", "Seal", unread: 0),
    ])
    let (sut, screen) = await list(feeds)
    press("/", "s", "e", "a", on: screen)
    await sut.wait { $0.shown.count == 2 && $0.filter?.isSearching == false }
    press(.enter, "j", "a", on: screen)
    _ = screen.react(.paste("https://lake.org"), Size())
    press(.enter, on: screen)
    await sut.wait { $0.all.count == 3 && $0.all.selected?.title == "https://lake.org" }
    await sut.wait { $0.filter?.isSearching == false }
    #expect(sut.state().shown.selected?.title == "Seal")
    press("a", on: screen)
    _ = screen.react(.paste("https://sea.org"), Size())
    press(.enter, on: screen)
    await sut.wait { $0.shown.count == 3 && $0.shown.selected?.title == "https://sea.org" }
  }

  @Test func `E edits the file at the line of the feed and then shows the changed rows`() async {
    let rows = Observed([SampleRows.all, SampleRows.feed("a.org", "A", unread: 3)])
    rows.update { $0[1].subscription?.line = 7 }
    let changes = ChangeSource()
    var feeds = FeedsRepository.stub()
    feeds.rows = { rows.value }
    feeds.changes = changes.signal
    feeds.fileChanged = { changes.send() }
    edit.replace(with: { rows.update { $0.append(SampleRows.feed("b.org", "B", unread: 1)) } })
    let (sut, screen) = await list(feeds)
    press("E", on: screen)
    await sut.wait { $0.all.count == 3 }
    press("j", "E", on: screen)
    await sut.wait { $0.all.count == 4 }
    #expect(asked.all == ["edit /satchel/feeds 0", "edit /satchel/feeds 7"])
    #expect(sut.state().notice == nil)
  }

  @Test func `E names the line of the file that is not understood`() async {
    var feeds = FeedsRepository.stub(rows)
    feeds.problems = { [.init(line: 3, .noCommand), .init(line: 3, .openQuote)] }
    let (sut, screen) = await list(feeds)
    press("E", on: screen)
    await sut.wait { $0.notice == "Line 3 of the file is not understood; satchel feeds says why." }
  }

  @Test(arguments: [
    (2, "Lines 1 and 2 of the file are not understood; satchel feeds says why."),
    (3, "Lines 1, 2 and 3 of the file are not understood; satchel feeds says why."),
    (9, "Lines 1, 2, … of the file are not understood; satchel feeds says why."),
  ])
  func `the notice names some lines that are not understood`(count: Int, notice: String) async {
    var feeds = FeedsRepository.stub(rows)
    feeds.problems = { (1...count).map { .init(line: $0, .noCommand) } }
    #expect(await feeds.problemNotice() == notice)
  }

  @Test(arguments: [
    (nil, "emacs -nw cannot be started."), (3, "emacs -nw failed with status 3."),
    (-15, "emacs -nw was ended by signal 15."),
  ])
  func `a failing editor is named, and the report contains advice`(status: Int32?, sentence: String) async {
    edit.replace(with: { throw EditorFailure("emacs -nw", status: status) })
    let (sut, screen) = await list(.stub(rows))
    press("E", on: screen)
    await sut.wait { $0.notice == sentence }
    #expect(reported.all == ["\(sentence) Name another editor in EDITOR, or edit /satchel/feeds."])
  }

  @Test func `a adds the typed address and selects it, or says that it is in the list already`() async {
    let (sut, screen) = await list(.stub(rows))
    press("a", on: screen)
    #expect(screen.react(.paste("https://c.org"), Size()) == .handled)
    #expect(screen.frame(Size()).text.last?.hasPrefix(" Add: https://c.org") == true)
    press("/", "x", .enter, on: screen)
    await sut.wait { $0.notice == "Added https://c.org/x: 0 posts." && $0.all.selected?.title == "https://c.org/x" }
    press("a", on: screen)
    #expect(screen.react(.paste("https://c.org/x"), Size()) == .handled)
    press(.enter, on: screen)
    await sut.wait { $0.notice == "https://c.org/x is in the list already." }
  }

  @Test func `a with a tag for a feed that is listed says that it is tagged, and z removes no other feed`() async {
    let (sut, screen) = await list(.stub(rows))
    press("a", on: screen)
    _ = screen.react(.paste("https://c.org"), Size())
    press(.enter, on: screen)
    await sut.wait { $0.all.count == 4 }
    press("a", on: screen)
    _ = screen.react(.paste("https://b.org news"), Size())
    press(.enter, on: screen)
    await sut.wait { $0.notice?.contains("b.org") == true }
    #expect(sut.state().notice == "https://b.org is in the list already, tagged news now.")
    press("z", on: screen)
    await sut.wait { $0.notice?.contains("b.org") == false }
    #expect(sut.state().notice == "Its line stays; E opens the file, to edit it.")
    #expect(sut.state().all.count == 4)
  }

  @Test func `the notice about a page names the feed that was added, and the errors its other feeds`() async {
    var feeds = FeedsRepository.stub(rows)
    feeds.add = { [add = feeds.add] _, options in
      var added = try await add("https://c.org/atom", options)
      added.title = "C"
      added.others = ["https://c.org/rss"]
      return added
    }
    let (sut, screen) = await list(feeds)
    press("a", on: screen)
    _ = screen.react(.paste("c.org"), Size())
    press(.enter, on: screen)
    let notice = "Added C: 0 posts, from https://c.org/atom."
    await sut.wait { $0.notice?.hasPrefix("Added ") == true }
    #expect(sut.state().notice == "\(notice) Its page has other feeds; ! names them.")
    #expect(reported.all == ["\(notice) Not read, but linked there, too: https://c.org/rss."])
  }

  @Test func `z removes the feeds that were added last`() async {
    let (sut, screen) = await list(.stub(rows))
    press("a", on: screen)
    _ = screen.react(.paste("https://c.org\nhttps://b.org\nhttps://d.org"), Size())
    press(.enter, on: screen)
    await sut.wait { $0.all.count == 5 && $0.notice == "Added 3 feeds." }
    press("z", on: screen)
    await sut.wait { $0.all.count == 3 && $0.notice == "Removed 2 feeds again." }
    press("a", on: screen)
    _ = screen.react(.paste("https://c.org"), Size())
    press(.enter, on: screen)
    await sut.wait { $0.all.count == 4 }
    press("z", on: screen)
    await sut.wait { $0.all.count == 3 && $0.notice == "Removed https://c.org again." }
    press("z", on: screen)
    await sut.wait { $0.notice == "Nothing to undo." }
  }

  @Test func `lines of a file are added with their tags and titles, and comments are none`() async {
    let (sut, screen) = await list(.stub(rows))
    press("a", on: screen)
    _ = screen.react(.paste("# mine\nhttps://c.org \"two words\" tech \"~See\"\n"), Size())
    press(.enter, on: screen)
    await sut.wait { $0.all.count == 4 }
    #expect(sut.state().all.items.last?.subscription?.tags == ["two words", "tech"])
    press("a", on: screen)
    _ = screen.react(.paste("# mine"), Size())
    press(.enter, on: screen)
    await sut.wait { $0.notice == "There is no address to add." }
  }

  @Test func `two addresses on one line are two feeds, and one that is hidden is said to be`() async {
    let (sut, screen) = await list(.stub(rows))
    press("a", on: screen)
    _ = screen.react(.paste("https://c.org https://d.org tech"), Size())
    press(.enter, on: screen)
    await sut.wait { $0.notice == "Added 2 feeds." && $0.all.count == 5 }
    #expect(sut.state().all.items.suffix(2).map { $0.subscription?.tags } == [[], ["tech"]])
    press("a", on: screen)
    _ = screen.react(.paste("https://e.org !"), Size())
    press(.enter, on: screen)
    await sut.wait { $0.notice == "Added https://e.org: 0 posts; it is hidden." }
    #expect(sut.state().all.count == 5)
  }

  @Test func `pasting several lines adds a feed for each, and Esc adds none`() async {
    let (sut, screen) = await list(.stub(rows))
    press("a", "x", .escape, on: screen)
    #expect(screen.frame(Size()).text.last?.contains("Add:") == false)
    press("a", on: screen)
    #expect(screen.react(.paste("https://c.org\n\nhttps://d.org\n"), Size()) == .handled)
    await sut.wait { $0.notice == "Added 2 feeds." && $0.all.count == 5 }
  }

  @Test func `the first of several pasted lines is inserted at the cursor, and a line break ends the prompt`() async {
    let (sut, screen) = await list(.stub(rows))
    press("a", on: screen)
    _ = screen.react(.paste("https://c.g"), Size())
    press(.left, on: screen)
    _ = screen.react(.paste("or\nhttps://d.org"), Size())
    await sut.wait { $0.notice == "Added 2 feeds." && $0.all.count == 5 }
    #expect(sut.state().all.items.suffix(2).map(\.title) == ["https://c.org", "https://d.org"])
    press("a", on: screen)
    _ = screen.react(.paste("https://e.org\n"), Size())
    await sut.wait { $0.all.count == 6 }
  }

  @Test func `a feed that is found after another key does not move the selection`() async throws {
    let gate = Gate()
    var feeds = FeedsRepository.stub(rows)
    feeds.add = { [add = feeds.add] address, options in
      try await gate.pause()
      return try await add(address, options)
    }
    let (sut, screen) = await list(feeds)
    press("a", "x", .enter, on: screen)
    await sut.wait { $0.notice == "Looking for the feed…" }
    press("j", on: screen)
    await gate.open()
    await sut.wait { $0.notice?.hasPrefix("Added ") == true }
    #expect(sut.state().all.selected?.title == "A")
  }

  static let failures: [(any Error, String, String)] = [
    (
      NetworkClient.Error.unreachable(.unknownHost), "Not added: unknown host: nowhere.org.",
      "Unknown host: nowhere.org. Check the address, or try again later."
    ),
    (
      FeedsRepository.AddError.noAddress, "Not added: not an address: nowhere.org.",
      "Not an address: nowhere.org. Type the address of a feed, or of a page that links to one."
    ),
    (
      AnswerFailure.pageWithoutFeed, "Not added: an HTML page without a feed: nowhere.org.",
      "An HTML page without a feed: nowhere.org. "
        + "Look on the page for a link named RSS, Atom or feed, and use that address."
    ),
    (
      SubscriptionsStore.Error.notWritable(.EROFS, lines: ["https://nowhere.org"]),
      "Not added: cannot write /satchel/feeds (read-only disk).",
      "Cannot write /satchel/feeds (read-only disk). Add this line to it, or to the file that it is generated from: https://nowhere.org"
    ),
    (
      SubscriptionsStore.Error.busy, "Not added: another program is changing /satchel/feeds.",
      "Another program is changing /satchel/feeds. Try again."
    ),
  ]

  @Test(arguments: failures.indices)
  func `a feed that cannot be added is reported with the reason and advice`(index: Int) async {
    let (error, sentence, explanation) = Self.failures[index]
    var feeds = FeedsRepository.stub(rows)
    feeds.add = { _, _ in throw error }
    let (sut, screen) = await list(feeds)
    press("a", on: screen)
    _ = screen.react(.paste("nowhere.org"), Size())
    press(.enter, on: screen)
    await sut.wait { $0.notice == sentence }
    #expect(reported.all == [explanation])
    #expect(sut.state().all.count == 3)
  }

  @Test func `a failed addition of a host with a port names its http address`() async {
    var feeds = FeedsRepository.stub(rows)
    feeds.add = { _, _ in throw AnswerFailure.pageWithoutFeed }
    let (sut, screen) = await list(feeds)
    press("a", on: screen)
    _ = screen.react(.paste("127.0.0.1:8800"), Size())
    press(.enter, on: screen)
    await sut.wait { $0.notice == "Not added: an HTML page without a feed: http://127.0.0.1:8800." }
  }

  @Test func `a refresh in the background is cancelled and waited for when the reader ends`() async {
    var feeds = FeedsRepository.stub(rows)
    let begun = Latch()
    feeds.refresh = { [asked] _, _ in
      begun.open()
      for await _ in AsyncStream<Never>.makeStream().stream {}
      asked.record("released \(Task.isCancelled)")
      return RefreshResult()
    }
    let (_, screen) = await list(feeds, selecting: 1)
    press("r", on: screen)
    await begun.wait()
    await background.cancel()
    #expect(asked.all == ["released true"])
    #expect(announced.value == [])
  }

  @Test func `a file of feeds that cannot be read is named, and not the cache`() async throws {
    let feeds = FeedRows(.failing(SubscriptionsStore.Error.unreadable(.EISDIR)))
    let error = await #expect(throws: ExplainedError.self) {
      _ = try await feeds.list.reader.window(ListQuery(), .row(0), 0, 9)
    }
    let failure = try #require(error)
    #expect(Messages.notRead(failure) == "cannot read /satchel/feeds (is a directory)")
    #expect(Messages.savingAdvice(failure, option: "--cache") == "Check that it is the list of feeds.")
  }

  @Test func `r refreshes the row and R all feeds not just asked, and both announce the result`() async {
    var feeds = FeedsRepository.stub(rows)
    feeds.refresh = { [asked] ids, extent in
      asked.record("\(ids.map(\.text)) \(extent)")
      var result = RefreshResult()
      if case .named = extent {
        result.answered = ["a.org": 2]
      } else {
        result.answered = ["a.org": 0]
        result.skipped = 12
        result.failed = ["b.org": NetworkClient.Error.rejected(status: 500)]
      }
      return result
    }
    let (_, screen) = await list(feeds, selecting: 1)
    press("r", on: screen)
    await announced.wait { $0.count == 1 }
    press("R", on: screen)
    await announced.wait { $0.count == 2 }
    #expect(asked.all == [#"["feed a.org"] named"#, #"["all"] notJustAsked"#])
    #expect(
      announced.value == [
        "2 new.", "Nothing new. 1 of 2 feeds failed; ! says why. 12 asked less than ten minutes ago.",
      ])
    #expect(reported.all == ["B: Server error (500)."])
  }

  @Test func `in offline mode R says that no feed is asked, and reports no failures`() async {
    var feeds = FeedsRepository.stub(rows)
    feeds.refresh = { _, _ in
      var result = RefreshResult()
      result.failed = [
        "a.org": NetworkClient.Error.unreachable(.notUsed),
        "b.org": NoCachedCopy(failure: NetworkClient.Error.unreachable(.notUsed)),
      ]
      return result
    }
    let (_, screen) = await list(feeds)
    press("R", on: screen)
    await announced.wait { $0.count == 1 }
    #expect(announced.value == ["No feed is asked in offline mode (--offline)."])
    #expect(reported.all == [])
  }

  @Test(arguments: [(120, ", the first until"), (60, " until")])
  func `r says how many feeds their sites hold back, and until when`(seconds: Double, words: String) async {
    var feeds = FeedsRepository.stub(rows)
    feeds.refresh = { _, _ in
      var result = RefreshResult()
      result.skipped = 3
      result.paused = ["a.org": SampleRows.now + 60, "b.org": SampleRows.now + seconds]
      return result
    }
    let (_, screen) = await list(feeds)
    press("r", on: screen)
    await announced.wait { $0.count == 1 }
    let time = "\(SampleRows.now + 60)".dropFirst(11).prefix(5)
    #expect(
      announced.value == ["Nothing to refresh. 1 asked less than ten minutes ago. 2 paused\(words) \(time)."])
  }

  @Test func `R says how many feeds have ended`() async {
    var feeds = FeedsRepository.stub(rows)
    feeds.refresh = { _, _ in
      var result = RefreshResult()
      result.skipped = 4
      result.ended = 3
      return result
    }
    let (_, screen) = await list(feeds)
    press("R", on: screen)
    await announced.wait { $0.count == 1 }
    #expect(announced.value == ["Nothing to refresh. 1 asked less than ten minutes ago. 3 have ended."])
  }

  @Test func `J and K cycle through the feeds with unread posts, and Enter opens the row`() async {
    let rows = [
      SampleRows.all, SampleRows.feed("a.org", "A", unread: 3), SampleRows.feed("b.org", "B", unread: 0),
      SampleRows.feed("c.org", "C", unread: 1),
    ]
    let (sut, screen) = await list(.stub(rows))
    press("J", on: screen)
    await sut.wait { $0.all.selected?.title == "A" }
    press("J", on: screen)
    await sut.wait { $0.all.selected?.title == "C" }
    press("J", on: screen)
    await sut.wait { $0.all.selected?.title == "A" }
    press("K", on: screen)
    await sut.wait { $0.all.selected?.title == "C" }
    press(.enter, on: screen)
    #expect(asked.all == ["open C"])
  }

  @Test(arguments: [("", "No other feed has unread posts."), ("b", "No other feed that matches has unread posts.")])
  func `J says so when no other shown feed has unread posts`(text: String, notice: String) async {
    let unread = text.isEmpty ? 0 : 3
    let rows = [SampleRows.feed("a.org", "A", unread: unread), SampleRows.feed("b.org", "B", unread: 0)]
    let (sut, screen) = await list(.stub(rows))
    if !text.isEmpty {
      press("/", "b", on: screen)
      await sut.wait { $0.shown.count == 1 && $0.filter?.isSearching == false }
      press(.enter, on: screen)
    }
    press("J", on: screen)
    await sut.wait { $0.notice != nil }
    #expect(sut.state().notice == notice)
  }

  @Test func `an appearing list refreshes nothing, and changed rows leave the selection`() async {
    let rows = Observed(rows)
    var feeds = FeedsRepository.stub()
    feeds.rows = { rows.value }
    feeds.changes = rows.changes
    feeds.refresh = { [asked] _, _ in
      asked.record("refresh")
      return RefreshResult()
    }
    let (sut, _) = await list(feeds, selecting: 2)
    rows.update { $0.insert(SampleRows.feed("new.org", "New", unread: 9), at: 1) }
    await sut.wait { $0.all.count == 4 }
    #expect(sut.state().all.selected?.title == "B")
    #expect(sut.state().isRefreshing == false)
    #expect(asked.all == [])
  }

  @Test(arguments: [
    (1, 1, ["Another program is asking it now."]), (3, 3, ["Another program is asking 3 now."]),
    (
      3, 1,
      [
        "Nothing to refresh. 2 asked less than ten minutes ago. Another program is asking one now.",
        "2 asked less than ten minutes ago. Another program is asking one now.",
        "2 asked just now, 1 asked elsewhere.", "Nothing to refresh.",
      ]
    ),
    (
      149, 0,
      [
        "Nothing to refresh. 149 asked less than ten minutes ago.", "149 asked less than ten minutes ago.",
        "149 asked just now.", "Nothing to refresh.",
      ]
    ),
  ])
  func `a refresh announces the feeds that another program is asking`(skipped: Int, elsewhere: Int, words: [String])
    async
  {
    let feeds = FeedsRepository.stub(rows)
    var other = feeds
    other.refresh = { _, _ in
      var result = RefreshResult()
      result.skipped = skipped
      result.askedElsewhere = elsewhere
      return result
    }
    let (_, screen) = await list(other)
    press("r", on: screen)
    await announced.wait { !$0.isEmpty }
    #expect(announcedWords.value == [words])
  }

  @Test func `a refresh without a feed to ask says in few words, too, why`() async {
    var feeds = FeedsRepository.stub(rows)
    feeds.refresh = { _, _ in
      var result = RefreshResult()
      result.skipped = 66
      result.paused = ["a.org": SampleRows.now + 60, "b.org": SampleRows.now + 60]
      result.ended = 3
      return result
    }
    let (_, screen) = await list(feeds)
    press("R", on: screen)
    await announced.wait { !$0.isEmpty }
    #expect(announcedWords.value[0].suffix(2) == ["61 asked just now, 2 paused, 3 ended.", "Nothing to refresh."])
  }

  @Test func `a refresh of one feed that fails gives the reason`() async {
    var feeds = FeedsRepository.stub(rows)
    feeds.refresh = { _, _ in
      var result = RefreshResult()
      result.failed = ["a.org": NetworkClient.Error.rejected(status: 404)]
      return result
    }
    let (_, screen) = await list(feeds, selecting: 1)
    press("r", on: screen)
    await announced.wait { !$0.isEmpty }
    #expect(announcedWords.value == [["Not found (404).", "Failed; ! says why.", "Failed; !"]])
    #expect(reported.all == ["A: Not found (404)."])
  }

  @Test(arguments: [0, 1])
  func `a refresh of many feeds that asks one names it when it fails`(skipped: Int) async {
    var feeds = FeedsRepository.stub(rows)
    feeds.refresh = { _, _ in
      var result = RefreshResult()
      result.failed = ["b.org": NetworkClient.Error.rejected(status: 404)]
      result.skipped = skipped
      return result
    }
    let (_, screen) = await list(feeds)
    press("R", on: screen)
    await announced.wait { !$0.isEmpty }
    let all = [
      "B: Not found (404). 1 asked less than ten minutes ago.", "B: Not found (404).", "Failed; ! says why.",
      "Failed; !",
    ]
    #expect(announcedWords.value == [Array(all.dropFirst(1 - skipped))])
  }

  @Test func `A on a file of feeds that cannot be read names the file`() async {
    let rows = rows
    let failing = Observed(false)
    var feeds = FeedsRepository.stub(rows)
    feeds.rows = {
      if failing.value { throw SubscriptionsStore.Error.unreadable(.EISDIR) }
      return rows
    }
    let (sut, screen) = await list(feeds)
    failing.replace(with: true)
    press("A", on: screen)
    await sut.wait { $0.notice == "Not changed: cannot read /satchel/feeds (is a directory)." }
  }

  @Test func `a failure to read the rows goes with the next read`() async {
    let rows = rows
    let failing = Observed(true)
    let changes = ChangeSource()
    var feeds = FeedsRepository.stub(rows)
    feeds.changes = changes.signal
    feeds.rows = {
      if failing.value { throw SubscriptionsStore.Error.unreadable(.EISDIR) }
      return rows
    }
    let (sut, _) = await list(feeds)
    await sut.wait { $0.failure?.reason == "cannot read /satchel/feeds (is a directory)" }
    failing.replace(with: false)
    changes.send()
    await sut.wait { $0.all.count == 3 && $0.failure == nil }
  }
}
