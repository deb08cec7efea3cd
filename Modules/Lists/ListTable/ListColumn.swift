import Database

/// A column of a list's table, which holds one property of an item.
///
/// The columns of a table are the cases of an enum of numbers, which is a `CodingKey` for the names. A new column goes to
/// the end, with the number of its addition, one more than that of the last. Rows from before it stay and have NULL in it
/// until the server sends them again, and an item that is read from such a row must have NULL in it, too, or the row would
/// count as damaged. The number of a column is raised when servers are asked for more of its values than before: rows stay,
/// and lose their validators. A column whose values are made of others is derived: the upgrade fills it.
public struct ListColumn: Sendable {
  /// The class of the values in SQLite.
  public enum Storage: String, Sendable {
    /// Texts.
    case text = "TEXT"
    /// Whole numbers.
    case integer = "INTEGER"
    /// Floating-point numbers.
    case real = "REAL"
  }

  let storage: Storage
  /// The number of the addition that brought the column, from 1 on; nil for a column that was there from the beginning.
  let addition: Int?
  /// Whether the values are made of other columns.
  let isDerived: Bool

  public init(_ storage: Storage, addition: Int? = nil, isDerived: Bool = false) {
    self.storage = storage
    self.addition = addition
    self.isDerived = isDerived
  }
}

/// A row of a list's table, read by the cases of its columns.
public struct ListRow<Column: RawRepresentable> where Column.RawValue == Int {
  private let row: Row

  init(_ row: Row) { self.row = row }

  /// The identity of the item as text; empty if the row is damaged.
  public var id: String { row.text(0) ?? "" }

  /// Returns a column as text; nil for NULL.
  public func text(_ column: Column) -> String? { row.text(column.rawValue + 1) }

  /// Returns a column as an integer; nil for NULL.
  public func integer(_ column: Column) -> Int64? {
    row.isNull(column.rawValue + 1) ? nil : row.integer(column.rawValue + 1)
  }

  /// Returns a column as a floating-point number; nil for NULL.
  public func real(_ column: Column) -> Double? {
    row.isNull(column.rawValue + 1) ? nil : row.real(column.rawValue + 1)
  }
}
