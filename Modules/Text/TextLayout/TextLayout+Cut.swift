extension TextLayout {
  /// The text, cut to at most `width` cells; where something was cut off, the ellipsis stands for it.
  ///
  /// Characters are cut whole: when half of a wide one would fit, the text becomes one cell narrower. No more is read
  /// than is needed, however long the text.
  /// - `ellipsis`: `~` or `...` where there is no Unicode; cut itself when it is wider than `width`.
  public static func cut(_ text: String, to width: Int, ellipsis: String = "…") -> String {
    guard width > 0 else { return "" }
    guard let end = overflow(of: text, beyond: width) else { return text }
    let room = width - self.width(of: ellipsis)
    guard room >= 0 else { return prefix(of: ellipsis[...], within: width) }
    return prefix(of: text[..<end], within: room) + ellipsis
  }

  /// The text with as many spaces behind it, or before it, as make it `width` cells wide; text that is wider is left as
  /// it is.
  public static func pad(_ text: String, to width: Int, atStart: Bool = false) -> String {
    let spaces = String(repeating: " ", count: max(0, width - self.width(of: text)))
    return atStart ? spaces + text : text + spaces
  }

  /// Returns the position after the first character that does not fit into `width`; nil when all fits.
  private static func overflow(of text: String, beyond width: Int) -> String.Index? {
    if text.utf8.count <= width, text.utf8.allSatisfy({ $0 < 0x80 }) { return nil }
    var used = 0
    for index in text.indices {
      used += self.width(of: text[index])
      if used > width { return text.index(after: index) }
    }
    return nil
  }

  /// As many whole characters as fit.
  private static func prefix(of text: Substring, within width: Int) -> String {
    var used = 0
    return String(
      text.prefix { character in
        used += self.width(of: character)
        return used <= width
      })
  }
}
