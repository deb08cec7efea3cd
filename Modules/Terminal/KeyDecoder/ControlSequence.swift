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
