import HTMLText
import RichText

/// The runs of a paragraph whose links give their addresses themselves.
func inlineRuns(_ text: some StringProtocol, ended: Set<String>) -> [RichText.Run] {
  var none = LinkDefinitions()
  return inlineRuns(text, &none, ended: ended)
}

/// The runs of a paragraph.
/// - Parameter ended: the elements of HTML that the whole text ends somewhere.
func inlineRuns(
  _ text: some StringProtocol, _ definitions: inout LinkDefinitions, ended: Set<String>
) -> [RichText.Run] {
  let bytes = Array(text.utf8)
  // Most texts have no marks; only an address may hide in them, and that has a colon.
  guard bytes.contains(where: isMark) else { return bytes.isEmpty ? [] : [.init(String(text))] }
  var parser = InlineParser(bytes, definitions, ended: ended)
  defer { definitions.use(parser.used) }
  return parser.runs()
}

private func isMark(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "["), UInt8(ascii: "\\"),
    UInt8(ascii: "<"), UInt8(ascii: "~"), UInt8(ascii: ":"):
    true
  default: false
  }
}

/// Finds marks from the left to the right; each closing one looks at the nearest opening one of its kind alone, so that
/// no text takes more than a time in proportion to its length.
struct InlineParser {
  /// A mark that opens or closes something, or text as it is.
  struct Piece {
    var text: Range<Int>
    var opens: RichText.Run.Traits = []
    var closes: RichText.Run.Traits = []
    /// Where a link leads that begins here.
    var link: String?
    var endsLink = false
    /// Whether it is an address, which leads to itself.
    var isAddress = false
    var isCode = false
    /// What is shown in its place.
    var replacement: String?
    /// Whether it is shown: marks that have found each other are not.
    var isShown = true
  }

  private struct Kind: Hashable {
    var mark: UInt8
    var count: Int
  }

  let bytes: [UInt8]
  var pieces: [Piece] = []
  private var openers: [Kind: [Int]] = [:]
  /// The pieces that may begin a link.
  var brackets: [Int] = []
  /// Where text begins that is no piece yet.
  private var start = 0
  var index = 0
  var ticks: [Int: [Int]]?

  /// Where links lead that give a label in the place of an address.
  let definitions: LinkDefinitions
  /// The labels they gave.
  var used: Set<String> = []

  var tags: HTMLTagScanner
  let ended: Set<String>
  /// The pieces that are tags of HTML still to be ended, by their names.
  var openTags: [String: [Int]] = [:]

  init(_ bytes: [UInt8], _ definitions: LinkDefinitions, ended: Set<String>) {
    (self.bytes, self.definitions, self.ended, tags) = (bytes, definitions, ended, HTMLTagScanner(bytes))
  }

  mutating func runs() -> [RichText.Run] {
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\"): escape()
      case UInt8(ascii: "`"): code()
      case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"): delimiter()
      case UInt8(ascii: "!") where byte(index + 1) == UInt8(ascii: "["): openLink(length: 2)
      case UInt8(ascii: "["): openLink(length: 1)
      case UInt8(ascii: "]"): closeLink()
      case UInt8(ascii: "<"): if !addressInBrackets() { tag() }
      case UInt8(ascii: "h"), UInt8(ascii: "H"): address()
      default: index += 1
      }
    }
    addText(to: bytes.count)
    return joined()
  }

  func byte(_ index: Int) -> UInt8? { bytes.indices.contains(index) ? bytes[index] : nil }

  mutating func addText(to end: Int) {
    if start < end { pieces.append(Piece(text: start..<end)) }
    start = end
  }

  /// Adds a piece that ends behind `end`.
  mutating func add(_ piece: Piece, end: Int) {
    addText(to: index)
    pieces.append(piece)
    (index, start) = (end, end)
  }

  /// `\*` is an asterisk. Before anything that is no mark a backslash is one.
  private mutating func escape() {
    guard let next = byte(index + 1), "*_`[]#>~!-+".utf8.contains(next) else {
      index += 1
      return
    }
    addText(to: index)
    start = index + 1
    index += 2
  }

  private mutating func delimiter() {
    let mark = bytes[index]
    let end = index + bytes[index...].prefix { $0 == mark }.count
    let kind = Kind(mark: mark, count: end - index)
    guard let traits = traits(of: kind) else {
      index = end
      return
    }
    let (canOpen, canClose) = flanks(index..<end, kind)
    if canClose, let opener = openers[kind]?.popLast() {
      // What was opened in between is not closed any more.
      for other in openers.keys {
        while let last = openers[other]?.last, last > opener { openers[other]?.removeLast() }
      }
      pieces[opener].opens = traits
      pieces[opener].isShown = false
      add(Piece(text: index..<end, closes: traits, isShown: false), end: end)
    } else if canOpen {
      addText(to: index)
      openers[kind, default: []].append(pieces.count)
      add(Piece(text: index..<end), end: end)
    } else {
      index = end
    }
  }

  private func traits(of kind: Kind) -> RichText.Run.Traits? {
    switch (kind.mark, kind.count) {
    case (UInt8(ascii: "~"), 2): .strikethrough
    case (UInt8(ascii: "~"), _): nil
    case (_, 1): .emphasis
    case (_, 2): .strong
    case (_, 3): [.emphasis, .strong]
    default: nil
    }
  }

  /// Whether a mark may open and close: it stands at a word, not between spaces; and, but for `**` and `~~`, not inside
  /// of a word of a script that has spaces between words.
  private func flanks(_ mark: Range<Int>, _ kind: Kind) -> (opens: Bool, closes: Bool) {
    let (before, after) = (scalar(before: mark.lowerBound), scalar(at: mark.upperBound))
    func isSpace(_ scalar: Unicode.Scalar?) -> Bool { scalar.map { $0.properties.isWhitespace } ?? true }
    func isWord(_ scalar: Unicode.Scalar?) -> Bool {
      guard let scalar, kind.count == 1 || kind.mark == UInt8(ascii: "_") else { return false }
      if scalar.value < 0x80 { return isLetterOrDigit(UInt8(scalar.value)) }
      return scalar.value < 0x2E80 && !scalar.properties.isWhitespace && !scalar.isPunctuation
    }
    return (!isSpace(after) && !isWord(before), !isSpace(before) && !isWord(after))
  }

  private func scalar(at index: Int) -> Unicode.Scalar? {
    guard index < bytes.count else { return nil }
    if bytes[index] < 0x80 { return Unicode.Scalar(bytes[index]) }
    return String(decoding: bytes[index..<min(index + 4, bytes.count)], as: UTF8.self).unicodeScalars.first
  }

  private func scalar(before index: Int) -> Unicode.Scalar? {
    guard index > 0 else { return nil }
    var start = index - 1
    while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return scalar(at: start)
  }
}

func isLetterOrDigit(_ byte: UInt8) -> Bool {
  (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
}

extension Unicode.Scalar {
  fileprivate var isPunctuation: Bool {
    switch properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation:
      true
    default: false
    }
  }
}
