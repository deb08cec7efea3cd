extension TextLayout {
  /// The text broken into lines of at most `width` cells, made harmless as `paragraphs(_:)` does; in linear time.
  ///
  /// - Lines break at spaces and zero width spaces, which go; between wide characters, except before closing and after
  ///   opening punctuation; and, where a word is longer than a line, between any two characters.
  /// - Blank lines stay. The indentation of a line is kept and given to the lines it is broken into, up to half of the
  ///   width.
  /// - A character too wide for a whole line becomes `?`.
  /// - Parameter width: In cells; below 1 there are no lines.
  public static func wrap(_ text: String, to width: Int) -> [String] {
    guard width > 0 else { return [] }
    var lines: [String] = []
    let text = paragraphs(text)
    for paragraph in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
      wrap(paragraph: Substring(paragraph), to: width, into: &lines)
    }
    return lines
  }

  private static func wrap(paragraph: Substring, to width: Int, into lines: inout [String]) {
    guard let first = paragraph.utf8.firstIndex(where: { $0 != 0x20 }) else { return lines.append("") }
    let spaces = paragraph.utf8.distance(from: paragraph.startIndex, to: first)
    let indentation = String(repeating: " ", count: min(spaces, width / 2))
    let room = width - indentation.utf8.count
    var content = paragraph[first...]
    var ranges: [Range<String.Index>]?
    if content.utf8.allSatisfy({ $0 < 0x80 }) {
      ranges = self.lines(of: content.utf8, room: room) { $0 == 0x20 ? .space : .letter }
    } else {
      ranges = self.lines(of: content, room: room, unit: Unit.init)
      if ranges == nil {
        content = Substring(String(content.map { self.width(of: $0) > room ? "?" : $0 }))
        ranges = self.lines(of: content, room: room, unit: Unit.init)
      }
    }
    for range in ranges ?? [] { lines.append(indentation + content[range]) }
  }

  /// Where the lines lie of one paragraph that does not begin with a space: the first break that is needed is taken at
  /// the last opportunity before it. `nil` when a unit is too wide for any line.
  private static func lines<Text: BidirectionalCollection>(
    of text: Text, room: Int, unit measure: (Text.Element) -> Unit
  ) -> [Range<Text.Index>]? {
    var lines: [Range<Text.Index>] = []
    var start = text.startIndex
    var used = 0
    var opportunity: (end: Text.Index, next: Text.Index, used: Int)?
    var previous = Unit.letter
    var index = start
    while index < text.endIndex {
      let unit = measure(text[index])
      guard unit.width <= room else { return nil }
      if unit.isSpace {
        used += unit.width
        opportunity = (previous.isSpace ? opportunity?.end ?? index : index, text.index(after: index), used)
      } else {
        if index > start, unit.mayBegin(after: previous) { opportunity = (index, index, used) }
        if used + unit.width > room, let broken = opportunity {
          lines.append(start..<broken.end)
          start = broken.next
          used -= broken.used
          opportunity = nil
        }
        if used + unit.width > room, index > start {
          lines.append(start..<index)
          start = index
          used = 0
        }
        used += unit.width
      }
      previous = unit
      text.formIndex(after: &index)
    }
    lines.append(start..<(previous.isSpace ? opportunity?.end ?? index : index))
    return lines
  }
}
