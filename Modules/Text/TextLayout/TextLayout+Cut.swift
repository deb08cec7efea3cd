extension TextLayout {
  /// Returns a text cut to at most `width` cells, with the ellipsis in place of the rest.
  ///
  /// A wide character that does not fit is left out, so the result may be a cell narrower. No more of the text is read
  /// than needed.
  /// - Parameters:
  ///   - text: The text.
  ///   - width: The width in cells.
  ///   - ellipsis: The text for the rest, such as `~` or `...` without Unicode; cut itself if it is wider than `width`.
  public static func cut(_ text: String, to width: Int, ellipsis: String = "…") -> String {
    guard width > 0 else { return "" }
    guard let end = overflow(of: text, beyond: width) else { return text }
    let room = width - self.width(of: ellipsis)
    guard room >= 0 else { return prefix(of: ellipsis[...], within: width) }
    return prefix(of: text[..<end], within: room) + ellipsis
  }

  /// Returns a text padded with spaces to `width` cells; a wider one as it is.
  public static func pad(_ text: String, to width: Int, atStart: Bool = false) -> String {
    let spaces = String(repeating: " ", count: max(0, width - self.width(of: text)))
    return atStart ? spaces + text : text + spaces
  }

  /// Returns the position after the first character that does not fit into `width`; nil if all fit.
  private static func overflow(of text: String, beyond width: Int) -> String.Index? {
    if text.utf8.count <= width, text.utf8.allSatisfy({ $0 < 0x80 }) { return nil }
    var used = 0
    for index in text.indices {
      used += self.width(of: text[index])
      if used > width { return text.index(after: index) }
    }
    return nil
  }

  /// Returns as many characters as fit.
  private static func prefix(of text: Substring, within width: Int) -> String {
    var used = 0
    return String(
      text.prefix { character in
        used += self.width(of: character)
        return used <= width
      })
  }
}
