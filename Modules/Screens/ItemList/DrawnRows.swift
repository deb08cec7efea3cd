import Rendering
import StyleGuide
import TextSearch

/// The rows as they were last drawn. Most keys change only the selected row, and drawing rows is most of the cost of a
/// key press.
struct DrawnRows<Item: ListItem>: Sendable {
  /// Everything that the rows depend on, besides the range that is on the screen.
  private struct Key: Equatable, Sendable {
    var items: [Item]
    var first: Int
    var width: Int
    var query: String?
    var minute: Int
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
    let new = Key(items: rows.items, first: rows.first, width: width, query: query, minute: look.now().minute)
    let screen = rows.screen(height: height)
    let search = query.map { TextSearch.Query($0) }
    if key != new || screen != self.screen {
      let layout = look.rows(screen.compactMap { rows[$0] }, width - Self.margin)
      let reused = key == new && layout.columns == self.layout.columns ? self.screen : 0..<0
      key = new
      self.layout = layout
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
