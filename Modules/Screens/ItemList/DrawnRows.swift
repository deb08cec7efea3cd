public import Rendering
import StyleGuide
import TextSearch

/// The appearance of the rows on one screen.
public struct RowLayout<Item: ListItem>: Sendable {
  /// The widths of columns, and anything else about the rows that depends on the items on the screen. Two layouts with
  /// equal columns draw an item in the same way.
  public var columns: [Int]
  /// Returns the text of an item's row.
  public var spans: @Sendable (_ item: Item, _ style: RowStyle) -> [Span]

  public init(columns: [Int] = [], spans: @escaping @Sendable (_ item: Item, _ style: RowStyle) -> [Span]) {
    self.columns = columns
    self.spans = spans
  }
}

/// The rows as they were last drawn. Most keys change only the selected row, and drawing rows is most of the cost of a
/// key press.
struct DrawnRows<Item: ListItem>: Sendable {
  /// Everything that the rows depend on, besides the range that is on the screen.
  private struct Key: Equatable, Sendable {
    var items: [Item]
    var first: Int
    var width: Int
    var query: String?
    var edition: Int
  }

  private var key: Key?
  private var screen = 0..<0
  private var layout = RowLayout<Item> { _, _ in [] }
  /// The rows of the screen, each drawn as not selected.
  private var lines: [Line] = []

  /// Returns the lines of a screen.
  ///
  /// - Parameter query: The text to highlight; nil for none.
  mutating func lines(
    of rows: ItemRows<Item>, height: Int, width: Int, query: String?, _ look: ItemListLook<Item>
  ) -> [Line] {
    let new = Key(items: rows.items, first: rows.first, width: width, query: query, edition: look.edition())
    let screen = rows.screen(height: height)
    let search = query.map { TextSearch.Query($0) }
    if key != new || screen != self.screen {
      let layout = look.rows(screen.compactMap { rows[$0] }, width - Self.margin)
      let reused = key == new && layout.columns == self.layout.columns ? self.screen : 0..<0
      (key, self.layout) = (new, layout)
      lines = screen.map {
        reused.contains($0) ? lines[$0 - reused.lowerBound] : line(rows[$0], isSelected: false, search, width: width)
      }
      self.screen = screen
    }
    var shown = lines
    if screen.contains(rows.selectedRow) {
      shown[rows.selectedRow - screen.lowerBound] = line(rows.selected, isSelected: true, search, width: width)
    }
    return shown
  }

  private func line(_ item: Item?, isSelected: Bool, _ query: TextSearch.Query?, width: Int) -> Line {
    let style = RowStyle(isSelected: isSelected, query: query)
    let start = Span(isSelected ? " › " : "   ", style.base)
    let spans = item.map { layout.spans($0, style) } ?? [Span("…", style.quiet)]
    return Line([start] + spans, fill: style.base).cut(to: width)
  }

  /// The width of the column before a row, which marks the selected one.
  private static var margin: Int { 3 }
}

/// The styles of a row, selected or not, with the search text highlighted.
public struct RowStyle: Sendable {
  /// The style of most of the row.
  public let base: Style
  private let query: TextSearch.Query?

  init(isSelected: Bool, query: TextSearch.Query?) {
    base = isSelected ? .selected : .plain
    self.query = query
  }

  /// The style of secondary text.
  public var quiet: Style { base == .plain ? .quiet : base }

  /// The style of the most important text.
  public var strong: Style {
    var style = base
    style.attributes.insert(.bold)
    return style
  }

  /// The style of the sign of an unread item.
  public var unread: Style { base == .plain ? .unread : base }

  /// The style of the number of unread items.
  public var badge: Style { base == .plain ? .badge : base }

  /// The style of the sign of a failure.
  public var failure: Style { base == .plain ? .failure : base }

  /// The style of the reason of a failure.
  public var reason: Style { base == .plain ? .reason : base }

  /// Returns a text with its matches highlighted.
  public func highlighted(_ text: String, isStrong: Bool = false) -> [Span] {
    let base = isStrong ? strong : base
    let whole = Span(text, base)
    guard let query else { return [whole] }
    let text = whole.text
    var (spans, start) = ([Span](), text.startIndex)
    for range in query.ranges(in: text) {
      spans.append(Span(String(text[start..<range.lowerBound]), base))
      spans.append(Span(String(text[range]), match))
      start = range.upperBound
    }
    return spans + [Span(String(text[start...]), base)]
  }

  private var match: Style {
    guard base.attributes.contains(.reverse) else { return .match }
    var style = Style.match
    style.attributes.insert(.reverse)
    style.foreground = base.foreground
    return style
  }
}
