import Terminal
import TextLayout

/// One cell of a line.
struct Cell: Hashable {
  /// The glyph of every cell of a wide character except the first.
  static let continuation: UInt32 = 0x11_0000
  /// The offset of the glyphs of characters of several scalars. Without it they are numbers in `Glyphs`.
  static let firstCluster: UInt32 = 0x20_0000

  /// A scalar, or one of the numbers above.
  var glyph: UInt32
  /// The style; for a space, only the part of it that is visible there.
  var style: Style
  /// The number of the link in `Glyphs`; 0 for none.
  var link: UInt16 = 0

  var isASCII: Bool { glyph < 0x7F }
  var isContinuation: Bool { glyph == Self.continuation }

  /// Whether all terminals agree on the width of the character.
  var isSure: Bool { isContinuation || Unicode.Scalar(glyph).flatMap(TextLayout.simpleWidth) != nil }

  /// Whether erasing the cell gives the same result as writing it.
  func isErasable(where erasesWithBackground: Bool) -> Bool {
    glyph == 0x20 && link == 0 && style.isErasable && (style.background == nil || erasesWithBackground)
  }
}

/// A converter from lines to cells. Characters of several scalars and links get numbers, so that comparing cells
/// compares integers.
struct Glyphs {
  private var clusters: [String] = []
  private var numbers: [String: UInt32] = [:]
  private var links: [Hyperlink] = []
  private var linkNumbers: [Hyperlink: UInt16] = [:]
  private let capabilities: Capabilities
  private let palette: Palette

  init(_ capabilities: Capabilities) {
    self.capabilities = capabilities
    palette = Palette(capabilities)
  }

  /// Returns the cells of a line, as many as the screen is wide.
  mutating func cells(of line: Line, width: Int) -> [Cell] {
    var cells: [Cell] = []
    cells.reserveCapacity(width)
    for span in line.spans {
      let style = palette.shown(span.style)
      let link = span.link.map { number(of: $0) } ?? 0
      let start = cells.count
      if span.text.utf8.count == span.width {  // Only ASCII has as many bytes as cells.
        let styleOnSpaces = style.onSpaces
        for byte in span.text.utf8 {
          cells.append(Cell(glyph: UInt32(byte), style: byte == 0x20 ? styleOnSpaces : style))
        }
      } else {
        append(span.text, style: style, to: &cells)
      }
      if link > 0 { for index in start..<cells.count { cells[index].link = link } }
    }
    let fill = Cell(glyph: 0x20, style: palette.shown(line.fill).onSpaces)
    while cells.count < width { cells.append(fill) }
    return cells
  }

  private mutating func append(_ text: String, style: Style, to cells: inout [Cell]) {
    let scalars = text.unicodeScalars
    var index = text.startIndex
    while index < text.endIndex {
      let next = scalars.index(after: index)
      let isLast = next == text.endIndex || TextLayout.simpleWidth(of: scalars[next]) != nil
      if isLast, let width = TextLayout.simpleWidth(of: scalars[index]) {
        append(glyph: scalars[index].value, width: width, style: style, to: &cells)
        index = next
      } else {
        append(text[index], style: style, to: &cells)
        index = text.index(after: index)
      }
    }
  }

  private mutating func append(_ character: Character, style: Style, to cells: inout [Cell]) {
    let width = TextLayout.width(of: character)
    if width == 0 {
      // Without a cell of its own, it joins the character before it.
      guard let index = cells.lastIndex(where: { !$0.isContinuation }) else { return }
      cells[index].glyph = number(of: text(of: cells[index].glyph) + String(character))
      return
    }
    let scalars = character.unicodeScalars
    let glyph = scalars.count == 1 ? scalars.first?.value ?? 0x20 : number(of: String(character))
    append(glyph: glyph, width: width, style: style, to: &cells)
  }

  private func append(glyph: UInt32, width: Int, style: Style, to cells: inout [Cell]) {
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

  /// Returns the number of a link. Returns 0 if links are not shown, and for links beyond the range of `UInt16`.
  private mutating func number(of link: Hyperlink) -> UInt16 {
    guard capabilities.hyperlinks, links.count < UInt16.max - 1 else { return 0 }
    if let number = linkNumbers[link] { return number }
    links.append(link)
    linkNumbers[link] = UInt16(links.count)
    return UInt16(links.count)
  }

  /// Returns the largest number of cells that a terminal may use for a character: twice its number of scalars, because
  /// a terminal may draw each scalar by itself and wide. Returns 1 if all terminals agree on the width.
  func reach(of cell: Cell) -> Int {
    if cell.isSure { return 1 }
    return cell.glyph < Cell.firstCluster ? 2 : 2 * text(of: cell.glyph).unicodeScalars.count
  }

  func link(_ number: UInt16) -> Hyperlink? { number == 0 ? nil : links[Int(number) - 1] }

  func text(of glyph: UInt32) -> String {
    if glyph >= Cell.firstCluster { return clusters[Int(glyph - Cell.firstCluster)] }
    return Unicode.Scalar(glyph).map { String(Character($0)) } ?? ""
  }
}
