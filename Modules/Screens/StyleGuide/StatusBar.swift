public import Rendering
public import Terminal

/// What is said at the bottom of a screen: where the reader is, what was done, what went wrong, and which keys matter.
public struct StatusBar: Sendable {
  /// Where the reader is: "4/100". It never gives way.
  public var place: String
  /// What is going on, or was just done. It is cut where there is no room.
  public var said: [Span]
  /// Why something failed, as a clause; nil where nothing did. It has a line of its own where there is room for one.
  public var failure: String?
  /// What can be done about that.
  public var remedies: [String]
  /// What is typed, in the place of all that but the failure; nil where nothing is.
  public var typed: Line?
  /// The keys that matter, the most useful first: "↵ open".
  public var keys: [String]

  public init(
    _ place: String = "", _ said: [Span] = [], failure: String? = nil,
    remedies: [String] = ["r try again", "! more"], typed: Line? = nil, keys: [String] = []
  ) {
    (self.place, self.said, self.failure) = (place, said, failure)
    (self.remedies, self.typed, self.keys) = (remedies, typed, keys)
  }

  /// How many rows the body of a screen gives up for a failure.
  public static func errorHeight(in size: Size) -> Int { size.height < 8 ? 0 : 1 }

  /// The line of the failure, where there is one and room for it, and the line at the bottom.
  func lines(in size: Size) -> (error: Line?, status: Line) {
    let status = typed ?? statusLine(at: place, said, keys: keys, width: size.width)
    guard let failure else { return (nil, status) }
    let sentence = Span(failure.sentence, .failure)
    if Self.errorHeight(in: size) > 0 {
      return (statusLine([sentence], keys: remedies, least: 1, width: size.width), status)
    }
    guard typed == nil, said.isEmpty else { return (nil, status) }
    let gap = place.isEmpty ? [] : [Span("  ")]
    return (nil, statusLine(at: place, gap + [sentence], keys: remedies, width: size.width))
  }
}

/// A line with what is going on, and the few keys that matter now. The place never gives way, and of the keys each goes as a
/// whole, the last first, until there is room for what is going on. Of what failed (`Style.failure`, `.cached`) the reason stays, and the address
/// goes before the words of other keys do.
/// - `place`: where the reader is.
/// - `said`: what is going on.
/// - `least`: how many keys stay where what is going on must be cut all the same.
public func statusLine(
  at place: String = "", _ said: [Span], keys: [String], least: Int = 2, width: Int
) -> Line {
  let place = Span(" " + place)
  func shortened(to room: Int) -> [Span] {
    let lacking = Line(said).width - room
    return said.map { span in
      let isFailure = span.style == .failure || span.style == .cached
      return isFailure && lacking > 0 ? Span(span.text.shortened(to: span.width - lacking), span.style) : span
    }
  }
  func room(_ hints: [Span]) -> Int { width - place.width - (hints.isEmpty ? 0 : Line(hints).width + 2) }
  var hints = keys.map(Span.init(hint:))
  // To shorten is needed on narrow screens only.
  if room(hints) >= Line(said).width { return .bar([place] + said, hints, width: width) }
  let wanted = Line(shortened(to: 0)).width
  while !hints.isEmpty, room(hints) < wanted { hints.removeLast() }
  if room([]) < wanted { hints = keys.prefix(least).map(Span.init(hint:)) }
  while !hints.isEmpty, room(hints) < min(wanted, 16) { hints.removeLast() }
  // Beside a place less than that says nothing.
  let left = place.width > 1 && room(hints) < 5 ? 0 : max(0, room(hints))
  return .bar([place] + Line(shortened(to: left)).cut(to: left).spans, hints, width: width)
}

extension Span {
  /// A key and what it does, "↵ open", which a click does as well.
  public init(hint: String) { self.init(" \(hint) ", .quiet, key: Key(named: hint.prefix { $0 != " " })) }
}

extension Key {
  /// - Parameter name: As it is written on the screen: "↵", "esc", "r".
  init?(named name: some StringProtocol) {
    switch name {
    case "↵": self = .enter
    case "esc": self = .escape
    case "tab": self = .tab
    case "space": self = " "
    default:
      guard name.count == 1, let character = name.first else { return nil }
      self = Key(.character(character))
    }
  }
}
