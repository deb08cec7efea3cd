import Terminal

extension Key {
  /// Creates the key that sends a single byte of ASCII.
  init(ascii byte: UInt8, _ modifiers: Modifiers) {
    switch byte {
    case 0x08, 0x7F: self.init(.backspace, modifiers)
    case 0x09: self.init(.tab, modifiers)
    case 0x0A, 0x0D: self.init(.enter, modifiers)
    case 0x1B: self.init(.escape, modifiers)
    case 0x00: self.init(.character(" "), modifiers.union(.control))
    case 0x01...0x1A: self.init(.character(Character(Unicode.Scalar(byte | 0x60))), modifiers.union(.control))
    case 0x1C...0x1F: self.init(.character(Character(Unicode.Scalar(byte | 0x40))), modifiers.union(.control))
    default: self.init(.character(Character(Unicode.Scalar(byte))), modifiers)
    }
  }

  /// Creates the key that types a scalar; `nil` for a C1 control, which no key types.
  init?(typed scalar: Unicode.Scalar, _ modifiers: Modifiers) {
    if (0x80...0x9F).contains(scalar.value) { return nil }
    self.init(.character(Character(scalar)), modifiers)
  }
}

extension Key.Modifiers {
  /// Creates modifiers from a parameter, which is one more than their bits: shift, alt, control, super.
  init(parameter: Int) { self.init(rawValue: (max(parameter, 1) - 1) & 0b1111) }
}

extension Key {
  /// Creates the key of a code point, as terminals send it that are configured to: `CSI code ; modifiers u`, or
  /// `CSI 27 ; modifiers ; code ~` with xterm's modifyOtherKeys. Nil for one that is not a character that a key types.
  init?(codePoint: Int, _ modifiers: Modifiers) {
    guard let scalar = UInt32(exactly: codePoint).flatMap(Unicode.Scalar.init) else { return nil }
    switch codePoint {
    case 8, 9, 13, 27, 127: self.init(ascii: UInt8(codePoint), modifiers)
    // Controls, and keys without a character, to which the kitty keyboard protocol gives private code points.
    case ..<0x20, 0x80...0x9F, 0xE000...0xF8FF: return nil
    default:
      let character = String(Character(scalar))
      let isCommand = !modifiers.isDisjoint(with: [.control, .command])
      let isShifted = modifiers == .shift
      let cased = isCommand ? character.lowercased() : isShifted ? character.uppercased() : character
      self.init(.character(Character(cased.count == 1 ? cased : character)), isShifted ? [] : modifiers)
    }
  }
}
