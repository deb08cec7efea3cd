import CachedResource
import DatabaseLive
import FlagsRepository
import FlagsStore
import FlagsStoreLive
import Foundation
import Observed
import PagedList
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct FlagsRepositoryTests {
  struct ServerDown: Error {}
  struct Note: Equatable, Identifiable {
    var id: Int
  }

  let flags = FlagsStore.live(database: .memory())
  let post = ItemKind("post")
  var sut: FlagsRepository<Int> { repository(flags) }

  /// Returns the identities of all read items.
  func read() async throws -> Set<String> {
    Set(try await flags.changed(post, nil, .max).changes.filter(\.flags.isRead).map(\.id))
  }

  func notes(_ numbers: ClosedRange<Int>) -> ListReader<Listed<Note>> {
    .inMemory(numbers.map { Note(id: $0) }, flags: flags, kind: post)
  }

  func repository(_ flags: FlagsStore) -> FlagsRepository<Int> {
    .live(
      post, flags: flags, list: .inMemory([Note](), flags: flags, kind: post), idText: \.description,
      now: { .distantPast })
  }

  @Test func `flags are those of the flags store, and missing for unflagged items`() async throws {
    _ = try await sut.setRead(true, [1, 2])
    _ = try await sut.setBookmarked(2, true)
    _ = try await sut.setBookmarked(3, true)
    #expect(
      try await sut.flags([1, 2, 3, 4, 1]) == [
        1: ItemFlags(isRead: true), 2: ItemFlags(isRead: true, bookmarkedAt: .distantPast),
        3: ItemFlags(bookmarkedAt: .distantPast),
      ])
    #expect(try await read() == ["1", "2"])
    #expect(try await flags.bookmarks(post).map(\.addedAt) == [.distantPast, .distantPast])
  }

  @Test func `a change of flags returns its undo, and a change without effect returns nil`() async throws {
    #expect(try await sut.setRead(false, [1]) == nil)
    let read = try #require(try await sut.setRead(true, [1, 2]))
    #expect(try await sut.setRead(true, [2, 1]) == nil)
    let unread = try #require(try await sut.setRead(false, [2, 7]))
    if case .unread(post, let batches) = unread {
      #expect(Array(batches.keys) == ["2"])
    } else {
      Issue.record("the undo does not restore read flags: \(unread)")
    }
    try await sut.undo(unread)
    #expect(try await sut.flags([1, 2]).count == 2)
    try await sut.undo(read)
    #expect(try await sut.flags([1, 2]).isEmpty, "a restored read flag belongs to its old batch")
    #expect(try await sut.setBookmarked(5, false) == nil)
    let added = try #require(try await sut.setBookmarked(5, true))
    #expect(try await sut.setBookmarked(5, true) == nil)
    let bookmark = Bookmark(kind: post, id: "5", addedAt: .distantPast)
    #expect(added == .bookmarked(bookmark))
    let removed = try #require(try await sut.setBookmarked(5, false))
    #expect(removed == .unbookmarked(bookmark))
    try await sut.undo(removed)
    #expect(try await flags.bookmarks(post) == [bookmark])
    try await sut.undo(added)
    #expect(try await sut.flags([5]).isEmpty)
  }

  @Test func `markAllRead marks every item as read, and its undo restores the earlier flags`()
    async throws
  {
    _ = try await sut.setRead(true, [2])
    let undo = try #require(try await sut.markAllRead(in: notes(1...3), ListQuery()))
    #expect(try await read() == ["1", "2", "3"])
    #expect(try await sut.markAllRead(in: notes(1...3), ListQuery()) == nil)
    if case .read(_, count: 2) = undo {} else { Issue.record("the undo does not cover two items: \(undo)") }
    try await sut.undo(undo)
    #expect(try await read() == ["2"])
  }

  @Test func `markAllRead sets the flags in one change, and none when reading the list fails`() async throws {
    let changes = CallRecorder<[Int]>()
    var marks = sut
    marks.addRead = { ids, _ in
      changes.record(ids)
      return ids.count
    }
    var list = notes(1...3)
    for failure in [nil, ServerDown()] {
      list.ids = { _ in
        AsyncThrowingStream {
          for number in 1...3 { $0.yield([number]) }
          $0.finish(throwing: failure)
        }
      }
      if failure == nil {
        #expect(try await marks.markAllRead(in: list, ListQuery()) != nil)
      } else {
        await #expect(throws: ServerDown.self) { try await marks.markAllRead(in: list, ListQuery()) }
      }
      #expect(changes.all == [[1, 2, 3]])
    }
  }

  @Test(arguments: [(0, false), (0, true), (2, false), (1_100, false), (1_100, true)])
  func `a long list is marked by a sweep that spares hidden items, unless as many are hidden as listed`(
    hidden: Int, showsHidden: Bool
  ) async throws {
    let swept = CallRecorder<[Int]>()
    let marked = CallRecorder<Int>()
    var repository = sut
    repository.sweep = { _, spared, _ in swept.record(spared) }
    repository.addRead = { ids, _ in
      marked.record(ids.count)
      return ids.count
    }
    let hiddenIDs = Array(2_000..<2_000 + hidden)
    var list = notes(1...1)
    list.count = { $0.conditions.contains(.hidden) && $0.showsHidden ? hidden : 1_100 }
    list.ids = { query in .once { query.conditions.contains(.hidden) ? hiddenIDs : Array(1...1_100) } }
    let query = ListQuery(condition: .arrivedBy(7), showsHidden: showsHidden)
    let undo = try await repository.markAllRead(in: list, query)
    if case .read(_, count: 1_100)? = undo {} else { Issue.record("\(String(describing: undo))") }
    let isSwept = hidden < 1_100 || showsHidden
    #expect(swept.all == (isSwept ? [showsHidden ? [] : hiddenIDs] : []))
    #expect(marked.all == (isSwept ? [] : [1_100]))
  }

  @Test func `a sweep is saved, and the items that it spares are unread`() async throws {
    _ = try await sut.setRead(true, [2])
    let batch = ReadBatch.random()
    try await sut.sweep(7 * Sweep.arrivalSpacing, [2], batch)
    #expect(try await flags.unwrittenSweeps(post).map(\.batch) == [batch])
    #expect(try await read() == [])
  }

  @Test func `flags(of:) yields every change of that item's flags and no others`() async throws {
    var changes = sut.flags(of: 1).makeAsyncIterator()
    #expect(await changes.next() == ItemFlags())
    _ = try await sut.setRead(true, [2])
    _ = try await sut.setBookmarked(1, true)
    #expect(await changes.next() == ItemFlags(bookmarkedAt: .distantPast))
    _ = try await sut.setRead(true, [1])
    #expect(await changes.next() == ItemFlags(isRead: true, bookmarkedAt: .distantPast))
  }

  @Test func `countingDates returns a later date with every call`() {
    let now = countingDates()
    let dates = (0..<3).map { _ in now() }
    #expect(dates[0] < dates[1])
    #expect(dates[1] < dates[2])
  }

  @Test func `an endpoint of the failing repository throws`() async {
    let sut = FlagsRepository<Int>.failing(ServerDown())
    await #expect(throws: ServerDown.self) { try await sut.flags([1]) }
    await #expect(throws: ServerDown.self) { try await sut.setRead(true, [1]) }
    await #expect(throws: ServerDown.self) { try await sut.setRead(false, [1]) }
    await #expect(throws: ServerDown.self) { try await sut.undo(.unread(post, [:])) }
  }
}
