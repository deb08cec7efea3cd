public import Terminal
import TextLayout

/// A terminal as far as a renderer uses one: interprets what is written and shows it as a grid of cells.
public struct VirtualScreen: Sendable {
  /// What stands in one cell.
  public struct Cell: Hashable, Sendable {
    /// The character; empty in all but the first cell of a wide one.
    public var text: String
    /// The graphic rendition as it was set, `1;31`; of a space only what is seen on one.
    public var style: String

    public init(text: String, style: String = "") {
      self.text = text
      self.style = style
    }

    /// Nothing, in no style.
    public static let blank = Self(text: " ", style: "")
  }

  /// How a terminal may be.
  public struct Manner: Hashable, Sendable {
    /// Whether a cluster of scalars is one character, as in modern terminals; otherwise every scalar is put by itself.
    public var knowsClusters = true
    /// Whether erased cells take the background colour.
    public var erasesWithBackground = true
    public init(knowsClusters: Bool = true, erasesWithBackground: Bool = true) {
      self.knowsClusters = knowsClusters
      self.erasesWithBackground = erasesWithBackground
    }
  }

  /// Rows of cells, from the top.
  public internal(set) var cells: [[Cell]]
  /// Where the cursor stands, from 0. The column may be the width, after the last cell was written.
  public internal(set) var cursor = (row: 0, column: 0)
  /// Whether the cursor is seen.
  public internal(set) var isCursorVisible = true
  /// What the interpreter did not know or a terminal should not be told: controls, wrapped lines, unknown sequences.
  public internal(set) var complaints: [String] = []
  /// How deep in synchronized output (mode 2026); 0 when a frame is whole.
  public internal(set) var synchronization = 0

  /// What every picture was called that was sent (kitty), in order, as often as it was.
  public internal(set) var sent: [Int] = []
  /// The pictures that were sent and are kept, by what they are called: how much of base64 they are.
  public internal(set) var cachedPictures: [Int: Int] = [:]
  var shown: [Int: Shown] = [:]
  /// What was said at the beginning of a picture that is being sent in several pieces.
  var transmission: [String: String]?
  /// How much of it has come.
  var received = 0

  let size: Size
  let manner: Manner
  var style: [String] = []
  var region: Range<Int>

  public init(size: Size, manner: Manner = Manner()) {
    self.size = size
    self.manner = manner
    cells = Array(repeating: Array(repeating: .blank, count: size.width), count: size.height)
    region = 0..<size.height
  }

  /// The rows as text, without the spaces at their ends.
  public var text: [String] {
    cells.map { row in
      let text = row.map(\.text).joined()
      return String(text[..<(text.lastIndex { $0 != " " }.map(text.index(after:)) ?? text.startIndex)])
    }
  }

  /// Interprets what a program writes.
  public mutating func write(_ text: String) {
    var rest = Substring(text).unicodeScalars
    while let first = rest.first {
      if first == "\u{1B}" {
        rest = control(rest.dropFirst())
      } else {
        let run = rest.prefix { $0 != "\u{1B}" }
        rest = rest[run.endIndex...]
        if manner.knowsClusters {
          for character in Substring(run) { put(String(character), width: TextLayout.width(of: character)) }
        } else {
          for scalar in run { put(String(scalar), width: TextLayout.width(of: Character(scalar))) }
        }
      }
    }
  }

  private mutating func put(_ text: String, width: Int) {
    if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      complaints.append("control \(text.debugDescription)")
      return
    }
    guard cells.indices.contains(cursor.row) else { return complaints.append("outside: row \(cursor.row)") }
    if width == 0 {
      guard let column = (0..<cursor.column).last(where: { !cells[cursor.row][$0].text.isEmpty }) else { return }
      cells[cursor.row][column].text += text
      return
    }
    guard cursor.column + width <= size.width else {
      // A terminal that knows other widths than the program may come here: it does not wrap, that is switched off.
      if manner.knowsClusters { complaints.append("wrapped: \(text)") }
      return
    }
    clear(cursor.column..<cursor.column + width)
    let look = text == " " ? Rendition(style).onSpaces : style.joined(separator: ";")
    cells[cursor.row][cursor.column] = Cell(text: text, style: look)
    for column in cursor.column + 1..<cursor.column + width {
      cells[cursor.row][column] = Cell(text: "", style: style.joined(separator: ";"))
    }
    cursor.column += width
  }

  /// Makes way; a wide character of which a part goes is gone as a whole.
  private mutating func clear(_ columns: Range<Int>) {
    var row = cells[cursor.row]
    var (first, last) = (columns.lowerBound, columns.upperBound)
    while first > 0, row[first].text.isEmpty { first -= 1 }
    while last < row.count, row[last].text.isEmpty { last += 1 }
    for column in first..<last { row[column].text = " " }
    cells[cursor.row] = row
  }

  /// What erasing leaves.
  var erased: Cell {
    manner.erasesWithBackground ? Cell(text: " ", style: Rendition(style).behindSpaces) : .blank
  }

  mutating func eraseToEndOfLine() {
    guard cursor.column < size.width, cells.indices.contains(cursor.row) else { return }
    clear(cursor.column..<size.width)
    for column in cursor.column..<size.width { cells[cursor.row][column] = erased }
  }
}
