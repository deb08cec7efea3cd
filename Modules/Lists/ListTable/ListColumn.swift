import Database

/// A column of a list's table, which holds one property of an item.
///
/// The columns of a table are the cases of an enum. A new one goes to the end, with the version it came with: what older
/// versions have saved is kept, with NULL in it until the server answers again.
public struct ListColumn: Sendable {
  /// Its type in SQL, as in "TEXT NOT NULL"; a column that came later may be NULL.
  let type: String
  /// The version it came with, at least three more than that of the oldest columns; nil for one of these.
  let version: Int?

  public init(_ type: String, since version: Int? = nil) { (self.type, self.version) = (type, version) }
}

/// A row of a list's table, read by its columns.
public struct ListRow<Column: RawRepresentable> where Column.RawValue == Int {
  private let row: Row

  init(_ row: Row) { self.row = row }

  /// The identity of the item, as text; empty where it is damaged.
  public var id: String { row.text(0) ?? "" }

  /// A column as text; nil for NULL.
  public func text(_ column: Column) -> String? { row.text(column.rawValue + 1) }

  /// A column as a whole number; nil for NULL.
  public func integer(_ column: Column) -> Int64? {
    row.isNull(column.rawValue + 1) ? nil : row.integer(column.rawValue + 1)
  }

  /// A column as a number with decimals; nil for NULL.
  public func real(_ column: Column) -> Double? {
    row.isNull(column.rawValue + 1) ? nil : row.real(column.rawValue + 1)
  }

  /// A column as bytes; nil for NULL.
  public func blob(_ column: Column) -> [UInt8]? { row.blob(column.rawValue + 1) }
}
