import ArrangedFeed
import Feed
import Foundation
import Observed
import TestSupport
import Testing

struct Note: Equatable, Identifiable, Sendable {
  var id: Int
  var title: String
  var day: Int?
  var date: Date? { day.map { Date(timeIntervalSince1970: Double($0)) } }
}

@Suite(.timeLimit(.minutes(5)))
struct ArrangedFeedTests {
  static let notes = [
    Note(id: 1, title: "b", day: 2), Note(id: 2, title: "Äa", day: nil), Note(id: 3, title: "c", day: 9),
    Note(id: 4, title: "a", day: 2), Note(id: 5, title: "C", day: nil),
  ]
  let arrangement = Observed(Arrangement())
  let read = Observed<Set<Int>>([3, 4])

  func feed(_ base: Feed<Note> = .stub(notes, text: \.title, date: \.date)) -> Feed<Note> {
    base.arranged(
      by: arrangement, read: { [read] ids in read.value.intersection(ids) }, readChanges: read.changes)
  }

  func ids(_ feed: Feed<Note>, _ anchor: Feed<Note>.Anchor = .row(0)) async throws -> [Int] {
    try await feed.window(anchor, 99, 99).items.map(\.id)
  }

  @Test(arguments: [
    (Arrangement(), [1, 2, 3, 4, 5]), (Arrangement(order: .newest), [3, 1, 4, 2, 5]),
    (Arrangement(order: .title), [4, 2, 1, 3, 5]), (Arrangement(order: .unreadFirst), [1, 2, 5, 3, 4]),
    (Arrangement(isOnlyUnread: true), [1, 2, 5]), (Arrangement(order: .title, isOnlyUnread: true), [2, 1, 5]),
    (Arrangement(order: .newest, isOnlyUnread: true), [1, 2, 5]),
  ])
  func `items stand in the order that is wanted, and what is read is left out where that is`(
    wanted: Arrangement, order: [Int]
  ) async throws {
    arrangement.update { $0 = wanted }
    #expect(try await ids(feed()) == order)
    #expect(wanted.isPlain == (order == [1, 2, 3, 4, 5]))
  }

  @Test func `a window lies around a row or an item, and knows the whole`() async throws {
    arrangement.update { $0.order = .title }
    let sut = feed()
    let middle = try await sut.window(.item(1, orRow: 0), 1, 1)
    #expect(middle.items.map(\.id) == [2, 1, 3] && middle.first == 1 && middle.anchor == 2 && middle.count == 5)
    #expect(middle.isComplete && middle.fetchedAt == .distantPast)
    #expect(try await sut.window(.item(77, orRow: 4), 0, 9).items.map(\.id) == [5], "one that is gone is a row")
    #expect(try await sut.window(.row(-3), .max, 0).items.map(\.id) == [4])
    let end = try await sut.window(.row(.max), 1, .max)
    #expect(end.items.map(\.id) == [3, 5] && end.anchor == 4)
    arrangement.update { $0 = Arrangement(isOnlyUnread: true) }
    #expect(try await sut.window(.item(3, orRow: 1), 0, 0).items.map(\.id) == [2], "one that is left out is a row")
  }

  @Test func `nothing at all is no row`() async throws {
    arrangement.update { $0.isOnlyUnread = true }
    read.update { $0 = [1, 2, 3, 4, 5] }
    let window = try await feed().window(.row(3), 9, 9)
    #expect(window.items.isEmpty && window.count == 0 && window.anchor == 0 && window.first == 0)
  }

  @Test func `a search finds what is shown, in its order`() async throws {
    let sut = feed()
    func found(_ query: String) async throws -> [Int] {
      var found: [Int] = []
      for try await places in sut.search(query) { found += try await sut.items(places).map(\.id) }
      return found
    }
    #expect(try await found("c") == [3, 5])
    arrangement.update { $0 = Arrangement(order: .newest, isOnlyUnread: false) }
    #expect(try await found("c") == [3, 5])
    #expect(try await found("") == [3, 1, 4, 2, 5])
    arrangement.update { $0.isOnlyUnread = true }
    #expect(try await found("c") == [5])
    #expect(try await found("no").isEmpty)
  }

  @Test func `what is read while it is shown stays until that is let go of, whatever the server is asked`() async throws
  {
    arrangement.update { $0.isOnlyUnread = true }
    let sut = feed()
    var changes = sut.changes.stream().makeAsyncIterator()
    #expect(try await ids(sut) == [1, 2, 5])
    read.update { $0.insert(2) }
    await changes.next()
    #expect(try await ids(sut) == [1, 2, 5])
    read.update { $0.remove(4) }
    await changes.next()
    #expect(try await ids(sut) == [1, 2, 4, 5], "what is unread again comes back")
    _ = try await sut.refresh()
    #expect(try await ids(sut) == [1, 2, 4, 5])
    await sut.settle()
    await changes.next()
    #expect(try await ids(sut) == [1, 4, 5])
  }

  @Test func `another arrangement is told, and forgets what was shown before`() async throws {
    arrangement.update { $0.isOnlyUnread = true }
    let sut = feed()
    var changes = sut.changes.stream().makeAsyncIterator()
    #expect(try await ids(sut) == [1, 2, 5])
    read.update { $0.insert(2) }
    await changes.next()
    arrangement.update { $0 = Arrangement() }
    await changes.next()
    #expect(try await ids(sut) == [1, 2, 3, 4, 5])
    arrangement.update { $0.isOnlyUnread = true }
    await changes.next()
    #expect(try await ids(sut) == [1, 5])
  }

  @Test func `what is read of a list without changes is read once`() async throws {
    let asked = Calls<FeedOrder>()
    var base = Feed<Note>.stub(Self.notes, text: \.title, date: \.date)
    base.keys = { [keys = base.keys] order in
      asked.record(order)
      return keys(order)
    }
    let sut = feed(base)
    _ = try await ids(sut)
    #expect(asked.all.isEmpty, "the server's order needs nothing")
    arrangement.update { $0.order = .title }
    for _ in 1...3 { _ = try await ids(sut) }
    #expect(asked.all == [.title])
  }

  @Test func `what is behind the last row is asked for behind the last of the server`() async throws {
    let asked = Calls<Range<Int>>()
    var base = Feed<Note>.stub(Self.notes, text: \.title, date: \.date)
    base.load = { rows in
      asked.record(rows)
      return Refreshed()
    }
    let sut = feed(base)
    _ = try await sut.load(2..<4)
    arrangement.update { $0.isOnlyUnread = true }
    _ = try await sut.load(0..<3)
    _ = try await sut.load(0..<10)
    #expect(asked.all == [2..<4, 5..<12])
  }

  @Test func `where marks cannot be read, the window says why`() async throws {
    struct Down: Error {}
    let base = Feed<Note>.stub(Self.notes)
    let sut = base.arranged(
      by: arrangement, read: { _ in throw Down() }, readChanges: .none)
    #expect(try await ids(sut) == [1, 2, 3, 4, 5])
    arrangement.update { $0.isOnlyUnread = true }
    await #expect(throws: Down.self) { try await sut.window(.row(0), 0, 0) }
  }
}
