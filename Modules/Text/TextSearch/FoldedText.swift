/// A folded text: its scalars in simplest form with marks in canonical order (UAX #15), and the characters they come
/// from.
struct FoldedText {
  private(set) var scalars: [Unicode.Scalar] = []
  /// The number of the character that each scalar comes from; empty unless requested.
  private(set) var sources: [Int] = []
  private let folding: Folding
  private let keepsSources: Bool
  /// The index after the last base, at which its marks begin.
  private var marksStart = 0
  private var areMarksInOrder = true

  init(_ text: some StringProtocol, _ folding: Folding) {
    self.folding = folding
    keepsSources = false
    scalars.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars { append(scalar, source: 0) }
    orderMarks()
  }

  init(characters: String, _ folding: Folding) {
    self.folding = folding
    keepsSources = true
    for (number, character) in characters.enumerated() {
      for scalar in character.unicodeScalars { append(scalar, source: number) }
    }
    orderMarks()
  }

  var string: String {
    String(unsafeUninitializedCapacity: scalars.count * 4) { bytes in
      var count = 0
      for scalar in scalars {
        for byte in scalar.utf8 {
          bytes.initializeElement(at: count, to: byte)
          count += 1
        }
      }
      return count
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar, source: Int) {
    if scalar.isASCII { return appendBase(folding.ignoresCase ? scalar.lowercasedASCII : scalar, source) }
    Folding.decompose(scalar) { simple in
      if simple.mayCompose, compose(simple) { return }
      folding.fold(simple) { folded in
        if folded.combiningClass == 0 { appendBase(folded, source) } else { appendMark(folded, source) }
      }
    }
  }

  private mutating func appendBase(_ scalar: Unicode.Scalar, _ source: Int) {
    orderMarks()
    if scalar.mayEndSyllable, marksStart == scalars.count, let syllable = scalars.last?.syllable(with: scalar) {
      scalars[scalars.count - 1] = syllable
      return
    }
    add(scalar, source)
    marksStart = scalars.count
  }

  private mutating func appendMark(_ scalar: Unicode.Scalar, _ source: Int) {
    if marksStart < scalars.count, let last = scalars.last, last.combiningClass > scalar.combiningClass {
      areMarksInOrder = false
    }
    add(scalar, source)
  }

  private mutating func add(_ scalar: Unicode.Scalar, _ source: Int) {
    scalars.append(scalar)
    if keepsSources { sources.append(source) }
  }

  /// Replaces the last base by the letter that it forms with a mark. Returns whether they form one.
  private mutating func compose(_ mark: Unicode.Scalar) -> Bool {
    guard marksStart > 0, let letter = Folding.composition(of: scalars[marksStart - 1], mark) else { return false }
    scalars[marksStart - 1] = letter
    return true
  }

  private mutating func orderMarks() {
    guard !areMarksInOrder else { return }
    areMarksInOrder = true
    // Sorted by class, then by position, both in one number, so that the class of each is looked up only once.
    let order = (marksStart..<scalars.count).map { Int(scalars[$0].combiningClass) << 48 | $0 }.sorted()
      .map { $0 & (1 << 48 - 1) }
    scalars.replaceSubrange(marksStart..., with: order.map { scalars[$0] })
    if keepsSources { sources.replaceSubrange(marksStart..., with: order.map { sources[$0] }) }
  }
}

extension Unicode.Scalar {
  /// The canonical combining class, which orders the marks on a base; 0 for anything that is not such a mark.
  var combiningClass: UInt8 {
    switch value {
    case 0..<0x300, 0x370..<0x483, 0x3030..<0x3099, 0x309B..<0xA66F, 0xAC00..<0xFB1E: 0
    default: properties.canonicalCombiningClass.rawValue
    }
  }

  /// Whether the scalar is a mark that can form another letter with a base.
  var mayCompose: Bool { value == 0x306 || value == 0x3099 || value == 0x309A }

  /// Whether the scalar is a vowel or a final consonant of a Hangul syllable.
  var mayEndSyllable: Bool { (0x1161...0x11C2).contains(value) }

  /// Returns the Hangul syllable of two scalars (the Unicode Standard, 3.12); nil if they do not form one.
  fileprivate func syllable(with next: Self) -> Self? {
    switch (value, next.value) {
    case (0x1100...0x1112, 0x1161...0x1175):
      Self(0xAC00 + ((value - 0x1100) * 21 + next.value - 0x1161) * 28)
    case (0xAC00...0xD7A3, 0x11A8...0x11C2) where (value - 0xAC00) % 28 == 0:
      Self(value + next.value - 0x11A7)
    default: nil
    }
  }
}
