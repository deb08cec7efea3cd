import Essentials
import Synchronization

/// The tables of one store as they are found in a database.
final class StoreTables: Sendable {
  let schema: Schema
  private let replaced: [StoreTables]
  /// Whether the tables were compared with their definitions. Once is enough, because SQLite parses those once.
  private let isChecked = Atomic(false)

  private static let versions = "CREATE TABLE schemas (name TEXT PRIMARY KEY, version INTEGER NOT NULL)"

  init(schema: Schema) {
    self.schema = schema
    replaced = schema.replaced.map { StoreTables(schema: $0) }
  }

  /// Runs the work on tables of this version. Returns false, without running it, if the tables have to be prepared
  /// first.
  func read(_ connection: Connection, _ work: (Connection) throws -> Void) throws -> Bool {
    switch try state(connection) {
    case .current:
      try checkOnce(connection)
      try checking(connection) { try work(connection) }
    case .older(.some): return false
    case .missing where try replaced.contains { try !$0.isMissing(connection) }: return false
    // Temporary tables in their place would make SQLite discard all prepared statements at every read.
    case .older(nil), .missing:
      try work(
        Connection { [name = schema.name] sql, values, row in
          if strstr(sql, name) == nil { try connection.run(sql, values, row) }
        })
    }
    return true
  }

  /// Creates the tables or migrates them to this version. Returns the database's copy, if the tables are state that can
  /// be prepared only there; nil if they were prepared on disk.
  func prepare(_ database: Database) async throws -> Database? {
    do {
      try await database.writing { try self.prepare($0) }
      return nil
    } catch let error as DatabaseError where [.readOnly, .notPermitted, .noSpace].contains(error) && !schema.isCache {
      guard let copy = database.copy() else { throw error }
      try await copy.writing { try self.prepare($0) }
      return copy
    }
  }

  /// Creates the tables or migrates them to this version.
  func prepare(_ connection: Connection) throws {
    switch try state(connection) {
    case .current: return try checkOnce(connection)
    case .older(let steps?): for step in steps { try step.run(connection) }
    case .older(nil), .missing:
      // State never has tables here, because `state` has checked that.
      try drop(connection)
      for tables in replaced { try tables.prepare(connection) }
      for sql in schema.create { try connection.run(sql) }
      try schema.fill.run(connection)
      for tables in replaced {
        try tables.drop(connection)
        // Otherwise an older program would create them again, and its data there would never be read.
        try tables.note(tables.schema.version + 1, connection)
      }
    }
    try note(schema.version, connection)
  }

  func drop(_ connection: Connection) throws {
    for table in try tables(connection) {
      try connection.run("DROP TABLE \(quoted(table))")
    }
  }

  func note(_ version: Int, _ connection: Connection) throws {
    if try !connection.exists("schemas") { try connection.run(Self.versions) }
    try connection.run(
      "INSERT OR REPLACE INTO schemas (name, version) VALUES (?, ?)", .text(schema.name), .integer(Int64(version)))
    try connection.confirm(Int64(version), of: schema.name)
  }

  /// Runs some work with tables of this version. A statement that fails because their definitions differ is reported as
  /// damage.
  func checking(_ connection: Connection, _ work: () throws -> Void) throws {
    do {
      try work()
    } catch let error as DatabaseError {
      if case .failed = error, (try? isAsMade(connection)) == false {
        throw DatabaseError.damaged(file: try connection.file)
      }
      throw error
    }
  }

  /// Compares the tables of state with their definitions, once. A damaged cache is noticed when a statement fails.
  private func checkOnce(_ connection: Connection) throws {
    if schema.isCache || isChecked.load(ordering: .relaxed) { return }
    guard try isAsMade(connection) else { throw DatabaseError.damaged(file: try connection.file) }
    isChecked.store(true, ordering: .relaxed)
  }

  private func isAsMade(_ connection: Connection) throws -> Bool {
    let found = try connection.rows("SELECT name, sql FROM sqlite_master") {
      (name: $0.text(0) ?? "", sql: $0.text(1) ?? "")
    }
    // The definition of an altered table differs from that of a new one, so only the names are compared.
    let isAltered = !schema.migrations.isEmpty
    return ([Self.versions] + schema.create).allSatisfy { sql in
      var words = sql.split(separator: " ", omittingEmptySubsequences: false)
      // SQLite leaves these words out of its copy.
      let isConditional = words.dropFirst(2).starts(with: ["IF", "NOT", "EXISTS"])
      if isConditional { words.removeSubrange(2..<5) }
      let made = isConditional ? words.joined(separator: " ") : sql
      return found.contains { isAltered ? $0.name == words[2] : $0.sql == made }
    }
  }

  private enum State {
    case current, missing
    /// The migrations to this version; nil if one is missing.
    case older([SchemaMigration]?)
  }

  private func isMissing(_ connection: Connection) throws -> Bool {
    if case .missing = try state(connection) { true } else { false }
  }

  private func state(_ connection: Connection) throws -> State {
    guard let found = try foundVersion(connection) else {
      if !schema.isCache, try hasLostVersion(connection) { throw DatabaseError.damaged(file: try connection.file) }
      return .missing
    }
    if found == schema.version { return .current }
    if found > schema.version, try connection.isConfirmed(found, of: schema.name) {
      throw DatabaseError.newer(file: try connection.file, isState: !schema.isCache)
    }
    // The program has never written this number.
    guard (1..<Int64(schema.version)).contains(found) else { throw DatabaseError.damaged(file: try connection.file) }
    let steps = (Int(found)..<schema.version).map { schema.migrations[$0] }
    return .older(steps.contains { $0 == nil } ? nil : steps.compactMap { $0 })
  }

  func foundVersion(_ connection: Connection) throws -> Int64? {
    var versions: [Int64] = []
    do {
      // Not through the index, which may be damaged while the table is not.
      versions = try connection.rows("SELECT version FROM schemas NOT INDEXED WHERE name = ?", .text(schema.name)) {
        $0.integer(0)
      }
    } catch let error as DatabaseError {
      // To look for the table first would take longer than most reads.
      if case .failed = error, try !connection.exists("schemas") { return nil }
      try checking(connection) { throw error }
    }
    return versions.first
  }

  /// Returns whether there are tables, or pages that belong to no table any more.
  private func hasLostVersion(_ connection: Connection) throws -> Bool {
    if try !tables(connection).isEmpty { return true }
    func number(_ sql: String) throws -> Int64 { try connection.rows(sql) { $0.integer(0) }.first ?? 0 }
    return try number("SELECT count(*) FROM sqlite_master") == 0
      && number("PRAGMA page_count") - number("PRAGMA freelist_count") > 1
  }

  func tables(_ connection: Connection) throws -> [String] {
    try connection.rows(
      "SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE TABLE%' AND (name = ?1 OR substr(name, 1, length(?1) + 1) = ?1 || '_')",
      .text(schema.name), row: { $0.text(0) ?? "" })
  }
}
