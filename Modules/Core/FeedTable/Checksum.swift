import Database

/// Tells values that were damaged on the disk from those that were written: one changed bit makes it another for
/// certain. It is the same in every run, and of no use against anybody who changes values on purpose.
struct Checksum {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// As a database keeps it.
  var value: Int64 { Int64(bitPattern: state) }

  mutating func add(_ word: UInt64) {
    // Each step can be undone, so two states or words that differ never become one.
    state = (state ^ word) &* 0xFF51_AFD7_ED55_8CCD
    state ^= state >> 32
  }

  mutating func add(_ text: String?) {
    guard var text else { return add(0) }
    text.withUTF8 { add(UnsafeRawBufferPointer($0), kind: 1) }
  }

  mutating func add(_ values: [DatabaseValue]) {
    for value in values {
      switch value {
      case .null: add(0)
      case .text(let text): add(text)
      case .integer(let integer):
        add(2)
        add(UInt64(bitPattern: integer))
      case .real(let real):
        add(3)
        add(real.bitPattern)
      case .blob(let bytes): bytes.withUnsafeBytes { add($0, kind: 4) }
      }
    }
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer, kind: UInt64) {
    add(UInt64(bytes.count) << 8 | kind)
    var offset = 0
    while offset + 8 <= bytes.count {
      add(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < bytes.count {
      rest = rest << 8 | UInt64(bytes[offset])
      offset += 1
    }
    add(rest)
  }
}
