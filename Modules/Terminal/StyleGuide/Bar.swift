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
/// asked for the latest.
/// - `detail`: what else is to be said of it: "4 open".
/// - `back`: what a click on the beginning of a path (`Posts › 8`) presses.
public func header(
  _ title: String, detail: String? = nil, _ freshness: Freshness?, isRefreshing: Bool = false, back: Key? = nil,
  width: Int
) -> Line {
  var right: [Span] =
    switch freshness {
    case nil: []
    case .live: [Span("live", .live)]
    case .kept(let age, _): [Span("saved \(age)", .kept)]
    case .offline(let age): [Span("offline", .kept), Span("  saved \(age)", .kept)]
    }
  if isRefreshing, freshness != nil { right.append(Span("  refreshing…", .quiet)) }
  let end = title.firstRange(of: " › ")?.lowerBound ?? title.startIndex
  let path = [
    Span(" " + title[..<end], .strong, key: end > title.startIndex ? back : nil), Span(String(title[end...]), .strong),
  ]
  let left = path + (detail.map { [Span("  \($0)")] } ?? [])
  return .bar(left, right, width: width)
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
