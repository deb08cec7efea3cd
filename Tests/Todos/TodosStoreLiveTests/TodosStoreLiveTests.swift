import Database
import DatabaseLive
import Foundation
import Outbox
import Testing
import TodoDomain
import TodosStore
import TodosStoreLive

struct TodosStoreLiveTests {
  private let date = Date(timeIntervalSinceReferenceDate: 0.1 + 7)

  @Test(.timeLimit(.minutes(5))) func `the list and its header are saved unchanged and in order`() async throws {
    let database = Database.memory()
    let delivered = [DeliveredPart.Part.presence, .title, .completion].map {
      DeliveredPart(serverID: "a\u{0}", part: $0, revision: .max, date: date)
    }
    let odd = Todo(id: .temporary("\u{0}é"), title: "")
    let header = TodosStoreHeader(validator: "\"1\"", fetchedAt: date, listRevision: 1 << 53, delivered: delivered)
    try await TodosStore.live(database: database).edit {
      $0.rows = [odd] + .samples
      $0.header = header
    }
    let cached = try await TodosStore.live(database: database).read()
    #expect(cached.rows == [odd] + .samples)
    #expect(cached.header == header)
    try await TodosStore.live(database: database).edit { $0.rows.swapAt(0, 1) }
    #expect(try await TodosStore.live(database: database).read().rows.prefix(2) == [[Todo].samples[0], odd])
  }

  @Test(.timeLimit(.minutes(5))) func `every kind of edit is saved unchanged, in the outbox's own table`()
    async throws
  {
    let database = Database.memory()
    let samples = [Todo].samples
    let changes: [TodoEdit] = [
      .add(Todo(id: .temporary("A"), title: "a")), .update(from: samples[0], to: samples[1]), .delete(samples[2]),
    ]
    let rows = changes.enumerated().map { index, change in
      TodosOutbox.Entry(
        id: Int64(index + 1), change: change, sentAt: index == 1 ? date : nil, refusal: index == 2 ? "409" : nil)
    }
    let header = TodosOutbox.Header(lastID: 9, lease: OutboxLease(owner: UUID(), from: date, until: date + 15))
    try await TodosOutbox.live(database: database).list.edit {
      $0.rows = rows
      $0.header = header
    }
    try await TodosStore.live(database: database).edit { $0.rows = samples }
    let cached = try await TodosOutbox.live(database: database).list.read()
    #expect(cached.rows == rows)
    #expect(cached.header == header)
  }

  @Test func `unknown fields in a header of another version are ignored`() async throws {
    let database = Database.memory()
    let other = TransactionalRows<String, OtherHeader>.table(
      database, named: "todos", kind: .cache, empty: OtherHeader(), key: { Int64($1) }, record: { $0 },
      row: { $0 },
      headerRecord: { $0 }, header: { $0 })
    try await other.edit { contents in
      contents.header.validator = "1"
      contents.header.delivered = ["colour", "title"].map { OtherHeader.Delivered(id: "a", part: $0, over: 3, at: 7) }
    }
    let title = DeliveredPart(
      serverID: "a", part: .title, revision: 3, date: Date(timeIntervalSinceReferenceDate: 7))
    #expect(
      try await TodosStore.live(database: database).read().header
        == TodosStoreHeader(validator: "1", delivered: [title]))
  }

  @Test func `a damaged list is forgotten, and a damaged change is an error`() async throws {
    let database = Database.memory()
    try await TodosStore.live(database: database).edit { $0.rows = .samples }
    try await TodosOutbox.live(database: database).list.edit { $0.append(.delete([Todo].samples[0])) }
    try await database.write {
      try $0.run("UPDATE todos SET checksum = 0")
      try $0.run("UPDATE outbox SET record = x'7b7d'")
    }
    #expect(try await TodosStore.live(database: database).read().rows == [])
    await #expect(throws: DatabaseError.damaged(file: "")) {
      try await TodosOutbox.live(database: database).list.read()
    }
  }
}

/// A header as other versions of the program write it.
private struct OtherHeader: Codable, Equatable {
  struct Delivered: Codable, Equatable {
    var id: String
    var part: String
    var over: Int64
    var at: Double
  }

  var validator: String?
  var added = ["b": 1.0]
  var colour = [1]
  var delivered: [Delivered] = []
}
