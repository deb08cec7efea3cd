import Assembler
import CommandLine
import Database
import DatabaseLive
import Foundation
import Repositories
import TestSupport
import Testing

/// Tests that no SQL statement joins tables: repositories join the data of stores.
@Suite(.timeLimit(.minutes(5)))
struct StatementTests {
  @Test func `no SQL statement of posts, comics and flags names the tables of two stores or joins`() async throws {
    let statements = CallRecorder<String>()
    var dependencies = Dependencies.stub()
    let cache = recorded(.memory(), in: statements)
    let state = recorded(.memory(), in: statements)
    dependencies.cache = { _ in cache }
    dependencies.state = { _ in state }
    let lines = [
      "posts", "posts --search lamp", "post 1", "post 2", "fetch", "posts", "post 1", "fetch --last", "comics",
      "comic 1",
      "comic latest", "comic random", "bookmark comic 4", "comics --bookmarked --search cli",
      "bookmark comic 4 --remove",
    ]
    for line in lines {
      let status = try await AssemblerTests().run(line, dependencies).status
      #expect(status == 0, "\(line)")
    }

    // The limit is so small that everything removable is removed.
    dependencies.cacheFiles = { [FileName("http localhost 8000 "): SavedFile(path: "cache", bytes: 100)] }
    dependencies.stateFiles = { [FileName("http localhost 8000 "): SavedFile(path: "state", bytes: 100)] }
    for line in ["bookmark comic 4", "bookmark post 1"] {
      #expect(try await AssemblerTests().run(line, dependencies, keep: 1).status == 0)
    }
    #expect(statements.all.contains { $0.hasPrefix("DELETE FROM comments_seen") }, "trimming removed something")

    let stores = try await [cache, state].asyncFlatMap { database in
      try await database.read { try $0.rows("SELECT name FROM schemas") { $0.text(0) ?? "" } }
    }
    #expect(
      Set(stores) == [
        "posts", "users", "comments", "codes", "comics", "pictures", "item_flags", "read_marks", "bookmarks",
        "feeds", "post_pictures",
      ])
    #expect(Set(statements.all).count > 20, "the commands ran many different statements")
    for statement in Set(statements.all) {
      let words = Set(statement.split { !$0.isLetter && $0 != "_" }.map(String.init))
      let named = Set(stores.filter { store in words.contains { $0 == store || $0.hasPrefix(store + "_") } })
      #expect(named.count <= 1, "\(statement)")
      #expect(words.isDisjoint(with: ["JOIN", "REFERENCES", "FOREIGN", "TRIGGER"]), "\(statement)")
    }
  }

  /// Returns the database with a recording of every statement that it runs.
  private func recorded(_ database: Database, in statements: CallRecorder<String>) -> Database {
    @Sendable func recorded(_ connection: Connection) -> Connection {
      Connection { sql, values, row in
        statements.record(sql)
        try connection.run(sql, values, row)
      }
    }
    return Database(
      reading: { work in try await database.reading { try work(recorded($0)) } },
      writing: { work in try await database.writing { try work(recorded($0)) } }, changes: database.changes)
  }
}

extension Sequence {
  fileprivate func asyncFlatMap<Value>(_ transform: (Element) async throws -> [Value]) async throws -> [Value] {
    var values: [Value] = []
    for element in self { values += try await transform(element) }
    return values
  }
}
