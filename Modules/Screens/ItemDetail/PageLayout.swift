public import Rendering
import StyleGuide
import Terminal
import TextLayout

/// The lines of a page, for one width. What is left of the width stands at both sides.
public struct PageLayout: Equatable, Sendable {
  /// From the top.
  public private(set) var lines: [Line] = []
  /// The pictures among them, by their rows.
  public private(set) var pictures: [PlacedPicture] = []
  /// The lines that go on with the text of the line above, and where in each its own text begins, in bytes.
  private(set) var continued: [Int: Int] = [:]
  /// Where its links lead: the first is number 1.
  public internal(set) var links: [String] = []
  var linkNumbers: [String: Int] = [:]
  /// The line at which what belongs to the item begins: its comments.
  public var anchor: Int?
  /// How long it takes to read, in minutes; nil where that is not said.
  public var minutes: Int?
  /// How many columns a text may have: as many as read well.
  public let measure: Int
  /// How many columns there are behind these, for what is not to be broken: an address.
  let beyondMeasure: Int
  private let width: Int
  private let margin: Span

  public init(width: Int) {
    self.width = width
    measure = max(1, min(72, width - 2))
    let left = max(1, (width - measure) / 2)
    beyondMeasure = max(0, width - left - measure - 1)
    margin = Span(width > 4 ? String(repeating: " ", count: left) : "")
  }

  /// Adds a text, wrapped.
  /// - `first`: what stands before its first line; the others begin below the text.
  public mutating func add(_ text: String, _ style: Style = .plain, after first: String = "") {
    let indent = min(TextLayout.width(of: first), measure - 1)
    let start = Span(TextLayout.pad(TextLayout.cut(first, to: indent, ellipsis: ""), to: indent), style)
    let rest = Span(String(repeating: " ", count: indent), style)
    add([Piece(text, style)], Prefix([start], [rest]))
  }

  /// Adds an empty line.
  public mutating func addSpace() { lines.append(Line()) }

  /// Adds a line across.
  public mutating func addRule() {
    add(line: [Span(String(repeating: "─", count: measure), .quiet)])
  }

  /// Adds a line as it is, after the margin and what stands before its text.
  mutating func add(line text: [Span], after start: [Span] = [], isContinued: Bool = false) {
    let start = [margin] + start
    if isContinued { continued[lines.count] = start.reduce(0) { $0 + $1.text.utf8.count } }
    lines.append(Line(start + text))
  }

  /// Adds rows of a picture.
  public mutating func add(_ picture: PlacedPicture) {
    var placed = picture
    (placed.row, placed.column) = (lines.count, max(min(1, margin.width), (width - placed.cells.width) / 2))
    pictures.append(placed)
    lines += Array(repeating: Line(), count: placed.cells.height)
  }
}
