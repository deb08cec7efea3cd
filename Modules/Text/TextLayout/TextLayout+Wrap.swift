extension TextLayout {
  /// Returns a text sanitized as by `paragraphs(_:)`, in lines of at most `width` cells. Takes linear time.
  ///
  /// - Lines break at spaces and zero width spaces, which are dropped; between wide characters, except before closing and
  ///   after opening punctuation; and between any characters of a word that is longer than a line.
  /// - Blank lines stay. All lines that a line is broken into have its indentation, up to half of the width.
  /// - A character too wide for a whole line becomes `?`.
  /// - Parameters:
  ///   - text: The text, which may have several lines.
  ///   - width: The width in cells; below 1 there are no lines.
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
    var paragraph = paragraph
    var broken = breaks(in: paragraph, to: width)
    if broken == nil {
      paragraph = Substring(narrowed(String(paragraph), to: width))
      broken = breaks(in: paragraph, to: width)
    }
    guard let (indentation, ranges) = broken else { return }
    let start = String(repeating: " ", count: indentation)
    for range in ranges { lines.append(start + paragraph[range]) }
  }

  /// Returns the breaks of a text into lines of at most `width` cells, as by `wrap`: the indentation, and the text of each
  /// line behind it. A blank text is one empty line.
  /// - Parameters:
  ///   - paragraph: A sanitized text without line breaks.
  ///   - width: The width in cells, at least 1.
  ///   - reach: The width of a line with a single word that is longer than `width`; nil for `width`.
  /// - Returns: Nil if a character is wider than a line; `narrowed` replaces such characters.
  public static func breaks(
    in paragraph: Substring, to width: Int, reach: Int? = nil
  ) -> (indentation: Int, lines: [Range<String.Index>])? {
    guard let first = paragraph.utf8.firstIndex(where: { $0 != 0x20 }) else {
      return (0, [paragraph.startIndex..<paragraph.startIndex])
    }
    let room = room(in: paragraph, of: width)
    let reach = max(room, (reach ?? width) - (width - room))
    let content = paragraph[first...]
    let lines =
      content.utf8.allSatisfy { $0 < 0x80 }
      ? self.lines(of: content.utf8, room: room, reach: reach) { $0 == 0x20 ? .space : .letter }
      : self.lines(of: content, room: room, reach: reach, unit: Unit.init)
    return lines.map { (width - room, $0) }
  }

  /// Returns a text with `?` in place of characters that are wider than a line.
  public static func narrowed(_ text: String, to width: Int) -> String {
    let room = room(in: text[...], of: width)
    return String(text.map { self.width(of: $0) > room ? "?" : $0 })
  }

  /// Returns the room of a line behind the indentation of a text.
  private static func room(in paragraph: Substring, of width: Int) -> Int {
    width - min(paragraph.utf8.prefix { $0 == 0x20 }.count, width / 2)
  }

  /// Returns the lines of a paragraph that does not begin with a space, each broken at the last opportunity; nil if a
  /// unit is wider than a line.
  private static func lines<Text: BidirectionalCollection>(
    of text: Text, room: Int, reach: Int, unit measure: (Text.Element) -> Unit
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
        if used + unit.width > reach, index > start {
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
