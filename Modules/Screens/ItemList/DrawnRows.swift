public import Rendering
import StyleGuide
import TextSearch

/// How the rows on one screen look.
public struct RowLayout<Item: ListItem>: Sendable {
  /// The widths of columns, and whatever else rows have in common that depends on which items are on the screen. Where it
  /// is the same, so is how an item looks.
  public var columns: [Int]
  /// How an item looks.
  public var spans: @Sendable (_ item: Item, _ style: RowStyle) -> [Span]

  public init(columns: [Int] = [], spans: @escaping @Sendable (_ item: Item, _ style: RowStyle) -> [Span]) {
    self.columns = columns
    self.spans = spans
  }
}

/// The rows on the screen as they looked last: at most keys all of them but the selected one look as before, and to make
/// them anew is most of what a key costs.
struct DrawnRows<Item: ListItem>: Sendable {
  /// What rows look like depends on this alone, and on which of them are on the screen.
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
  /// The rows of the screen, none of them selected.
  private var lines: [Line] = []

  /// The lines of a screen.
  /// - Parameters:
  ///   - query: what stands out; nil for nothing.
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

  /// What is before a row: the sign of the selected one.
  private static var margin: Int { 3 }
}

/// How the text of a row looks, selected or not, with what was looked for standing out.
public struct RowStyle: Sendable {
  /// What is most of the row.
  public let base: Style
  private let query: TextSearch.Query?

  init(isSelected: Bool, query: TextSearch.Query?) {
    base = isSelected ? .selected : .plain
    self.query = query
  }

  /// What may be overlooked.
  public var quiet: Style { base == .plain ? .quiet : base }

  /// What must not be overlooked.
  public var strong: Style {
    var style = base
    style.attributes.insert(.bold)
    return style
  }

  /// A text, and in it what was looked for.
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
    style.foreground = nil
    return style
  }
}
