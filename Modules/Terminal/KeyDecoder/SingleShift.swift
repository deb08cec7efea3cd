import Terminal

/// A sequence that starts with `ESC O`: the keypad and cursor keys in application mode, and F1 to F4.
struct SingleShift {
  /// The modifiers that an ESC before the sequence adds.
  let modifiers: Key.Modifiers
  /// The modifiers as some old terminals send them: `ESC O 5 A`, `ESC O 1 ; 5 P`.
  private var parameter: Int?

  init(modifiers: Key.Modifiers) { self.modifiers = modifiers }

  /// Whether no byte has followed `ESC O`.
  var isEmpty: Bool { parameter == nil }

  mutating func take(_ byte: UInt8) -> Step<Key?> {
    switch byte {
    case 0x30...0x39:
      parameter = min((parameter ?? 0) * 10 + Int(byte & 0x0F), 1 << 24)
      return .more
    case UInt8(ascii: ";") where parameter != nil:
      parameter = 0
      return .more
    default: break
    }
    let held = modifiers.union(Key.Modifiers(parameter: parameter ?? 1))
    if let code = ControlSequence.lettered(byte) { return .done(Key(code, held)) }
    if let code = Self.keypad(byte) { return .done(Key(code, held)) }
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      return .done(ControlSequence.lettered(byte & 0x5F).map { Key($0, held.union(.control)) })
    case UInt8(ascii: "E"): return .done(nil)  // The 5 of a keypad without num lock.
    case 0x40...0x7E where parameter != nil: return .done(nil)
    default: return .broken
    }
  }

  /// Returns the key of a VT100 keypad in application mode: `j` to `y` are `*` to `9`.
  private static func keypad(_ byte: UInt8) -> Key.Code? {
    switch byte {
    case UInt8(ascii: "M"): .enter
    case UInt8(ascii: "I"): .tab
    case UInt8(ascii: "X"): .character("=")
    case UInt8(ascii: " "): .character(" ")
    case UInt8(ascii: "j")...UInt8(ascii: "y"): .character(Character(Unicode.Scalar(byte - 0x40)))
    default: nil
    }
  }
}
