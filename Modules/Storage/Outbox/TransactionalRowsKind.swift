public import Essentials

/// Whether the data of a list can be downloaded again, and the migrations of its records. There is one migration for
/// each older version, from version 1 on, so the version is their number plus one.
public enum TransactionalRowsKind: Sendable {
  /// It can. A list with a damaged row counts as never saved. Migrations forget validators, so that the server sends
  /// the values of new fields.
  case cache(migrations: [TransactionalRowsMigration])
  /// It cannot. A damaged or missing row throws `DatabaseError.damaged`.
  case state(migrations: [TransactionalRowsMigration])
}

/// A migration of a list's records from one version to the next.
public struct TransactionalRowsMigration: Sendable {
  /// Returns the new JSON of a row's record.
  public var row: @Sendable (Data) throws -> Data
  /// Returns the new JSON of the header's record.
  public var header: @Sendable (Data) throws -> Data

  public init(
    row: @escaping @Sendable (Data) throws -> Data = { $0 }, header: @escaping @Sendable (Data) throws -> Data = { $0 }
  ) {
    (self.row, self.header) = (row, header)
  }
}
