import DatabaseLive
import Feed
import FlagsStore
import FlagsStoreLive
import Foundation
import ItemKind
import ItemMarks
import ItemsLoader
import Observed
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ItemMarksTests {
  struct Down: Error {}
  struct Note: Equatable, Identifiable {
    var id: Int
    var mark = ItemMark()
  }

  let flags = FlagsStore.live(database: .memory())
  let post = ItemKind("post")
  var sut: ItemMarks<Int> { marks(flags) }

  func marks(_ flags: FlagsStore) -> ItemMarks<Int> {
    .live(post, flags: flags, idText: \.description, id: { Int($0) ?? -1 }, now: { .distantPast })
  }

  @Test func `an item has the marks that its store says, and none where it says nothing`() async throws {
    _ = try await sut.setRead(true, [1, 2])
    _ = try await sut.setBookmarked(2, true)
    _ = try await sut.setBookmarked(3, true)
    #expect(
      try await sut.marks([1, 2, 3, 4, 1]) == [
        1: ItemMark(isRead: true), 2: ItemMark(isRead: true, isBookmarked: true), 3: ItemMark(isBookmarked: true),
      ])
    #expect(Set(try await sut.readIDs()) == [1, 2])
    #expect(try await flags.bookmarks(post, nil, 9).map(\.addedAt) == [.distantPast, .distantPast])
  }

  @Test func `what changes is told what takes it back, and what does not change is not`() async throws {
    #expect(try await sut.setRead(false, [1]) == nil)
    let read = try #require(try await sut.setRead(true, [1, 2]))
    #expect(try await sut.setRead(true, [2, 1]) == nil)
    let unread = try #require(try await sut.setRead(false, [2, 7]))
    if case .unread(post, let batches) = unread {
      #expect(Array(batches.keys) == ["2"])
    } else {
      Issue.record("it was read: \(unread)")
    }
    try await sut.undo(unread)
    #expect(try await sut.marks([1, 2]).count == 2)
    try await sut.undo(read)
    #expect(try await sut.marks([1, 2]).isEmpty, "what was brought back belongs to its batch")
    #expect(try await sut.setBookmarked(5, false) == nil)
    let added = try #require(try await sut.setBookmarked(5, true))
    #expect(try await sut.setBookmarked(5, true) == nil)
    try await sut.undo(added)
    #expect(try await sut.marks([5]).isEmpty)
  }

  @Test func `all of a list are read at once, and unread again at once but for those that were read before`()
    async throws
  {
    _ = try await sut.setRead(true, [2])
    let feed = Feed.stub((1...3).map { Note(id: $0) })
    let undo = try #require(try await sut.markAllRead(in: feed))
    #expect(try await sut.readIDs().sorted() == [1, 2, 3])
    #expect(try await sut.markAllRead(in: feed) == nil)
    if case .read(_, count: 2) = undo {} else { Issue.record("two were unread: \(undo)") }
    try await sut.undo(undo)
    #expect(try await sut.readIDs() == [2])
  }

  @Test func `where not all can be marked, none is`() async throws {
    var failing = sut
    let count = Calls<Int>()
    failing.addRead = { [add = sut.addRead] ids, batch in
      count.record(ids.count)
      if count.all.count > 1 { throw Down() }
      return try await add(ids, batch)
    }
    var feed = Feed.stub((1...3).map { Note(id: $0) })
    feed.keys = { _ in
      AsyncThrowingStream {
        for number in 1...3 { $0.yield([FeedKey(place: Place(Int64(number)), id: number)]) }
        $0.finish()
      }
    }
    await #expect(throws: Down.self) { try await failing.markAllRead(in: feed) }
    #expect(try await sut.readIDs().isEmpty)
  }

  @Test func `what is unread is counted among what is listed`() async throws {
    let feed = Feed.stub((1...5).map { Note(id: $0) })
    _ = try await sut.setRead(true, [2, 99])
    #expect(try await sut.unreadCount(in: feed) == 4)
    _ = try await sut.setRead(true, [100])
    _ = try await sut.setRead(true, Array(1...5))
    #expect(try await sut.unreadCount(in: feed) == 0)
    _ = try await sut.setRead(false, [3])
    #expect(try await sut.unreadCount(in: feed) == 1)
  }

  @Test func `many that were read are counted a part at a time`() async throws {
    let feed = Feed.stub((1...12_000).map { Note(id: $0) })
    _ = try await sut.setRead(true, Array(500..<11_500))
    #expect(try await sut.unreadCount(in: feed) == 1_000)
  }

  @Test func `whoever watches an item learns of every change of its marks alone`() async throws {
    var marks = sut.mark(of: 1).makeAsyncIterator()
    #expect(await marks.next() == ItemMark())
    _ = try await sut.setRead(true, [2])
    _ = try await sut.setBookmarked(1, true)
    #expect(await marks.next() == ItemMark(isBookmarked: true))
    _ = try await sut.setRead(true, [1])
    #expect(await marks.next() == ItemMark(isRead: true, isBookmarked: true))
  }

  @Test func `another list says which marks its items have, and tells when they change`() async throws {
    _ = try await sut.setRead(true, [2])
    let feed = Feed.stub([Note(id: 1), Note(id: 2)]).marked(by: sut) { Note(id: $0.id, mark: $1) }
    #expect(try await feed.window(.row(0), 0, 9).items.map(\.mark.isRead) == [false, true])
    var changes = feed.changes.stream().makeAsyncIterator()
    _ = try await sut.setBookmarked(1, true)
    #expect(await changes.next() != nil)
    #expect(try await feed.items([Place(0)]) == [Note(id: 1, mark: ItemMark(isBookmarked: true))])
    for try await page in feed.walk() { #expect(page.value.map(\.mark.isBookmarked) == [true, false]) }
  }

  @Test func `whoever does not look at marks gets the list without, and nothing is read for them`() async throws {
    _ = try await sut.setRead(true, [2])
    var asked = sut
    asked.marks = unexpected("marks")
    let feed = Feed.stub([Note(id: 1), Note(id: 2)]).marked(by: asked) { Note(id: $0.id, mark: $1) }
    let all = feed.mapAll { $0 }
    for feed in [feed, all] {
      for try await page in feed.walkFirst(nil, false) { #expect(page.value == [Note(id: 1), Note(id: 2)]) }
    }
  }

  @Test func `a list whose marks cannot be read is shown without any`() async throws {
    for marks in [marks(.failing(Down())), .failing(Down())] {
      let feed = Feed.stub([Note(id: 1)]).marked(by: marks) { Note(id: $0.id, mark: $1) }
      #expect(try await feed.window(.row(0), 0, 9).items == [Note(id: 1)])
    }
  }

  @Test func `what is to be done after bookmarking is not done after taking one away, nor where that fails`()
    async throws
  {
    let kept = Calls<Int>()
    let marks = sut.afterBookmarking { kept.record($0) }
    _ = try await marks.setBookmarked(1, true)
    _ = try await marks.setBookmarked(1, false)
    #expect(kept.all == [1])
    let failing = ItemMarks<Int>.failing(Down()).afterBookmarking { kept.record($0) }
    await #expect(throws: Down.self) { try await failing.setBookmarked(2, true) }
    #expect(kept.all == [1])
  }

  @Test func `where no clock runs, what is marked later is newer`() {
    let now = countingDates()
    let dates = (0..<3).map { _ in now() }
    #expect(dates[0] < dates[1] && dates[1] < dates[2])
  }

  @Test func `failing fails at every endpoint`() async {
    let sut = ItemMarks<Int>.failing(Down())
    await #expect(throws: Down.self) { try await sut.marks([1]) }
    await #expect(throws: Down.self) { try await sut.setRead(true, [1]) }
    await #expect(throws: Down.self) { try await sut.setRead(false, [1]) }
    await #expect(throws: Down.self) { try await sut.undo(.unread(post, [:])) }
    await #expect(throws: Down.self) { try await sut.readIDs() }
  }
}
