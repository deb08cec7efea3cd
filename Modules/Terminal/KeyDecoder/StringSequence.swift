/// A string sequence, which answers a question: OSC, DCS, APC, PM or SOS, up to its end. The bytes of an OSC, a DCS and
/// an APC are recorded, up to the maximum length of an answer.
struct StringSequence {
  /// The maximum length of an answer, in bytes. The end of a longer one is found, but its bytes are dropped.
  private static let longest = 512

  /// The character after ESC.
  let introducer: Character
  /// Whether no byte has followed the introducer.
  private(set) var isEmpty = true
  private(set) var sawEscape = false
  /// The bytes from ESC on; nil if they are not recorded.
  private var bytes: [UInt8]?

  init(introducer: UInt8) {
    self.introducer = Character(Unicode.Scalar(introducer))
    bytes = "]P_".utf8.contains(introducer) ? [0x1B, introducer] : nil
  }

  /// - Returns: The bytes of the whole sequence at its end; nil if it is not a readable answer. A sequence is broken off
  ///   by ESC, and by a control character that no answer contains.
  mutating func take(_ byte: UInt8) -> Step<[UInt8]?> {
    if (bytes?.count ?? 0) < Self.longest { bytes?.append(byte) } else { bytes = nil }
    if sawEscape { return byte == UInt8(ascii: "\\") ? .done(bytes) : .broken }
    isEmpty = false
    switch byte {
    case 0x07: return .done(introducer == "]" ? bytes : nil)  // BEL ends an OSC as ST does.
    case 0x18, 0x1A: return .done(nil)  // CAN and SUB cancel.
    case 0x03: return .broken  // Ctrl-C always gets through.
    case 0x1B:
      sawEscape = true
      return .more
    default: return .more
    }
  }
}
