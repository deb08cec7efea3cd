import CachedResource
import Database
import DatabaseLive
import FlagsStore
import FlagsStoreLive
import Foundation
import ListTable
import PagedList
import Store
import TestSupport
import Testing

/// Tests of items of different parts with the same address and title, and dates at most 14 days apart.
@Suite(.timeLimit(.minutes(5)))
struct ListDuplicatesTests {
  private struct Entry: Identifiable, Equatable, Sendable {
    var id: Int
    var address = 7
    var title = 1
    var day = 100.0
    var length = 1
    var hidden: Int64?
  }

  private enum Column: Int, CodingKey, CaseIterable { case day, address, title, length, hidden, body }

  private let database = Database.memory()
  private let flags = FlagsStore.live(database: .memory())
  private let kind = ItemKind("entry")
  private let now = Date(timeIntervalSinceReferenceDate: 1_000 * 86_400)

  private var store: ListStore<Entry> {
    let rule = DuplicateRule<Entry>(
      key: { $0.address == 0 ? nil : UInt64($0.address) << 32 | UInt64($0.title) << 8 & 0xFFFF_FFFF },
      isSame: { $0.address == $1.address && $0.title == $1.title && abs($0.day - $1.day) <= 14 },
      isFuller: { $0.length > $1.length })
    return .table(
      "entries", version: 1,
      columns: { (column: Column) in ListColumn(column == .day ? .real : column == .body ? .text : .integer) },
      in: database, id: { "\($0)" }, identity: { Int($0) ?? 0 }, value: Self.value, decode: Self.entry,
      text: { "entry \($0.id)" }, fullText: [.body], dateColumns: [.day], hidingColumn: .hidden, duplicates: rule)
  }

  @Sendable private static func value(of entry: Entry, in column: Column) -> DatabaseValue {
    switch column {
    case .day: .real(entry.day * 86_400)
    case .address: .integer(Int64(entry.address))
    case .title: .integer(Int64(entry.title))
    case .length: .integer(Int64(entry.length))
    case .hidden: entry.hidden.map { .integer($0) } ?? .null
    case .body: .text("the text of \(entry.id)")
    }
  }

  @Sendable private static func entry(_ row: ListRow<Column>) -> Entry? {
    guard let id = Int(row.id) else { return nil }
    func number(_ column: Column) -> Int { Int(row.integer(column) ?? 0) }
    let day = (row.real(.day) ?? 0) / 86_400
    return Entry(
      id: id, address: number(.address), title: number(.title), day: day, length: number(.length),
      hidden: row.integer(.hidden))
  }

  private func parts() throws -> ListParts<Entry> { try #require(store.parts) }

  private func put(_ part: Int, _ entries: Entry..., at date: Double = 1_000 * 86_400) async throws {
    var page = Page<Entry>([])
    page.window = PageWindow(
      portions: { try $0(entries) },
      merged: { saved, new in
        var merged = new
        merged.hidden = saved.hidden
        return merged
      })
    _ = try await parts().store(part).replace(
      PageUpdate(
        number: 0, cursor: nil, page: page, validator: nil, fetchedAt: Date(timeIntervalSinceReferenceDate: date),
        checked: RangeSet()))
  }

  private var flagged: ListReader<Listed<Entry>> { store.flagged(flags, kind, now: now) }

  private func ids(_ parts: [Int]? = nil, _ query: ListQuery = ListQuery()) async throws -> [Int] {
    _ = try await flagged.flags([])
    return try await self.parts().reader(parts).window(query, .row(0), 0, 999).items.map(\.id).sorted()
  }

  private func unread() async throws -> [Int] { try await ids(nil, ListQuery(filters: [.unread])) }

  /// Returns the numbers of unread items and of all items, by part.
  private func counts() async throws -> [Int: [Int]] {
    _ = try await flagged.flags([])
    return try await parts().counts(now).mapValues { [$0.unread, $0.total] }
  }

  private func read(_ ids: Int..., in batch: ReadBatch = .random()) async throws {
    _ = try await flags.addRead(kind, ids.map { "\($0)" }, batch)
  }

  /// Returns the items whose read flag follows that of a duplicate: true for read, false for unread again.
  private func sharedReads() async throws -> [Int: Bool] {
    let shared = try await parts().sharedReads()
    return Dictionary(uniqueKeysWithValues: shared.read.map { ($0, true) } + shared.unread.map { ($0, false) })
  }

  // MARK: - Shown once

  @Test func `the first of two equally full duplicates is listed and counted, and the other is not`() async throws {
    try await put(1, Entry(id: 1), Entry(id: 2, address: 8))
    try await put(2, Entry(id: 3), Entry(id: 4, address: 9))
    #expect(try await ids() == [1, 2, 4])
    #expect(try await ids([2]) == [4])
    #expect(try await ids([2], ListQuery(showsHidden: true)) == [4])
    #expect(try await ids([2], ListQuery(text: "entry")) == [4])
    #expect(try await ids(nil, ListQuery(text: "text", isInTexts: true)) == [1, 2, 4])
    #expect(try await ids([2], ListQuery(text: "text", isInTexts: true)) == [4])
    #expect(try await counts() == [1: [2, 2], 2: [1, 1]])
    #expect(try await parts().others([1, 2, 3]).mapValues { $0.map(\.id) } == [1: [3], 3: [1]])
    #expect(try await parts().others([1])[1]?.map(\.part) == [2])
  }

  @Test func `the fuller of two duplicates is listed, whichever arrives first`() async throws {
    try await put(1, Entry(id: 1))
    try await put(2, Entry(id: 2, length: 2))
    #expect(try await ids() == [2])
    #expect(try await counts() == [1: [0, 0], 2: [1, 1]])
    try await put(3, Entry(id: 3, length: 2))
    #expect(try await ids() == [2])
    try await put(4, Entry(id: 4, length: 3))
    #expect(try await ids() == [4])
    #expect(try await parts().others([4])[4]?.map(\.id) == [1, 2, 3])
  }

  @Test(arguments: [
    Entry(id: 2, address: 8), Entry(id: 2, title: 2), Entry(id: 2, day: 114.1), Entry(id: 2, day: 85.9),
  ])
  private func `items with another address, another title or a distant date are not duplicates`(_ other: Entry)
    async throws
  {
    try await put(1, Entry(id: 1))
    try await put(2, other)
    #expect(try await ids() == [1, 2])
    #expect(try await parts().others([1, 2]).isEmpty)
  }

  @Test func `items without an address have no duplicates`() async throws {
    try await put(1, Entry(id: 1, address: 0))
    try await put(2, Entry(id: 2, address: 0))
    #expect(try await ids() == [1, 2])
  }

  @Test func `an address that repeats within a part does not identify duplicates`() async throws {
    try await put(1, Entry(id: 1), Entry(id: 2, title: 2))
    try await put(2, Entry(id: 3), Entry(id: 4, address: 8))
    #expect(try await ids() == [1, 2, 3, 4])
    try await put(3, Entry(id: 5, address: 8, title: 2), Entry(id: 6, address: 8))
    #expect(try await ids() == [1, 2, 3, 4, 5, 6])
    // An item of another part that arrives later is matched with the item that is unique in its part.
    try await put(4, Entry(id: 7, address: 8))
    #expect(try await ids() == [1, 2, 3, 4, 5, 6])
  }

  @Test func `items of one part are never duplicates`() async throws {
    try await put(1, Entry(id: 1), Entry(id: 2))
    #expect(try await ids() == [1, 2])
    try await put(1, Entry(id: 3, address: 8))
    try await put(1, Entry(id: 4, address: 8))
    #expect(try await ids() == [1, 2, 3, 4])
  }

  @Test func `items with the same content months apart are no duplicates of each other, but have their own`()
    async throws
  {
    try await put(1, Entry(id: 1))
    try await put(2, Entry(id: 2, day: 200))
    try await put(3, Entry(id: 3, day: 201))
    try await put(4, Entry(id: 4, day: 101))
    #expect(try await ids() == [1, 2])
    #expect(try await parts().others([1, 2]).mapValues { $0.map(\.id) } == [1: [4], 2: [3]])
  }

  @Test func `a duplicate stays hidden when the content of either item changes later`() async throws {
    try await put(1, Entry(id: 1))
    try await put(2, Entry(id: 2))
    try await put(2, Entry(id: 2, address: 9, title: 9, day: 500, length: 9))
    #expect(try await ids() == [1])
    try await put(1, Entry(id: 1, title: 3))
    #expect(try await ids() == [1])
    try await store.rewrite(nil) { entry in
      var other = entry
      other.length = 20 + entry.id
      return other
    }
    #expect(try await ids() == [1])
    #expect(try await store.singles.value(2)?.value.hidden == 3)
  }

  @Test func `items with the same keys are told apart by their content`() async throws {
    // The title is cut to 24 bits in the key.
    try await put(1, Entry(id: 1, title: 1))
    try await put(2, Entry(id: 2, title: 1 + 1 << 24))
    #expect(try await ids() == [1, 2])
  }

  @Test func `an item hidden by a rule hides no duplicate, and its duplicate is listed instead`() async throws {
    try await put(1, Entry(id: 1))
    try await put(2, Entry(id: 2, length: 9, hidden: 2))
    #expect(try await ids() == [1])
    try await put(3, Entry(id: 3))
    #expect(try await ids() == [1])
    try await parts().store(1).rewrite(nil) { entry in
      var muted = entry
      muted.hidden = 1
      return muted
    }
    #expect(try await ids() == [3])
    #expect(try await ids(nil, ListQuery(showsHidden: true)) == [1, 2, 3])
    try await store.rewrite(nil) { entry in
      var shown = entry
      shown.hidden = nil
      return shown
    }
    #expect(try await ids() == [2])
    #expect(try await counts() == [1: [0, 0], 2: [1, 1], 3: [0, 0]])
  }

  @Test func `a duplicate is listed when an update makes a rule hide the listed item`() async throws {
    try await put(1, Entry(id: 1))
    try await put(2, Entry(id: 2))
    func update(_ hidden: Int64?) async throws {
      var page = Page<Entry>([])
      page.window = PageWindow(portions: { try $0([Entry(id: 1, length: 9, hidden: hidden)]) })
      _ = try await parts().store(1).replace(
        PageUpdate(number: 0, cursor: nil, page: page, validator: nil, fetchedAt: now, checked: RangeSet()))
    }
    try await update(2)
    #expect(try await ids() == [2])
    try await update(nil)
    #expect(try await ids() == [1])
  }

  @Test func `a bookmarked item stays listed despite a fuller duplicate, and alone if that is bookmarked too`()
    async throws
  {
    try await put(1, Entry(id: 1))
    _ = try await flags.addBookmark(Bookmark(kind: kind, id: "1", addedAt: now))
    _ = try await ids()
    try await put(2, Entry(id: 2, length: 2))
    #expect(try await ids() == [1])
    _ = try await flags.addBookmark(Bookmark(kind: kind, id: "2", addedAt: now))
    #expect(try await ids(nil, ListQuery(scope: .bookmarked)) == [1])
    #expect(try await ids() == [1])
    _ = try await flags.removeBookmark(kind, "1")
    #expect(try await ids(nil, ListQuery(scope: .bookmarked)) == [2])
  }

  // MARK: - Read once

  @Test func `marking an item as read or unread applies to its duplicates`() async throws {
    try await put(1, Entry(id: 1))
    try await put(2, Entry(id: 2), Entry(id: 3, address: 8))
    let batch = ReadBatch.random()
    try await read(1, in: batch)
    #expect(try await unread() == [3])
    #expect(try await flagged.flags([2]) == [2: ItemFlags(isRead: true)])
    #expect(try await sharedReads() == [2: true])
    _ = try await flags.undoRead(batch, nil)
    #expect(try await unread() == [1, 3])
    let shared = try await parts().sharedReads()
    #expect(try await sharedReads() == [2: false])
    try await read(1)
    #expect(try await unread() == [3])
    // Changes since then are not dropped.
    try await parts().dropSharedReads(shared.number)
    #expect(try await sharedReads() == [2: true])
    try await parts().dropSharedReads(parts().sharedReads().number)
    #expect(try await sharedReads() == [:])
    try await read(2)
    #expect(try await unread() == [3])
    #expect(try await sharedReads() == [:])
    #expect(try await counts() == [1: [0, 1], 2: [1, 1]])
  }

  @Test func `a fuller duplicate inherits the read flag and the arrival date`() async throws {
    try await put(1, Entry(id: 9, address: 9))
    try await put(1, Entry(id: 1), at: 500)
    try await read(1)
    #expect(try await unread() == [9])
    try await put(2, Entry(id: 8, address: 8))
    try await put(2, Entry(id: 2, length: 2), at: 600)
    #expect(try await ids() == [2, 8, 9])
    #expect(try await unread() == [8, 9])
    #expect(try await sharedReads() == [2: true])
    let date = Date(timeIntervalSinceReferenceDate: 550)
    #expect(try await ids(nil, ListQuery(condition: .arrived(after: date))) == [])
    #expect(try await ids(nil, ListQuery(condition: .arrived(after: date - 100))) == [2])
  }

  @Test func `a duplicate that was read before it arrived makes the listed item read`() async throws {
    try await read(2)
    try await put(1, Entry(id: 1))
    #expect(try await unread() == [1])
    try await put(2, Entry(id: 2))
    #expect(try await unread() == [])
    #expect(try await sharedReads() == [1: true])
  }

  @Test func `a sweep and its undo cover the duplicates of the items they cover`() async throws {
    try await put(1, Entry(id: 1))
    let arrival = try #require(try await parts().reader(nil).window(ListQuery(), .row(0), 0, 0).arrival)
    let batch = ReadBatch.random()
    try await flags.sweep(kind, arrival, [], batch)
    #expect(try await unread() == [])
    try await put(2, Entry(id: 2, length: 2))
    #expect(try await ids() == [2])
    #expect(try await unread() == [])
    #expect(try await sharedReads() == [:])
    _ = try await flags.undoRead(batch, nil)
    #expect(try await unread() == [2])
  }

  @Test func `a hidden item counts as hidden unless a duplicate of it is listed`() async throws {
    let query = ListQuery(condition: .hidden, showsHidden: true)
    try await put(1, Entry(id: 1, hidden: 1))
    try await put(2, Entry(id: 2), Entry(id: 3, address: 8), Entry(id: 4, address: 9, hidden: 2))
    #expect(try await ids() == [2, 3])
    #expect(try await ids(nil, query) == [4])
    #expect(try await parts().reader(nil).count(query) == 1)
  }

  // MARK: - Shown again

  @Test func `a duplicate replaces a fuller item only while the part of that item is out of use`()
    async throws
  {
    try await put(1, Entry(id: 1, length: 2))
    try await put(2, Entry(id: 2))
    try await parts().setUsed([1, 2], [])
    #expect(try await ids() == [1])
    try await parts().setUsed([2], [])
    #expect(try await ids([2]) == [2])
    #expect(try await parts().others([2]).isEmpty)
    try await read(2)
    _ = try await ids()
    try await parts().setUsed([2, 1], [])
    #expect(try await ids() == [1])
    #expect(try await unread() == [])
    #expect(try await counts() == [1: [0, 1], 2: [0, 0]])
  }

  @Test func `an equally full item does not replace its listed duplicate when its part is used again`() async throws {
    try await put(1, Entry(id: 1))
    try await put(2, Entry(id: 2))
    try await parts().setUsed([2], [])
    #expect(try await ids([2]) == [2])
    try await parts().setUsed([1, 2], [])
    #expect(try await ids() == [2])
  }

  @Test func `an item of a part that is out of use hides no duplicate`() async throws {
    try await put(1, Entry(id: 1, length: 2))
    try await parts().setUsed([], [])
    try await put(2, Entry(id: 2))
    try await parts().setUsed([2], [])
    #expect(try await ids([2]) == [2])
    try await put(3, Entry(id: 3))
    try await parts().setUsed([2, 3], [])
    #expect(try await ids([2, 3]) == [2])
  }

  @Test func `an item of a subordinate part is listed only while no other part in use has a duplicate of it`()
    async throws
  {
    try await parts().setUsed([1, 2], [1])
    try await put(1, Entry(id: 1, length: 2))
    #expect(try await ids() == [1])
    try await put(2, Entry(id: 2))
    #expect(try await ids() == [2])
    #expect(try await ids([2]) == [2])
    #expect(try await counts() == [1: [0, 0], 2: [1, 1]])
    #expect(try await parts().others([2])[2]?.map(\.id) == [1])
    try await parts().setUsed([1, 2], [])
    #expect(try await ids() == [2])
    try await parts().setUsed([1, 2], [2])
    #expect(try await ids() == [1])
    try await parts().setUsed([1, 2], [1, 2])
    #expect(try await ids() == [1])
    try await parts().setUsed([2], [2])
    #expect(try await ids([2]) == [2])
  }

  @Test func `a duplicate is listed with the same read flag when the listed item is removed to make room`() async throws
  {
    try await put(1, Entry(id: 1, day: 100, length: 2), Entry(id: 3, address: 8, day: 200))
    try await put(2, Entry(id: 2, day: 110), Entry(id: 4, address: 9, day: 200))
    try await read(1)
    #expect(try await ids() == [1, 3, 4])
    #expect(try await store.removeOldest([2]))
    #expect(try await ids() == [2, 3, 4])
    #expect(try await unread() == [3, 4])
    // An item that comes back is shown again and is still read.
    try await put(1, Entry(id: 1, day: 100, length: 2))
    #expect(try await ids() == [1, 3, 4])
    #expect(try await unread() == [3, 4])
  }

  @Test(arguments: [false, true])
  func `an item marked as unread stays unread when a duplicate that was read with it returns`(isSwept: Bool)
    async throws
  {
    let other = Entry(id: 2, day: 110)
    try await put(1, Entry(id: 1, day: 100, length: 2))
    try await put(2, other)
    try await put(3, Entry(id: 3, address: 8, day: 200))
    if isSwept {
      _ = try await ids()
      let arrival = try #require(try await parts().reader(nil).window(ListQuery(), .row(0), 0, 0).arrival)
      try await flags.sweep(kind, arrival, [], .random())
    } else {
      try await read(1)
    }
    _ = try await ids()
    #expect(try await store.removeOldest([1, 3]))
    _ = try await flags.removeRead(kind, ["1"])
    #expect(try await unread().contains(1))
    try await put(2, other)
    #expect(try await ids() == [1, 3])
    #expect(try await unread().contains(1))
    try await parts().setUsed([2, 3], [])
    #expect(try await unread().contains(2), "the duplicate is unread, too")
  }

  @Test func `removeOldest removes items hidden by a rule like read ones, but not items hidden otherwise`() async throws
  {
    try await put(
      1, Entry(id: 1, address: 1, day: 100), Entry(id: 2, address: 2, day: 101, hidden: 1),
      Entry(id: 3, address: 3, day: 102), Entry(id: 4, address: 4, day: 103, hidden: 2))
    try await read(3)
    let all = ListQuery(showsHidden: true)
    #expect(try await ids([1], all) == [1, 2, 3, 4])
    #expect(try await store.removeOldest([]))
    #expect(try await ids([1], all) == [1, 2, 4])
    #expect(try await store.removeOldest([]))
    #expect(try await ids([1], all) == [1, 2])
    #expect(try await store.removeOldest([]))
    #expect(try await ids([1], all) == [2])
  }

  @Test func `a duplicate is listed when the listed item is damaged`() async throws {
    try await put(1, Entry(id: 1))
    try await put(2, Entry(id: 2))
    try await database.write { try $0.run("UPDATE entries SET length = 99 WHERE id = '1'") }
    _ = try await ids()
    #expect(try await ids() == [2])
  }

  @Test func `removeAll forgets duplicates, shared reads and used parts`() async throws {
    try await put(1, Entry(id: 1))
    try await put(2, Entry(id: 2))
    try await read(1)
    _ = try await ids()
    try await parts().setUsed([1], [])
    try await store.removeAll()
    #expect(try await sharedReads() == [:])
    try await put(2, Entry(id: 2))
    #expect(try await ids() == [2])
    try await put(1, Entry(id: 1, length: 2))
    #expect(try await ids() == [1])
  }

  @Test func `saving an outdated copy of a duplicate neither lists both items nor hides both`() async throws {
    try await put(1, Entry(id: 1))
    let copy = try #require(try await store.singles.value(1))
    try await put(2, Entry(id: 2, length: 2))
    let hidden = try #require(try await store.singles.value(1))
    try await store.singles.insert(copy, 1)
    #expect(try await ids() == [2])
    try await parts().setUsed([1], [])
    #expect(try await ids([1]) == [1])
    try await store.singles.insert(hidden, 1)
    #expect(try await ids([1]) == [1])
  }

  /// Two pages that arrive at the same moment are two transactions: one of the items is shown.
  @Test func `exactly one of several duplicates that arrive concurrently is listed`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for part in 1...20 {
        group.addTask {
          try await put(part, Entry(id: part, length: part % 7), Entry(id: 100 + part, address: part + 100))
        }
      }
      try await group.waitForAll()
    }
    let shown = try await ids().filter { $0 < 100 }
    #expect(shown.count == 1)
    #expect(shown.allSatisfy { $0 % 7 == 6 })
    #expect(try await counts().values.map { $0[1] }.reduce(0, +) == 21)
  }
}
