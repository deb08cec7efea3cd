import AppCoordinator
import CachedResource
import Concurrency
import DatabaseLive
import FeedsRepository
import FlagsStore
import FlagsStoreLive
import Foundation
import NetworkClient
import Observed
import PagedList
import PositionsStore
import PositionsStoreLive
import PostDomain
import PostsRepository
import Settings
import Subscriptions
import Terminal
import TerminalTestSupport
import TestSupport
import Testing

/// Tests of the list of feeds, their posts, and a post.
@Suite(.timeLimit(.minutes(5)))
struct FeedsSectionTests {
  private var golden: GoldenFrames { AppCoordinatorGoldenFrameTests.golden }

  private let flags = FlagsStore.live(database: .memory())
  private let asked = CallRecorder<String>()
  private let progress = Observed<RefreshProgress?>(nil)

  private func row(_ id: FeedRow.ID, _ title: String, unread: Int) -> FeedRow {
    var row = FeedRow(id, title: title)
    if case .feed(let host) = id { row.subscription = Subscription(.web(URL(string: "https://\(host)")!)) }
    row.unread = unread
    row.total = 2
    return row
  }

  private var rows: [FeedRow] {
    [
      row(.all, "All", unread: 4), row(.feed("a.org"), "Alpha", unread: 2), row(.feed("b.org"), "Beta", unread: 0),
      row(.feed("c.org"), "Gamma", unread: 2),
    ]
  }

  /// Returns two posts of a feed.
  private func items(_ name: String) -> [Post] {
    (1...2).map {
      Post(id: Post.ID("\(name)-\($0)"), userID: nil, title: "\(name) \($0)", body: "Text of \(name) \($0).")
    }
  }

  private var feeds: FeedsRepository {
    var feeds = FeedsRepository.stub(rows) { [flags, asked] id in
      let titles = id == .all ? ["Alpha", "Gamma"] : rows.filter { $0.id == id }.map(\.title)
      var posts = PostsRepository.stub(titles.flatMap(items), users: [], comments: [], flags: flags)
      posts.list.refresh = { [refresh = posts.list.refresh] in
        asked.record("refresh \(id)")
        return try await refresh()
      }
      posts.list.reader.window = { [window = posts.list.reader.window] query, anchor, before, after in
        var window = try await window(query, anchor, before, after)
        window.fetchedAt = nil
        return window
      }
      return posts
    }
    feeds.progress = progress
    return feeds
  }

  private func driver(
    _ size: Size = Size(width: 80, height: 9), _ feeds: FeedsRepository? = nil,
    positions: PositionsStore = .live(database: .memory())
  ) -> ReaderDriver {
    ReaderDriver(feeds: feeds ?? self.feeds, positions: positions, size: size, sections: [.feeds], rests: true)
  }

  @Test func `Enter opens a feed and then a post, and each step back returns to the list before`() async throws {
    var driver = driver()
    try await driver.wait { $0[0].hasPrefix(" Feeds  4 unread") && $0[1].isSelected("All") }
    try await driver.press("j", .enter) { $0[0].hasPrefix(" Feeds › Alpha  2 unread") && $0[1].isSelected("Alpha 1") }
    try await driver.press("j", .enter) {
      $0[0].hasPrefix(" Feeds › Alpha") && $0.contains { $0.contains("Text of Alpha 2.") }
    }
    try await driver.press("q") { $0[0].hasPrefix(" Feeds › Alpha  1 unread") && $0[2].isSelected("Alpha 2") }
    try await driver.press(.backspace) { $0[0].hasPrefix(" Feeds  ") && $0[2].isSelected("Alpha") }
    #expect(asked.all == [], "showing a list refreshes no feed")
    try await driver.quit("q")
  }

  @Test func `the lists of feeds that were left are freed`() async throws {
    final class Token: Sendable {
      let freed: Latch
      init(_ freed: Latch) { self.freed = freed }
      deinit { freed.open() }
    }
    let freed = CallRecorder<Latch>()
    do {
      var feeds = self.feeds
      feeds.posts = { [posts = feeds.posts] id in
        var posts = await posts(id)
        let latch = Latch()
        freed.record(latch)
        let token = Token(latch)
        posts.list.reader.count = { [count = posts.list.reader.count] query in
          _ = token
          return try await count(query)
        }
        return posts
      }
      var driver = driver(Size(width: 80, height: 9), feeds)
      try await driver.wait { $0[1].isSelected("All") }
      try await driver.press("j", .enter) { $0[0].hasPrefix(" Feeds › Alpha") && $0[1].isSelected("Alpha 1") }
      try await driver.press("J") { $0[0].hasPrefix(" Feeds › Gamma") && $0[1].isSelected("Gamma 1") }
      try await driver.press("K") { $0[0].hasPrefix(" Feeds › Alpha") && $0[1].isSelected("Alpha 1") }
      try await driver.quit()
    }
    #expect(freed.all.count >= 3)
    for latch in freed.all { await latch.wait() }
  }

  @Test func `a notice names the lines of the subscriptions file that are not understood, until the next key`()
    async throws
  {
    var feeds = self.feeds
    feeds.problems = { [.init(line: 3, .query("New", .syntax(at: "")))] }
    var driver = driver(Size(width: 80, height: 9), feeds)
    let notice = "Line 3 of the file is not understood; satchel feeds says why."
    try await driver.wait { $0[1].isSelected("All") && $0[8].contains(notice) }
    try await driver.press("j", .enter) { $0[0].hasPrefix(" Feeds › Alpha") && !$0[8].contains("Line 3") }
    try await driver.press("q") { $0[0].hasPrefix(" Feeds  ") && !$0[8].contains("Line 3") }
    try await driver.press("!") { rows in rows.contains { $0.contains(notice) } }
    try await driver.press(.escape) { $0[0].hasPrefix(" Feeds  ") }
    try await driver.quit()
  }

  @Test func `a notice names a line that another program writes while the reader is open, once`() async throws {
    let problems = Observed<[SubscriptionFile.Problem]>([])
    let file = ChangeSource()
    var feeds = self.feeds
    feeds.problems = { problems.value }
    feeds.changes = .merging(feeds.changes, file.signal)
    var driver = driver(Size(width: 80, height: 9), feeds)
    try await driver.wait { $0[1].isSelected("All") }
    problems.replace(with: [.init(line: 7, .query("New", .syntax(at: "")))])
    file.send()
    let notice = "Line 7 of the file is not understood; satchel feeds says why."
    try await driver.wait { $0[8].contains(notice) }
    problems.replace(with: [.init(line: 9, .query("New", .syntax(at: "")))])
    file.send()
    try await driver.press("j") { $0[2].isSelected("Alpha") && !$0[8].contains("Line") }
    problems.replace(with: [.init(line: 8, .noCommand), .init(line: 9, .query("New", .syntax(at: "")))])
    file.send()
    try await driver.wait { $0[8].contains("Lines 8 and 9") }
    try await driver.press("!") { rows in rows.count { $0.contains("not understood") } == 2 }
    try await driver.press(.escape) { $0[0].hasPrefix(" Feeds  ") }
    problems.replace(with: [])
    file.send()
    try await driver.wait { $0[8].contains("Every line of the file is understood.") }
    try await driver.quit()
  }

  /// Returns the feeds, of which Gamma is not found when they are refreshed, and others have some new posts.
  private func withoutGamma(_ answered: [String: Int] = [:]) -> FeedsRepository {
    var feeds = feeds
    feeds.refresh = { [asked] row, extent in
      asked.record("\(row[0]) \(extent)")
      var result = RefreshResult()
      result.answered = answered
      result.failed = ["c.org": NetworkClient.Error.rejected(status: 404)]
      return result
    }
    return feeds
  }

  @Test func `S refreshes all feeds, says what arrived, and asks no other server`() async throws {
    var driver = driver(Size(width: 80, height: 9), withoutGamma(["a.org": 2, "b.org": 0]))
    try await driver.wait { $0[1].isSelected("All") }
    try await driver.press("S") { $0[8].contains("2 new. 1 of 3 feeds failed; ! says why.") }
    #expect(asked.all == ["all all"])
    try await driver.press("!") { rows in rows.contains { $0.contains("Gamma: Not found (404)") } }
    try await driver.press(.escape) { $0[0].hasPrefix(" Feeds  ") }
    try await driver.quit()
  }

  @Test func `the status line shows the progress of applying rules while no refresh is running`() async throws {
    var feeds = self.feeds
    let rules = Observed<RulesProgress?>(nil)
    feeds.rulesProgress = rules
    var driver = driver(Size(width: 80, height: 9), feeds)
    try await driver.wait { $0[1].isSelected("All") }
    rules.replace(with: RulesProgress(done: 37, total: 200))
    try await driver.wait { $0[8].contains("Applying rules: 37 of 200 feeds") }
    progress.replace(with: RefreshProgress(done: 1, total: 3, arrived: 0))
    try await driver.wait { $0[8].contains("Refreshing 1 of 3") && !$0[8].contains("Applying") }
    progress.replace(with: nil)
    try await driver.wait { $0[8].contains("Applying rules") }
    rules.replace(with: nil)
    try await driver.wait { !$0[8].contains("Applying") }
    try await driver.quit()
  }

  @Test func `the posts of a feed are headed by its title once it has answered`() async throws {
    let titles = Observed("b.org/feed")
    let changes = ChangeSource()
    var feeds = self.feeds
    feeds.changes = changes.signal
    feeds.rows = { [rows] in
      var rows = rows
      rows[2].title = titles.value
      return rows
    }
    var driver = driver(Size(width: 80, height: 9), feeds)
    try await driver.press("j", "j", .enter) { $0[0].hasPrefix(" Feeds › b.org/feed") }
    titles.replace(with: "Beta")
    changes.send()
    try await driver.wait { $0[0].hasPrefix(" Feeds › Beta ") }
    try await driver.quit()
  }

  @Test func `a feed without posts is said to be loading while it is asked for the first time`() async throws {
    var feeds = self.feeds
    feeds.posts = { [flags] _ in
      var repository = PostsRepository.stub([], users: [], comments: [], flags: flags)
      repository.list.refresh = { throw NetworkClient.Error.unreachable(.notUsed) }
      return repository
    }
    progress.replace(with: RefreshProgress(done: 1, total: 3, arrived: 0))
    var driver = driver(Size(width: 80, height: 24), feeds)
    try await driver.press("j", "j", .enter) { rows in
      rows[0].hasPrefix(" Feeds › Beta") && rows.contains { $0.contains("Loading…") }
        && !rows.contains { $0.contains("Nothing to show.") }
    }
    progress.replace(with: nil)
    try await driver.wait { rows in
      rows.contains { $0.contains("No posts yet.") } && !rows.contains { $0.contains("Loading…") }
    }
    try await driver.quit()
  }

  @Test func `an empty feed whose refresh fails suggests actions for feeds, not for servers`() async throws {
    var feeds = self.feeds
    feeds.posts = { [flags] _ in
      var repository = PostsRepository.stub([], users: [], comments: [], flags: flags)
      repository.list.refresh = { throw NetworkClient.Error.rejected(status: 404) }
      return repository
    }
    var driver = driver(Size(width: 80, height: 24), feeds)
    try await driver.press("j", "j", .enter) { $0[0].hasPrefix(" Feeds › Beta") }
    try await driver.press("r") { rows in
      ["Nothing to show.", "press E in the list of feeds", "press d in the list of feeds"].allSatisfy { text in
        rows.contains { $0.contains(text) }
      } && !rows.contains { $0.contains("--server") }
    }
    try await driver.quit()
  }

  @Test func `an empty feed shows its failure, or how many of its posts are hidden`() async throws {
    var feeds = self.feeds
    feeds.rows = { [rows = feeds.rows] in
      var rows = try await rows()
      rows[1].failure = FeedRow.Failure(NetworkClient.Error.rejected(status: 404), since: .distantPast)
      rows[2].hidden = 31
      return rows
    }
    let refused = NetworkClient.Error.unreachable(.refused)
    feeds.posts = { [flags] _ in
      var repository = PostsRepository.stub([], users: [], comments: [], flags: flags)
      repository.list.refresh = { throw refused }
      return repository
    }
    feeds.refresh = { _, _ in
      var result = RefreshResult()
      result.failed = ["a.org": refused, "b.org": refused, "c.org": refused]
      return result
    }
    var driver = driver(Size(width: 80, height: 24), feeds)
    try await driver.press("j", .enter) { rows in
      ["Not found (404) since", "Press r to ask it again."].allSatisfy { text in
        rows.contains { $0.contains(text) }
      }
    }
    try await driver.press("r") { rows in rows.contains { $0.contains("Connection refused") } }
    try await driver.press("!") { rows in
      rows.contains { $0.contains("Try again later.") } && !rows.contains { $0.contains("--server") }
    }
    try await driver.press(.escape, .escape, "j", .enter) { rows in rows.contains { $0.contains("31 posts are saved") }
    }
    try await driver.press(.escape, "g", .enter) { rows in
      rows.contains { $0.contains("Press r to ask its feeds.") } && !rows.contains { $0.contains("http") }
    }
    try await driver.press("r") { rows in
      rows.contains { $0.contains("3 of 3 feeds failed.") } && !rows.contains { $0.contains("http") }
    }
    try await driver.quit()
  }

  @Test func `a tag whose posts are all shown elsewhere says so, and where M shows them`() async throws {
    var feeds = self.feeds
    feeds.rows = { [rows] in
      var tag = FeedRow(.tag("paper"), title: "paper")
      tag.hidden = 31
      return [rows[0], tag] + rows[1...]
    }
    feeds.posts = { [flags] _ in PostsRepository.stub([], users: [], comments: [], flags: flags) }
    var driver = driver(Size(width: 80, height: 24), feeds)
    try await driver.press("j", .enter) { rows in
      ["31 posts are saved, but shown with", "M shows those in the list of", "their feed."].allSatisfy { text in
        rows.contains { $0.contains(text) }
      }
    }
    try await driver.quit()
  }

  @Test func `M toggles muted posts, and the choice survives a restart`() async throws {
    var feeds = self.feeds
    feeds.posts = { [posts = feeds.posts] id in
      var repository = await posts(id)
      repository.list.reader.window = { [window = repository.list.reader.window] query, anchor, before, after in
        var rows = try await window(query, anchor, before, after)
        rows.items = rows.items.enumerated().map { index, title in
          var title = title
          if index == 1 { title.hiding = .muted }
          return title
        }
        if !query.showsHidden {
          rows.items.removeAll { $0.hiding != nil }
          rows.count = rows.items.count
          rows.anchor = 0
        }
        return rows
      }
      return repository
    }
    let positions = PositionsStore.live(database: .memory())
    var driver = driver(Size(width: 80, height: 9), feeds, positions: positions)
    try await driver.press("j", .enter) { $0[1].isSelected("Alpha 1") && !$0[2].contains("Alpha 2") }
    try await driver.press("M") {
      $0[0].contains("with hidden") && $0[2].contains("Alpha 2  muted")
        && $0.contains { $0.contains("With hidden ones. Press M to leave them out.") }
    }
    try await driver.quit()
    driver = self.driver(Size(width: 80, height: 9), feeds, positions: positions)
    try await driver.wait { $0[2].isSelected("Alpha") }
    try await driver.press(.enter) { $0[0].contains("with hidden") && $0[2].contains("Alpha 2  muted") }
    try await driver.press("M") { !$0[0].contains("with hidden") && !$0[2].contains("Alpha 2") }
    try await driver.quit()
  }

  @Test func `each list restores its own position, also after a restart`() async throws {
    let positions = PositionsStore.live(database: .memory())
    var driver = driver(positions: positions)
    try await driver.press("j", .enter) { $0[1].isSelected("Alpha 1") }
    try await driver.press("j") { $0[2].isSelected("Alpha 2") }
    try await driver.press(.escape, "G", .enter) { $0[1].isSelected("Gamma 1") }
    try await driver.press(.escape, "k", "k", .enter) { $0[2].isSelected("Alpha 2") }
    try await driver.quit()
    driver = self.driver(positions: positions)
    try await driver.wait { $0[2].isSelected("Alpha") }
    try await driver.press(.enter) { $0[2].isSelected("Alpha 2") }
    try await driver.quit()
  }

  @Test func `a wide window shows feeds beside posts, then posts beside a post, and previews save no position`()
    async throws
  {
    let positions = CallRecorder<[PositionKey]>()
    var store = PositionsStore.live(database: .memory())
    store.save = { [save = store.save] changes in
      positions.record(Array(changes.keys))
      try await save(changes)
    }
    var driver = driver(Size(width: 120, height: 10), positions: store)
    func halves(_ row: String) -> [String] { row.split(separator: "│").map(String.init) }
    func isShown(_ left: String, _ right: String, _ text: String, _ screen: [String]) -> Bool {
      let header = halves(screen[0])
      return header.first?.hasPrefix(left) == true && header.last?.hasPrefix(right) == true
        && screen.contains { halves($0).last?.contains(text) == true }
    }
    try await driver.wait { isShown(" Feeds  4 unread", " Feeds › All  4 unread", "●  Gamma 2", $0) }
    try await driver.press("j") { isShown(" Feeds  4 unread", " Feeds › Alpha  2 unread", "●  Alpha 2", $0) }
    golden.check(driver.screen.text, "feeds and posts 120x10")
    try await driver.press(.enter) { isShown(" Feeds › Alpha  2 unread", " Feeds › Alpha", "Text of Alpha 1.", $0) }
    try await driver.wait { $0[0].hasSuffix("live") }
    golden.check(driver.screen.text, "posts and post 120x10")
    try await driver.press(.enter) { $0[0].contains("1 unread") }
    try await driver.press(.escape, .escape) { $0[0].hasPrefix(" Feeds  4 unread") && $0[2].isSelected("Alpha") }
    try await driver.quit()
    let names = Set(positions.all.joined().map { "\($0)" }.filter { $0.contains("all") })
    #expect(names == [], "a preview saves no position")
    #expect(asked.all == [])
  }

  @Test func `J and K replace the open feed with the next or previous one that has unread posts`() async throws {
    var driver = driver()
    try await driver.press("j", .enter) { $0[1].isSelected("Alpha 1") }
    try await driver.press("J") { $0[0].hasPrefix(" Feeds › Gamma") && $0[1].isSelected("Gamma 1") }
    try await driver.press("K") { $0[0].hasPrefix(" Feeds › Alpha") && $0[1].isSelected("Alpha 1") }
    try await driver.press("J", .escape) { $0[0].hasPrefix(" Feeds  ") && $0[4].isSelected("Gamma") }
    try await driver.quit()
  }

  @Test func `after J, going back selects the feed in a filtered list of feeds`() async throws {
    var driver = driver()
    try await driver.press("/", "a", .enter) { $0[0].contains("Feeds") && $0[8].contains("1/4  /a") }
    try await driver.press("j", .enter) { $0[0].hasPrefix(" Feeds › Alpha") && $0[1].isSelected("Alpha 1") }
    try await driver.press("J") { $0[0].hasPrefix(" Feeds › Gamma") && $0[1].isSelected("Gamma 1") }
    try await driver.press(.escape) { $0[0].hasPrefix(" Feeds  ") && $0[4].isSelected("Gamma") }
    try await driver.quit()
  }

  @Test func `J and K in the posts of a feed stay within the filter of the list, as on its rows`() async throws {
    var feeds = self.feeds
    var rows = self.rows
    rows[2] = row(.feed("b.org"), "Other", unread: 2)
    feeds.rows = { [rows] in rows }
    var driver = driver(Size(width: 80, height: 9), feeds)
    try await driver.press("/", "a", "l", "p", .enter) { $0[8].contains("1/1  /alp") }
    try await driver.press(.enter) { $0[0].hasPrefix(" Feeds › Alpha") && $0[1].isSelected("Alpha 1") }
    try await driver.press("J") { $0[8].contains("No other feed that matches has unread posts.") }
    try await driver.press("q") { $0[1].isSelected("Alpha") && $0[8].contains("1/1  /alp") }
    try await driver.press(.escape, "/", "a", .enter) { $0[8].contains("1/3  /a") }
    try await driver.press("j", .enter) { $0[0].hasPrefix(" Feeds › Alpha") && $0[1].isSelected("Alpha 1") }
    for (key, title) in [("J", "Gamma"), ("K", "Alpha"), ("K", "Gamma")] as [(Key, String)] {
      try await driver.press(key) { $0[0].hasPrefix(" Feeds › \(title)") && $0[1].isSelected("\(title) 1") }
    }
    try await driver.press("q") { $0[3].isSelected("Gamma") && $0[8].contains("3/3  /a") }
    try await driver.quit()
  }

  @Test func `Space at the end of a post opens the next unread post, continuing in the next feed`() async throws {
    var driver = driver()
    func shows(_ text: String, _ screen: [String]) -> Bool { screen.contains { $0.contains("Text of \(text).") } }
    try await driver.press("j", .enter, .enter) { shows("Alpha 1", $0) }
    try await driver.press(" ") { shows("Alpha 2", $0) }
    try await driver.press(" ") { shows("Gamma 1", $0) && $0[0].hasPrefix(" Feeds › Gamma") }
    try await driver.press("q") { $0[0].hasPrefix(" Feeds › Gamma") && $0[1].isSelected("Gamma 1") }
    try await driver.press("q") { $0[4].isSelected("Gamma") }
    try await driver.quit()
  }

  @Test(arguments: [" ", "N"])
  func `Space and N in a post of a tag open every unread post of the tag, from the end on at its beginning`(
    key: Key
  ) async throws {
    var feeds = self.feeds
    let rows = self.rows + [row(.tag("news"), "news", unread: 4)]
    feeds.rows = { rows }
    feeds.posts = { [posts = feeds.posts] id in await posts(id == .tag("news") ? .all : id) }
    var driver = driver(Size(width: 80, height: 9), feeds)
    func shows(_ text: String, _ screen: [String]) -> Bool { screen.contains { $0.contains("Text of \(text).") } }
    try await driver.press("G", .enter, "j", .enter) { shows("Alpha 2", $0) }
    for next in ["Gamma 1", "Gamma 2", "Alpha 1"] { try await driver.press(key) { shows(next, $0) } }
    try await driver.press(key) { $0[8].contains("No more unread posts.") }
    try await driver.quit()
  }

  @Test(arguments: [" ", "N"])
  func `Space and N in a post continue in a feed that the filter of the list leaves out`(
    key: Key
  ) async throws {
    var driver = driver()
    func shows(_ text: String, _ screen: [String]) -> Bool { screen.contains { $0.contains("Text of \(text).") } }
    try await driver.press("/", "a", "l", "p", .enter) { $0[8].contains("1/1  /alp") }
    try await driver.press(.enter, .enter) { shows("Alpha 1", $0) }
    try await driver.press(key) { shows("Alpha 2", $0) }
    try await driver.press(key) { shows("Gamma 1", $0) && $0[0].hasPrefix(" Feeds › Gamma") }
    try await driver.press("q", "q") { $0[1].isSelected("Alpha") && $0[8].contains("1/1  /alp") }
    try await driver.press(.escape) { $0[4].isSelected("Gamma") }
    try await driver.quit()
  }

  @Test func `N in the posts of a feed opens a feed that the filter of the list leaves out`() async throws {
    var driver = driver()
    try await driver.press("/", "a", "l", "p", .enter) { $0[8].contains("1/1  /alp") }
    try await driver.press("A") { $0[8].contains("2 marked as read") }
    try await driver.press(.enter) { $0[0].hasPrefix(" Feeds › Alpha") && $0[1].isSelected("Alpha 1") }
    try await driver.press("N") { $0[0].hasPrefix(" Feeds › Gamma") && $0[1].isSelected("Gamma 1") }
    try await driver.quit()
  }

  @Test func `z undoes flag changes and a removed feed from all lists, newest first`() async throws {
    var driver = driver()
    try await driver.press("j", "A") { $0[8].contains("2 marked as read") }
    try await driver.press(.enter) { $0[0] == " Feeds › Alpha" && $0[1].isSelected("Alpha 1") }
    try await driver.press("b") { $0[8].contains("Bookmarked.") }
    try await driver.press("q", "d") { $0[8].contains("Removed") }
    try await driver.press("z") { $0[8].contains("Added Alpha again.") }
    try await driver.press("z") { $0[8].contains("Bookmark removed.") }
    try await driver.press("z") { $0[8].contains("2 marked as unread again.") }
    try await driver.quit()
  }

  @Test func `the progress of a refresh shows on every screen and disappears when the refresh ends`() async throws {
    var driver = driver()
    try await driver.wait { $0[1].isSelected("All") && $0[8].hasSuffix("r reload") }
    let before = driver.screen.text[8]
    progress.replace(with: RefreshProgress(done: 37, total: 200, arrived: 12))
    try await driver.wait { $0[8].contains("Refreshing  37 of 200, 12 new") }
    try await driver.press(.enter) {
      $0[0].hasPrefix(" Feeds › All") && $0[8].contains("Refreshing  37 of 200, 12 new")
    }
    progress.replace(with: nil)
    try await driver.press(.escape) { $0[8] == before }
    try await driver.quit()
  }

  @Test func `in a list of posts R refreshes all feeds, and r only the feeds of that list`() async throws {
    var feeds = feeds
    feeds.refresh = { [asked] id, extent in
      asked.record("\(id[0]) \(extent)")
      var result = RefreshResult()
      result.answered["a.org"] = 3
      return result
    }
    var driver = driver(Size(width: 80, height: 9), feeds)
    try await driver.press("j", .enter) { $0[1].isSelected("Alpha 1") }
    try await driver.press("R") { $0[8].contains("3 new.") }
    #expect(asked.all == ["all notJustAsked"])
    try await driver.press("r", "j") { $0[2].isSelected("Alpha 2") }
    #expect(asked.all.last == #"refresh feed("a.org")"#)
    try await driver.quit()
  }

  @Test func `in the posts of All r says the same as on the row`() async throws {
    var driver = driver(Size(width: 80, height: 9), withoutGamma(["a.org": 0, "b.org": 0]))
    try await driver.press(.enter) { $0[0].hasPrefix(" Feeds › All") && $0[1].isSelected("Alpha 1") }
    try await driver.press("r") { $0[8].contains("Nothing new. 1 of 3 feeds failed; ! says why.") }
    #expect(asked.all == ["all named"])
    try await driver.press("!") { rows in rows.contains { $0.contains("Gamma: Not found (404).") } }
    try await driver.press(.escape) { $0[0].hasPrefix(" Feeds › All") }
    try await driver.quit()
  }

  @Test func `the recent errors name the feeds that are marked as failing, whoever asked them`() async throws {
    var feeds = withoutGamma()
    feeds.rows = { [rows] in
      var rows = rows
      rows[3].failure = .init(NetworkClient.Error.rejected(status: 404), since: Date(timeIntervalSince1970: 0))
      return rows
    }
    var driver = driver(Size(width: 80, height: 9), feeds)
    try await driver.wait { $0[4].contains("! Gamma") }
    try await driver.press("!") { $0[1].hasPrefix("  - Gamma: Not found (404) since ") && !$0[2].contains("Gamma") }
    try await driver.press(.escape) { $0[4].contains("! Gamma") }
    try await driver.press("R") { $0[8].contains("Gamma: Not found (404).") }
    try await driver.press("!") { $0[1].hasPrefix("  - Gamma: Not found (404) since ") && !$0[2].contains("Gamma") }
    try await driver.press(.escape) { $0[4].contains("! Gamma") }
    try await driver.quit()
  }

  @Test func `the posts of a tag are live only if a feed of it answered when it was last asked`() async throws {
    var rows = rows + [row(.tag("news"), "news", unread: 2)]
    rows[3].subscription?.tags = ["news"]
    rows[3].failure = .init(NetworkClient.Error.rejected(status: 404), since: .distantPast)
    var feeds = feeds
    feeds.rows = { [rows] in rows }
    feeds.posts = { [flags] _ in .stub(items("Gamma"), users: [], comments: [], flags: flags) }
    feeds.refresh = { _, _ in
      var result = RefreshResult()
      result.answered = ["c.org": 0]
      return result
    }
    let now = try #require(await feeds.posts(.all).list.reader.window(.init(), .row(0), 0, 0).fetchedAt)
    var driver = ReaderDriver(feeds: feeds, size: Size(width: 80, height: 9), sections: [.feeds], now: { now })
    try await driver.press(.enter) { $0[1].isSelected("Gamma 1") }
    #expect(driver.screen.text[0].hasSuffix("live"))
    try await driver.press(.escape, "G", .enter) { $0[0].hasPrefix(" Feeds › news") && $0[1].isSelected("Gamma 1") }
    #expect(driver.screen.text[0].hasSuffix("saved just now"))
    try await driver.press("r") { $0[0].hasSuffix("live") }
    try await driver.quit()
  }

  @Test func `in offline mode the headers of the feeds and of their posts say so, and no empty list suggests r`()
    async throws
  {
    var settings = ReaderDriver.settings
    settings.isOffline = true
    let now = Date(timeIntervalSince1970: 0)
    var feeds = feeds
    feeds.rows = { [rows] in
      var rows = rows
      for index in rows.indices { rows[index].updated = now }
      return rows
    }
    feeds.posts = { [posts = feeds.posts] id in
      if id == .all { return .stub([], users: [], comments: []) }
      var posts = await posts(id)
      posts.list.reader.window = { [window = posts.list.reader.window] query, anchor, before, after in
        var window = try await window(query, anchor, before, after)
        window.fetchedAt = now
        return window
      }
      return posts
    }
    var driver = ReaderDriver(
      feeds: feeds, size: Size(width: 80, height: 9), sections: [.feeds], settings: settings, now: { now })
    try await driver.wait { $0[1].isSelected("All") }
    #expect(driver.screen.text[0].hasSuffix("offline  saved just now"))
    try await driver.press(.enter) { rows in
      rows.contains { $0.contains("Start satchel without --offline") || $0.contains("Press r") }
    }
    #expect(!driver.screen.text.contains { $0.contains("Press r") }, "\(driver.screen.text)")
    try await driver.press("q", "j", .enter) { $0[1].isSelected("Alpha 1") }
    #expect(driver.screen.text[0].hasSuffix("offline  saved just now"))
    try await driver.quit()
  }

  @Test func `automatic refresh starts after the first screen and ends with the reader`() async throws {
    let begun = Gate()
    let ended = CallRecorder<String>()
    var feeds = feeds
    feeds.refreshUntilCancelled = { [asked] in
      asked.record("begin")
      try? await begun.pause()
      ended.record("end")
    }
    var driver = driver(Size(width: 80, height: 9), feeds)
    try await driver.wait { $0[1].isSelected("All") }
    await begun.arrived()
    try await driver.quit()
    #expect(asked.all == ["begin"])
    #expect(ended.all == ["end"])
  }

  @Test func `without feeds the first screen says how to add one, and pressing a adds it`() async throws {
    var driver = driver(Size(width: 80, height: 12), .stub())
    try await driver.wait { $0.contains { $0.contains("satchel feeds add https://xkcd.com/atom.xml") } }
    driver.recording.press("a")
    driver.recording.send(.paste("https://xkcd.com/atom.xml"))
    try await driver.press(.enter) { $0[1].isSelected("https://xkcd.com/atom.xml") && $0[11].contains("Added") }
    try await driver.quit()
  }
}
