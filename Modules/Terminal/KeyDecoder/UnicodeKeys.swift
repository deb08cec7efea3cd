import Terminal

extension ControlSequence {
  /// The keys of `CSI code:shifted:base ; modifiers:event ; text u` (kitty keyboard protocol), or of its older form,
  /// `CSI code ; modifiers u`.
  var unicodeKeys: [Key] {
    let parameters = parameters
    let codes = parameters.first ?? []
    let held = parameters.count > 1 ? parameters[1] : []
    if held.count > 1, held[1] == 3 { return [] }
    let modifiers = modifiers.union(Key.Modifiers(parameter: (held.first ?? nil) ?? 1))
    let isCommand = !modifiers.isDisjoint(with: [.control, .alt, .command])
    if parameters.count > 2, !isCommand {
      let scalars = parameters[2].compactMap { $0.flatMap(Unicode.Scalar.init(number:)) }
      if !scalars.isEmpty { return scalars.compactMap { Key(typed: $0, []) } }
    }
    guard let code = codes.first ?? nil else { return [] }
    if let named = Self.named(code) { return [Key(named, modifiers)] }
    if Self.isSilent(code) { return [] }
    let base = codes.count > 2 ? codes[2] : nil
    let shifted = codes.count > 1 ? codes[1] : nil
    if isCommand {
      return Key(command: code > 0x7F ? base ?? code : code, modifiers).map { [$0] } ?? []
    }
    return Key(command: shifted != nil && modifiers.contains(.shift) ? shifted ?? code : code, modifiers)
      .map { [$0.withShiftInCharacter] } ?? []
  }

  /// The keys of `CSI 27 ; modifiers ; code ~`, which xterm sends with modifyOtherKeys.
  var otherKeys: [Key] {
    let parameters = parameters.map { $0.first ?? nil }
    guard parameters.count == 3, let code = parameters[2] else { return [] }
    let modifiers = modifiers.union(Key.Modifiers(parameter: parameters[1] ?? 1))
    if let named = Self.named(code) { return [Key(named, modifiers)] }
    let isCommand = !modifiers.isDisjoint(with: [.control, .alt, .command])
    guard let key = Key(command: code, modifiers) else { return [] }
    return [isCommand ? key : key.withShiftInCharacter]
  }

  /// Returns the named key of a code in the protocol's table of functional keys, including the keypad.
  private static func named(_ code: Int) -> Key.Code? {
    switch code {
    case 8, 127: .backspace
    case 9: .tab
    case 13, 57414: .enter
    case 27: .escape
    case 57376...57398: .function(code - 57376 + 13)
    case 57399...57408: .character(Character(Unicode.Scalar(UInt8(code - 57399 + 0x30))))
    case 57409: .character(".")
    case 57410: .character("/")
    case 57411: .character("*")
    case 57412: .character("-")
    case 57413: .character("+")
    case 57415: .character("=")
    case 57416: .character(",")
    case 57417: .left
    case 57418: .right
    case 57419: .up
    case 57420: .down
    case 57421: .pageUp
    case 57422: .pageDown
    case 57423: .home
    case 57424: .end
    case 57425: .insert
    case 57426: .delete
    default: nil
    }
  }

  /// Whether the code is a control character or a key of the protocol that does nothing here: locks, media, modifiers.
  private static func isSilent(_ code: Int) -> Bool { code < 0x20 || (57344...63743).contains(code) }
}

extension Key {
  /// Creates the key of a code point. With control or command, letters become lower case.
  fileprivate init?(command code: Int, _ modifiers: Modifiers) {
    guard let scalar = Unicode.Scalar(number: code) else { return nil }
    let character = Character(scalar)
    let isCommand = !modifiers.isDisjoint(with: [.control, .command])
    let lower = character.lowercased()
    self.init(.character(isCommand && lower.count == 1 ? Character(lower) : character), modifiers)
  }

  /// The key with shift merged into its character.
  fileprivate var withShiftInCharacter: Self {
    guard modifiers == .shift, case .character(let character) = code else { return self }
    let upper = character.uppercased()
    return character.isLowercase && upper.count == 1 ? .character(Character(upper)) : .character(character)
  }
}

extension Unicode.Scalar {
  fileprivate init?(number: Int) {
    guard let value = UInt32(exactly: number) else { return nil }
    self.init(value)
  }
}
