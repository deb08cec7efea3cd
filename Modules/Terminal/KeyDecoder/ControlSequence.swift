import Terminal

/// A control sequence (ECMA-48, 5.4): after `ESC [` come parameters, intermediates, and one final byte.
struct ControlSequence {
  /// The meaning of a complete sequence.
  enum Meaning {
    case events([Terminal.Event])
    /// The start of a paste.
    case paste
    /// Three bytes of a mouse report in the old form follow.
    case oldMouse
    /// One more byte of the Linux console follows.
    case linux
  }

  /// A length above that of every known sequence. Longer sequences are skipped to their end.
  private static let longest = 128

  /// The modifiers that an ESC before the sequence adds.
  let modifiers: Key.Modifiers
  private(set) var final: UInt8 = 0
  /// The first byte, if it is one of `<=>?`.
  private(set) var prefix: UInt8?
  private(set) var intermediates: [UInt8] = []
  private var body: [UInt8] = []
  private var isTooLong = false

  init(modifiers: Key.Modifiers) { self.modifiers = modifiers }

  /// Whether no byte has followed `ESC [`.
  var isEmpty: Bool { body.isEmpty && prefix == nil && intermediates.isEmpty && !isTooLong }

  mutating func take(_ byte: UInt8) -> Step<Meaning> {
    switch byte {
    case 0x30...0x3F, 0x20...0x2F:
      if isRxvtEnd(byte) {
        final = byte
        return .done(meaning)
      }
      if body.count + intermediates.count >= Self.longest {
        isTooLong = true
      } else if byte < 0x30 {
        intermediates.append(byte)
      } else if isEmpty, byte >= 0x3C {
        prefix = byte
      } else {
        body.append(byte)
      }
      return .more
    case 0x40...0x7E:
      final = byte
      return .done(meaning)
    default:
      return .broken
    }
  }

  /// Whether the byte ends a sequence of rxvt: shift with Home is `CSI 7 $`, though `$` is not a final byte.
  private func isRxvtEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "$") && prefix == nil && !body.isEmpty && body.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// The parameters. One left out is `nil`; very large numbers are reduced.
  var parameters: [Int?] {
    if body.isEmpty { return [] }
    return body.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { digits in
      digits.isEmpty ? nil : digits.reduce(0) { min($0 * 10 + Int($1 & 0x0F), 1 << 24) }
    }
  }

  private var meaning: Meaning {
    // Only protocols that are never turned on divide a parameter by colons.
    if isTooLong || body.contains(UInt8(ascii: ":")) { return .events([]) }
    switch (prefix, final) {
    case (nil, UInt8(ascii: "[")) where body.isEmpty: return .linux
    case (nil, UInt8(ascii: "M")) where body.isEmpty: return .oldMouse
    case (nil, UInt8(ascii: "~")) where parameters.first == 200: return .paste
    case (UInt8(ascii: "<"), UInt8(ascii: "M")), (UInt8(ascii: "<"), UInt8(ascii: "m")):
      return .events(mouse.map { [.mouse($0)] } ?? [])
    case (UInt8(ascii: "?"), UInt8(ascii: "y")): return .events(report.map { [$0] } ?? [])
    case (UInt8(ascii: "?"), UInt8(ascii: "c")): return .events([answer])
    case (nil, UInt8(ascii: "t")) where intermediates.isEmpty: return .events([answer])
    case (nil, _) where intermediates.isEmpty: return .events(key.map { [.key($0)] } ?? [])
    default: return .events([])
    }
  }

  /// The sequence as the answer to a question.
  private var answer: Terminal.Event {
    .answer([0x1B, UInt8(ascii: "[")] + (prefix.map { [$0] } ?? []) + body + intermediates + [final])
  }

  /// The answer to whether mode 2026 is supported: set, or reset but changeable (DECRPM: `CSI ? 2026 ; Ps $ y`).
  private var report: Terminal.Event? {
    let parameters = parameters
    guard intermediates == [UInt8(ascii: "$")], parameters.count == 2, parameters[0] == 2026, let answer = parameters[1]
    else { return nil }
    return .synchronizedOutput(answer == 1 || answer == 2)
  }
}

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

extension ControlSequence {
  /// The mouse event of a sequence in SGR form (mode 1006): `CSI < button ; column ; row M`, with `m` for a released
  /// button. The bits for shift, alt and control are ignored.
  var mouse: Terminal.Mouse? {
    let numbers = parameters.compactMap(\.self)
    guard numbers.count == 3, parameters.count == 3, final == UInt8(ascii: "M") else { return nil }
    let action: Terminal.Mouse.Action
    switch numbers[0] & ~0b11100 {
    case 0: action = .press
    case 64: action = .scrollUp
    case 65: action = .scrollDown
    default: return nil
    }
    return Terminal.Mouse(action, column: max(numbers[1], 1) - 1, row: max(numbers[2], 1) - 1)
  }
}
