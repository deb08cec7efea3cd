/// An answer of the terminal that is a string (OSC, DCS, APC, PM, SOS): known by its end, its content not kept.
struct StringSequence {
  enum Step {
    case more, done
    /// The byte does not belong to it; the answer was cut off, by ESC or by a control that no answer has.
    case broken(begunByEscape: Bool)
  }

  /// What came after ESC.
  let introducer: Character
  /// Whether nothing has come after that.
  private(set) var isEmpty = true
  private var sawEscape = false

  init(introducer: Character) { self.introducer = introducer }

  mutating func take(_ byte: UInt8) -> Step {
    if sawEscape { return byte == UInt8(ascii: "\\") ? .done : .broken(begunByEscape: true) }
    isEmpty = false
    switch byte {
    case 0x07, 0x18, 0x1A: return .done  // BEL, and CAN and SUB, which cancel.
    case 0x03: return .broken(begunByEscape: false)  // Ctrl-c always gets through.
    case 0x1B:
      sawEscape = true
      return .more
    default: return .more
    }
  }
}
