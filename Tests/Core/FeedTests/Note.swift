import Database
import Feed
import FeedTable

struct Note: Identifiable, Hashable, Sendable {
  var id: Int
  var text: String
}

private enum NoteColumn: Int, CaseIterable { case text }

extension FeedStore<Note> {
  static func notes(_ database: Database) -> Self {
    .table(
      "notes", version: 1, columns: { (_: NoteColumn) in ListColumn("TEXT NOT NULL") }, in: database, id: { "\($0)" },
      identity: { Int($0) ?? 0 }, value: { note, _ in .text(note.text) },
      decode: { row in
        guard let id = Int(row.id), let text = row.text(.text) else { return nil }
        return Note(id: id, text: text)
      }, text: \.text)
  }
}
