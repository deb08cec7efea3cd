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
    var spans = [Span]()
    var start = text.startIndex
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
