import Terminal

/// What follows `ESC [` (ECMA-48, 5.4): parameters, intermediates, and one final byte.
struct ControlSequence {
  enum Step {
    case more, done
    /// The byte does not belong to it; what had come is to be forgotten.
    case broken
  }

  /// What a whole sequence says.
  enum Meaning {
    case events([Terminal.Event])
    /// A paste begins.
    case paste
    /// Three bytes of an old mouse report follow.
    case oldMouse
    /// One byte of the Linux console follows.
    case linux
  }

  /// More bytes than any sequence has that is known here; of a longer one only the end is looked for.
  private static let longest = 128

  /// What ESC before the sequence adds.
  let modifiers: Key.Modifiers
  private(set) var final: UInt8 = 0
  /// A byte out of `<=>?` at the beginning.
  private(set) var prefix: UInt8?
  private(set) var intermediates: [UInt8] = []
  private var body: [UInt8] = []
  private var isTooLong = false

  init(modifiers: Key.Modifiers) { self.modifiers = modifiers }

  /// Whether nothing has come after `ESC [`.
  var isEmpty: Bool { body.isEmpty && prefix == nil && intermediates.isEmpty && !isTooLong }

  mutating func take(_ byte: UInt8) -> Step {
    switch byte {
    case 0x30...0x3F, 0x20...0x2F:
      if isRxvtEnd(byte) {
        final = byte
        return .done
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
      return .done
    default:
      return .broken
    }
  }

  /// rxvt ends `CSI 7 $` with what is no final byte: shift held with Home.
  private func isRxvtEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "$") && prefix == nil && !body.isEmpty && body.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// The parameters, each with its parts, which a colon parts; what was left out is `nil`. Very large numbers are cut.
  var parameters: [[Int?]] {
    if body.isEmpty { return [] }
    return body.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { parameter in
      parameter.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { digits in
        digits.isEmpty ? nil : digits.reduce(0) { min($0 * 10 + Int($1 & 0x0F), 1 << 24) }
      }
    }
  }

  var meaning: Meaning {
    if isTooLong { return .events([]) }
    switch (prefix, final) {
    case (nil, UInt8(ascii: "[")) where body.isEmpty: return .linux
    case (nil, UInt8(ascii: "M")) where body.isEmpty: return .oldMouse
    case (nil, UInt8(ascii: "~")) where parameters.first?.first == 200: return .paste
    case (nil, UInt8(ascii: "I")) where body.isEmpty: return .events([.focused(true)])
    case (nil, UInt8(ascii: "O")) where body.isEmpty: return .events([.focused(false)])
    case (UInt8(ascii: "<"), UInt8(ascii: "M")), (UInt8(ascii: "<"), UInt8(ascii: "m")):
      return .events(mouse.map { [.mouse($0)] } ?? [])
    case (UInt8(ascii: "?"), UInt8(ascii: "y")): return .events(report.map { [$0] } ?? [])
    case (UInt8(ascii: "?"), UInt8(ascii: "c")): return .events([answer])
    case (nil, UInt8(ascii: "t")) where intermediates.isEmpty: return .events([answer])
    case (nil, _) where intermediates.isEmpty: return .events(keys.map(Terminal.Event.key))
    default: return .events([])
    }
  }

  /// What is no key's and may be read by those who have asked.
  private var answer: Terminal.Event {
    .answer([0x1B, UInt8(ascii: "[")] + (prefix.map { [$0] } ?? []) + body + intermediates + [final])
  }

  /// The answer to whether mode 2026 is known: set, or reset but changeable (DECRPM: `CSI ? 2026 ; Ps $ y`).
  private var report: Terminal.Event? {
    let parameters = parameters.map { $0.first ?? nil }
    guard intermediates == [UInt8(ascii: "$")], parameters.count == 2, parameters[0] == 2026, let answer = parameters[1]
    else { return nil }
    return .synchronizedOutput(answer == 1 || answer == 2)
  }
}
