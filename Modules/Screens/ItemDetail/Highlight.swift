import Rendering
import StyleGuide

extension Line {
  /// Returns the line with its matches highlighted, the current one more than the others.
  func highlighting(_ parts: [PageMatches.Part], current: Int?) -> Self {
    var (spans, offset) = ([Span](), 0)
    var rest = parts[...]
    for span in self.spans {
      let text = span.text.utf8
      var start = 0
      func add(_ bytes: Range<Int>, _ style: Style) {
        guard !bytes.isEmpty else { return }
        let part = text.dropFirst(bytes.lowerBound).prefix(bytes.count)
        spans.append(Span(String(Substring(part)), style, link: span.link))
      }
      while let part = rest.first, part.bytes.lowerBound < offset + text.count {
        let bytes = max(start, part.bytes.lowerBound - offset)..<min(text.count, part.bytes.upperBound - offset)
        add(start..<bytes.lowerBound, span.style)
        add(bytes, part.match == current ? .currentMatch : .match)
        start = bytes.upperBound
        if part.bytes.upperBound > offset + text.count { break }
        rest = rest.dropFirst()
      }
      add(start..<text.count, span.style)
      offset += text.count
    }
    return Self(spans, fill: fill)
  }
}
