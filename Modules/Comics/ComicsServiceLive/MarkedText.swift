import Essentials

/// The pieces of a text with marks: `[[scene]]`, `<<sound>>`, `((aside))`, `{{…}}`, and lines. A mark begins a piece
/// only at the start of a line; within a line it is part of the text.
struct MarkedText {
  struct Piece {
    /// The mark; nil for a line.
    var mark: Mark?
    var text: String
  }

  enum Mark: CaseIterable {
    case scene, sound, aside, braces

    /// The opening and the closing character, each of which is written twice.
    var characters: (opening: UInt8, closing: UInt8) {
      switch self {
      case .scene: (UInt8(ascii: "["), UInt8(ascii: "]"))
      case .sound: (UInt8(ascii: "<"), UInt8(ascii: ">"))
      case .aside: (UInt8(ascii: "("), UInt8(ascii: ")"))
      case .braces: (UInt8(ascii: "{"), UInt8(ascii: "}"))
      }
    }

    static let closings = Set(allCases.map(\.characters.closing))
  }

  private var rest: ArraySlice<UInt8>
  private let extents: [Mark: [Int: Mark.Extent]]

  init(_ text: String) {
    let bytes = Array(text.utf8)
    rest = bytes[...]
    extents = Dictionary(uniqueKeysWithValues: Mark.allCases.map { ($0, $0.extents(in: bytes)) })
  }

  /// Returns the next piece that is not empty.
  mutating func next() -> Piece? {
    while true {
      rest = rest.drop(while: \.isSpace)
      if rest.isEmpty { return nil }
      let piece: Piece
      if let mark = Mark.allCases.first(where: { rest.starts(with: repeatElement($0.characters.opening, count: 2)) }),
        let extent = extents[mark]?[rest.startIndex] ?? cutOff(mark)
      {
        piece = Piece(mark: mark, text: text(rest[(rest.startIndex + 2)..<extent.contentEnd]))
        rest = rest[extent.end...]
        skipPunctuation()
      } else {
        let line = line
        piece = Piece(text: text(line))
        rest = rest[line.endIndex...]
      }
      if !piece.text.isEmpty { return piece }
    }
  }

  /// The rest of the current line. It is computed only on demand, because a line may hold any number of marks.
  private var line: ArraySlice<UInt8> { rest.prefix { $0 != UInt8(ascii: "\n") } }

  /// Returns the extent of a mark that its line ends with too few closing characters (`<<Click>`). Scenes and braces
  /// end with their line in any case; the others may be part of a formula.
  private func cutOff(_ mark: Mark) -> Mark.Extent? {
    let line = line
    let trimmed = line.count - line.reversed().prefix(while: \.isSpace).count
    let content = line.prefix(trimmed).reversed().drop { Mark.closings.contains($0) }.count
    guard content < trimmed || mark == .braces || mark == .scene else { return nil }
    return Mark.Extent(contentEnd: line.startIndex + max(content, 2), end: line.endIndex)
  }

  /// Skips punctuation that stands alone between a mark and the end of its line.
  private mutating func skipPunctuation() {
    let behind = rest.drop { $0.isPunctuation || $0 == UInt8(ascii: " ") }
    if behind.first.map({ $0.isSpace }) ?? true { rest = behind }
  }

  private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self).trimmed }
}

extension UInt8 {
  fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
  fileprivate var isPunctuation: Bool {
    self == UInt8(ascii: ".") || self == UInt8(ascii: ",") || self == UInt8(ascii: ":")
  }
}

extension MarkedText.Mark {
  /// Returns the extents of all marks of this kind, by the index at which a mark begins. A mark contains the closed
  /// marks within it. No mark extends beyond a line that begins with another one of its kind.
  func extents(in bytes: [UInt8]) -> [Int: Extent] {
    let (opening, closing) = characters
    var extents: [Int: Extent] = [:]
    var open: [Int] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index] == opening || bytes[index] == closing else {
        index += 1
        continue
      }
      let run = bytes[index...].prefix { $0 == bytes[index] }
      // A single character is text, and so is the odd one in a run: `[[a [b]]]`.
      let marks = run.count / 2
      if bytes[index] == opening, marks > 0 {
        let before = bytes[..<index].last { $0 != UInt8(ascii: " ") }
        if before == nil || before == UInt8(ascii: "\n") { open = [] }
        open += repeatElement(index, count: marks)
      } else if marks > 0, let outermost = open.first {
        // A mark that is not closed itself ends at the first closing characters after it.
        let closed = open.suffix(marks).first
        open.removeLast(min(marks, open.count))
        let extent = Extent(contentEnd: run.endIndex - 2, end: run.endIndex)
        if open.isEmpty || extents[outermost] == nil { extents[outermost] = extent }
        if let closed, extents[closed] == nil { extents[closed] = extent }
      }
      index = run.endIndex
    }
    return extents
  }

  /// The end of a mark's content, and the end of the mark.
  struct Extent {
    var contentEnd: Int
    var end: Int
  }
}
