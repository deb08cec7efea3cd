public import LineEditor
public import Rendering
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
/// - Parameter detail: what else is to be said of it: "4 open".
public func header(
  _ title: String, detail: String? = nil, _ freshness: Freshness?, isRefreshing: Bool = false, width: Int
) -> Line {
  var right: [Span] =
    switch freshness {
    case nil: []
    case .live: [Span("live", .live)]
    case .kept(let age, _): [Span("kept \(age)", .kept)]
    }
  if isRefreshing, freshness != nil { right.append(Span("  refreshing…", .quiet)) }
  let left = [Span(" \(title)", .strong)] + (detail.map { [Span("  \($0)")] } ?? [])
  return .bar(left, right, width: width)
}

/// The line at the bottom: what is going on, and the few keys that matter now. Of what failed (`Style.failure`, `.kept`),
/// the reason stays where there is no room for everything.
public func statusLine(_ left: [Span], keys: [String], width: Int) -> Line {
  let left = [Span(" ")] + left
  let lacking = Line(left).width - width
  let shortened = left.map { span in
    let isFailure = span.style == .failure || span.style == .kept
    return isFailure && lacking > 0 ? Span(span.text.shortened(to: span.width - lacking), span.style) : span
  }
  return .bar(shortened, keys.map { Span(" \($0) ", .quiet) }, width: width)
}

/// The line at the bottom while a line is typed: what it is for, and what is typed, with its cursor in view.
public func prompt(_ sign: String, _ line: LineEditor, keys: [String], width: Int) -> Line {
  let (before, cursor, after) = line.shown(width: width - 2 - TextLayout.width(of: sign))
  return statusLine(
    [Span(sign, .strong), Span(before), Span(cursor, Style(.reverse)), Span(after)], keys: keys, width: width)
}

/// A turning bar that says that something is being waited for; a space while it is too early to say so.
public func spinner(_ tick: Int?) -> String {
  guard let tick else { return " " }
  return ["|", "/", "-", "\\"][tick & 3]
}

extension String {
  /// A sentence about a failure, said in fewer words where it is wider than there is room for: the address, which the
  /// reader knows, becomes "the server", and if that is not enough the reason in parentheses comes first. What is then
  /// still too wide is left to be cut.
  public func shortened(to width: Int) -> String {
    if TextLayout.width(of: self) <= width { return self }
    let start = String(prefix(while: \.isWhitespace))
    let address = /https?:\/\/[^\s)]*[^\s).]/
    var short = String(dropFirst(start.count).replacing(address, with: "the server", maxReplacements: 1))
    short = short.prefix(1).uppercased() + short.dropFirst()
    if TextLayout.width(of: start + short) <= width { return start + short }
    guard let match = short.firstMatch(of: /\s*\((.+)\)/) else { return start + short }
    let rest = short[..<match.range.lowerBound] + short[match.range.upperBound...]
    return start + String(match.1).sentence + " " + rest
  }

  /// A clause as a sentence: a capital first, unless an address comes first, which is written as it is; a full stop last.
  public var sentence: String {
    (contains(/^https?:\/\//) ? self : prefix(1).uppercased() + dropFirst()) + (hasSuffix(".") ? "" : ".")
  }
}
