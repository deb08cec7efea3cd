import Essentials

/// The tables of one store and their version.
public struct Schema: Sendable {
  /// The name of the store, unique in the database, for example "posts". Its tables and indexes have this name or begin
  /// with it and `_`, so no store's name may begin with that of another store and `_`.
  public let name: String
  /// The version of the tables, from 1. It increases whenever their definition changes.
  public let version: Int
  /// The statements that create the tables in a database that has none of them, each `CREATE TABLE name …` or `CREATE
  /// INDEX name …`.
  public let create: [String]
  /// The migrations, by the version that they start from.
  let migrations: [Int: SchemaMigration]
  /// The schemas of older state whose tables these replace.
  let replaced: [Schema]
  /// Fills newly created tables.
  let fill: SchemaMigration
  /// Makes tables consistent of which only the first rows were copied; nil if their rows are independent.
  let excerpt: SchemaMigration?
  /// Whether the data can be downloaded again.
  let isCache: Bool

  /// Declares tables for data that can be downloaded again.
  /// - Parameters:
  ///   - name: The name of the schema, under which its version is saved.
  ///   - version: The version of the tables.
  ///   - create: The statements that create the tables and their indexes.
  ///   - migrations: The migrations from each older version to the next, by the older version. If one is missing, older
  ///     tables are dropped and created again.
  ///   - excerpt: Makes tables consistent of which only the first rows, from row 0 on, were copied; nil if their rows
  ///     are independent.
  public init(
    cache name: String, version: Int, create: [String], migrations: [Int: SchemaMigration] = [:],
    excerpt: SchemaMigration? = nil
  ) {
    self.name = name
    self.version = version
    self.create = create
    self.migrations = migrations
    self.excerpt = excerpt
    replaced = []
    fill = SchemaMigration([])
    isCache = true
  }

  /// Declares tables for state, which cannot be downloaded again and is never dropped. Without a migration, tables
  /// whose definition differs from `create` count as damaged. Any change of `create`, even a space, therefore needs a
  /// migration.
  /// - Parameters:
  ///   - name: The name of the schema, under which its version is saved.
  ///   - create: The statements that create the tables and their indexes.
  ///   - replaced: Older state whose tables these replace. `fill` finds those tables (empty ones if they were missing),
  ///     and they are dropped afterwards. A program that still uses them then finds a newer version of them.
  ///   - fill: Fills newly created tables.
  ///   - migrations: The migrations from each older version to the next, from version 1 on. The version is their number
  ///     plus one, so that each version has its migration.
  public init(
    state name: String, create: [String], replacing replaced: [Schema] = [],
    fill: SchemaMigration = SchemaMigration([]), migrations: [SchemaMigration]
  ) {
    self.name = name
    version = migrations.count + 1
    self.create = create
    self.migrations = Dictionary(uniqueKeysWithValues: zip(1..., migrations))
    self.replaced = replaced
    self.fill = fill
    isCache = false
    excerpt = nil
  }
}

/// A migration of tables from one version to the next.
public struct SchemaMigration: Sendable {
  let run: @Sendable (Connection) throws -> Void

  /// Creates a migration that runs statements.
  public init(_ statements: [String]) {
    run = { connection in for sql in statements { try connection.run(sql) } }
  }

  /// Creates a migration that runs a closure, which must change nothing but the tables.
  public init(_ run: @escaping @Sendable (Connection) throws -> Void) { self.run = run }
}

/// A second, checksummed copy of a version number, which distinguishes a file of a newer program from a damaged one.
extension Connection {
  /// Confirms the version of a store's tables, or of the whole file for the empty name.
  /// - Throws: `DatabaseError`, or `CancellationError`.
  public func confirm(_ version: Int64, of name: String = "") throws {
    try run(
      """
      CREATE TABLE IF NOT EXISTS versions \
      (name TEXT PRIMARY KEY, version INTEGER NOT NULL, checksum INTEGER NOT NULL) WITHOUT ROWID
      """)
    try run(
      "INSERT OR REPLACE INTO versions (name, version, checksum) VALUES (?, ?, ?)", .text(name), .integer(version),
      .integer(checksum(version, name)))
  }

  /// Returns whether a version was confirmed.
  /// - Throws: `DatabaseError`, or `CancellationError`.
  public func isConfirmed(_ version: Int64, of name: String = "") throws -> Bool {
    guard try exists("versions") else { return false }
    let found = try rows("SELECT version, checksum FROM versions WHERE name = ?", .text(name)) {
      [$0.integer(0), $0.integer(1)]
    }
    return found == [[version, checksum(version, name)]]
  }

  private func checksum(_ version: Int64, _ name: String) -> Int64 {
    var checksum = Checksum()
    checksum.add(part: name.utf8)
    checksum.add(UInt64(bitPattern: version))
    return checksum.stored
  }
}
