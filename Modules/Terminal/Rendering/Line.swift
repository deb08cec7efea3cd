import TextLayout

/// One line of the screen: spans from the left, then a fill up to the right edge.
public struct Line: Hashable, Sendable {
  /// The spans, from the left.
  public var spans: [Span]
  /// The style of the cells after the last span.
  public var fill: Style

  public init(_ spans: [Span] = [], fill: Style = .plain) {
    self.spans = spans
    self.fill = fill
  }

  /// Creates a line from untrusted text, which is made safe for the terminal.
  public init(_ text: String, _ style: Style = .plain, fill: Style = .plain) {
    self.init([Span(text, style)], fill: fill)
  }

  /// The width of the spans, in cells, without the fill.
  public var width: Int { spans.reduce(0) { $0 + $1.width } }

  /// The text of the spans.
  public var text: String { spans.map(\.text).joined() }

  /// Returns the line cut to at most `width` cells. An ellipsis replaces the text cut off, in the style of that text.
  /// No character is cut in half.
  public func cut(to width: Int, ellipsis: String = "…") -> Self {
    guard self.width > width else { return self }
    let mark = TextLayout.cut(TextLayout.line(ellipsis), to: width, ellipsis: "")
    var room = width - TextLayout.width(of: mark)
    var visible: [Span] = []
    for span in spans {
      if span.width <= room {
        visible.append(span)
        room -= span.width
        continue
      }
      let start = TextLayout.cut(span.text, to: room, ellipsis: "")
      visible.append(Span(harmless: start + mark, of: span))
      break
    }
    return Self(visible.filter { !$0.text.isEmpty }, fill: fill)
  }

  /// Returns both lines joined, with the fill of the second.
  public static func + (left: Self, right: Self) -> Self { Self(left.spans + right.spans, fill: right.fill) }
}

extension Line: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self.init(text) }
}
