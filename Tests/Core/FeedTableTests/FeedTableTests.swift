import Database
import DatabaseLive
import Feed
import FeedTable
import Foundation
import ItemsLoader
import Paging
import TestSupport
import Testing

struct Note: Identifiable, Equatable, Sendable {
  var id: Int
  var text: String
}

extension FeedStore<Note> {
  static func notes(_ database: Database) -> Self {
    .table(
      "notes", version: 1, columns: ["text TEXT NOT NULL"], in: database, id: { "\($0)" },
      encode: { [.text($0.text)] },
      decode: { row in
        guard let id = row.text(0).flatMap({ Int($0) }), let text = row.text(1) else { return nil }
        return Note(id: id, text: text)
      }, text: \.text)
  }
}

@Suite(.timeLimit(.minutes(1)))
struct FeedTableTests {
  let database = Database.memory()
  var sut: FeedStore<Note> { .notes(database) }

  @Test func `it keeps a list by the rules`() async throws {
    try await checkFeedStore({ .notes(.memory()) }, item: { Note(id: $0, text: $1) })
  }
}
