public import Terminal
import TextLayout

/// A terminal emulator for tests of rendering, which interprets what is written as a grid of cells.
public struct VirtualScreen: Sendable {
  /// A cell of the screen.
  public struct Cell: Hashable, Sendable {
    /// The character; empty in all cells of a wide character but the first.
    public var text: String
    /// The graphic rendition as it was set, for example `1;31`. For a space, only the visible part.
    public var style: String

    public init(text: String, style: String = "") {
      self.text = text
      self.style = style
    }

    /// An empty cell without a style.
    public static let blank = Self(text: " ", style: "")
  }

  /// The properties in which terminals differ.
  public struct Behavior: Hashable, Sendable {
    /// Whether a grapheme cluster is one character, as in modern terminals. Otherwise each scalar is written
    /// separately.
    public var knowsClusters = true
    /// Whether erased cells take the background colour.
    public var erasesWithBackground = true
    public init(knowsClusters: Bool = true, erasesWithBackground: Bool = true) {
      self.knowsClusters = knowsClusters
      self.erasesWithBackground = erasesWithBackground
    }
  }

  /// The rows of cells, from the top.
  public internal(set) var cells: [[Cell]]
  /// The position of the cursor, from 0. The column equals the width after the last cell of a row was written.
  public internal(set) var cursor = (row: 0, column: 0)
  /// Whether the cursor is visible.
  public internal(set) var isCursorVisible = true
  /// The errors in the output: control characters, wrapped lines, and unknown sequences.
  public internal(set) var complaints: [String] = []
  /// The nesting depth of synchronized output (mode 2026); 0 when a frame is complete.
  public internal(set) var synchronization = 0

  /// The identifiers of all pictures sent by the kitty protocol, in order and with repetitions.
  public internal(set) var sent: [Int] = []
  /// The pictures that the terminal has in memory: the length of their base64 by identifier.
  public internal(set) var cachedPictures: [Int: Int] = [:]
  var shown: [Int: Shown] = [:]
  /// The keys of a picture that is being sent in several chunks.
  var transmission: [String: String]?
  /// The number of bytes received of that picture.
  var received = 0

  let size: Size
  let manner: Behavior
  var style: [String] = []
  var region: Range<Int>

  public init(size: Size, manner: Behavior = Behavior()) {
    self.size = size
    self.manner = manner
    cells = Array(repeating: Array(repeating: .blank, count: size.width), count: size.height)
    region = 0..<size.height
  }

  /// The rows as text, without trailing spaces.
  public var text: [String] {
    cells.map { row in
      let text = row.map(\.text).joined()
      return String(text[..<(text.lastIndex { $0 != " " }.map(text.index(after:)) ?? text.startIndex)])
    }
  }

  /// Interprets the output of a program.
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
      // With different character widths, a terminal may reach the edge. It does not wrap, because wrapping is switched
      // off.
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

  /// Blanks some cells, including the rest of wide characters that are cut.
  private mutating func clear(_ columns: Range<Int>) {
    var row = cells[cursor.row]
    var first = columns.lowerBound
    var last = columns.upperBound
    while first > 0, row[first].text.isEmpty { first -= 1 }
    while last < row.count, row[last].text.isEmpty { last += 1 }
    for column in first..<last { row[column].text = " " }
    cells[cursor.row] = row
  }

  /// The cell that erasing leaves.
  var erased: Cell {
    manner.erasesWithBackground ? Cell(text: " ", style: Rendition(style).behindSpaces) : .blank
  }

  mutating func eraseToEndOfLine() {
    guard cursor.column < size.width, cells.indices.contains(cursor.row) else { return }
    clear(cursor.column..<size.width)
    for column in cursor.column..<size.width { cells[cursor.row][column] = erased }
  }
}
