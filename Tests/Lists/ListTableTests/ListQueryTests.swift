import CachedResource
import Database
import DatabaseLive
import FlagsStore
import FlagsStoreLive
import Foundation
import ListTable
import Observed
import PagedList
import Store
import TestSupport
import Testing

struct Entry: Identifiable, Equatable, Sendable {
  var id: Int
  var title: String
  var body = ""
  var day: Int?
  var date: Date? { day.map { Date(timeIntervalSinceReferenceDate: Double($0)) } }
}

private enum EntryColumn: Int, CodingKey, CaseIterable { case title, body, day }

/// Windows, searches and identities by queries, compared with those of a list over an array.
@Suite(.timeLimit(.minutes(5)))
struct ListQueryTests {
  let database = Database.memory()
  let flags = FlagsStore.live(database: .memory())
  let kind = ItemKind("entry")
  let start = Date(timeIntervalSinceReferenceDate: 0)

  func store(_ database: Database) -> ListStore<Entry> {
    .table(
      "entries", version: 1,
      columns: { (column: EntryColumn) in column == .day ? ListColumn(.real) : ListColumn(.text) },
      in: database,
      id: { "\($0)" }, identity: { Int($0) ?? 0 },
      value: { entry, column in
        switch column {
        case .title: .text(entry.title)
        case .body: .text(entry.body)
        case .day: .real(entry.date?.timeIntervalSinceReferenceDate)
        }
      },
      decode: { row in
        guard let id = Int(row.id), let title = row.text(.title), let body = row.text(.body) else { return nil }
        return Entry(id: id, title: title, body: body, day: row.real(.day).map { Int($0) })
      }, text: \.title, fullText: [.title, .body], dateColumns: [.day])
  }

  func list(_ store: ListStore<Entry>) -> ListReader<Listed<Entry>> {
    PagedList<Listed<Entry>>.live(
      remote: { _, _ in .unchanged }, store: store, flags: flags, kind: kind,
      now: { start }
    ).reader
  }

  func model(_ entries: [Entry]) -> ListReader<Listed<Entry>> {
    .inMemory(
      entries, text: \.title, fullText: \.body, date: \.date, flags: flags, kind: kind, idText: { "\($0)" },
      id: { Int($0) })
  }

  func put(_ entries: [Entry], page: Int = 0, isLast: Bool = true, at date: Date? = nil) async throws {
    _ = try await store(database).replace(
      PageUpdate(
        number: page, cursor: page == 0 ? nil : Cursor("\(page)"),
        page: Page(entries, next: isLast ? nil : Cursor("\(page + 1)")), validator: nil, fetchedAt: date ?? start,
        checked: RangeSet(0..<page)))
  }

  func bookmark(_ id: Int, at seconds: Double) async throws {
    _ = try await flags.addBookmark(
      Bookmark(kind: kind, id: "\(id)", addedAt: Date(timeIntervalSinceReferenceDate: seconds)))
  }

  func read(_ ids: Int...) async throws { _ = try await flags.addRead(kind, ids.map { "\($0)" }, .random()) }

  func ids(_ query: ListQuery, _ anchor: ListAnchor<Int> = .row(0)) async throws -> [Int] {
    try await list(store(database)).window(query, anchor, 99, 99).items.map(\.id)
  }

  let entries = [
    Entry(id: 1, title: "b", day: 2), Entry(id: 2, title: "Äa"), Entry(id: 3, title: "c", day: 9),
    Entry(id: 4, title: "a", day: 2), Entry(id: 5, title: "C"),
  ]

  @Test(arguments: [
    (ListQuery(), [1, 2, 3, 4, 5]), (ListQuery(order: .newest), [3, 1, 4, 2, 5]),
    (ListQuery(order: .title), [4, 2, 1, 3, 5]), (ListQuery(order: .unreadFirst), [1, 2, 5, 3, 4]),
    (ListQuery(filters: [.unread]), [1, 2, 5]), (ListQuery(order: .title, filters: [.unread]), [2, 1, 5]),
    (ListQuery(order: .newest, filters: [.unread]), [1, 2, 5]), (ListQuery(scope: .bookmarked), [9, 3, 2]),
    (ListQuery(scope: .bookmarked, order: .title), [2, 3, 9]),
    (ListQuery(scope: .bookmarked, order: .newest), [3, 9, 2]),
    (ListQuery(scope: .bookmarked, order: .unreadFirst), [9, 2, 3]),
    (ListQuery(scope: .bookmarked, filters: [.unread]), [9, 2]), (ListQuery(order: .newest, text: "c"), [3, 5]),
    (ListQuery(filters: [.unread], text: "c"), [5]), (ListQuery(scope: .bookmarked, text: "a"), [2]),
  ])
  func `items are listed in the query's order without those that its filters exclude`(
    query: ListQuery, order: [Int]
  ) async throws {
    try await put(entries)
    try await read(3, 4)
    for (id, seconds) in [(2, 1.0), (3, 2.0), (9, 3.0)] { try await bookmark(id, at: seconds) }
    #expect(try await ids(query) == order)
    #expect(try await model(entries).window(query, .row(0), 99, 99).items.map(\.id) == order)
    #expect(try await list(store(database)).count(query) == order.count)
  }

  @Test(arguments: [
    (ListQuery(filters: [.unread]), 3, 2), (ListQuery(order: .title, filters: [.unread]), 4, 0),
    (ListQuery(order: .title, filters: [.unread]), 3, 2), (ListQuery(order: .newest, filters: [.unread]), 4, 1),
    (ListQuery(order: .unreadFirst, filters: [.unread]), 3, 2),
    (ListQuery(scope: .bookmarked, filters: [.unread]), 3, 1), (ListQuery(filters: [.unread], text: "c"), 3, 0),
    (ListQuery(text: "c"), 4, 1), (ListQuery(scope: .bookmarked, text: "a"), 9, 0),
    (ListQuery(condition: .title(["c"])), 4, 1), (ListQuery(filters: [.unread]), 77, 1),
  ])
  func `a window around an excluded item is anchored at the next listed item, or at the last`(
    query: ListQuery, id: Int, row: Int
  ) async throws {
    try await put(entries)
    try await read(3, 4)
    for (id, seconds) in [(2, 1.0), (3, 2.0), (9, 3.0)] { try await bookmark(id, at: seconds) }
    for list in [list(store(database)), model(entries)] {
      #expect(try await list.window(query, .item(id, orRow: 1), 0, 0).anchor == row)
    }
  }

  @Test func `a sweep covers the older dated items of a list that was lost and is loaded again`() async throws {
    try await put(entries)
    try await read(1)
    let arrival = try #require(try await list(store(database)).window(ListQuery(), .row(0), 0, 0).arrival)
    var flags = flags
    flags.addSwept = { _, _, _ in throw DatabaseError.noSpace }
    try await flags.sweep(kind, arrival, [], ReadBatch(9))
    for isSavedFirst in [true, false] {
      let store = store(.memory())
      let list = PagedList<Listed<Entry>>.live(
        remote: { _, _ in .unchanged }, store: store, flags: flags, kind: kind, now: { start }
      ).reader
      if !isSavedFirst { _ = try await list.count(ListQuery()) }
      let all = entries + [Entry(id: 6, title: "new", day: 1 << 40)]
      _ = try await store.replace(
        PageUpdate(
          number: 0, cursor: nil, page: Page(all, next: nil), validator: nil, fetchedAt: start, checked: RangeSet()))
      #expect(try await list.window(ListQuery(filters: [.unread]), .row(0), 0, 9).items.map(\.id) == [2, 5, 6])
    }
  }

  @Test func `a bookmarked item that is not saved is listed without content`() async throws {
    try await bookmark(7, at: 1)
    let window = try await list(store(database)).window(ListQuery(scope: .bookmarked), .row(0), 0, 9)
    #expect(
      window.items == [
        Listed(id: 7, item: nil, flags: ItemFlags(bookmarkedAt: Date(timeIntervalSinceReferenceDate: 1)))
      ])
  }

  @Test func `a bookmarked item that was saved by itself is listed among the bookmarks only`() async throws {
    try await store(database).singles.insert(CachedCopy(Entry(id: 8, title: "Alone"), fetchedAt: start), 8)
    try await bookmark(8, at: 1)
    #expect(try await ids(ListQuery(scope: .bookmarked, order: .title, text: "alone")) == [8])
    #expect(try await ids(ListQuery()) == [])
  }

  @Test func `an item read since the query's version still counts as unread`() async throws {
    try await put(entries)
    try await read(3)
    let since = try await flags.version(kind)
    try await read(1)
    try await bookmark(3, at: 1)
    #expect(try await ids(ListQuery(filters: [.unread], unreadSince: since)) == [1, 2, 4, 5])
    #expect(try await ids(ListQuery(order: .unreadFirst, unreadSince: since)) == [1, 2, 4, 5, 3])
    #expect(try await ids(ListQuery(filters: [.unread])) == [2, 4, 5])
  }

  @Test func `flags set before an item arrives apply to it`() async throws {
    try await read(2)
    try await bookmark(2, at: 5)
    #expect(try await ids(ListQuery(filters: [.unread])) == [])
    try await put(entries)
    #expect(try await ids(ListQuery(filters: [.unread])) == [1, 3, 4, 5])
    let window = try await list(store(database)).window(ListQuery(), .item(2, orRow: 0), 0, 0)
    #expect(
      window.items.map(\.flags) == [ItemFlags(isRead: true, bookmarkedAt: Date(timeIntervalSinceReferenceDate: 5))])
  }

  @Test func `the arrived condition selects the items that arrived after a date`() async throws {
    try await put(Array(entries.prefix(3)))
    try await put(entries, at: start + 10)
    #expect(try await ids(ListQuery(condition: .arrived(after: start + 5))) == [4, 5])
    #expect(
      try await ids(ListQuery(order: .title, filters: [.unread], condition: .arrived(after: start + 5))) == [4, 5])
    #expect(try await ids(ListQuery(condition: .arrived(after: start + 10))) == [])
    let window = try await list(store(database)).window(ListQuery(), .row(0), 0, 9)
    #expect(window.items.map(\.flags.arrivedAt) == [nil, nil, nil, start + 10, start + 10])
  }

  @Test func `the arrivedBy condition selects the items listed at a reading and every bookmark`() async throws {
    try await put(Array(entries.prefix(3)))
    let arrival = try #require(try await list(store(database)).window(ListQuery(), .row(0), 0, 0).arrival)
    let query = ListQuery(condition: .arrivedBy(arrival))
    #expect(try await ids(query) == [1, 2, 3])
    try await put(entries)
    for id in [1, 5, 9] { try await bookmark(id, at: Double(id)) }
    #expect(try await ids(query) == [1, 2, 3])
    #expect(try await ids(ListQuery(condition: .not(.arrivedBy(arrival)))) == [4, 5])
    #expect(try await ids(ListQuery(scope: .bookmarked, condition: .arrivedBy(arrival))) == [9, 5, 1])
  }

  @Test func `a list uses its copied flags when the flags store fails, and a query of bookmarks throws`() async throws {
    try await put(entries)
    try await read(1)
    #expect(try await ids(ListQuery(filters: [.unread])) == [2, 3, 4, 5])
    struct ServerDown: Error {}
    let list = PagedList<Listed<Entry>>.live(
      remote: { _, _ in .unchanged }, store: store(database), flags: .failing(ServerDown()),
      kind: kind, now: { start }
    ).reader
    #expect(try await list.count(ListQuery(filters: [.unread])) == 4)
    await #expect(throws: ServerDown.self) { try await list.count(ListQuery(scope: .bookmarked)) }
  }

  @Test(
    arguments: [(ListQuery.Order.listed, 0), (.unreadFirst, 0), (.newest, 2), (.title, 2)] as [(ListQuery.Order, Int64)]
  )
  func `a long list gets indexes when it is first read by date or title`(order: ListQuery.Order, count: Int64)
    async throws
  {
    try await put((0..<5_000).map { Entry(id: $0, title: "\($0)", day: $0) })
    #expect(try await ids(ListQuery(order: order)).count == 100)
    let indexes = try await database.read { connection in
      try connection.rows("SELECT count(*) FROM sqlite_master WHERE type = 'index' AND tbl_name = 'entries_search'") {
        $0.integer(0)
      }
    }
    #expect(indexes == [count])
    #expect(try await database.write { try $0.rows("PRAGMA cache_size") { $0.integer(0) } } == [-2_000])
  }

  @Test func `a bookmarked item that the server does not list any more stays readable`() async throws {
    try await put(entries)
    try await bookmark(3, at: 1)
    #expect(try await ids(ListQuery()) == [1, 2, 3, 4, 5])
    let items = [entries[0], entries[4]]
    for list in [items, [], items] {
      try await put(list)
      #expect(try await ids(ListQuery()) == list.map(\.id))
      #expect(try await ids(ListQuery(scope: .bookmarked)) == [3])
      #expect(try await store(database).singles.value(3)?.value == entries[2])
      #expect(try await store(database).singles.value(2) == nil)
    }
    try await put(entries)
    #expect(try await ids(ListQuery()) == [1, 2, 3, 4, 5])
  }

  @Test func `a bookmarked item stays readable when its page is not in the list any more`() async throws {
    try await put([entries[0], entries[1]], isLast: false)
    try await put([entries[2], entries[3]], page: 1)
    try await bookmark(2, at: 1)
    try await bookmark(3, at: 2)
    #expect(try await ids(ListQuery()) == [1, 2, 3, 4])
    try await put([entries[0]])
    #expect(try await ids(ListQuery()) == [1])
    #expect(try await ids(ListQuery(scope: .bookmarked)) == [3, 2])
    for index in [1, 2] {
      #expect(try await store(database).singles.value(entries[index].id)?.value == entries[index])
    }
    #expect(try await store(database).singles.value(4) == nil)
  }

  @Test func `a search from a match does not wait for the searches of whole lists`() async throws {
    try await put((0..<100).map { Entry(id: $0, title: "\($0)", day: $0) })
    var busy = database
    busy.scanning = { _ in throw DatabaseError.busy }
    let list = list(store(busy))
    let query = ListQuery(text: "9")
    await #expect(throws: DatabaseError.busy) { for try await _ in list.search(query, nil) {} }
    let rowKeys = try await self.list(store(database)).search(query, nil).reduce(into: []) { $0 += $1 }
    let rest = try await list.search(query, rowKeys[5]).reduce(into: []) { $0 += $1 }
    #expect(rest == Array(rowKeys[5...]))
  }

  @Test func `a list is sorted without indexes when creating them fails, which is tried once`() async throws {
    try await put((0..<5_000).map { Entry(id: $0, title: "\($0)", day: $0) })
    let attempts = CallRecorder<Int>()
    var full = database
    full.writing = { _ in
      attempts.record(1)
      throw DatabaseError.noSpace
    }
    let list = store(full).reader
    for _ in 0..<2 {
      #expect(try await list.window(ListQuery(order: .newest), .row(0), 0, 1).items.map(\.id) == [4_999, 4_998])
    }
    #expect(attempts.all == [1])
  }

  @Test func `a count does not wait until the flags of thousands of items are copied`() async throws {
    let unread = ListQuery(filters: [.unread])
    try await put((1...12_000).map { Entry(id: $0, title: "\($0)") })
    try await read(1)
    let copies = CallRecorder<Int>()
    let rest = Gate()
    var store = store(database)
    store.copyFlags = { [copy = store.copyFlags] changes, version in
      copies.record(changes.changes.count)
      if copies.all.count == 3 { try await rest.pause() }
      try await copy(changes, version)
    }
    let list = list(store)
    #expect(try await list.count(unread) == 11_999)
    _ = try await flags.addRead(kind, (1...12_000).map { "\($0)" }, .random())
    #expect(try await list.count(unread) == 6_999)
    await rest.arrived()
    #expect(try await list.count(unread) == 6_999)
    await rest.open()
    for await count in list.changes.reading({ try? await list.count(unread) }) where count == 0 { break }
    #expect(copies.all == [1, 5_000, 5_000, 1_999])
  }

  /// The list has more rows than there are between samples of sort keys, and most share their dates and titles.
  @Test(arguments: [ListQuery.Order.newest, .title])
  func `rows of a long list with few distinct dates or titles match those of a list over an array`(
    order: ListQuery.Order
  ) async throws {
    let entries = (0..<9_000).map { Entry(id: $0, title: $0 % 3 == 0 ? "b" : "a", day: $0 % 4 == 0 ? nil : $0 % 2) }
    try await put(entries)
    try await read(8_998, 4_097)
    for query in [ListQuery(order: order), ListQuery(order: order, filters: [.unread])] {
      for row in [0, 2_047, 2_048, 4_500, 6_143, 8_990, 8_999] {
        let found = try await list(store(database)).window(query, .row(row), 1, 2)
        let expected = try await model(entries).window(query, .row(row), 1, 2)
        #expect(found.items.map(\.id) == expected.items.map(\.id), "\(row)")
        #expect(found.count == expected.count)
        let id = try #require(expected.items.last?.id)
        #expect(
          try await list(store(database)).window(query, .item(id, orRow: 0), 0, 0).anchor == expected.first
            + expected.items.count - 1)
      }
    }
  }

  @Test(arguments: 1...60)
  func `random queries get the same answers from the database as from a list over an array`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let store = store(database)
    let list = list(store)
    var versions: [FlagsVersion?] = [nil]
    let conditions: [ListCondition] = [
      .always, .always, .not(.unread), .date(after: start + 1, upTo: start + 2), .any([.unread, .title(["a"])]),
    ]
    func entry(_ id: Int) -> Entry {
      let words = ["a", "Ab", "c", "cab", "é", "E"]
      return Entry(
        id: id, title: words.randomElement(using: &random) ?? "",
        body: words.randomElement(using: &random) ?? "", day: [nil, 1, 2, 3].randomElement(using: &random) ?? nil)
    }
    var pages = 0
    for _ in 0..<40 {
      switch Int.random(in: 0...9, using: &random) {
      case 0...2:
        let page = Int.random(in: 0...pages, using: &random)
        let some = Set((0..<6).map { _ in Int.random(in: 0..<30, using: &random) }).map { entry($0) }
        let isLast = Bool.random(using: &random)
        try await put(some, page: page, isLast: isLast)
        pages = try await store.extent(0..<0).pageCount
      case 3:
        let single = entry(Int.random(in: 0..<30, using: &random))
        try await store.singles.insert(CachedCopy(single, fetchedAt: start), single.id)
      case 4: try await read(Int.random(in: 0..<35, using: &random), Int.random(in: 0..<30, using: &random))
      case 5: _ = try await flags.removeRead(kind, ["\(Int.random(in: 0..<30, using: &random))"])
      case 6: try await bookmark(Int.random(in: 0..<35, using: &random), at: Double.random(in: 0...9, using: &random))
      case 7: _ = try await flags.removeBookmark(kind, "\(Int.random(in: 0..<30, using: &random))")
      case 8: versions.append(try await flags.version(kind))
      default:
        switch Int.random(in: 0...4, using: &random) {
        case 0: try await flags.removeAll(kind)
        case 1: try await store.shorten(1, [1])
        default: break
        }
        pages = try await store.extent(0..<0).pageCount
      }
      var listed: [Entry] = []
      for page in 0..<pages { listed += try await store.page(page) ?? [] }
      let unlisted = try await store.unlisted().map(\.value)
      var query = ListQuery(
        scope: Int.random(in: 0...2, using: &random) == 0 ? .bookmarked : .list,
        order: ListQuery.Order.allCases.randomElement(using: &random) ?? .listed,
        filters: Set(ListFilter.allCases.filter { _ in Bool.random(using: &random) }),
        condition: conditions.randomElement(using: &random) ?? .always,
        unreadSince: versions.randomElement(using: &random) ?? nil)
      if Int.random(in: 0...2, using: &random) == 0 {
        query.text = ["a", "ab", "E", "c"].randomElement(using: &random) ?? ""
        query.isInTexts = Bool.random(using: &random)
      }
      let model = model(listed + (query.scope == .bookmarked ? unlisted : []))
      let anchor: ListAnchor<Int> =
        Bool.random(using: &random)
        ? .row(Int.random(in: 0..<20, using: &random))
        : .item(Int.random(in: 0..<30, using: &random), orRow: Int.random(in: 0..<9, using: &random))
      let before = Int.random(in: 0...4, using: &random)
      let after = Int.random(in: 0...4, using: &random)
      let window = try await list.window(query, anchor, before, after)
      let expected = try await model.window(query, anchor, before, after)
      #expect(window.items.map(\.id) == expected.items.map(\.id), "\(query)")
      #expect(window.items.map(\.item) == expected.items.map(\.item), "\(query)")
      #expect(window.items.map(\.flags.isRead) == expected.items.map(\.flags.isRead), "\(query)")
      #expect(window.items.map(\.flags.bookmarkedAt) == expected.items.map(\.flags.bookmarkedAt), "\(query)")
      #expect(window.first == expected.first)
      #expect(window.anchor == expected.anchor)
      #expect(window.count == expected.count, "\(query)")
      #expect(window.flags == expected.flags)
      var found = [Int]()
      var wanted = [Int]()
      for try await rowKeys in list.search(query, nil) { found += try await list.items(rowKeys).map(\.id) }
      for try await rowKeys in model.search(query, nil) { wanted += try await model.items(rowKeys).map(\.id) }
      #expect(found == wanted, "\(query)")
      var rowKeys: [RowKey] = []
      for try await portion in list.search(query, nil) { rowKeys += portion }
      if let row = rowKeys.indices.randomElement(using: &random) {
        var rest: [RowKey] = []
        for try await portion in list.search(query, rowKeys[row]) { rest += portion }
        #expect(rest == Array(rowKeys[row...]), "\(query)")
      }
      found = []
      wanted = []
      for try await ids in list.ids(query) { found += ids }
      for try await ids in model.ids(query) { wanted += ids }
      #expect(found == wanted, "\(query)")
    }
  }
}
