import Database
import Feed
import FeedTable

struct Note: Identifiable, Hashable, Sendable {
  var id: Int
  var text: String
}

extension FeedStore<Note> {
  static func notes(_ database: Database) -> Self {
    .table(
      "notes", version: 1, columns: ["text TEXT NOT NULL"], in: database, id: { "\($0)" },
      identity: { Int($0) ?? 0 }, encode: { [.text($0.text)] },
      decode: { row in
        guard let id = row.text(0).flatMap({ Int($0) }), let text = row.text(1) else { return nil }
        return Note(id: id, text: text)
      }, text: \.text)
  }
}
