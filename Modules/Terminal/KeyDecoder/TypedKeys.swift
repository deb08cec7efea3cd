import Terminal

extension Key {
  /// The key that sends one byte of ASCII.
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

  /// The key that types the scalar; `nil` for a C1 control, which no key types.
  init?(typed scalar: Unicode.Scalar, _ modifiers: Modifiers) {
    if (0x80...0x9F).contains(scalar.value) { return nil }
    self.init(.character(Character(scalar)), modifiers)
  }
}

extension Key.Modifiers {
  /// The modifiers of a parameter, in which one is added to the bits: shift, alt, control, super (xterm, kitty), hyper,
  /// meta, caps lock and num lock (kitty). Hyper and the locks change nothing here.
  init(parameter: Int) {
    let bits = max(parameter, 1) - 1
    self = Self(rawValue: bits & 0b1111)
    if bits & 32 != 0 { insert(.alt) }
  }
}
