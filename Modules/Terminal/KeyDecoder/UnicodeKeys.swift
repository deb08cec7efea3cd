import Terminal

extension Key {
  /// Creates the key of a code point, as terminals send it that are configured to: `CSI code ; modifiers u`, or
  /// `CSI 27 ; modifiers ; code ~` with xterm's modifyOtherKeys. Nil for a control character that no key sends.
  init?(codePoint: Int, _ modifiers: Modifiers) {
    guard let scalar = UInt32(exactly: codePoint).flatMap(Unicode.Scalar.init) else { return nil }
    switch codePoint {
    case 8, 9, 13, 27, 127: self.init(ascii: UInt8(codePoint), modifiers)
    case ..<0x20: return nil
    default:
      let character = String(Character(scalar))
      let isCommand = !modifiers.isDisjoint(with: [.control, .command])
      let isShifted = modifiers == .shift
      let cased = isCommand ? character.lowercased() : isShifted ? character.uppercased() : character
      self.init(.character(Character(cased.count == 1 ? cased : character)), isShifted ? [] : modifiers)
    }
  }
}
