import CachedResource
import Database
import DatabaseLive
import Foundation
import ListTable
import PagedList
import Store
import TestSupport
import Testing

/// Tests of pages that show the newest part of a growing list.
@Suite(.timeLimit(.minutes(5)))
struct ListWindowTests {
  private struct Entry: Identifiable, Equatable, Sendable {
    var id: Int
    var text = ""
    var date: Double?
  }

  private enum Column: Int, CodingKey, CaseIterable { case text, date }

  private let database = Database.memory()

  private var sut: ListStore<Entry> {
    .table(
      "entries", version: 1, columns: { $0 == .text ? ListColumn(.text) : ListColumn(.real) },
      in: database,
      id: { "\($0)" }, identity: { Int($0) ?? 0 },
      value: { (entry: Entry, column: Column) in column == .text ? .text(entry.text) : .real(entry.date) },
      decode: { row in
        guard let id = Int(row.id), let text = row.text(.text) else { return nil }
        return Entry(id: id, text: text, date: row.real(.date))
      }, text: \.text, dateColumns: [.date])
  }

  @discardableResult
  private func put(
    _ entries: [Entry], page number: Int = 0, next: Cursor? = nil, validator: String? = "v",
    merged: @escaping @Sendable (Entry, Entry) -> Entry? = { $1 }
  ) async throws -> PageOutcome<Entry> {
    var page = Page<Entry>([], next: next)
    page.window = PageWindow(
      portions: { body in
        for start in stride(from: 0, to: entries.count, by: 3) {
          try body(Array(entries[start..<min(start + 3, entries.count)]))
        }
      }, merged: merged)
    return try await sut.replace(
      PageUpdate(
        number: number, cursor: number == 0 ? nil : Cursor("\(number)"), page: page, validator: validator,
        fetchedAt: Date(timeIntervalSinceReferenceDate: 0), checked: RangeSet()))
  }

  @Test func `saving an item by itself with other content leaves the page's validator unchanged`() async throws {
    try await put(entries(1...3))
    try await sut.singles.insert(CachedCopy(Entry(id: 2, text: "other", date: 2), fetchedAt: .distantPast), 2)
    #expect(try await sut.singles.value(2)?.value.text == "other")
    #expect(try await sut.validator(0, nil) == "v")
  }

  private func rows(_ query: ListQuery = ListQuery()) async throws -> [Int] {
    try await sut.reader.window(query, .row(0), 0, 99).items.map(\.id)
  }

  private func entries(_ ids: ClosedRange<Int>) -> [Entry] {
    ids.reversed().map { Entry(id: $0, text: "entry \($0)", date: Double($0)) }
  }

  @Test func `entries that leave the page stay listed, newest first`() async throws {
    try await put(entries(1...5))
    try await put(entries(4...8))
    #expect(try await rows() == [8, 7, 6, 5, 4, 3, 2, 1])
    #expect(try await sut.reader.count(ListQuery()) == 8)
  }

  @Test func `entries without a date come last, in the order of the page`() async throws {
    try await put([Entry(id: 1), Entry(id: 2, date: 5), Entry(id: 3)])
    #expect(try await rows() == [2, 1, 3])
  }

  @Test func `an entry that is twice on a page is saved once`() async throws {
    try await put([
      Entry(id: 1, text: "a"), Entry(id: 1, text: "b"), Entry(id: 2), Entry(id: 3), Entry(id: 1, text: "c"),
    ])
    #expect(try await sut.reader.count(ListQuery()) == 3)
  }

  @Test func `new content of an entry is merged into its row`() async throws {
    try await put(entries(1...3))
    try await put([Entry(id: 2, text: "other", date: 9)]) { saved, new in
      Entry(id: saved.id, text: new.text + " for " + saved.text, date: saved.date)
    }
    #expect(try await rows() == [3, 2, 1])
    #expect(try await sut.singles.value(2)?.value.text == "other for entry 2")
  }

  @Test func `an entry is unchanged when its merge returns nil`() async throws {
    try await put(entries(1...3))
    try await put([Entry(id: 2, text: "short")]) { _, _ in nil }
    #expect(try await sut.singles.value(2)?.value.text == "entry 2")
  }

  @Test func `an entry whose row is damaged is saved anew`() async throws {
    try await put(entries(1...3))
    try await database.write { try $0.run("UPDATE entries SET text = 'x' WHERE id = '2'") }
    #expect(try await rows() == [3, 1])
    #expect(try await sut.validator(0, nil) == nil)
    try await put(entries(1...3))
    #expect(try await sut.singles.value(2)?.value.text == "entry 2")
    #expect(try await rows() == [3, 2, 1])
  }

  private func damage(_ condition: String) async throws {
    try await database.write { try $0.run("UPDATE entries SET text = 'x' WHERE \(condition)") }
  }

  @Test(arguments: [0, 2]) func `a window of damaged rows has the rows behind them`(after: Int) async throws {
    try await put(entries(1...20))
    try await damage("id + 0 > 5")
    let window = try await sut.reader.window(ListQuery(), .row(0), 0, after)
    #expect(window.items.map(\.id) == Array([5, 4, 3].prefix(after + 1)))
    #expect(window.count == 5)
  }

  @Test(arguments: [nil, 1, 250] as [Int?])
  func `a walk over a list that the server confirms, but whose rows are damaged, asks for it again`(limit: Int?)
    async throws
  {
    let asked = CallRecorder<String?>()
    let list = PagedList<Listed<Entry>>.live(
      remote: { [entries = entries(1...300)] _, validator in
        asked.record(validator)
        if validator != nil { return .unchanged }
        var page = Page<Entry>([])
        page.window = PageWindow { try $0(entries) }
        return .changed(page, validator: "v")
      }, store: sut, now: { .distantPast })
    _ = try await list.refresh()
    try await damage("1")
    var found: [Int] = []
    for try await page in list.walk(limit, false) { found += page.value.map(\.id) }
    #expect(found == Array((1...300).reversed().prefix(limit ?? 300)))
    #expect(asked.all == [nil, "v", nil])
  }

  @Test func `entries that arrive after the first load are new`() async throws {
    try await put(entries(1...2))
    #expect(try await rows(ListQuery(condition: .arrived(after: .distantPast))) == [])
    try await put(entries(1...4))
    #expect(try await rows(ListQuery(condition: .arrived(after: .distantPast))) == [4, 3])
  }

  @Test func `a page whose validator was changed on disk has no validator`() async throws {
    try await put(entries(1...2))
    #expect(try await sut.validator(0, nil) == "v")
    try await database.write { try $0.run("UPDATE entries_pages SET validator = 'w'") }
    #expect(try await sut.validator(0, nil) == nil)
  }

  @Test func `older pages follow the first, also behind a page that has nothing new, until one is empty`() async throws
  {
    #expect(try await put(entries(7...9), next: Cursor("1")).next == Cursor("1"))
    #expect(try await put(entries(4...6), page: 1, next: Cursor("2")).next == Cursor("2"))
    #expect(try await put(entries(4...7), page: 2, next: Cursor("3")).next == Cursor("3"))
    #expect(try await put(entries(2...4), page: 3, next: Cursor("4")).next == Cursor("4"))
    #expect(try await rows() == [9, 8, 7, 6, 5, 4, 3, 2])
    #expect(try await put([], page: 4, next: Cursor("5")).next == nil)
    // A known page still leads to the next one, although it has no new items.
    #expect(try await put(entries(4...6), page: 1, next: Cursor("2")).next == Cursor("2"))
  }

  @Test func `a hundred older pages in a row without a new entry end the list`() async throws {
    try await put(entries(1...3), next: Cursor("1"))
    for page in 1...99 {
      let next = Cursor("\(page + 1)")
      #expect(try await put(entries(1...3), page: page, next: next).next == next)
    }
    #expect(try await put(entries(1...3), page: 100, next: Cursor("101")).next == nil)
  }

  @Test func `entries of an older page are not new`() async throws {
    try await put(entries(7...9), next: Cursor("1"))
    try await put(entries(4...6), page: 1)
    #expect(try await rows(ListQuery(condition: .arrived(after: .distantPast))) == [])
  }

  @Test func `a page that the one before does not lead to is not saved`() async throws {
    try await put(entries(7...9))
    #expect(try await put(entries(1...3), page: 1).isCached == false)
    #expect(try await rows() == [9, 8, 7])
  }

  @Test func `a page that leads to itself is the last`() async throws {
    try await put(entries(7...9), next: Cursor("1"))
    #expect(try await put(entries(4...6), page: 1, next: Cursor("1")).next == nil)
  }

  @Test func `a failure between two portions leaves the saved entries and the validator unchanged`() async throws {
    struct ReadFailed: Error {}
    try await put(entries(1...2))
    var page = Page<Entry>([])
    page.window = PageWindow(
      portions: { body in
        try body([Entry(id: 7)])
        throw ReadFailed()
      })
    await #expect(throws: (any Error).self) {
      try await sut.replace(
        PageUpdate(
          number: 0, cursor: nil, page: page, validator: "w", fetchedAt: .distantPast, checked: RangeSet()))
    }
    #expect(try await rows() == [2, 1])
    #expect(try await sut.validator(0, nil) == "v")
  }

  @Test func `many entries are found in order, at any row`() async throws {
    try await put((1...10_000).map { Entry(id: $0, text: "e\($0 % 7)", date: Double(($0 * 7_919) % 10_007)) })
    let expected = (1...10_000).sorted { ($0 * 7_919) % 10_007 > ($1 * 7_919) % 10_007 }
    for row in [0, 4_095, 5_000, 9_990] {
      let window = try await sut.reader.window(ListQuery(), .row(row), 0, 9)
      #expect(window.items.map(\.id) == Array(expected[row..<row + 10]))
      let item = try await sut.reader.window(ListQuery(), .item(expected[row], orRow: 0), 0, 0)
      #expect(item.anchor == row)
    }
  }

  private func markAsRead(_ ids: [Int]) async throws {
    let ids = ids.map { "'\($0)'" }.joined(separator: ",")
    try await database.write {
      try $0.run(
        "UPDATE entries_search SET read = 7 WHERE place IN (SELECT place FROM entries WHERE id IN (\(ids)))")
    }
  }

  @Test func `removeOldest removes the oldest read items first, then unread ones, and never spared ones`() async throws
  {
    try await put(entries(1...8))
    try await markAsRead([1, 3, 6, 7])
    #expect(try await sut.removeOldest([3]))
    #expect(try await rows() == [8, 7, 5, 4, 3, 2], "a quarter of the items is removed")
    #expect(try await sut.removeOldest([3]))
    #expect(try await rows() == [8, 5, 4, 3, 2])
    #expect(try await sut.removeOldest([3]))
    #expect(try await rows() == [8, 5, 4, 3])
    #expect(try await sut.reader.count(ListQuery()) == 4)
    #expect(try await sut.removeOldest([3, 4, 5, 8]) == false)
    #expect(try await rows() == [8, 5, 4, 3])
  }

  @Test func `an entry that was removed to make room is not new when it returns`() async throws {
    try await put(entries(1...4))
    try await markAsRead([1, 2])
    #expect(try await sut.removeOldest([]))
    #expect(try await rows() == [4, 3, 2])
    try await put(entries(1...4), validator: "w")
    #expect(try await rows() == [4, 3, 2, 1])
    #expect(try await rows(ListQuery(condition: .arrived(after: .distantPast))) == [])
  }

  @Test func `removeAll turns a growing list into a list of pages again`() async throws {
    try await put(entries(1...3))
    try await sut.removeAll()
    _ = try await sut.replace(
      PageUpdate(
        number: 0, cursor: nil, page: Page([Entry(id: 1, date: 1), Entry(id: 2, date: 2)]), validator: nil,
        fetchedAt: .distantPast, checked: RangeSet()))
    #expect(try await rows() == [1, 2])
  }
}
