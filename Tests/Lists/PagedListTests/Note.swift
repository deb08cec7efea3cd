import CachedResource
import Database
import Foundation
import ListTable
import PagedList
import TestSupport

struct Note: Identifiable, Hashable, Sendable {
  var id: Int
  var text: String
}

private enum NoteColumn: Int, CodingKey, CaseIterable { case text }

extension ListStore<Note> {
  static func notes(_ database: Database) -> Self {
    .table(
      "notes", version: 1, columns: { (_: NoteColumn) in ListColumn(.text) }, in: database,
      id: { "\($0)" },
      identity: { Int($0) ?? 0 }, value: { note, _ in .text(note.text) },
      decode: { row in
        guard let id = Int(row.id), let text = row.text(.text) else { return nil }
        return Note(id: id, text: text)
      }, text: \.text)
  }
}

extension PagedList<Note> {
  /// Returns a server's list of notes, without flags.
  static func notes(
    remote: @escaping @Sendable (_ after: Cursor?, _ validator: String?) async throws -> Revalidation<Page<Note>>,
    store: ListStore<Note>, now: @escaping @Sendable () -> Date
  ) -> Self {
    PagedList<Listed<Note>>.live(remote: remote, store: store, now: now).items()
  }

  /// Returns a server's list of notes whose pages grow, without flags.
  static func notes(
    growing remote: @escaping Remote, pagesAhead: Int, store: ListStore<Note>,
    now: @escaping @Sendable () -> Date
  ) -> Self {
    PagedList<Listed<Note>>.live(
      growing: remote, pagesAhead: pagesAhead, store: store, now: now
    ).items()
  }
}
