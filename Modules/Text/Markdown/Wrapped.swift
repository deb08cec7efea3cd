import TextLayout

/// How long lines are that a program or a careful writer has broken, in cells. What is shorter is broken on purpose, as in
/// a poem; what is longer was not broken at all.
private let wrappedWidths = 60...100

/// The text of a paragraph. Where every line of it goes as far as mails and READMEs are broken, it is one line.
func paragraph(of lines: [Substring]) -> Substring {
  guard lines.count > 1, lines.dropLast().allSatisfy(\.isWrapped), lines.allSatisfy(\.mayBeJoined) else {
    return Substring(lines.joined(separator: "\n"))
  }
  return Substring(
    lines.dropFirst().reduce(into: String(lines[0].trimmingSpaces)) { text, line in
      let next = line.trimmingSpaces
      // Scripts that have no spaces between words get none.
      if !(text.last?.isWithoutSpaces == true && next.first?.isWithoutSpaces == true) { text += " " }
      text += next
    })
}

extension Substring {
  fileprivate var isWrapped: Bool { wrappedWidths.contains(TextLayout.width(of: trimmingSpaces)) }

  /// Not where it is indented or a row of a table, nor where two spaces or a backslash at its end keep the line break.
  fileprivate var mayBeJoined: Bool {
    guard let first = utf8.first, first != 0x20, first != 0x09, first != UInt8(ascii: "|") else { return false }
    return !hasSuffix("  ") && !hasSuffix("\\") && utf8.count <= 4 * wrappedWidths.upperBound
      && TextLayout.width(of: self) <= wrappedWidths.upperBound
  }
}

extension Character {
  fileprivate var isWithoutSpaces: Bool {
    TextLayout.width(of: self) == 2 && unicodeScalars.first.map { !(0xAC00...0xD7FF).contains($0.value) } == true
  }
}
