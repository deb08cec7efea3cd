import Database
import Essentials

extension Checksum {
  /// The value as a signed integer, for a database column.
  var stored: Int64 { Int64(bitPattern: value) }

  /// Adds a text or the absence of one.
  mutating func add(_ text: String?) {
    guard let text else { return add(0) }
    add(1)
    add(part: text.utf8)
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
