/// The pieces of a text with marks: `[[scene]]`, `<<sound>>`, `((aside))`, `{{…}}`, and lines. A mark begins a piece only
/// where a line begins; inside a line it is part of what is said.
struct MarkedText {
  struct Piece {
    /// None where it is a line.
    var mark: Mark?
    var text: String
  }

  enum Mark: CaseIterable {
    case scene, sound, aside, braces

    /// Written twice.
    var opening: UInt8 {
      switch self {
      case .scene: UInt8(ascii: "[")
      case .sound: UInt8(ascii: "<")
      case .aside: UInt8(ascii: "(")
      case .braces: UInt8(ascii: "{")
      }
    }

    var closing: UInt8 {
      switch self {
      case .scene: UInt8(ascii: "]")
      case .sound: UInt8(ascii: ">")
      case .aside: UInt8(ascii: ")")
      case .braces: UInt8(ascii: "}")
      }
    }

    static let closings = Set(allCases.map(\.closing))
  }

  private var rest: ArraySlice<UInt8>
  /// What is never closed is not looked for again: that would take quadratic time.
  private var unclosed: Set<Mark> = []

  init(_ text: String) { rest = Array(text.utf8)[...] }

  /// The next piece that is not empty.
  mutating func next() -> Piece? {
    while true {
      rest = rest.drop(while: \.isSpace)
      if rest.isEmpty { return nil }
      let piece: Piece
      if let mark = Mark.allCases.first(where: { rest.starts(with: [$0.opening, $0.opening]) }),
        let extent = closed(mark) ?? cutOff(mark)
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

  /// Only looked for where it is needed: a line may hold any number of marks.
  private var line: ArraySlice<UInt8> { rest.prefix { $0 != UInt8(ascii: "\n") } }

  /// Where a mark's content and the mark end, if it is closed before another of its kind begins a line.
  private mutating func closed(_ mark: Mark) -> (contentEnd: Int, end: Int)? {
    guard !unclosed.contains(mark) else { return nil }
    var index = rest.startIndex + 2
    while index + 1 < rest.endIndex {
      if rest[index] == mark.closing, rest[index + 1] == mark.closing {
        // The last two of a run close it: `[[a [b]]]`.
        let end = rest[index...].prefix { $0 == mark.closing }.endIndex
        return (end - 2, end)
      }
      if rest[index] == UInt8(ascii: "\n"), rest[(index + 1)...].starts(with: [mark.opening, mark.opening]) {
        return nil
      }
      index += 1
    }
    unclosed.insert(mark)
    return nil
  }

  /// The same of a mark that its line ends, with less than it takes (`<<Click>`). Scenes and braces end with their line
  /// anyway; the others may be part of a formula.
  private func cutOff(_ mark: Mark) -> (contentEnd: Int, end: Int)? {
    let line = line
    let trimmed = line.count - line.reversed().prefix(while: \.isSpace).count
    let content = line.prefix(trimmed).reversed().drop { Mark.closings.contains($0) }.count
    guard content < trimmed || mark == .braces || mark == .scene else { return nil }
    return (line.startIndex + max(content, 2), line.endIndex)
  }

  /// A full stop or a colon that is all there is behind a mark says nothing.
  private mutating func skipPunctuation() {
    let behind = rest.drop { $0.isPunctuation || $0 == UInt8(ascii: " ") }
    if behind.first.map({ $0.isSpace }) ?? true { rest = behind }
  }

  private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self).trimmed }
}

extension UInt8 {
  fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
  fileprivate var isPunctuation: Bool { [UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ":")].contains(self) }
}
