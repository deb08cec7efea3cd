import Database
import DatabaseLive
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct NewerSchemaTests {
  let temporary = TemporaryDatabase()

  @Test func `a schema of a newer version throws an error that names the file`() async throws {
    let database = temporary.database(.normal, .keep)
    let schema = Schema(cache: "a", version: 1, create: ["CREATE TABLE a (x)"])
    try await database.using(Schema(cache: "a", version: 2, create: ["CREATE TABLE a (x)"])).write { _ in }
    let newer = DatabaseError.newer(file: temporary.file.path())
    await #expect(throws: newer) { try await database.using(schema).read { _ in } }
    await #expect(throws: newer) { try await database.using(schema).write { _ in } }
  }
}
