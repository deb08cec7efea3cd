public import Rendering
import StyleGuide
import TextSearch

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
