import TextLayout

/// The widths, in cells, of lines that a program or a careful writer has wrapped. Shorter lines are broken on purpose,
/// as in a poem; longer ones were not wrapped at all.
private let wrappedWidths = 60...100

/// Returns the text of a paragraph. The lines are joined if all except the last are as wide as wrapped lines in
/// mails and READMEs.
func paragraph(of lines: [Substring]) -> Substring {
  guard lines.count > 1, lines.dropLast().allSatisfy(\.isWrapped), lines.allSatisfy(\.mayBeJoined) else {
    return Substring(lines.joined(separator: "\n"))
  }
  return Substring(
    lines.dropFirst().reduce(into: String(lines[0].trimmingSpaces)) { text, line in
      let next = line.trimmingSpaces
      // Scripts that have no spaces between words get none here.
      if !(text.last?.isWithoutSpaces == true && next.first?.isWithoutSpaces == true) { text += " " }
      text += next
    })
}

extension Substring {
  fileprivate var isWrapped: Bool { wrappedWidths.contains(TextLayout.width(of: trimmingSpaces)) }

  /// Whether the line may be joined with others. An indented line, a row of a table, and a line that ends in two spaces
  /// or a backslash may not.
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
