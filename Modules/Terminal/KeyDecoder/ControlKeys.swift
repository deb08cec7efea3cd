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
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(final - UInt8(ascii: "P")) + 1)
    default: nil
    }
  }

  /// Returns the key of a number before `~`, as the VT220, xterm and rxvt send it.
  private static func numbered(_ number: Int) -> Key.Code? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23...26: .function(number - 12)
    case 28, 29: .function(number - 13)
    case 31...34: .function(number - 14)
    default: nil
    }
  }
}

extension Key {
  /// Creates the key F1 to F5 of the Linux console, which sends `ESC [ [ A` to `E`.
  init?(linuxConsole byte: UInt8) {
    guard (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(byte) else { return nil }
    self = .function(Int(byte - UInt8(ascii: "A")) + 1)
  }
}
