import Database
import Essentials

extension Checksum {
  /// Adds a text or the absence of one.
  mutating func add(_ text: String?) {
    guard let text else { return add(0) }
    add(1)
    add(part: text.utf8)
  }

  /// Adds the value in a row as it was added before it was saved.
  mutating func add(_ row: Row, _ column: Int, _ storage: ListColumn.Storage) {
    if row.isNull(column) { return add(DatabaseValue.null) }
    switch storage {
    case .text: add(textOf: row, column)
    case .integer: add(.integer(row.integer(column)))
    case .real: add(.real(row.real(column)))
    }
  }

  /// Adds a text without making a `String` of it.
  mutating func add(textOf row: Row, _ column: Int) {
    var sum = self
    sum.add(1)
    row.utf8(column) { text in text.withUnsafeBufferPointer { sum.add(part: $0) } }
    self = sum
  }

  /// Adds the value of a column, with its type.
  mutating func add(_ value: DatabaseValue) {
    switch value {
    case .null: add(0)
    case .text(let text): add(text)
    case .integer(let integer):
      add(2)
      add(UInt64(bitPattern: integer))
    case .real(let real):
      add(3)
      add(real.bitPattern)
    case .blob(let bytes):
      add(4)
      add(part: bytes)
    }
  }
}
