/// The tables that one store owns, and the version of their shape.
public struct Schema: Sendable {
  /// Names the store among all of the database: "posts". Its tables and indexes have this name, or begin with it and
  /// `_`; so no name may begin with that of another store and `_`.
  public let name: String
  /// From 1, and counted up whenever the shape changes.
  public let version: Int
  /// The statements that make the tables in a database that has none of them, each `CREATE TABLE name …` or
  /// `CREATE INDEX name …`.
  public let create: [String]
  /// By the older version.
  let migrations: [Int: SchemaMigration]
  /// Older state whose tables these replace.
  let replaced: [Schema]
  /// Fills the tables where they are made.
  let fill: SchemaMigration
  /// Makes a whole of tables of which only the first rows were copied; nil where each row stands for itself.
  let excerpt: SchemaMigration?
  /// Whether what the tables hold can be had again.
  let isCache: Bool

  /// Tables for what can be had again.
  /// - Parameters:
  ///   - migrations: what turns the tables of an older version into the next, by that older version. Where a version
  ///     is missing here, its tables are dropped and made anew.
  ///   - excerpt: makes a whole of tables of which only the first rows were copied, from row 0 on; nil where each row
  ///     stands for itself.
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

  /// Tables for what cannot be had again: they are never dropped. What differs from `create` passes for damaged, as long as
  /// there is no migration: a change of it, were it a space, is a migration.
  /// - Parameters:
  ///   - replaced: older state whose tables these replace. They are there when these are filled, empty where they were
  ///     missing, and dropped then; a program that knows them finds a newer version of them.
  ///   - fill: fills the tables where they are made.
  ///   - migrations: what turns the tables of each older version into the next, from version 1 on. The version is
  ///     one more than their number, so that none is without its migration.
  public init(
    state name: String, create: [String], replacing replaced: [Schema] = [],
    fill: SchemaMigration = SchemaMigration([]), migrations: [SchemaMigration]
  ) {
    (self.name, version, self.create) = (name, migrations.count + 1, create)
    self.migrations = Dictionary(uniqueKeysWithValues: zip(1..., migrations))
    (self.replaced, self.fill, isCache) = (replaced, fill, false)
    excerpt = nil
  }
}

/// Turns the tables of one version into those of the next.
public struct SchemaMigration: Sendable {
  let run: @Sendable (Connection) throws -> Void

  /// Runs statements.
  public init(_ statements: [String]) {
    run = { connection in for sql in statements { try connection.run(sql) } }
  }

  /// Does some work, which changes nothing but the tables.
  public init(_ run: @escaping @Sendable (Connection) throws -> Void) { self.run = run }
}
