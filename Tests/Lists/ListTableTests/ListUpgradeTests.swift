import CachedResource
import Database
import DatabaseLive
import Foundation
import ListTable
import PagedList
import Store
import TestSupport
import Testing

/// An item whose table gets more columns with later versions.
struct RatedItem: Identifiable, Equatable, Sendable {
  var id: Int
  var text: String
  var rating: Int64?
  var author: String?
}

private enum VersionOneColumn: Int, CodingKey, CaseIterable { case text }
private enum VersionTwoColumn: Int, CodingKey, CaseIterable { case text, rating }
private enum HidingColumn: Int, CodingKey, CaseIterable { case text, rating }
private enum LengthColumn: Int, CodingKey, CaseIterable { case text, length }
private enum VersionThreeColumn: Int, CodingKey, CaseIterable { case text, rating, author }

/// Tests of upgrades, after which the items saved by older versions are still there.
@Suite(.timeLimit(.minutes(5)))
struct ListUpgradeTests {
  let database = Database.memory()

  private func store<Column: CaseIterable & CodingKey & RawRepresentable>(
    _ columns: Column.Type, oldest: Int = 1
  ) -> ListStore<RatedItem> where Column.RawValue == Int {
    .table(
      "rated", version: oldest,
      columns: { (column: Column) in
        column.rawValue == 0
          ? ListColumn(.text)
          : ListColumn(column.rawValue == 1 ? .integer : .text, addition: column.rawValue)
      }, in: database, id: { "\($0)" }, identity: { Int($0) ?? 0 },
      value: { item, column in
        switch column.rawValue {
        case 0: .text(item.text)
        case 1: item.rating.map { .integer($0) } ?? .null
        default: .text(item.author)
        }
      },
      decode: { row in
        guard let id = Int(row.id), let text = Column(rawValue: 0).flatMap({ row.text($0) }) else { return nil }
        return RatedItem(
          id: id, text: text, rating: Column(rawValue: 1).flatMap { row.integer($0) },
          author: Column(rawValue: 2).flatMap { row.text($0) })
      }, text: \.text, hidingColumn: Column.self == HidingColumn.self ? Column(rawValue: 1) : nil)
  }

  private func items(_ store: ListStore<RatedItem>) async throws -> [RatedItem] {
    try await store.window(.row(0), 0, 99).items
  }

  private func put(_ items: [RatedItem], in store: ListStore<RatedItem>) async throws {
    _ = try await store.replace(
      PageUpdate(
        number: 0, cursor: nil, page: Page(items, next: nil), validator: "v", fetchedAt: .distantPast,
        checked: RangeSet()))
  }

  private let saved = (1...3).map { RatedItem(id: $0, text: "item \($0)") }

  @Test func `items saved by older versions are listed without their validators`() async throws {
    try await put(saved, in: store(VersionOneColumn.self))
    let opened = [saved[0], RatedItem(id: 9, text: "alone")]
    for item in opened {
      try await store(VersionOneColumn.self).singles.insert(
        CachedCopy(item, fetchedAt: .distantPast, validator: "s"), item.id)
    }
    #expect(try await store(VersionOneColumn.self).validator(0, nil) == "v")

    let sut = store(VersionThreeColumn.self)
    #expect(try await items(sut) == saved)
    #expect(try await sut.validator(0, nil) == nil)
    for item in opened {
      #expect(try await sut.singles.value(item.id) == CachedCopy(item, fetchedAt: .distantPast, validator: nil))
    }
    #expect(try await sut.reader.found("item 2").count == 1)
  }

  @Test func `the next answer fills the values of a new column`() async throws {
    try await put(saved, in: store(VersionOneColumn.self))
    var rated = saved
    (rated[1].rating, rated[2].author) = (7, "Ann")
    try await put(rated, in: store(VersionThreeColumn.self))
    #expect(try await items(store(VersionThreeColumn.self)) == rated)
    #expect(try await store(VersionThreeColumn.self).validator(0, nil) == "v")
  }

  @Test func `a table is upgraded from version to version, and an older version throws on a newer table`() async throws
  {
    try await put(saved, in: store(VersionOneColumn.self))
    var rated = saved
    rated[0].rating = 1
    try await put(rated, in: store(VersionTwoColumn.self))
    #expect(try await items(store(VersionThreeColumn.self)) == saved.map { $0.id == 1 ? rated[0] : $0 })
    await #expect(throws: DatabaseError.newer(file: "")) { try await items(store(VersionOneColumn.self)) }
  }

  @Test func `a row damaged before or after an upgrade is dropped`() async throws {
    try await put(saved, in: store(VersionOneColumn.self))
    try await database.write { try $0.run("UPDATE rated SET text = 'other' WHERE id = '2'") }
    #expect(try await items(store(VersionThreeColumn.self)).map(\.id) == [1, 3])
    try await database.write { try $0.run("UPDATE rated SET rating = 5 WHERE id = '3'") }
    #expect(try await items(store(VersionThreeColumn.self)).map(\.id) == [1])
  }

  @Test func `an upgrade fills a derived column, and rows are sorted by it`() async throws {
    let saved = [RatedItem(id: 1, text: "aa"), RatedItem(id: 2, text: "b"), RatedItem(id: 3, text: "ccc")]
    try await put(saved, in: store(VersionOneColumn.self))
    try await database.write { try $0.run("UPDATE rated SET text = 'other' WHERE id = '2'") }
    for item in [saved[0], RatedItem(id: 9, text: "alone")] {
      try await store(VersionOneColumn.self).singles.insert(
        CachedCopy(item, fetchedAt: .distantPast, validator: "s"), item.id)
    }
    let sut = ListStore<RatedItem>.table(
      "rated", version: 1,
      columns: { (column: LengthColumn) in
        column == .text ? ListColumn(.text) : ListColumn(.real, addition: 1, isDerived: true)
      }, in: database, id: { "\($0)" }, identity: { Int($0) ?? 0 },
      value: { $1 == .text ? .text($0.text) : .real(Double($0.text.utf8.count)) },
      decode: { row in row.text(.text).map { RatedItem(id: Int(row.id) ?? 0, text: $0) } }, text: \.text,
      dateColumns: [.length])
    #expect(
      try await sut.reader.window(ListQuery(order: .newest), .row(0), 0, 9).items.compactMap { $0.item }
        == [saved[2], saved[0]], "the upgrade does not repair a damaged row")
    #expect(try await sut.singles.value(9) == CachedCopy(RatedItem(id: 9, text: "alone"), fetchedAt: .distantPast))
    try await put(saved, in: sut)
    #expect(try await items(sut) == saved)
    #expect(try await sut.validator(0, nil) == "v")
  }

  @Test func `items of a version older than the oldest supported one are dropped`() async throws {
    try await put(saved, in: store(VersionOneColumn.self))
    #expect(try await items(store(VersionThreeColumn.self, oldest: 5)) == [])
  }

  @Test func `an upgrade that adds the hiding column recreates the indexes that contain it`() async throws {
    try await put(saved, in: store(VersionOneColumn.self))
    let old = try #require(store(VersionOneColumn.self).parts)
    var page = Page<RatedItem>([], next: nil)
    page.window = PageWindow { try $0([RatedItem(id: 4, text: "item 4"), RatedItem(id: 5, text: "item 5")]) }
    let update = PageUpdate(
      number: 0, cursor: nil, page: page, validator: "v", fetchedAt: .distantPast, checked: RangeSet())
    _ = try await old.store(1).replace(update)
    try await database.write { try $0.run("CREATE INDEX rated_search_ages ON rated_search (age, place, read)") }

    let new = try #require(store(HidingColumn.self).parts)
    #expect(try await new.store(1).reader.count(ListQuery()) == 2)
    try await new.store(1).rewrite(nil) { item in item.id == 4 ? RatedItem(id: 4, text: item.text, rating: 2) : nil }
    #expect(try await new.store(1).reader.window(ListQuery(), .row(0), 0, 9).items.map(\.id) == [5])
    #expect(try await new.reader(nil).count(ListQuery()) == 4)
    #expect(try await new.reader(nil).count(ListQuery(showsHidden: true)) == 5)
    let indexes = try await database.read { connection in
      try connection.rows(
        "SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'rated_search' ORDER BY name"
      ) { $0.text(0) ?? "" }
    }
    #expect(
      indexes == [
        "CREATE INDEX rated_hidden ON rated_search (hidden) WHERE hidden > 0",
        "CREATE INDEX rated_search_parts ON rated_search (place >> 42, age, place, read, hidden)",
      ])
  }
}
