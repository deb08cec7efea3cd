import Terminal
import TextLayout

/// One cell of a line.
struct Cell: Hashable {
  /// What a character of several cells has in all but its first.
  static let continuation: UInt32 = 0x11_0000
  /// From here on, the number of a character of several scalars in `Glyphs`.
  static let firstCluster: UInt32 = 0x20_0000

  /// A scalar, or one of the above.
  var glyph: UInt32
  /// Of a space only what is seen on one.
  var style: Style

  static let blank = Self(glyph: 0x20, style: .plain)

  var isASCII: Bool { glyph < 0x7F }
  var isContinuation: Bool { glyph == Self.continuation }

  /// Whether all terminals agree on where the next character goes: on ASCII, on the letters and lines of the old
  /// national sets, on ideographs and kana. Not on clusters, emoji and scripts that join or run the other way.
  var isSure: Bool {
    switch glyph {
    case 0x20...0x7E, 0xA1...0x2FF, 0x370...0x482, 0x2010...0x2027, 0x2190...0x2193, 0x2500...0x25A1, 0x25B2...0x25BD,
      0x3001...0x3029, 0x3041...0x3096, 0x3099...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, Self.continuation:
      true
    default: false
    }
  }

  /// Whether erasing leaves the same.
  func isErasable(where erasesWithBackground: Bool) -> Bool {
    glyph == 0x20 && style.isErasable && (style.background == nil || erasesWithBackground)
  }
}

/// Makes cells of lines; knows every character of several scalars by a number, so that cells of different lines are
/// compared as numbers.
struct Glyphs {
  private var clusters: [String] = []
  private var numbers: [String: UInt32] = [:]
  private let colors: Capabilities.Colors

  init(colors: Capabilities.Colors) { self.colors = colors }

  /// The cells of the line, as many as the screen is wide.
  mutating func cells(of line: Line, width: Int) -> [Cell] {
    var cells: [Cell] = []
    cells.reserveCapacity(width)
    for span in line.spans {
      let style = span.style.downgraded(to: colors)
      if span.text.utf8.count == span.width {  // Only ASCII has no more bytes than cells.
        let styleOnSpaces = style.onSpaces
        for byte in span.text.utf8 {
          cells.append(Cell(glyph: UInt32(byte), style: byte == 0x20 ? styleOnSpaces : style))
        }
      } else {
        for character in span.text { append(character, style: style, to: &cells) }
      }
    }
    let fill = Cell(glyph: 0x20, style: line.fill.downgraded(to: colors).onSpaces)
    while cells.count < width { cells.append(fill) }
    return cells
  }

  private mutating func append(_ character: Character, style: Style, to cells: inout [Cell]) {
    let width = TextLayout.width(of: character)
    if width == 0 {
      // Has no cell of its own: it goes with the character before it.
      guard let index = cells.lastIndex(where: { !$0.isContinuation }) else { return }
      cells[index].glyph = number(of: text(of: cells[index].glyph) + String(character))
      return
    }
    let scalars = character.unicodeScalars
    let glyph = scalars.count == 1 ? scalars.first?.value ?? 0x20 : number(of: String(character))
    cells.append(Cell(glyph: glyph, style: glyph == 0x20 ? style.onSpaces : style))
    for _ in 1..<width { cells.append(Cell(glyph: Cell.continuation, style: style)) }
  }

  private mutating func number(of cluster: String) -> UInt32 {
    if let number = numbers[cluster] { return number }
    let number = Cell.firstCluster + UInt32(clusters.count)
    clusters.append(cluster)
    numbers[cluster] = number
    return number
  }

  func text(of glyph: UInt32) -> String {
    if glyph >= Cell.firstCluster { return clusters[Int(glyph - Cell.firstCluster)] }
    return Unicode.Scalar(glyph).map { String(Character($0)) } ?? ""
  }
}
