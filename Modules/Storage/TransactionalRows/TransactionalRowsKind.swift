public import Essentials

/// Whether what a list holds can be had again. The version of the records is one more than the number of migrations:
/// there is one for each older version, from version 1 on.
public enum TransactionalRowsKind: Sendable {
  /// It can. A list of which a row is damaged is as if nothing were saved. Its migrations forget validators, so that the
  /// server gives the values of new fields.
  case cache(migrations: [TransactionalRowsMigration])
  /// It cannot. A row that is damaged or missing is an error, `DatabaseError.damaged`.
  case state(migrations: [TransactionalRowsMigration])
}

/// Turns the records of one version of a list into those of the next.
public struct TransactionalRowsMigration: Sendable {
  /// The JSON of a row's record.
  public var row: @Sendable (Data) throws -> Data
  /// The JSON of the header's record.
  public var header: @Sendable (Data) throws -> Data

  public init(
    row: @escaping @Sendable (Data) throws -> Data = { $0 }, header: @escaping @Sendable (Data) throws -> Data = { $0 }
  ) {
    (self.row, self.header) = (row, header)
  }
}
