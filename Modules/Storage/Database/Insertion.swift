/// A statement that inserts rows into a table, several at a time: SQLite takes two thirds of the time of one by one.
public struct Insertion: Sendable {
  /// The treatment of a row whose key is in the table.
  public enum Conflict: String, Sendable {
    /// The statement fails. `ABORT`, which is the same in SQL for one row, would note what several rows change in a file,
    /// to undo them; a change that fails is undone as a whole.
    case fail = "FAIL"
    /// The row replaces the other. SQLite notes what these statements change, so they insert one row each.
    case replace = "REPLACE"
  }

  /// The number of columns.
  public let width: Int
  /// The number of rows in a statement with many.
  let size: Int
  let one, many: String

  public init(into table: String, _ columns: [String], orElse conflict: Conflict) {
    width = columns.count
    // SQLite before 3.32 takes 999 values.
    size = conflict == .replace ? 1 : max(1, min(25, 999 / width))
    let row = "(\(columns.map { _ in "?" }.joined(separator: ", ")))"
    let start = "INSERT OR \(conflict.rawValue) INTO \(table) (\(columns.joined(separator: ", "))) VALUES "
    one = start + row
    many = start + Array(repeating: row, count: size).joined(separator: ", ")
  }
}

extension Connection {
  /// Inserts rows.
  /// - Parameters:
  ///   - insertion: The table and its columns.
  ///   - values: The values of all rows, one row after the other.
  /// - Throws: `DatabaseError`, or `CancellationError`.
  public func insert(_ insertion: Insertion, _ values: [DatabaseValue]) throws {
    func rows(_ range: Range<Int>, of length: Int) -> [[DatabaseValue]] {
      stride(from: range.lowerBound, to: range.upperBound, by: length).map { Array(values[$0..<$0 + length]) }
    }
    let length = insertion.width * insertion.size
    let end = values.count / length * length
    try runEach(insertion.many, rows(0..<end, of: length))
    try runEach(insertion.one, rows(end..<values.count, of: insertion.width))
  }
}
