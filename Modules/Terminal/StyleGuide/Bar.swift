public import Rendering

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
public func header(_ title: String, _ freshness: Freshness?, isRefreshing: Bool = false, width: Int) -> Line {
  var right: [Span] =
    switch freshness {
    case nil: []
    case .live: [Span("live", .live)]
    case .kept(let age, _): [Span("kept \(age)", .kept)]
    }
  if isRefreshing, freshness != nil { right.append(Span("  refreshing…", .quiet)) }
  return .bar([Span(" \(title)", .strong)], right, width: width)
}

/// The line at the bottom: what is going on, and the few keys that matter now.
public func statusLine(_ left: [Span], keys: [String], width: Int) -> Line {
  .bar([Span(" ")] + left, keys.map { Span(" \($0) ", .quiet) }, width: width)
}

/// A turning bar that says that something is being waited for; a space while it is too early to say so.
public func spinner(_ tick: Int?) -> String {
  guard let tick else { return " " }
  return ["|", "/", "-", "\\"][tick & 3]
}

extension String {
  /// A clause as a sentence: a capital first, unless an address comes first, which is written as it is; a full stop last.
  public var sentence: String {
    (contains(/^https?:\/\//) ? self : prefix(1).uppercased() + dropFirst()) + (hasSuffix(".") ? "" : ".")
  }
}
