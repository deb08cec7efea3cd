public import Essentials
public import LineEditor
public import Rendering
public import Terminal
import TextLayout

extension Line {
  /// A line with something at its left and something at its right edge. Where there is too little room the right goes
  /// first, piece by piece from its end, then the left is cut.
  public static func bar(_ left: [Span], _ right: [Span] = [], width: Int, fill: Style = .plain) -> Self {
    var right = right
    while !right.isEmpty, Line(left).width + Line(right).width + 2 > width { right.removeLast() }
    let left = Line(left).cut(to: width)
    guard !right.isEmpty else { return Self(left.spans, fill: fill) }
    let gap = width - left.width - Line(right).width - 1
    return Self(left.spans + [Span(String(repeating: " ", count: gap), fill)] + right, fill: fill)
  }
}

/// The line at the top: which section or screen this is, where what is shown comes from, and whether the server is being
/// asked for the latest. Where there is too little room the detail goes first, part by part, and then the title is cut.
/// - `end`: what stands behind the title, however long that is: " · 40%".
/// - `detail`: what else is to be said of it: "4 open · 1 refused".
/// - `now`: the date that ages are measured from.
/// - `back`: what a click on the beginning of a path (`Posts › 8`) presses.
public func header(
  _ title: String, end: String = "", detail: String? = nil, _ freshness: Freshness?, now: Date,
  isRefreshing: Bool = false, back: Key? = nil, width: Int
) -> Line {
  let section = title.firstRange(of: " › ")?.lowerBound ?? title.startIndex
  let path = Line([
    Span(" " + title[..<section], .strong, key: section > title.startIndex ? back : nil),
    Span(String(title[section...]), .strong),
  ])
  let end = Line(end.isEmpty ? [] : [Span(end, .strong)])
  let least = min(path.width, 9) + end.width
  let right = signs(freshness, now: now, isRefreshing: isRefreshing).first { least + 2 + Line($0).width <= width } ?? []
  let room = width - (right.isEmpty ? 0 : 2 + Line(right).width)
  let left = path.cut(to: max(0, room - end.width)).spans + end.spans
  var parts = detail?.split(separator: " · ")[...] ?? []
  func details() -> [Span] { parts.isEmpty ? [] : [Span("  " + parts.joined(separator: " · "))] }
  while !parts.isEmpty, Line(left + details()).width > room { parts.removeLast() }
  return .bar(left + details(), right, width: width)
}

/// What a header says of where something comes from, in fewer and fewer words.
private func signs(_ freshness: Freshness?, now: Date, isRefreshing: Bool) -> [[Span]] {
  let (full, word) = freshness?.signs(at: now) ?? ([], [])
  guard isRefreshing else { return [full, word] }
  let sign = "Refreshing…"
  return [full, word].map { $0.isEmpty ? [Span(sign, .quiet)] : $0 + [Span("  " + sign, .quiet)] } + [
    [Span(sign, .quiet)]
  ]
}

/// The line at the bottom while a line is typed: what it is for, and what is typed, with its cursor in view.
public func prompt(_ sign: String, _ line: LineEditor, keys: [String], width: Int) -> Line {
  let (before, cursor, after) = line.shown(width: width - 2 - TextLayout.width(of: sign))
  let typed = [Span(" "), Span(sign, .strong), Span(before), Span(cursor, Style(.reverse)), Span(after)]
  return .bar(typed, keys.map(Span.init(hint:)), width: width)
}

/// A turning bar that says that something is being waited for; a space while it is too early to say so.
public func spinner(_ tick: Int?) -> String {
  guard let tick else { return " " }
  return ["|", "/", "-", "\\"][tick & 3]
}

extension String {
  /// A clause as a sentence: a capital first, unless an address comes first, which is written as it is; a full stop last.
  public var sentence: String {
    let isAddress = hasPrefix("http://") || hasPrefix("https://")
    return (isAddress ? self : prefix(1).uppercased() + dropFirst()) + (hasSuffix(".") ? "" : ".")
  }
}
