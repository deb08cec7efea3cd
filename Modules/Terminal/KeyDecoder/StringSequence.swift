/// An answer of the terminal that is a string (OSC, DCS, APC, PM, SOS), known by its end. The bytes of an
/// OSC, a DCS and an APC are kept, as many as an answer may have.
struct StringSequence {
  enum Step {
    case more
    /// It has ended; the whole of it, where that is an answer somebody may want to read.
    case done([UInt8]?)
    /// The byte does not belong to it; the answer was cut off, by ESC or by a control that no answer has.
    case broken(begunByEscape: Bool)
  }

  /// No answer is longer; of a longer one only the end is looked for.
  private static let longest = 512

  /// What came after ESC.
  let introducer: Character
  /// Whether nothing has come after that.
  private(set) var isEmpty = true
  private var sawEscape = false
  /// From ESC on; nil when it is not to be kept.
  private var bytes: [UInt8]?

  init(introducer: UInt8) {
    self.introducer = Character(Unicode.Scalar(introducer))
    bytes = "]P_".utf8.contains(introducer) ? [0x1B, introducer] : nil
  }

  mutating func take(_ byte: UInt8) -> Step {
    if (bytes?.count ?? 0) < Self.longest { bytes?.append(byte) } else { bytes = nil }
    if sawEscape { return byte == UInt8(ascii: "\\") ? .done(bytes) : .broken(begunByEscape: true) }
    isEmpty = false
    switch byte {
    case 0x07: return .done(introducer == "]" ? bytes : nil)  // BEL ends an OSC as ST does.
    case 0x18, 0x1A: return .done(nil)  // CAN and SUB cancel.
    case 0x03: return .broken(begunByEscape: false)  // Ctrl-c always gets through.
    case 0x1B:
      sawEscape = true
      return .more
    default: return .more
    }
  }
}
