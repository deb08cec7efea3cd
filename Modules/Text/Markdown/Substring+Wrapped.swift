import TextLayout

/// The widths, in cells, of lines that a program or a careful writer has wrapped. Shorter lines are broken on purpose,
/// as in a poem; longer ones were not wrapped at all.
private let wrappedWidths = 60...100

/// Returns the text of a paragraph. The lines are joined if all except the last are as wide as wrapped lines in
/// mails and READMEs.
/// - Parameter indentation: The number of spaces before each line, which are not part of it.
func paragraph(of lines: [Substring], indentation: Int = 0) -> Substring {
  let contents = lines.map { $0.withoutSpaces(indentation) }
  guard lines.count > 1, contents.dropLast().allSatisfy({ $0.isWrapped || $0.isWrapped(after: indentation) }),
    contents.allSatisfy(\.mayBeJoined)
  else {
    return Substring(lines.joined(separator: "\n"))
  }
  return Substring(
    contents.dropFirst().reduce(into: String(contents[0].trimmingSpaces)) { text, line in
      let next = line.trimmingSpaces
      // Scripts that have no spaces between words get none here.
      if !(text.last?.isWithoutSpaces == true && next.first?.isWithoutSpaces == true) { text += " " }
      text += next
    })
}

extension Substring {
  fileprivate var isWrapped: Bool { isWrapped(after: 0) }

  fileprivate func isWrapped(after indentation: Int) -> Bool {
    wrappedWidths.contains(indentation + TextLayout.width(of: trimmingSpaces))
  }

  /// The number of spaces at the beginning.
  var indentation: Int { utf8.prefix { $0 == 0x20 }.count }

  /// Returns the line without spaces at its beginning, of which at most `count` are left out.
  fileprivate func withoutSpaces(_ count: Int) -> Substring { dropFirst(Swift.min(count, indentation)) }

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
