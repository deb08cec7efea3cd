import Terminal

/// An incomplete UTF-8 sequence (RFC 3629). An ill-formed one ends where Unicode recommends.
struct PartialCharacter {
  enum Step {
    case more
    case done(Unicode.Scalar)
    /// The byte is not part of the sequence.
    case broken
  }

  let modifiers: Key.Modifiers
  private var value: UInt32
  private var missing: Int
  private var allowed: ClosedRange<UInt8>

  /// - Parameter first: The first byte; nil is returned unless it starts a sequence of several bytes.
  init?(first: UInt8, modifiers: Key.Modifiers) {
    self.modifiers = modifiers
    allowed = 0x80...0xBF
    switch first {
    case 0xC2...0xDF: (value, missing) = (UInt32(first & 0x1F), 1)
    case 0xE0...0xEF: (value, missing) = (UInt32(first & 0x0F), 2)
    case 0xF0...0xF4: (value, missing) = (UInt32(first & 0x07), 3)
    default: return nil
    }
    switch first {
    case 0xE0: allowed = 0xA0...0xBF
    case 0xED: allowed = 0x80...0x9F
    case 0xF0: allowed = 0x90...0xBF
    case 0xF4: allowed = 0x80...0x8F
    default: break
    }
  }

  mutating func take(_ byte: UInt8) -> Step {
    guard allowed.contains(byte) else { return .broken }
    value = value << 6 | UInt32(byte & 0x3F)
    missing -= 1
    allowed = 0x80...0xBF
    if missing > 0 { return .more }
    return .done(Unicode.Scalar(value) ?? "\u{FFFD}")
  }
}
