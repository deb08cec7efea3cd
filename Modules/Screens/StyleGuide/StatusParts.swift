public import Rendering
import Terminal

extension Line {
  /// Of the line at the bottom of a screen: what it says, and the hints at its right edge.
  public var statusParts: (said: [Span], hints: [Span]) {
    let said = spans.prefix { $0.key == nil }
    let isGap = said.last.map { $0.style == .plain && $0.text.allSatisfy { $0 == " " } } == true
    return (Array(isGap ? said.dropLast() : said), Array(spans.dropFirst(said.count)))
  }
}

extension Frame {
  /// The same, its line at the bottom saying something more.
  /// - Parameter words: in fewer and fewer words; the first that leave room for all that is said there and for the first
  ///   two hints are taken, none where there is no such room.
  public func saying(_ words: [String]) -> Self {
    guard !words.isEmpty, let last = lines.last else { return self }
    let (said, hints) = last.statusParts
    for text in words {
      for count in stride(from: hints.count, through: min(2, hints.count), by: -1) {
        let right = [Span(" \(text) ", .quiet)] + hints.prefix(count)
        guard Line(said).width + Line(right).width + 2 <= size.width else { continue }
        return Self(
          lines.dropLast() + [.bar(said, right, width: size.width)], size: size, cursor: cursor, pictures: pictures)
      }
    }
    return self
  }
}
