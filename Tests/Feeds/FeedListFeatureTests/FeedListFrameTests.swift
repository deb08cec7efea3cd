import CachedResource
import FeedListFeature
import FeedsRepository
import Foundation
import ItemList
import NetworkClient
import Observed
import PagedList
import Rendering
import Screen
import StyleGuide
import Subscriptions
import Terminal
import TerminalTestSupport
import Testing

/// The frames of the list of feeds.
struct FeedListFrameTests {
  static let golden = GoldenFrames()

  static func screen(_ rows: [FeedRow] = SampleRows.rows, selected: Int = 0, unreadOnly: Bool = false) async throws
    -> Screen
  {
    var state = FeedListState()
    state.all = ItemRows(rows)
    state.all.select(selected, height: 30)
    state.isRead = true
    state.isComplete = true
    state.fetchedAt = rows.isEmpty ? nil : SampleRows.now - 60
    if unreadOnly { state.query.filters = [.unread] }
    let source = FeedRows(.stub(rows))
    _ = try await source.list.reader.count(.init())
    return .feedList(.stub(state.refreshedElsewhere()), source, .stub(now: SampleRows.now))
  }

  static let states: [(name: String, rows: [FeedRow], selected: Int, unreadOnly: Bool, keys: [Key])] = [
    ("feeds", SampleRows.rows, 0, false, []), ("a failing one", SampleRows.rows, 4, false, []),
    ("only unread", SampleRows.rows.filter { $0.unread > 0 }, 1, true, []), ("nothing unread", [], 0, true, []),
    ("no feeds", [], 0, false, []), ("adding", [], 0, false, ["a", "x", "k", "c", "d"]),
  ]

  @Test(arguments: states.indices, Size.golden)
  func `the list of feeds matches its golden frames`(index: Int, size: Size) async throws {
    let state = Self.states[index]
    let sut = try await Self.screen(state.rows, selected: state.selected, unreadOnly: state.unreadOnly)
    for key in state.keys { #expect(sut.react(.key(key), size) == .handled) }
    let frame = sut.frame(size)
    Self.golden.check(frame.text, "\(state.name) \(size.width)x\(size.height)")
    #expect(frame.lines.count == size.height)
    #expect(frame.lines.allSatisfy { $0.width <= size.width })
  }

  @Test(arguments: [1, 5, 20, 40, 62, 63, 80, 120])
  func `no row is wider than the window, and its numbers end in one column`(width: Int) async throws {
    let frame = try await Self.screen().frame(Size(width: width, height: 14))
    #expect(frame.lines.allSatisfy { $0.width <= width })
    guard width >= 40 else { return }
    let rows = frame.text[1...9]
    #expect(rows.allSatisfy { Line($0).width == width - 1 }, "the age ends before the last column: \(rows)")
  }

  @Test func `the column of counts does not move while the ages grow from one digit to two`() async throws {
    var columns: Set<Int> = []
    for age: TimeInterval in [540, 600, 54_000] {
      let rows = [SampleRows.feed("a.org", "A", unread: 3, age: age)]
      try await columns.insert(Self.screen(rows).frame(Size()).text[1].prefix { $0 != "3" }.count)
    }
    #expect(columns.count == 1)
  }

  @Test func `a feed with unread posts is bold, and only a lasting failure shows a sign`() async throws {
    let lines = try await Self.screen().frame(Size()).lines
    func span(_ row: Int, _ text: String) -> Span? { lines[row].spans.first { $0.text == text } }
    #expect(span(3, "xkcd.com")?.style.attributes.contains(.bold) == true)
    #expect(span(6, "Failing for an hour")?.style.attributes.contains(.bold) == false)
    #expect(span(5, "! ")?.style == .failure)
    #expect(span(7, "unknown host since yesterday")?.style == .reason)
    #expect(span(6, "! ") == nil)
    #expect(span(2, "# ") != nil)
    #expect(span(2, "# ")?.style == .quiet)
    #expect(span(2, " 1,234 ")?.style == .badge)
    #expect(span(3, " 3 ")?.style == .badge)
    #expect(span(2, "1h")?.style == .quiet)
  }

  @Test func `a failing feed shows the reason and the date in its row, or below in a narrow window`() async throws {
    let wide = try await Self.screen(selected: 4).frame(Size(width: 63, height: 14)).text
    #expect(wide[5].contains("not found (404) since Tuesday"))
    #expect(wide.last?.contains("404") == false)
    let narrow = try await Self.screen(selected: 4).frame(Size(width: 62, height: 14)).text
    #expect(narrow[5].contains("404") == false)
    #expect(narrow.last?.contains("Not found (404) since Tuesday.") == true)
  }

  @Test func `an address that was never a feed shows its failure at once if there is a network`() async throws {
    let causes: [NetworkClient.Cause] = [.offline, .unknownHost, .refused, .tooLate]
    var rows = [SampleRows.feed("page.org", "Page", unread: 0, failingFor: 60, AnswerFailure.pageWithoutFeed)]
    rows += causes.map { cause in
      SampleRows.feed("\(cause).org", "Lost", unread: 0, failingFor: 60, NetworkClient.Error.unreachable(cause))
    }
    for row in rows.indices { rows[row].updated = nil }
    let text = try await Self.screen(rows).frame(Size(width: 120, height: 14)).text
    #expect(text[1].contains("an HTML page without a feed since 01:45"))
    #expect(text[2...5].map { $0.contains("since 01:45") } == [false, false, true, true])
  }

  @Test func `the list is not live once all feeds on servers have failed, or while one was not asked yet`() async throws
  {
    func header(_ rows: [FeedRow]) async throws -> String {
      var state = FeedListState()
      state.all = ItemRows(rows)
      state.isRead = true
      state.fetchedAt = SampleRows.now - 20
      let source = FeedRows(.stub(rows))
      _ = try await source.list.reader.count(.init())
      return Screen.feedList(.stub(state.refreshedElsewhere()), source, .stub(now: SampleRows.now)).frame(Size()).text[
        0]
    }
    let failing = SampleRows.feed("a.org", "A", unread: 0, failingFor: 10)
    let answering = SampleRows.feed("b.org", "B", unread: 0)
    #expect(try await header([SampleRows.all, failing, answering]).hasSuffix("live"))
    #expect(try await header([SampleRows.all, failing]).hasSuffix("saved just now"))
    var waiting = SampleRows.feed("c.org", "C", unread: 0)
    waiting.updated = nil
    #expect(try await header([SampleRows.all, answering, waiting]).hasSuffix("saved just now"))
    var unreached = failing
    unreached.updated = nil
    #expect(try await header([SampleRows.all, answering, unreached]).hasSuffix("live"))
  }

  @Test(arguments: [(false, " Feeds  "), (true, " Feeds  unread only  ")])
  func `the header leaves out a count of zero`(unreadOnly: Bool, start: String) async throws {
    let rows = [SampleRows.feed("a.org", "A", unread: 0)]
    let header = try await Self.screen(rows, unreadOnly: unreadOnly).frame(Size()).text[0]
    #expect(header.hasPrefix(start))
    #expect(!header.contains("0 unread"))
  }

  @Test func `an empty list says how to add a feed`() async throws {
    let text = try await Self.screen([]).frame(Size()).text
    let advices = ["Press a, and type", "satchel feeds add https://xkcd.com/atom.xml", "satchel feeds import FILE"]
    for advice in advices {
      #expect(text.contains { $0.contains(advice) }, "\(advice)")
    }
    #expect(text.last?.contains("a add") == true)
  }

  @Test func `the help contains newsboat's keys and explains the differences`() async throws {
    let help = try await Self.screen().help()
    let keys = help.map(\.keys)
    #expect(["r", "R", "A", "a", "d", "z", "J N", "K", "u", "s", "y"].allSatisfy(keys.contains))
    #expect(help.contains { $0.meaning.hasPrefix("coming from newsboat: ") })
    #expect(!help.contains { $0.meaning == "reload" })
  }

  @Test(arguments: [
    (
      RefreshProgress(done: 7, total: 200, arrived: 12),
      ["Refreshing   7 of 200, 12 new", "Refreshing   7 of 200", "  7/200"]
    ),
    (
      RefreshProgress(done: 1_000, total: 1_000, arrived: 0),
      ["Refreshing 1,000 of 1,000, 0 new", "Refreshing 1,000 of 1,000", "1,000/1,000"]
    ),
  ])
  func `the progress of a refresh has a fixed width`(progress: RefreshProgress, words: [String]) {
    #expect(progress.words == words)
  }
}
