public import Rendering
import Terminal

/// The bottom of a screen: the position, what was done, what went wrong, and the most important keys.
public struct StatusBar: Sendable {
  /// The position: "4/100". It is never cut.
  public var position: String
  /// A note about what is going on, or was just done. It is cut if there is too little room.
  public var note: [Span]
  /// The reason of a failure, as a clause; nil if there is none. It gets its own line if the screen is high enough.
  public var failure: String?
  /// The input line, which replaces everything but the failure; nil if nothing is typed.
  public var typed: Line?
  /// The keys to show, the most useful first: "↵ open".
  public var keys: [String]

  public init(
    _ position: String = "", _ note: [Span] = [], failure: String? = nil, typed: Line? = nil, keys: [String] = []
  ) {
    self.position = position
    self.note = note
    self.failure = failure
    self.typed = typed
    self.keys = keys
  }

  /// Returns the number of rows that a failure takes from the body of a screen.
  static func errorHeight(in size: Size) -> Int { size.height < 8 ? 0 : 1 }

  /// Returns the error line, if there is a failure and room for it, and the status line.
  func lines(in size: Size) -> (error: Line?, status: Line) {
    let status = typed ?? statusLine(at: position, note, keys: keys, width: size.width)
    guard let failure else { return (nil, status) }
    let sentence = Span(failure.sentence, .failure)
    let remedies = ["r try again", "! more"]
    if Self.errorHeight(in: size) > 0 {
      return (statusLine([sentence], keys: remedies, least: 1, width: size.width), status)
    }
    guard typed == nil, note.isEmpty else { return (nil, status) }
    let gap = position.isEmpty ? [] : [Span("  ")]
    return (nil, statusLine(at: position, gap + [sentence], keys: remedies, width: size.width))
  }
}

/// Returns a line with the position, what is going on, and a few keys.
///
/// The position is never cut. A failure (`Style.failure`) first loses its address. Then keys are dropped as
/// a whole, the last first, until there is room for what is going on.
///
/// - Parameters:
///   - position: The position: "4/100".
///   - note: A note about what is going on; it may end up being cut.
///   - keys: The keys to show, each with its meaning, the most important first.
///   - least: The number of keys that stay even if `note` has to be cut, unless it has a notice.
///   - width: The width of the line, in cells.
public func statusLine(
  at position: String = "", _ note: [Span], keys: [String], least: Int = 2, width: Int
) -> Line {
  let position = Span(" " + position, .quiet)
  func shortened(to room: Int) -> [Span] {
    let lacking = Line(note).width - room
    return note.map { span in
      span.style == .failure && lacking > 0
        ? Span(span.text.shortened(to: span.width - lacking), span.style) : span
    }
  }
  func room(_ hints: [Span]) -> Int { width - position.width - (hints.isEmpty ? 0 : Line(hints).width + 2) }
  var hints = keys.map(Span.init(hint:))
  // Only narrow screens need shortened texts.
  if room(hints) >= Line(note).width { return .bar([position] + note, hints, width: width) }
  let wanted = Line(shortened(to: 0)).width
  while !hints.isEmpty, room(hints) < wanted { hints.removeLast() }
  if room([]) < wanted, !note.contains(where: \.isNotice) { hints = keys.prefix(least).map(Span.init(hint:)) }
  while !hints.isEmpty, room(hints) < min(wanted, 16) { hints.removeLast() }
  // Fewer than five columns beside a position are too narrow for any text.
  let left = position.width > 1 && room(hints) < 5 ? 0 : max(0, room(hints))
  return .bar([position] + Line(shortened(to: left)).cut(to: left).spans, hints, width: width)
}

extension Span {
  /// Creates a hint: a key and what it does, "↵ open". A click on it presses the key.
  public init(hint: String) { self.init(" \(hint) ", .quiet, key: Key(named: hint.prefix { $0 != " " })) }

  /// The key of a hint, or its keys ("j k scroll"), and what it does; other spans as they are.
  var hintParts: [Span] {
    guard style == .quiet, let key, var end = text.dropFirst().firstIndex(of: " ") else { return [self] }
    while let next = text[end...].dropFirst().firstIndex(of: " "), text.distance(from: end, to: next) == 2 {
      end = next
    }
    return [Span(String(text[..<end]), .key, key: key), Span(String(text[end...]), style, key: key)]
  }

  /// Returns hints as a whole again.
  static func hints(_ parts: some Sequence<Span>) -> [Span] {
    parts.reduce(into: []) { hints, part in
      if let last = hints.last, last.style == .key {
        hints[hints.count - 1] = Span(last.text + part.text, part.style, key: last.key)
      } else {
        hints.append(part)
      }
    }
  }
}

extension Key {
  /// - Parameter name: The name of the key on the screen: "↵", "esc", "r".
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

extension Line {
  /// The parts of a status line: its text, and the hints at its right edge, each as a whole.
  public var statusParts: (note: [Span], hints: [Span]) {
    let note = spans.prefix { $0.key == nil }
    let isGap = note.last.map { $0.style == .plain && $0.text.allSatisfy { $0 == " " } } == true
    return (Array(isGap ? note.dropLast() : note), Span.hints(spans.dropFirst(note.count)))
  }
}

extension Frame {
  /// The notice in the status line about the last command; empty if there is none, and while something is typed.
  public var notice: [Span] {
    let note = lines.last?.statusParts.note ?? []
    return note.isTyped ? [] : note.filter(\.isNotice)
  }

  /// Returns the frame with the progress of some work in its status line.
  ///
  /// - Parameter words: The text in fewer and fewer words. The first version that leaves room for the whole status and
  ///   two hints is shown; if none does, the frame does not change.
  public func showing(progress words: [String]) -> Self {
    adding(words, to: lines.last?.statusParts.note ?? []) ?? self
  }

  /// Returns the frame with a message in its status line. Hints give way to it and, if it is newer, the notice.
  ///
  /// - Parameters:
  ///   - words: The text in fewer and fewer words, of which the first version that fits is shown. If none does, a
  ///     message that is newer than the notice is cut.
  ///   - isNewerThanNotice: Whether the message is newer than the notice that is shown.
  public func showing(message words: [String], isNewerThanNotice: Bool) -> Self {
    guard let shortest = words.last, let note = lines.last?.statusParts.note else { return self }
    if note.isTyped { return showing(progress: words) }
    let withoutNotice = note.filter { !$0.isNotice }
    for words in words.map({ [$0] }) {
      if let frame = adding(words, to: note, least: 0) { return frame }
      if isNewerThanNotice, let frame = adding(words, to: withoutNotice, least: 0) { return frame }
    }
    guard isNewerThanNotice else { return self }
    return ending(in: .bar(withoutNotice + [Span("  \(shortest)", .quiet)], width: size.width))
  }

  private func adding(_ words: [String], to note: [Span], least: Int = 2) -> Self? {
    let hints = lines.last?.statusParts.hints ?? []
    for text in words {
      for count in stride(from: hints.count, through: min(least, hints.count), by: -1) {
        let right = [Span(" \(text) ", .quiet)] + hints.prefix(count)
        if Line(note).width + Line(right).width + 2 <= size.width {
          return ending(in: .bar(note, right, width: size.width))
        }
      }
    }
    return nil
  }

  private func ending(in line: Line) -> Self {
    Self(lines.dropLast() + [line], size: size, cursor: cursor, pictures: pictures)
  }
}

extension [Span] {
  /// Whether the line is that of a prompt, whose sign is a heading.
  var isTyped: Bool { contains { $0.style == .heading } }
}

extension Span {
  /// Whether the span of a status line is part of a notice: positions and progress are quiet, failures and filters stand
  /// out.
  fileprivate var isNotice: Bool { style == .plain && text.contains { $0 != " " } }
}
