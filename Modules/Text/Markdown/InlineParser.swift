import HTMLText
import RichText

/// Returns the runs of a paragraph without link definitions.
func inlineRuns(_ text: some StringProtocol, ended: Set<String>) -> [RichText.Run] {
  var used: Set<String> = []
  return inlineRuns(text, LinkDefinitions(), &used, ended: ended)
}

/// Returns the runs of a paragraph.
/// - Parameters:
///   - text: The text of the paragraph.
///   - definitions: The link definitions of the whole text.
///   - used: The labels of the definitions that links refer to. Those of the paragraph are added.
///   - ended: The HTML elements that have an end tag somewhere in the whole text.
func inlineRuns(
  _ text: some StringProtocol, _ definitions: LinkDefinitions, _ used: inout Set<String>, ended: Set<String>
) -> [RichText.Run] {
  let bytes = Array(text.utf8)
  // Most texts have no markup. A bare address has none either, but it contains a colon.
  guard bytes.contains(where: isMark) else { return bytes.isEmpty ? [] : [.init(String(text))] }
  var parser = InlineParser(bytes, definitions, ended: ended)
  defer { used.formUnion(parser.used) }
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

/// A parser of the markup in a paragraph. It goes from left to right, and a closing mark only looks at the nearest
/// opening one of its kind, so that the time is linear in the length of the text.
struct InlineParser {
  /// A mark that opens or closes a style or a link, or a piece of text.
  struct Piece {
    var text: Range<Int>
    var opens: RichText.Run.Traits = []
    var closes: RichText.Run.Traits = []
    /// The address of the link that begins here.
    var link: String?
    var endsLink = false
    /// Whether the text is an address, which is a link to itself.
    var isAddress = false
    var isCode = false
    /// The text to show instead.
    var replacement: String?
    /// Whether the piece is shown. Marks that form a pair are not.
    var isShown = true
  }

  private struct Kind: Hashable {
    var mark: UInt8
    var count: Int
  }

  let bytes: [UInt8]
  var pieces: [Piece] = []
  private var openers: [Kind: [Int]] = [:]
  /// The indices of the pieces that may begin a link.
  var brackets: [Int] = []
  /// The start of the text that is not in a piece yet.
  private var start = 0
  var index = 0
  var ticks: [Int: [Int]]?

  /// The addresses of links that refer to a label.
  let definitions: LinkDefinitions
  /// The labels that links have referred to.
  var used: Set<String> = []

  /// Whether only addresses are looked for.
  private let isLiteral: Bool
  var tags: HTMLTagScanner
  let ended: Set<String>
  /// The indices of the pieces that are open HTML tags, by name.
  var openTags: [String: [Int]] = [:]

  init(_ bytes: [UInt8], _ definitions: LinkDefinitions, ended: Set<String>, isLiteral: Bool = false) {
    self.bytes = bytes
    self.isLiteral = isLiteral
    self.definitions = definitions
    self.ended = ended
    tags = HTMLTagScanner(bytes)
  }

  mutating func runs() -> [RichText.Run] {
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "h"), UInt8(ascii: "H"): address()
      case _ where isLiteral: index += 1
      case UInt8(ascii: "\\"): escape()
      case UInt8(ascii: "`"): code()
      case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"): delimiter()
      case UInt8(ascii: "!") where byte(index + 1) == UInt8(ascii: "["): openLink(length: 2)
      case UInt8(ascii: "["): openLink(length: 1)
      case UInt8(ascii: "]"): closeLink()
      case UInt8(ascii: "<"): if !addressInBrackets() { tag() }
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

  /// Adds a piece whose markup ends before `end`.
  mutating func add(_ piece: Piece, end: Int) {
    addText(to: index)
    pieces.append(piece)
    index = end
    start = end
  }

  /// Reads an escaped mark, as in `\*`. Before any other character a backslash is an ordinary character.
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
      // Marks opened in between can no longer be closed.
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

  /// Returns whether a mark may open or close a style. It must touch a word on that side. Except for `**` and `~~`, it
  /// must not be inside a word of a script that has spaces between words.
  private func flanks(_ mark: Range<Int>, _ kind: Kind) -> (opens: Bool, closes: Bool) {
    let before = scalar(before: mark.lowerBound)
    let after = scalar(at: mark.upperBound)
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
