/// The tables that one store owns, and the version of their shape.
public struct Schema: Hashable, Sendable {
  /// Names the store among all of the database: "posts". Its tables and indexes have this name, or begin with it and
  /// `_`; so no name may begin with that of another store and `_`.
  public var name: String
  /// From 1, and counted up whenever the shape changes.
  public var version: Int
  /// The statements that make the tables in a database that has none of them, each `CREATE TABLE name …` or
  /// `CREATE INDEX name …`.
  public var create: [String]
  /// The statements that turn the tables of an older version into the next, by that older version. Where a version is
  /// missing here, its tables are dropped and made anew: right for what can be had again, and only for that.
  public var migrations: [Int: [String]]

  public init(name: String, version: Int, create: [String], migrations: [Int: [String]] = [:]) {
    self.name = name
    self.version = version
    self.create = create
    self.migrations = migrations
  }
}
