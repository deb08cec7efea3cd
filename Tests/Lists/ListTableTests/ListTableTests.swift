import CachedResource
import Database
import DatabaseLive
import Foundation
import ListTable
import PagedList
import Store
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ListTableTests {
  let database = Database.memory()
  var sut: ListStore<Note> { .notes(in: database) }

  func notes(_ numbers: Range<Int>) -> [Note] { numbers.map { Note(id: $0, text: "note \($0)") } }

  @discardableResult
  func put(_ page: Int, _ notes: [Note], isLast: Bool = false) async throws -> PageOutcome<Note> {
    try await sut.replace(
      PageUpdate(
        number: page, cursor: cursor(page), page: Page(notes, next: isLast ? nil : cursor(page + 1)),
        validator: "v\(page)", fetchedAt: Date(timeIntervalSinceReferenceDate: 0.1), checked: RangeSet(0..<page)))
  }

  func change(_ sql: String) async throws { try await database.write { try $0.run(sql) } }

  @Test func `items of a list that is loaded again after removeAll are not new`() async throws {
    for count in 3...4 { try await put(0, notes(0..<count), isLast: true) }
    #expect(try await sut.reader.all(ListQuery(condition: .arrived(after: .distantPast))) == [3])
    try await sut.removeAll()
    try await put(0, notes(0..<4), isLast: true)
    #expect(try await sut.reader.all(ListQuery(condition: .arrived(after: .distantPast))) == [])
  }

  @Test func `fetch dates round-trip exactly`() async throws {
    try await put(0, notes(0..<1))
    #expect(try await sut.header(0)?.fetchedAt == Date(timeIntervalSinceReferenceDate: 0.1))
    #expect(try await sut.singles.value(0)?.fetchedAt == Date(timeIntervalSinceReferenceDate: 0.1))
  }

  @Test(arguments: [
    "notes_pages SET next = 'x'", "notes_pages SET validator = 'x'", "notes_pages SET sum = sum + 1",
    "notes SET text = 'x' WHERE id = '1'", "notes SET id = 'x' WHERE id = '1'",
    "notes SET validator = '' WHERE id = '1'",
    "notes SET fetched = 0 WHERE id = '1'", "notes SET sum = sum + 1 WHERE id = '1'",
    "notes SET place = place + 9 WHERE id = '1'",
  ])
  func `a page with any value changed on disk has no validator`(change: String) async throws {
    try await put(0, notes(0..<3))
    #expect(try await sut.validator(0, nil) == "v0")
    try await self.change("UPDATE \(change)")
    #expect(try await sut.validator(0, nil) == nil)
  }

  @Test func `real and integer columns are covered by the checksum`() async throws {
    struct MixedColumns: Equatable, Identifiable {
      var id: Int
      var real: Double
      var integer: Int64
    }
    enum Column: Int, CodingKey, CaseIterable { case real, integer }
    let sut = ListStore<MixedColumns>.table(
      "odd", version: 1, columns: { (column: Column) in ListColumn(column == .real ? .real : .integer) }, in: database,
      id: { "\($0)" },
      identity: { Int($0) ?? 0 },
      value: { odd, column in
        switch column {
        case .real: .real(odd.real)
        case .integer: .integer(odd.integer)
        }
      },
      decode: { row in
        guard let id = Int(row.id), let real = row.real(.real), let integer = row.integer(.integer) else {
          return nil
        }
        return MixedColumns(id: id, real: real, integer: integer)
      }, text: { "\($0.id)" })
    for damage in ["real = real + 1", "integer = integer + 1"] {
      let odd = MixedColumns(id: 1, real: 0.1, integer: 7)
      _ = try await sut.replace(
        PageUpdate(
          number: 0, cursor: nil, page: Page([odd], next: nil), validator: "v", fetchedAt: .distantPast,
          checked: RangeSet()))
      #expect(try await sut.validator(0, nil) == "v")
      try await change("UPDATE odd SET \(damage)")
      #expect(try await sut.validator(0, nil) == nil, "\(damage)")
    }
  }

  @Test func `a page with a missing row has no validator`() async throws {
    try await put(0, notes(0..<3))
    try await change("DELETE FROM notes WHERE id = '1'")
    #expect(try await sut.validator(0, nil) == nil)
  }

  @Test func `every read drops a damaged row and the validator of its page`() async throws {
    let reads: [@Sendable (ListStore<Note>) async throws -> [Note]] = [
      { try await $0.window(.row(0), 0, 99).items }, { try await $0.page(0) ?? [] },
      { try await $0.reader.items([RowKey(page: 0, position: 0), RowKey(page: 0, position: 1)]).compactMap(\.item) },
      { store in
        _ = try await store.validator(0, nil)
        return try await store.page(0) ?? []
      },
      { [try await $0.singles.value(0), try await $0.singles.value(1)].compactMap { $0?.value } },
    ]
    for read in reads {
      try await put(0, notes(0..<2))
      try await put(1, notes(2..<4), isLast: true)
      try await change("UPDATE notes SET text = 'damaged' WHERE id = '1'")
      #expect(try await read(sut).filter { $0.id < 2 } == notes(0..<1))
      let window = try await sut.window(.row(0), 0, 99)
      #expect(window.items.map(\.id) == [0, 2, 3])
      #expect(window.count == 3)
      #expect(try await sut.validator(0, nil) == nil)
      #expect(try await sut.validator(1, cursor(1)) == "v1")
      #expect(try await sut.reader.found("damaged").isEmpty)
      try await change("DELETE FROM notes")
      for table in ["search", "pages", "blocks"] { try await change("DELETE FROM notes_\(table)") }
    }
  }

  @Test(arguments: [0, 7, 8, 70, 100, 106])
  func `a damaged byte of a long text is noticed wherever it is`(place: Int) async throws {
    let text = String(repeating: "a", count: 107)
    try await put(0, [Note(id: 1, text: text)], isLast: true)
    #expect(try await sut.page(0)?.map(\.text) == [text])
    let damaged = text.prefix(place) + "b" + text.dropFirst(place + 1)
    try await change("UPDATE notes SET text = '\(damaged)'")
    #expect(try await sut.page(0) == [])
  }

  @Test func `damaged rows are counted once, whichever read finds them`() async throws {
    let lost = CallRecorder<Int>()
    var counting = database
    counting.lost = { lost.record($0) }
    let sut = NoteStore.notes(in: counting)
    try await put(0, notes(0..<4), isLast: true)
    try await change("UPDATE notes SET text = 'damaged' WHERE id IN ('1', '2')")
    for _ in 0..<2 { #expect(try await sut.window(.row(0), 0, 99).items.map(\.id) == [0, 3]) }
    #expect(lost.all == [2])
    try await change("UPDATE notes SET text = 'damaged' WHERE id = '3'")
    #expect(try await sut.page(0)?.map(\.id) == [0])
    #expect(lost.all == [2, 1])
  }

  @Test func `a read-only database does not return a damaged row`() async throws {
    try await put(0, notes(0..<3), isLast: true)
    try await change("UPDATE notes SET text = 'damaged' WHERE id = '1'")
    var readOnly = database
    readOnly.writing = { _ in throw DatabaseError.readOnly }
    let sut = NoteStore.notes(in: readOnly)
    #expect(try await sut.window(.row(0), 0, 99).items.map(\.id) == [0, 2])
    #expect(try await sut.singles.value(1) == nil)
    #expect(try await sut.validator(0, nil) == nil)
  }

  @Test(arguments: [Int64.max, .min, -1, 1 << 50])
  func `a damaged count or row key does not crash reads and writes`(count: Int64) async throws {
    try await put(0, notes(0..<3))
    try await put(1, notes(3..<6), isLast: true)
    for table in ["notes_pages", "notes_blocks"] {
      try await change("UPDATE \(table) SET count = \(count) WHERE number = 0")
      _ = try? await sut.window(.row(4), 9, 9)
      _ = try? await sut.window(.item(4, orRow: 0), 9, 9)
      _ = try? await sut.extent(0..<9)
      _ = try? await sut.reader.found("note")
    }
    for id in [Int64.max, .min] {
      try await change("UPDATE notes SET place = \(id) WHERE id = '5'")
      _ = try? await sut.window(.item(5, orRow: 0), 9, 9)
      _ = try? await sut.singles.value(5)
      _ = try? await put(0, notes(4..<7))
    }
  }

  @Test(arguments: [Int64.max, .max - 1, .min, -1, 1 << 40, 1 << 57])
  func `a damaged page number leaves counts correct, and the list can be loaded again`(number: Int64) async throws {
    for table in ["notes_pages", "notes_blocks"] {
      try await put(0, notes(0..<3))
      try await put(1, notes(3..<6), isLast: true)
      try await change("UPDATE \(table) SET number = \(number) WHERE number = (SELECT max(number) FROM \(table))")
      #expect(try await sut.window(.row(0), 0, 99).count == 6)
      #expect(try await sut.extent(0..<9).count == 6)
      _ = try await sut.reader.found("note")
      _ = try await sut.shorten(2, [])
      // The list is loaded again and must be complete.
      try await put(0, notes(0..<3))
      try await sut.removeAll()
      try await put(0, notes(0..<3), isLast: true)
      #expect(try await sut.window(.row(0), 0, 99).items == notes(0..<3))
      try await sut.removeAll()
    }
  }

  @Test func `a window is read although the sum of damaged block counts overflows`() async throws {
    for page in 0..<2 { try await put(page * 128, notes(page * 3..<page * 3 + 3)) }
    try await put(0, notes(0..<3), isLast: false)
    try await change("INSERT OR REPLACE INTO notes_blocks (number, count) VALUES (0, \(Int64.max)), (1, \(Int64.max))")
    #expect(try await sut.window(.row(0), 0, 2).items == notes(0..<3))
  }

  @Test func `a damaged row key does not prevent reading all ids`() async throws {
    try await put(0, notes(0..<16_000), isLast: true)
    for table in ["notes", "notes_search"] {
      try await change("UPDATE \(table) SET place = \(Int64.max) WHERE place = (SELECT max(place) FROM \(table))")
    }
    #expect(try await sut.reader.all() == Array(0..<16_000))
  }

  @Test func `rows are found and counted in a list of 300 pages while pages grow and are removed`() async throws {
    let size = 3
    for page in 0..<300 { try await put(page, notes(page * size..<(page + 1) * size), isLast: page == 299) }
    for row in [0, 1, 383, 384, 385, 500, 767, 768, 899] {
      let window = try await sut.window(.row(row), 2, 2)
      #expect(window.items == notes(max(0, row - 2)..<min(900, row + 3)))
      #expect(try await sut.window(.item(row, orRow: 0), 0, 0).anchor == row)
      #expect(try await sut.extent(row..<row + 1).pages == row / size..<row / size + 1)
    }
    #expect(try await put(130, notes(1_000..<1_005)).count == 905)
    #expect(try await sut.window(.row(0), 0, 999).items.count == 905)
    #expect(try await put(200, notes(600..<601), isLast: true).count == 606)
    #expect(try await sut.window(.row(.max), 1, 0).items.map(\.id) == [599, 600])
    #expect(try await sut.header(201) == nil)
    #expect(try await put(127, notes(381..<384), isLast: true).count == 384)
    #expect(try await sut.window(.row(.max), 0, 0).items.map(\.id) == [383])
  }

  @Test func `replacing a page writes only changed rows`() async throws {
    try await put(0, notes(0..<100), isLast: true)
    var edited = notes(0..<100)
    edited[50].text = "edited"
    for (page, written) in [(notes(0..<100), 1), (edited, 1 + 4)] {
      let before = try await database.read { try $0.rows("SELECT total_changes()") { $0.integer(0) } }
      try await put(0, page, isLast: true)
      let after = try await database.read { try $0.rows("SELECT total_changes()") { $0.integer(0) } }
      // At most three more changes: the page is replaced, and its block is updated if it is the last.
      #expect(after[0] - before[0] <= Int64(written) + 3)
    }
  }

  @Test func `the tables of a list are named after it`() async throws {
    try await put(0, notes(0..<3))
    let names = try await database.read {
      try $0.rows("SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite%' ORDER BY name") { $0.text(0) ?? "" }
    }
    #expect(
      names == [
        "notes", "notes_arrivals", "notes_blocks", "notes_bookmarks", "notes_cursors", "notes_flags", "notes_pages",
        "notes_parts", "notes_past", "notes_search", "notes_state", "notes_sweeps", "schemas", "versions",
      ])
  }

  @Test func `the oldest record of a removed item is forgotten first`() async throws {
    try await put(0, notes(0..<3), isLast: true)
    try await change(
      "INSERT INTO notes_past (number, id, arrived) VALUES (1, 'x', 1), (100000, '1', 2)")
    try await put(0, notes(0..<2), isLast: true)
    let cached = try await database.read {
      try $0.rows("SELECT id FROM notes_past WHERE id IS NOT NULL ORDER BY number") { $0.text(0) ?? "" }
    }
    #expect(cached == ["1", "2"])
  }
}
