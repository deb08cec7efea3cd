import CachedResource
import Database
import DatabaseLive
import Foundation
import ListTable
import PagedList
import TestSupport
import Testing
import TextSearch

struct TextItem: Identifiable, Equatable, Sendable {
  var id: Int
  var title: String
  var body: String?
}

private enum TextColumn: Int, CodingKey, CaseIterable { case body, weight, title }

/// Searches in full texts.
@Suite(.timeLimit(.minutes(5)))
struct TextsTests {
  let database = Database.memory()
  var sut: ListStore<TextItem> {
    .table(
      "letters", version: 1, columns: { (column: TextColumn) in ListColumn(column == .weight ? .real : .text) },
      in: database,
      id: { "\($0)" }, identity: { Int($0) ?? 0 },
      value: { letter, column in
        switch column {
        case .body: .text(letter.body)
        case .weight: .real(1)
        case .title: .text(letter.title)
        }
      },
      decode: { row in
        guard let id = Int(row.id), let title = row.text(.title) else { return nil }
        return TextItem(id: id, title: title, body: row.text(.body))
      }, text: \.title, fullText: [.title, .body])
  }

  func put(_ letters: [TextItem], in store: ListStore<TextItem>) async throws {
    _ = try await store.replace(
      PageUpdate(
        number: 0, cursor: nil, page: Page(letters, next: nil), validator: "v", fetchedAt: .distantPast,
        checked: RangeSet()))
  }

  /// Returns the identities in each portion of the search results.
  func found(_ query: String, in store: ListStore<TextItem>) async throws -> [[Int]] {
    var portions: [[Int]] = []
    for try await rowKeys in store.reader.search(ListQuery(text: query, isInTexts: true), nil) {
      portions.append(try await store.reader.items(rowKeys).map(\.id))
    }
    return portions
  }

  @Test(arguments: 0..<4)
  func `a search of the table finds exactly the items that the text query matches`(seed: UInt64) async throws {
    var random = RandomText(seed: seed)
    let letters = (0..<50).map { id in
      TextItem(id: id, title: random.text(), body: id % 7 == 0 ? nil : random.text(upTo: 30))
    }
    try await put(letters, in: sut)
    for letter in letters {
      let text = random.part(of: letter.title + (letter.body ?? ""))
      let other = random.text(upTo: 2)
      for query in [text, text.uppercased(), "\(text) \(other)", "\(random.part(of: letter.title)) \(text)"] {
        let words = TextSearch.Query(query)
        let expected = letters.filter { words.matches("\($0.title)\n\($0.body ?? "")") }.map(\.id)
        let found = try await found(query, in: sut).flatMap(\.self)
        if found != expected { Issue.record("\(query.unicodeScalars.map(\.value))") }
      }
    }
  }

  @Test func `a search yields portions of growing size`() async throws {
    try await put((0..<950).map { TextItem(id: $0, title: "\($0)", body: "Lamp") }, in: sut)
    let portions = try await found("lamp", in: sut)
    #expect(portions.flatMap(\.self) == Array(0..<950))
    #expect(portions.map(\.count) == [128, 256, 512, 54])
  }

  @Test(arguments: ["lamp", "Lamp", "lamp 1"])
  func `a search drops damaged items and continues after them`(query: String) async throws {
    let letters = (0..<350).map { TextItem(id: $0, title: "Lamp 1", body: nil) }
    try await put(letters, in: sut)
    try await database.write {
      try $0.run("UPDATE letters SET body = 'damaged' WHERE id + 0 >= 100 AND id + 0 < 320")
    }
    #expect(try await found(query, in: sut).flatMap(\.self) == Array(0..<100) + Array(320..<350))
    #expect(try await sut.window(.row(0), 0, 0).count == 130)
    #expect(try await sut.validator(0, nil) == nil)
  }

  @Test(arguments: [Int64.max, .min])
  func `a damaged row key does not end a search early`(rowKey: Int64) async throws {
    try await put((0..<100).map { TextItem(id: $0, title: "Lamp", body: nil) }, in: sut)
    try await database.write { try $0.run("UPDATE letters SET place = \(rowKey) WHERE id = '99'") }
    var rowKeys: [RowKey] = []
    for try await some in sut.reader.search(ListQuery(text: "lamp", isInTexts: true), nil) { rowKeys += some }
    #expect(rowKeys.count >= 99)
  }

  @Test func `a text truncated on disk is not found by its remaining words`() async throws {
    try await put([TextItem(id: 1, title: "Lamp", body: "Café")], in: sut)
    for bytes in ["4C616D70C3", "4C616D70"] {
      try await put([TextItem(id: 1, title: "Lamp", body: "Café")], in: sut)
      try await database.write { try $0.run("UPDATE letters SET body = CAST(x'\(bytes)' AS TEXT)") }
      #expect(try await found("lamp", in: sut).flatMap(\.self) == [])
    }
  }
}
