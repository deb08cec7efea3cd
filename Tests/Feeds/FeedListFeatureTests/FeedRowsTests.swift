import FeedListFeature
import FeedsRepository
import Foundation
import Observed
import PagedList
import Subscriptions
import Testing

/// Tests of the order, windows and search of the rows.
struct FeedRowsTests {
  private let rows = Observed([
    SampleRows.all, SampleRows.tag("swift", unread: 2), SampleRows.feed("b.org", "Beta", unread: 0, age: 100),
    SampleRows.feed("a.org", "alpha", unread: 2, age: 300), SampleRows.feed("c.org", "Gamma", unread: 5, age: 200),
    SampleRows.feed("d.org", "Hidden", unread: 9, isHidden: true),
  ])

  private var sut: FeedRows {
    var feeds = FeedsRepository.stub()
    feeds.rows = { [rows] in rows.value }
    feeds.changes = rows.changes
    return FeedRows(feeds)
  }

  private func titles(_ query: ListQuery, _ sut: FeedRows) async throws -> [String] {
    try await sut.list.reader.window(query, .row(0), 0, 100).items.map(\.title)
  }

  static let orders: [(ListQuery.Order, [String])] = [
    (.listed, ["All", "swift", "Beta", "alpha", "Gamma"]), (.newest, ["All", "swift", "Beta", "Gamma", "alpha"]),
    (.title, ["All", "swift", "alpha", "Beta", "Gamma"]), (.unreadFirst, ["All", "swift", "alpha", "Gamma", "Beta"]),
  ]

  @Test(arguments: orders)
  func `rows are All, the tags and the visible feeds in the order of the query`(
    order: ListQuery.Order, titles: [String]
  ) async throws {
    #expect(try await self.titles(ListQuery(order: order), sut) == titles)
  }

  @Test func `a window contains the rows around an item, and a search finds titles`() async throws {
    let reader = sut.list.reader
    let window = try await reader.window(ListQuery(order: .title), .item(.feed("a.org"), orRow: 0), 1, 1)
    #expect(window.items.map(\.title) == ["swift", "alpha", "Beta"])
    #expect((window.first, window.anchor) == (1, 2))
    #expect(window.count == 5)
    #expect(window.isComplete)
    #expect(window.fetchedAt == SampleRows.now - 60)
    let unread = try await reader.window(ListQuery(filters: [.unread]), .item(.feed("b.org"), orRow: 0), 0, 1)
    #expect(unread.items.map(\.title) == ["alpha", "Gamma"])
    var found: [FeedRow] = []
    for try await keys in reader.search(ListQuery(order: .title, text: "alp"), nil) {
      found += try await reader.items(keys)
    }
    #expect(found.map(\.id) == [.feed("a.org")])
    #expect(try await reader.count(ListQuery(text: "a")) == 4)
  }

  @Test func `the matches of a search are the same rows after another feed was removed`() async throws {
    let reader = sut.list.reader
    var found: [FeedRow] = []
    for try await keys in reader.search(ListQuery(order: .newest, text: "a"), nil) {
      rows.update { $0.removeAll { $0.id == .feed("b.org") } }
      found += try await reader.items(keys)
    }
    #expect(found.map(\.title) == ["All", "Gamma", "alpha"])
  }

  @Test func `the list is as old as the last answer of a server, whatever programs have printed since`() async throws {
    var program = FeedRow(.feed("exec:list"), title: "list", subscription: Subscription(.command("list")))
    program.updated = SampleRows.now
    var older = FeedRow(
      .feed("old.org"), title: "old", subscription: Subscription(.web(try #require(URL(string: "https://old.org")))))
    older.updated = SampleRows.now - 3_600
    rows.update { [program, older] in $0 += [program, older] }
    #expect(try await sut.list.reader.window(ListQuery(), .row(0), 0, 0).fetchedAt == SampleRows.now - 60)
    rows.replace(with: [SampleRows.all, program])
    #expect(try await sut.list.reader.window(ListQuery(), .row(0), 0, 0).fetchedAt == SampleRows.now)
  }

  @Test func `a row that is read stays in an unread list until the list is loaded again`() async throws {
    let sut = sut
    var query = ListQuery(filters: [.unread])
    let window = try await sut.list.reader.window(query, .row(0), 0, 100)
    #expect(window.items.map(\.title) == ["All", "swift", "alpha", "Gamma"])
    rows.update { $0[3].unread = 0 }
    #expect(try await titles(query, sut) == ["All", "swift", "Gamma"])
    query.unreadSince = window.flags
    #expect(try await titles(query, sut) == ["All", "swift", "alpha", "Gamma"])
    query.unreadSince = try await sut.list.reader.window(ListQuery(filters: [.unread]), .row(0), 0, 100).flags
    #expect(try await titles(query, sut) == ["All", "swift", "Gamma"])
  }

  static let conditions: [(ListCondition, [String])] = [
    (.unread, ["All", "swift", "alpha", "Gamma"]), (.not(.unread), ["Beta"]), (.never, []),
    (.title(["a"], isAtEnd: true), ["Beta", "alpha", "Gamma"]),
    (.arrivedBy(0), ["All", "swift", "Beta", "alpha", "Gamma"]),
    (.date(after: SampleRows.now - 250, upTo: nil), ["All", "Beta", "Gamma"]),
  ]

  @Test(arguments: conditions)
  func `list conditions test the unread count, the title and the newest post of a row`(
    condition: ListCondition, titles: [String]
  ) async throws {
    #expect(try await self.titles(ListQuery(condition: condition), sut) == titles)
    #expect(try await sut.list.reader.count(ListQuery(condition: condition)) == titles.count)
  }

  @Test func `the unread count is that of the row All`() async throws {
    let sut = sut
    #expect(sut.unreadCount == 0)
    _ = try await titles(ListQuery(), sut)
    #expect(sut.unreadCount == 7)
  }

  static let neighbours: [(FeedRow.ID?, Int, String?)] = [
    (nil, 1, "alpha"), (.all, 1, "alpha"), (.feed("a.org"), 1, "Gamma"), (.feed("c.org"), 1, "alpha"),
    (.feed("c.org"), -1, "alpha"), (.feed("a.org"), -1, "Gamma"), (nil, -1, "Gamma"), (.feed("gone"), 1, "alpha"),
  ]

  @Test(arguments: neighbours)
  func `the next unread feed wraps around and skips tags and read feeds`(
    id: FeedRow.ID?, step: Int, title: String?
  ) {
    let shown = Array(rows.value.dropLast())
    #expect(shown.nextUnread(step, from: id)?.title == title)
  }

  @Test func `there is no next unread feed when no other feed has unread posts`() {
    #expect([SampleRows.all, SampleRows.feed("a.org", "A", unread: 3)].nextUnread(1, from: .feed("a.org")) == nil)
    #expect([FeedRow]().nextUnread(-1, from: nil) == nil)
  }

  @Test(arguments: [
    FeedRow.ID.all, .tag("all"), .tag("a b"), .feed("example.org/feed"), .feed("exec:tag x"), .query("feed x"),
    .query("all"),
  ])
  func `each row ID is restored from its text`(id: FeedRow.ID) {
    #expect(FeedRow.ID(text: id.text) == id)
  }

  @Test func `queries stand among the feeds, and the next unread feed skips them`() async throws {
    var query = FeedRow(.query("b"), title: "b", query: FeedQuery("b", .unread(true), line: 3))
    query.unread = 4
    let rows = [
      SampleRows.all, SampleRows.feed("c.org", "c", unread: 0), query, SampleRows.feed("a.org", "a", unread: 1),
    ]
    let sut = FeedRows(.stub(rows))
    #expect(try await titles(ListQuery(), sut) == ["All", "c", "b", "a"])
    #expect(try await titles(ListQuery(order: .title), sut) == ["All", "a", "b", "c"])
    #expect(try await titles(ListQuery(filters: [.unread]), sut) == ["All", "b", "a"])
    #expect(rows.nextUnread(1, from: .feed("c.org"))?.title == "a")
  }
}
