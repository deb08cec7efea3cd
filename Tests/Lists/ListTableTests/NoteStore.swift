import CachedResource
import Database
import DatabaseLive
import FlagsStore
import Foundation
import ListTable
import PagedList
import TestSupport

/// An item whose identity is a number.
struct Note: Identifiable, Equatable, Sendable {
  var id: Int
  var text: String
}

extension Note: ExpressibleByIntegerLiteral {
  /// Creates a note with the text `text <number>`.
  init(_ number: Int) { self.init(id: number, text: "text \(number)") }

  init(integerLiteral number: Int) { self.init(number) }

  /// The date of the first page of notes; each further page comes a second later.
  static let date = Date(timeIntervalSince1970: 1_000)
}

private enum NoteColumn: Int, CodingKey, CaseIterable { case text }

typealias NoteStore = ListStore<Note>

/// Returns the cursor of a page that is numbered from zero.
func cursor(_ page: Int) -> Cursor? { page == 0 ? nil : Cursor("\(page)") }

extension ListStore<Note> {
  /// Returns the store of the notes in a database.
  static func notes(in database: Database = .memory()) -> Self {
    .table(
      "notes", version: 1, columns: { (_: NoteColumn) in ListColumn(.text) }, in: database,
      id: { "\($0)" },
      identity: { Int($0) ?? 0 }, value: { note, _ in .text(note.text) },
      decode: { row in
        guard let id = Int(row.id), let text = row.text(.text) else { return nil }
        return Note(id: id, text: text)
      }, text: \.text, fullText: [.text])
  }

  /// Returns a store of some pages, the last of which ends the list.
  static func pages(_ pages: [Note]...) async throws -> Self {
    let store = notes()
    for (number, page) in pages.enumerated() { try await store.put(number, page, isLast: number == pages.count - 1) }
    return store
  }

  /// Saves a page that leads to the next one, unless it is the last.
  @discardableResult
  func put(
    _ page: Int, _ notes: [Note], isLast: Bool = false, next: Cursor? = nil, unreadable: Int = 0,
    validator: String? = "v", checked: RangeSet<Int> = RangeSet()
  ) async throws -> PageOutcome<Note> {
    try await replace(
      PageUpdate(
        number: page, cursor: cursor(page),
        page: Page(notes, next: isLast ? nil : next ?? cursor(page + 1), unreadable: unreadable),
        validator: validator, fetchedAt: Note.date + Double(page), checked: checked))
  }

  /// The items of the whole list.
  var all: [Note] { get async throws { try await window(.row(0), 0, 1_000).items } }

  /// Returns the row keys of the items that contain a text.
  func rowKeys(_ text: String) async throws -> [RowKey] {
    var rowKeys: [RowKey] = []
    for try await portion in reader.search(ListQuery(text: text), nil) { rowKeys += portion }
    return rowKeys
  }

  /// Returns the items with some row keys.
  func notes(at rowKeys: [RowKey]) async throws -> [Note] { try await reader.items(rowKeys).compactMap(\.item) }

  /// Returns the items that contain a text.
  func found(_ text: String) async throws -> [Note] { try await notes(at: rowKeys(text)) }

  /// Returns the identities of the items that arrived after a date, in the order of numbers.
  func new(after date: Date = Note.date - 1) async throws -> [Int] {
    try await reader.all(ListQuery(condition: .arrived(after: date))).sorted()
  }
}

extension ListStore where Item: Equatable {
  /// Returns the reader that brings the copies of flags up to date.
  func flagged(_ flags: FlagsStore, _ kind: ItemKind, now: Date) -> ListReader<Listed<Item>> {
    PagedList.live(
      remote: { _, _ in throw CancellationError() }, store: self, flags: flags, kind: kind, now: { now }
    ).reader
  }
}
