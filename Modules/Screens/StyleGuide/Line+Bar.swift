public import Essentials
public import LineEditor
public import Rendering
import Terminal
import TextLayout

extension Line {
  /// Returns a line with a left and a right part. If it is too narrow, the pieces on the right are dropped from the
  /// end, then the left part is cut.
  public static func bar(_ left: [Span], _ right: [Span] = [], width: Int) -> Self {
    var right = right
    while !right.isEmpty, Line(left).width + Line(right).width + 2 > width { right.removeLast() }
    let left = Line(left).cut(to: width)
    guard !right.isEmpty else { return Self(left.spans) }
    let gap = width - left.width - Line(right).width - 1
    let end = right.flatMap(\.hintParts)
    return Self(left.spans + [Span(String(repeating: " ", count: gap))] + end)
  }
}

/// Returns the top line of a screen: its title, the provenance of its content, and whether the server is being asked
/// for the latest. If it is too narrow, a long title is cut, the provenance becomes a word, the parts of the detail are
/// dropped from the end, then a short title is cut. A click on the beginning of a path (`Posts › 8`) presses Esc.
///
/// - Parameters:
///   - title: The title of the screen, or its path: "Posts › 8".
///   - end: The text after the title, which is never cut: " · 3 min".
///   - detail: More about the content, in parts: "4 open · 1 refused".
///   - freshness: The provenance of the content; nil for none.
///   - now: The date from which ages are measured.
///   - isRefreshing: Whether the server is being asked.
///   - width: The width of the line, in cells.
public func header(
  _ title: String, end: String = "", detail: String? = nil, _ freshness: Freshness?, now: Date,
  isRefreshing: Bool = false, width: Int
) -> Line {
  let section = title.firstRange(of: " › ")?.lowerBound ?? title.startIndex
  let path = Line([
    Span(" " + title[..<section], .title, key: section > title.startIndex ? .escape : nil),
    Span(String(title[section...]), .title),
  ])
  let end = Line(end.isEmpty ? [] : [Span(end, .title)])
  let least = min(path.width, 9) + end.width
  let parts = detail?.split(separator: " · ") ?? []
  func left(beside right: [Span]) -> (spans: [Span], parts: Int) {
    let room = width - end.width - (right.isEmpty ? 0 : 2 + Line(right).width)
    for count in stride(from: parts.count, to: 0, by: -1) {
      let detail = Span("  " + parts.prefix(count).joined(separator: " · "), .quiet)
      let rest = room - Line([detail]).width
      if rest >= min(path.width, 16) { return (path.cut(to: rest).spans + end.spans + [detail], count) }
    }
    return (path.cut(to: max(0, room)).spans + end.spans, 0)
  }
  func fits(_ right: [Span]) -> Bool { least + 2 + Line(right).width <= width }
  let signs = signs(freshness, now: now, isRefreshing: isRefreshing)
  // The first two have the provenance.
  let fitting = signs.prefix(2).filter(fits)
  let right = fitting.max { left(beside: $0).parts < left(beside: $1).parts } ?? signs.last(where: fits) ?? []
  return .bar(left(beside: right).spans, right, width: width)
}

/// Returns the provenance for a header, in fewer and fewer words.
private func signs(_ freshness: Freshness?, now: Date, isRefreshing: Bool) -> [[Span]] {
  let (full, word) = freshness?.signs(at: now) ?? ([], [])
  guard isRefreshing else { return [full, word] }
  let sign = "Refreshing…"
  return [full, word].map { $0.isEmpty ? [Span(sign, .quiet)] : $0 + [Span("  " + sign, .quiet)] } + [
    [Span(sign, .quiet)]
  ]
}

/// Returns the bottom line during typing: a sign that says what is typed, the text with its cursor in view, and the
/// keys.
public func prompt(_ sign: String, _ line: LineEditor, keys: [String], width: Int) -> Line {
  let (before, cursor, after) = line.shown(width: width - 2 - TextLayout.width(of: sign))
  let typed = [Span(" "), Span(sign, .heading), Span(before), Span(cursor, Style(.reverse)), Span(after)]
  return .bar(typed, keys.map(Span.init(hint:)), width: width)
}

extension Line {
  /// The column at which the next character of a prompt goes; nil if the line is no prompt.
  var insertionColumn: Int? {
    guard spans.isTyped, let cursor = spans.firstIndex(where: { $0.style == Style(.reverse) }) else { return nil }
    return Line(Array(spans[..<cursor])).width
  }
}

/// Returns one frame of a spinner; a space if it is too early for one.
public func spinner(_ tick: Int?) -> String {
  guard let tick else { return " " }
  return ["|", "/", "-", "\\"][tick & 3]
}

extension String {
  /// The clause as a sentence: with a capital first letter, unless it begins with an address, and a full stop.
  public var sentence: String {
    let word = prefix { $0 != " " }.dropLast()
    let isAddress = word.contains { "./:".contains($0) }
    return (isAddress ? self : prefix(1).uppercased() + dropFirst()) + (hasSuffix(".") ? "" : ".")
  }
}
