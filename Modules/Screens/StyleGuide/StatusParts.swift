public import Rendering
import Terminal

extension Line {
  /// The parts of a status line: its text, and the hints at its right edge, each as a whole.
  public var statusParts: (said: [Span], hints: [Span]) {
    let said = spans.prefix { $0.key == nil }
    let isGap = said.last.map { $0.style == .plain && $0.text.allSatisfy { $0 == " " } } == true
    return (Array(isGap ? said.dropLast() : said), Span.hints(spans.dropFirst(said.count)))
  }
}

extension Frame {
  /// Returns the frame with an additional text in its status line.
  ///
  /// - Parameter words: The text in fewer and fewer words. The first version that leaves room for the whole status and
  ///   two hints is shown; if none does, the frame does not change.
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
