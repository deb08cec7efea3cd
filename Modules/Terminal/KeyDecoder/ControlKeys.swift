import Terminal

extension ControlSequence {
  /// The key that sends this sequence; nil if none does.
  var key: Key? {
    let number = parameters.first ?? nil
    let held = parameters.count > 1 ? parameters[1] : nil
    var modifiers = modifiers.union(Key.Modifiers(parameter: held ?? 1))
    let code: Key.Code?
    switch final {
    case UInt8(ascii: "u"): return number.flatMap { Key(codePoint: $0, modifiers) }
    case UInt8(ascii: "~"):
      if number == 27, parameters.count == 3 { return parameters[2].flatMap { Key(codePoint: $0, modifiers) } }
      code = number.flatMap(Self.numbered)
    case UInt8(ascii: "^"), UInt8(ascii: "$"), UInt8(ascii: "@"):
      code = number.flatMap(Self.numbered)
      if final != UInt8(ascii: "$") { modifiers.insert(.control) }
      if final != UInt8(ascii: "^") { modifiers.insert(.shift) }
    case UInt8(ascii: "a")...UInt8(ascii: "d") where parameters.isEmpty:
      code = Self.lettered(final & 0x5F)
      modifiers.insert(.shift)
    case UInt8(ascii: "Z"):
      code = .tab
      modifiers.insert(.shift)
    case UInt8(ascii: "R"):
      // A report of the cursor's position also ends with R. It looks like F3 with modifiers only in the first row, left of
      // the 17th column.
      code = parameters.isEmpty || number == 1 && held.map { $0 <= 16 } == true ? .function(3) : nil
    default:
      code = Self.lettered(final)
    }
    return code.map { Key($0, modifiers) }
  }

  /// Returns the key of a final letter, which is the same after `CSI` and `SS3`.
  static func lettered(_ final: UInt8) -> Key.Code? {
    letters[Unicode.Scalar(final)]
  }

  private static let letters: [Unicode.Scalar: Key.Code] = [
    "A": .up, "B": .down, "C": .right, "D": .left, "F": .end, "H": .home, "P": .function(1), "Q": .function(2),
    "R": .function(3), "S": .function(4),
  ]

  /// Returns the key of a number before `~`, as the VT220, xterm and rxvt send it.
  private static func numbered(_ number: Int) -> Key.Code? {
    if let function = functions.firstIndex(of: number) { return .function(function + 1) }
    return (1...8).contains(number) ? firstNumbers[number - 1] : nil
  }

  private static let firstNumbers: [Key.Code] = [.home, .insert, .delete, .end, .pageUp, .pageDown, .home, .end]
  private static let functions = [11...15, 17...21, 23...26, 28...29, 31...34].flatMap(Array.init)
}

extension Key {
  /// Creates the key F1 to F5 of the Linux console, which sends `ESC [ [ A` to `E`.
  init?(linuxConsole byte: UInt8) {
    guard (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(byte) else { return nil }
    self = .function(Int(byte - UInt8(ascii: "A")) + 1)
  }
}
