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

/// Growing lists in one table, read together or one by one.
@Suite(.timeLimit(.minutes(5)))
struct ListPartsTests {
  private struct Entry: Identifiable, Equatable, Sendable {
    var id: Int
    var date: Double?
    var hidden: Int64?
  }

  private enum Column: Int, CodingKey, CaseIterable { case date, hidden }

  private let database = Database.memory()
  private let flags = FlagsStore.live(database: .memory())
  private let kind = ItemKind("entry")
  private let now = Date(timeIntervalSinceReferenceDate: 1_000 * 86_400)

  private var store: ListStore<Entry> { store(in: database) }

  private func store(in database: Database) -> ListStore<Entry> {
    .table(
      "entries", version: 1, columns: { (column: Column) in ListColumn(column == .date ? .real : .integer) },
      in: database, id: { "\($0)" }, identity: { Int($0) ?? 0 },
      value: { entry, column in column == .date ? .real(entry.date) : entry.hidden.map { .integer($0) } ?? .null },
      decode: { row in
        Int(row.id).map { Entry(id: $0, date: row.real(.date), hidden: row.integer(.hidden)) }
      }, text: { "entry \($0.id)" }, dateColumns: [.date], hidingColumn: .hidden)
  }

  private func parts() throws -> ListParts<Entry> { try #require(store.parts) }

  /// Saves entries. `days` has the days of their dates, and `hidden` the numbers that hide them, by ID.
  @discardableResult
  private func put(
    _ days: [Int: Int], hidden: [Int: Int64] = [:], part: Int, page number: Int = 0, next: Cursor? = nil,
    store: ListStore<Entry>? = nil
  ) async throws -> PageOutcome<Entry> {
    var page = Page<Entry>([], next: next)
    let entries = days.map { Entry(id: $0.key, date: Double($0.value) * 86_400, hidden: hidden[$0.key]) }.sorted {
      $0.id < $1.id
    }
    page.window = PageWindow { try $0(entries) }
    return try await #require((store ?? self.store).parts).store(part).replace(
      PageUpdate(
        number: number, cursor: number == 0 ? nil : Cursor("\(number)"), page: page, validator: "v\(part)",
        fetchedAt: Date(timeIntervalSinceReferenceDate: Double(part)), checked: RangeSet()))
  }

  private var flagged: ListReader<Listed<Entry>> { store.flagged(flags, kind, now: now) }

  private func ids(_ parts: [Int]?, _ query: ListQuery = ListQuery()) async throws -> [Int] {
    try await self.parts().reader(parts).window(query, .row(0), 0, 999).items.map(\.id)
  }

  @Test func `parts are read one by one and together, the newest first`() async throws {
    try await put([1: 10, 2: 12], part: 1)
    try await put([3: 11, 4: 9], part: 2)
    try await put([5: 13], part: 700)
    #expect(try await ids([1]) == [2, 1])
    #expect(try await ids([2]) == [3, 4])
    #expect(try await ids([1, 700]) == [5, 2, 1])
    #expect(try await ids(nil) == [5, 2, 3, 1, 4])
    #expect(try await parts().reader([2]).window(ListQuery(), .item(4, orRow: 0), 0, 0).first == 1)
    #expect(try await parts().reader(nil).window(ListQuery(), .row(0), 0, 9).items.map(\.part) == [700, 1, 2, 1, 2])
    #expect(try await parts().reader([1, 2]).count(ListQuery()) == 4)
    #expect(try await parts().reader([2]).count(ListQuery(order: .title)) == 2)
  }

  @Test func `an item that comes with another part belongs to that one, and each counts its own`() async throws {
    try await put([1: 10, 2: 12], part: 1)
    try await put([1: 10, 3: 11], part: 2)
    #expect(try await ids([1]) == [2])
    #expect(try await ids([2]) == [3, 1])
    #expect(try await parts().reader([1]).count(ListQuery()) == 1)
    #expect(try await parts().reader([2]).count(ListQuery()) == 2)
    #expect(try await parts().store(1).extent(0..<0).count == 1)
    #expect(try await store.extent(0..<0).count == 3)
  }

  @Test func `each part has pages, validators and dates of its own`() async throws {
    try await put([1: 10], part: 1, next: Cursor("1"))
    try await put([2: 11, 3: 12], part: 2)
    let first = try parts().store(1)
    let second = try parts().store(2)
    #expect(try await first.header(0)?.next == Cursor("1"))
    #expect(try await second.header(0)?.next == nil)
    #expect(try await first.validator(0, nil) == "v1")
    #expect(try await second.validator(0, nil) == "v2")
    #expect(try await put([4: 2], part: 1, page: 1).count == 2)
    #expect(try await first.extent(0..<0).pageCount == 2)
    #expect(try await second.extent(0..<0).pageCount == 1)
    #expect(try await second.extent(0..<0).count == 2)
    #expect(try await store.extent(0..<0).count == 4)
    #expect(try await first.reader.window(ListQuery(), .row(0), 0, 0).fetchedAt?.timeIntervalSinceReferenceDate == 1)
    for (numbers, date) in [(nil, 2), ([1], 1), ([1, 2], 2), ([3], nil)] as [([Int]?, Double?)] {
      let window = try await parts().reader(numbers).window(ListQuery(), .row(0), 0, 0)
      #expect(window.fetchedAt?.timeIntervalSinceReferenceDate == date)
    }
  }

  @Test func `parts stay readable when the disk is full, and their new items are added in memory`() async throws {
    let disk = FailingDisk()
    var cache = disk.over(database)
    cache.fallback = MemoryFallback(memory: .memory(), movesWhenBusy: false)
    let store = store(in: cache)
    try await put([1: 10, 2: 12], part: 1, store: store)
    try await put([3: 11], part: 2, store: store)
    disk.failure = .noSpace
    try await put([4: 13], part: 2, store: store)
    let parts = try #require(store.parts)
    #expect(try await parts.reader(nil).window(ListQuery(), .row(0), 0, 9).items.map(\.id) == [4, 2, 3, 1])
    #expect(try await parts.reader([2]).window(ListQuery(), .row(0), 0, 9).items.map(\.id) == [4, 3])
    #expect(try await parts.reader(nil).count(ListQuery()) == 4)
    #expect(try await parts.store(1).extent(0..<0).count == 2)
  }

  @Test func `parts of which only the first rows fit into memory are counted as far as they fit`() async throws {
    let disk = FailingDisk()
    var cache = disk.over(database)
    cache.fallback = MemoryFallback(memory: .memory(), movesWhenBusy: false)
    let store = store(in: cache)
    try await put([1: 1], part: 1, store: store)
    try await put(Dictionary(uniqueKeysWithValues: (2...10_004).map { ($0, 2) }), part: 2, store: store)
    disk.failure = .noSpace
    try await put([1: 3], part: 1, store: store)
    let parts = try #require(store.parts)
    #expect(try await parts.reader(nil).count(ListQuery()) == 10_000)
    #expect(try await parts.store(1).extent(0..<0).count == 1)
    #expect(try await parts.store(2).extent(0..<0).count == 9_999)
    #expect(try await parts.store(1).validator(0, nil) == "v1")
    #expect(try await parts.store(2).validator(0, nil) == nil, "an answer without a change would not bring the rest")
  }

  @Test func `at most four items are found by the prefix of their id, listed or not`() async throws {
    try await put([12: 10, 123: 11, 2: 1], part: 1)
    try await put([1_234: 9, 13: 3, 1: 4], part: 2)
    try await store.singles.insert(CachedCopy(Entry(id: 129, date: nil), fetchedAt: now), 129)
    #expect(try await store.beginning("12") == [12, 123, 1_234, 129])
    #expect(try await store.beginning("1") == [1, 12, 123, 1_234], "at most four items are found")
    #expect(try await store.beginning("1234") == [1_234])
    for text in ["", "3", "12345", "%", "1_"] { #expect(try await store.beginning(text) == [], "\(text)") }
  }

  @Test func `the items of a part are found by the prefix of their id among many of another part`() async throws {
    try await put(Dictionary(uniqueKeysWithValues: (10...19).map { ($0, 1) }), part: 1)
    try await put([1_999: 3, 1_998: 4, 2: 1], part: 2)
    let parts = try #require(store.parts)
    #expect(try await parts.store(2).beginning("1") == [1_998, 1_999])
    #expect(try await parts.store(1).beginning("1") == [10, 11, 12, 13])
    #expect(try await parts.store(3).beginning("1") == [])
  }

  @Test func `the cursor of one part does not lead to a page of another part`() async throws {
    try await put([1: 10], part: 1, next: Cursor("1"))
    #expect(try await put([2: 11], part: 2, page: 1).isCached == false)
    #expect(try await ids(nil) == [1])
  }

  @Test func `a page beyond the last page number of a part is not saved`() async throws {
    let last = RowKey.pages(ofPart: 1).count - 1
    try await put([9: 1], part: 3)
    try await database.write {
      try $0.run("INSERT INTO entries_pages VALUES (?, NULL, 'p', NULL, 0, 0, 0)", .integer(2_046))
    }
    #expect(last == 1_023)
    let cursor = Cursor("p")
    var page = Page<Entry>([], next: Cursor("q"))
    page.window = PageWindow { try $0([Entry(id: 1, date: 1)]) }
    func update(_ number: Int) -> PageUpdate<Entry> {
      PageUpdate(
        number: number, cursor: cursor, page: page, validator: nil, fetchedAt: now, checked: RangeSet())
    }
    let outcome = try await parts().store(1).replace(update(last))
    #expect(outcome.isCached)
    #expect(outcome.next == nil)
    #expect(try await parts().store(1).replace(update(last + 1)).isCached == false)
    #expect(try await ids([2]) == [])
  }

  @Test func `searches, filters and bookmarks of a part's reader are limited to that part`() async throws {
    try await put([1: 10, 11: 12], part: 1)
    try await put([21: 11, 4: 9], part: 2)
    let one = try parts().reader([1])
    let two = try parts().reader([2])
    _ = try await flags.addRead(kind, ["11", "21"], .random())
    for id in ["1", "4"] {
      _ = try await flags.addBookmark(Bookmark(kind: kind, id: id, addedAt: now))
    }
    func shown(_ reader: ListReader<Listed<Entry>>, _ query: ListQuery) async throws -> [Int] {
      try await reader.window(query, .row(0), 0, 99).items.map(\.id)
    }
    _ = try await flagged.flags([])
    #expect(try await shown(one, ListQuery(filters: [.unread])) == [1])
    #expect(try await shown(two, ListQuery(filters: [.unread])) == [4])
    #expect(try await shown(one, ListQuery(scope: .bookmarked)) == [1])
    #expect(try await shown(two, ListQuery(scope: .bookmarked)) == [4])
    #expect(try await shown(one, ListQuery(text: "1")) == [11, 1])
    #expect(try await shown(two, ListQuery(text: "1")) == [21])
  }

  @Test func `a list of parts counts the same from stored numbers and from rows`() async throws {
    let all = flagged
    try await put([1: 10, 2: 998, 6: 3], part: 1)
    try await put([3: 999], part: 2)
    try await put([4: 999, 5: 2], part: 3)
    func counts() async throws -> [Int] {
      var found: [Int] = []
      for wanted in [nil, [1, 3], [2], [7]] as [[Int]?] {
        let reader = try parts().reader(wanted)
        for filters in [[], [.unread]] as [Set<ListFilter>] {
          found.append(try await reader.count(ListQuery(filters: filters)))
          let window = try await reader.window(ListQuery(order: .unreadFirst, filters: filters), .row(0), 0, 9)
          #expect(window.count == found.last)
          #expect(window.items.count == window.count)
        }
      }
      return found
    }
    _ = try await flags.addRead(kind, ["2", "4"], .random())
    let version = try await flags.changed(kind, nil, .max).changes.count
    #expect(version == 2)
    _ = try await all.flags([])
    let counted = try await counts()
    _ = try await parts().counts(now)
    #expect(try await counts() == counted)
    #expect(counted == [6, 4, 5, 3, 1, 1, 0, 0])
    let before = try await parts().reader(nil).window(ListQuery(), .row(0), 0, 0).flags
    _ = try await flags.addRead(kind, ["1"], .random())
    _ = try await all.flags([])
    _ = try await parts().counts(now)
    #expect(try await parts().reader(nil).count(ListQuery(filters: [.unread])) == 3)
    #expect(
      try await parts().reader(nil).count(ListQuery(filters: [.unread], unreadSince: before)) == 4,
      "items that were read since then still count")
  }

  @Test func `counts follow arrivals, flags and sweeps`() async throws {
    let all = flagged
    func unread() async throws -> [Int: Int] {
      _ = try await all.flags([])
      return try await parts().counts(now).mapValues(\.unread)
    }
    try await put([1: 10, 2: 998], part: 1)
    try await put([3: 999], part: 2)
    #expect(try await unread() == [1: 2, 2: 1])
    _ = try await flags.addRead(kind, ["2"], .random())
    #expect(try await unread() == [1: 1, 2: 1])
    try await put([4: 999], part: 2)
    #expect(try await unread() == [1: 1, 2: 2])
    let arrival = try #require(try await all.window(ListQuery(), .row(0), 0, 0).arrival)
    let batch = ReadBatch.random()
    try await flags.sweep(kind, arrival, [], batch)
    #expect(try await unread() == [1: 0, 2: 0])
    try await put([5: 999], part: 2)
    #expect(try await unread() == [1: 0, 2: 1])
    _ = try await flags.undoRead(batch, nil)
    #expect(try await unread() == [1: 1, 2: 3])
    let counts = try await parts().counts(now)
    #expect(counts[1] == PartCounts(total: 2, unread: 1, newest: date(998), perWeek: 1.0 / 13))
    #expect(counts[2] == PartCounts(total: 3, unread: 3, newest: date(999), perWeek: 3))
  }

  @Test(
    arguments: [(0, 10), (2, 10), (3, 6.36), (31, 1.79), (46, 1.30), (89, 0.11), (91, 0), (400, 0)] as [(Int, Double)])
  func `the number a week of a part that falls silent becomes smaller`(days: Int, perWeek: Double) async throws {
    try await put(Dictionary(uniqueKeysWithValues: (0..<10).map { ($0, 999 - $0 % 7) }), part: 1)
    _ = try await parts().counts(now)
    let later = try await parts().counts(now.addingTimeInterval(Double(days) * 86_400))[1]
    #expect(try abs(#require(later?.perWeek) - perWeek) < 0.01)
  }

  private func date(_ day: Int) -> Date { Date(timeIntervalSinceReferenceDate: Double(day) * 86_400) }

  @Test func `reading a part in the order of dates uses its covering index`() async throws {
    try await put([1: 10], part: 1)
    let plan = try await database.read { connection in
      try connection.rows(
        """
        EXPLAIN QUERY PLAN SELECT age, place FROM entries_search WHERE +place >= 0 AND place >> 42 = 1 \
        AND hidden <= 1 ORDER BY age, place LIMIT 50
        """
      ) { $0.text(3) ?? "" }
    }
    #expect(plan == ["SEARCH entries_search USING COVERING INDEX entries_search_parts (<expr>=?)"])
  }

  @Test func `removeOldest takes from the part with the most read items first, down to the next part`() async throws {
    try await put(Dictionary(uniqueKeysWithValues: (100..<120).map { ($0, $0) }), part: 1)
    try await put(Dictionary(uniqueKeysWithValues: (200..<210).map { ($0, $0 - 199) }), part: 2)
    try await put([300: 0, 301: 1], part: 3)
    _ = try await flags.addRead(kind, (100..<119).map { "\($0)" } + (200..<210).map { "\($0)" } + ["300"], .random())
    _ = try await flagged.flags([])
    // A quarter of the 32 items is removed, from the part with the most read items. Its oldest item is spared.
    #expect(try await store.removeOldest([100]))
    #expect(try await ids([1]) == Array((109..<120).reversed()) + [100])
    #expect(try await ids([2]).count == 10)
    #expect(try await ids([3]) == [301, 300])
    // Now both parts have ten read items that may be removed.
    #expect(try await store.removeOldest([100]))
    #expect(try await ids([1]) == Array((112..<120).reversed()) + [100])
    #expect(try await ids([2]) == Array((203..<210).reversed()))
    #expect(try await ids([3]) == [301, 300])
    for _ in 0..<20 where try await parts().reader(nil).count(ListQuery()) > 3 {
      #expect(try await store.removeOldest([100]))
    }
    #expect(try await ids([1]) == [119, 100])
    #expect(try await ids([3]) == [301])
    #expect(try await parts().counts(now).mapValues(\.unread) == [1: 1, 2: 0, 3: 1])
    #expect(try await store.removeOldest([100]))
    #expect(try await ids(nil) == [100, 301], "unread items are removed last")
  }

  @Test func `conditions select by part, title, date and read flag, in every order and scope`() async throws {
    try await put([1: 10, 11: 12, 12: 14], part: 1)
    try await put([21: 11, 4: 9, 210: 16], part: 2)
    _ = try await flags.addRead(kind, ["11", "210"], .random())
    for id in ["12", "4"] { _ = try await flags.addBookmark(Bookmark(kind: kind, id: id, addedAt: now)) }
    _ = try await flagged.flags([])
    func day(_ day: Double) -> Date { Date(timeIntervalSinceReferenceDate: day * 86_400) }
    let cases: [(ListCondition, [Int])] = [
      (.always, [210, 12, 11, 21, 1, 4]), (.never, []), (.unread, [12, 21, 1, 4]), (.not(.unread), [210, 11]),
      (.parts([2]), [210, 21, 4]), (.parts([1, 2]), [210, 12, 11, 21, 1, 4]), (.not(.parts([2])), [12, 11, 1]),
      (.title(["Y 1"]), [12, 11, 1]), (.title(["entry 1"], isAtStart: true), [12, 11, 1]),
      (.title(["1"], isAtEnd: true), [11, 21, 1]), (.title(["y", "21"]), [210, 21]),
      (.title(["21", "y"]), []), (.title(["ENTRY 1"], isAtStart: true, isAtEnd: true), [1]),
      (.title(["entry", "0"], isAtStart: true, isAtEnd: true), [210]), (.title(["%"]), []),
      (.title(["_ntry"], isAtStart: true), []),
      (.date(after: day(11), upTo: nil), [210, 12, 11]), (.date(after: nil, upTo: day(11)), [21, 1, 4]),
      (.date(after: day(9), upTo: day(12)), [11, 21, 1]),
      (.all([.unread, .parts([1])]), [12, 1]), (.any([.parts([1]), .title(["4"])]), [12, 11, 1, 4]),
      (.all([.not(.any([.unread, .parts([1])])), .title(["entry"])]), [210]),
    ]
    let all = try parts().reader(nil)
    for (condition, expected) in cases {
      let reader = all.meeting { condition }
      func found(_ query: ListQuery) async throws -> [Int] {
        try await reader.window(query, .row(0), 0, 99).items.map(\.id)
      }
      #expect(try await found(ListQuery()) == expected, "\(condition)")
      #expect(try await reader.count(ListQuery()) == expected.count, "\(condition)")
      #expect(
        try await found(ListQuery(order: .title))
          == expected.sorted { "\($0)" < "\($1)" }, "\(condition)")
      #expect(try await found(ListQuery(filters: [.unread])) == expected.filter { ![11, 210].contains($0) })
      #expect(
        try await found(ListQuery(order: .unreadFirst))
          == expected.filter { ![11, 210].contains($0) } + expected.filter { [11, 210].contains($0) })
      #expect(
        try await found(ListQuery(scope: .bookmarked)).sorted() == expected.filter { [4, 12].contains($0) }.sorted())
      #expect(try await found(ListQuery(text: "1")) == expected.filter { "\($0)".contains("1") }, "\(condition)")
      if let last = expected.last {
        let window = try await reader.window(ListQuery(), .item(last, orRow: 0), 1, 0)
        #expect(window.anchor == expected.count - 1)
        #expect(window.items.last?.id == last)
      }
    }
    #expect(all.meeting { .always }.coversStore == false)
    func numbers(_ numbers: [Int], _ condition: ListCondition) async throws -> PartCounts {
      try await parts().numbers(numbers, ListQuery(condition: condition))
    }
    #expect(try await numbers([1, 2], .always) == PartCounts(total: 6, unread: 4, newest: day(16)))
    #expect(try await numbers([1], .title(["1"])) == PartCounts(total: 3, unread: 2, newest: day(14)))
    #expect(try await numbers([2], .not(.unread)) == PartCounts(total: 1, unread: 0, newest: day(16)))
    #expect(try await numbers([1, 2], .never) == PartCounts())
    #expect(try await numbers([], .always) == PartCounts())
  }

  @Test func `a title condition follows changes and counts items read since the query's version as unread`()
    async throws
  {
    try await put([1: 10, 11: 12, 2: 14], part: 1)
    let reader = try parts().reader(nil).meeting { .all([.title(["1"]), .unread]) }
    let first = try await reader.window(ListQuery(), .row(0), 0, 9)
    #expect(first.items.map(\.id) == [11, 1])
    _ = try await flags.addRead(kind, ["11"], .random())
    _ = try await flagged.flags([])
    #expect(try await reader.window(ListQuery(), .row(0), 0, 9).items.map(\.id) == [1])
    let since = ListQuery(unreadSince: first.flags)
    #expect(try await reader.window(since, .row(0), 0, 9).items.map(\.id) == [11, 1])
    try await put([101: 20], part: 2)
    #expect(try await reader.window(ListQuery(), .row(0), 0, 9).items.map(\.id) == [101, 1])
    #expect(try await reader.count(ListQuery()) == 2)
  }

  @Test func `rows behind the last one of a list that only grows are loaded on request, one page after the other`()
    async throws
  {
    let list = PagedList.live(
      remote: { cursor, _ in
        let number = cursor.flatMap { Int($0.text) } ?? 0
        var page = Page<Entry>([], next: Cursor("\(number + 1)"))
        let entries = (number * 10..<number * 10 + 10).map { id in
          Entry(id: id, date: Double(-id), hidden: id % 10 == 0 ? nil : 2)
        }
        page.window = PageWindow { try $0(entries) }
        return .changed(page, validator: nil)
      }, store: try parts().store(1), flags: flags, kind: kind, now: { now })
    _ = try await list.refresh()
    #expect(try await list.reader.count(ListQuery()) == 1)
    for query in [ListQuery(), ListQuery(text: "entry")] { _ = try await list.load(query, 0..<9) }
    #expect(try await list.reader.count(ListQuery()) == 1)
    let rest = list.loadRest()
    for count in 2...3 {
      #expect(try await rest.nextElement() == 10 * count)
      let shown = try await list.reader.window(ListQuery(), .row(0), 0, 9).items
      #expect(shown.map(\.id) == Array([0, 10, 20].prefix(count)))
    }
  }

  @Test func `a reader lists hidden items by their hiding number, in every order, search and count`() async throws {
    try await put([1: 10, 2: 11, 3: 12, 4: 13], hidden: [2: 1, 3: 2, 4: 3], part: 1)
    try await put([5: 9, 6: 14], hidden: [6: 2], part: 2)
    let alone = try parts().store(1).reader
    for order in [ListQuery.Order.listed, .newest, .unreadFirst] {
      func expect(
        _ reader: ListReader<Listed<Entry>>, showsHidden: Bool = false, _ expected: [Int]
      ) async throws {
        var query = ListQuery(order: order, showsHidden: showsHidden)
        #expect(try await reader.window(query, .row(0), 0, 99).items.map(\.id) == expected)
        #expect(try await reader.count(query) == expected.count)
        for (row, id) in expected.enumerated() {
          #expect(try await reader.window(query, .item(id, orRow: 99), 0, 0).first == row)
        }
        query.text = "entry"
        #expect(try await reader.window(query, .row(0), 0, 99).items.map(\.id) == expected)
      }
      try await expect(alone, [2, 1])
      try await expect(alone, showsHidden: true, [4, 3, 2, 1])
      try await expect(parts().reader([1]), [1])
      try await expect(parts().reader([1, 2]), [1, 5])
      try await expect(parts().reader([1, 2]), showsHidden: true, [6, 3, 2, 1, 5])
      try await expect(parts().reader(nil), [1, 5])
      try await expect(parts().reader(nil), showsHidden: true, [6, 3, 2, 1, 5])
      try await expect(store.reader, [2, 1, 5])
    }
    #expect(try await parts().reader(nil).count(ListQuery(order: .title)) == 2)
    _ = try await flags.addRead(kind, ["1", "6"], .random())
    _ = try await flagged.flags([])
    #expect(try await parts().reader(nil).count(ListQuery(filters: [.unread])) == 1)
    #expect(try await parts().reader(nil).count(ListQuery(filters: [.unread], showsHidden: true)) == 3)
  }

  @Test func `a hidden item is listed among the bookmarks when it is bookmarked`() async throws {
    try await put([1: 10, 2: 11, 3: 12], hidden: [2: 2, 3: 3], part: 1)
    for id in ["1", "2", "3"] { _ = try await flags.addBookmark(Bookmark(kind: kind, id: id, addedAt: now)) }
    _ = try await flagged.flags([])
    let all = try parts().reader(nil)
    #expect(try await all.window(ListQuery(scope: .bookmarked), .row(0), 0, 9).items.map(\.id) == [1, 2, 3])
    #expect(try await all.count(ListQuery(scope: .bookmarked, text: "3")) == 1)
    #expect(try await all.count(ListQuery()) == 1)
  }

  @Test func `hidden items are not counted, but their dates belong to the rhythm of their part`() async throws {
    try await put([1: 998, 2: 999, 3: 999], hidden: [2: 2, 3: 1], part: 1)
    try await put([4: 999], hidden: [4: 1], part: 2)
    _ = try await flagged.flags([])
    let counts = try await parts().counts(now)
    #expect(counts[1] == PartCounts(total: 1, unread: 1, newest: date(999), perWeek: 3))
    #expect(counts[2] == PartCounts(total: 0, unread: 0, newest: date(999), perWeek: 1))
  }

  @Test func `a lookup of hidden items uses their covering index`() async throws {
    try await put([1: 10, 2: 11], hidden: [2: 1], part: 1)
    func plan() async throws -> [String] {
      try await database.read { connection in
        try connection.rows(
          """
          EXPLAIN QUERY PLAN SELECT hidden FROM entries_search INDEXED BY entries_hidden WHERE hidden > 0 \
          ORDER BY hidden DESC LIMIT 1
          """
        ) { $0.text(3) ?? "" }
      }
    }
    #expect(try await plan() == ["SEARCH entries_search USING COVERING INDEX entries_hidden (hidden>?)"])
  }

  @Test func `rewrite changes items without changing their flags, arrivals or validator`() async throws {
    let many = Dictionary(uniqueKeysWithValues: (1...1_200).map { ($0, $0) })
    try await put(many, part: 1)
    try await put([2_000: 5], part: 2)
    _ = try await flags.addRead(kind, ["7", "8"], .random())
    let before = try #require(try await flagged.window(ListQuery(), .row(0), 0, 0).arrival)
    try await parts().store(1).rewrite(nil) { $0.id % 2 == 0 ? Entry(id: $0.id, date: $0.date, hidden: 2) : nil }
    let all = flagged
    #expect(try await all.count(ListQuery()) == 601)
    #expect(try await all.count(ListQuery(filters: [.unread])) == 600)
    let counts = try await parts().counts(now)
    #expect(counts[1].map { [$0.total, $0.unread] } == [600, 599])
    #expect(try await all.count(ListQuery(condition: .arrivedBy(before), showsHidden: true)) == 1_201)
    #expect(try await parts().store(1).extent(0..<0).count == 1_200)
    #expect(try await parts().store(1).validator(0, nil) == "v1")

    try await parts().store(1).rewrite(nil) { Entry(id: $0.id, date: $0.date) }
    #expect(
      try await parts().reader([1]).window(ListQuery(), .row(0), 0, 1_999).items.map(\.id) == (1...1_200).reversed())
    #expect(try await all.count(ListQuery(filters: [.unread])) == 1_199)
    #expect(try await all.flags([7, 8, 9]).mapValues(\.isRead) == [7: true, 8: true])
  }

  @Test func `rewriting some items leaves the others and the rows as they are`() async throws {
    try await put([1: 10, 2: 11, 3: 12], part: 1)
    let entry = Entry(id: 9, date: 1)
    try await store.singles.insert(CachedCopy(entry, fetchedAt: now), 9)
    try await store.rewrite([1, 9, 77]) { Entry(id: $0.id, date: $0.date, hidden: 2) }
    try await store.rewrite([2]) { _ in nil }
    #expect(try await ids(nil) == [3, 2])
    #expect(try await store.singles.value(1)?.value.hidden == 2)
    #expect(try await store.singles.value(9)?.value.hidden == 2)
    #expect(try await store.singles.value(2)?.value.hidden == nil)
  }

  @Test func `a rewrite that changes nothing leaves the arrivals unchanged`() async throws {
    try await put([1: 10, 2: 11], part: 1)
    let before = try await parts().reader(nil).window(ListQuery(), .row(0), 0, 0).arrival
    try await parts().store(1).rewrite(nil) { $0 }
    try await parts().store(1).rewrite(nil) { _ in nil }
    try await parts().store(2).rewrite(nil) { Entry(id: $0.id, date: 0) }
    #expect(try await parts().reader(nil).window(ListQuery(), .row(0), 0, 0).arrival == before)
    #expect(try await ids(nil) == [2, 1])
  }
}
