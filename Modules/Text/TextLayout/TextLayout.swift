// Text made safe for a terminal, measured in cells, cut and wrapped.

/// Functions that sanitize, measure, cut and wrap text for a terminal. All are pure.
public enum TextLayout {
  /// Returns a text as one line without control sequences.
  ///
  /// Line breaks of any kind and tabs become single spaces; other characters are replaced as by `paragraphs(_:)`.
  /// Sanitizing a text twice changes nothing.
  public static func line(_ text: String) -> String {
    isPlain(text, allowingLineBreaks: false) ? text : harmless(text, lineBreak: " ", tab: " ")
  }

  /// Returns a text without control sequences, with every kind of line break as one `\n`.
  ///
  /// - A tab becomes four spaces in any column.
  /// - Other C0 controls and DEL become their visible Control Pictures (U+2400–2421), C1 controls U+FFFD: `ESC [ 31 m`
  ///   is shown and has no effect.
  /// - Format characters (category Cf) are removed, such as bidi overrides and isolates, soft hyphens, byte order marks and
  ///   tags: terminals disagree on their width, and some reorder other text by them. Those that words and emoji need stay:
  ///   ZWJ, ZWNJ, ZWSP, word joiner, the marks LRM, RLM and ALM, the Arabic and Indic number signs, and the tags of a flag
  ///   such as Scotland's.
  /// - Noncharacters become U+FFFD; unassigned default-ignorable code points are removed.
  /// - At most 30 combining marks in a row stay, as in the Stream-Safe Text Format of UAX #15.
  public static func paragraphs(_ text: String) -> String {
    isPlain(text, allowingLineBreaks: true) ? text : harmless(text, lineBreak: "\n", tab: "    ")
  }

  /// Returns whether a text is all printable ASCII, which is the common case.
  static func isPlain(_ text: String, allowingLineBreaks: Bool) -> Bool {
    text.utf8.allSatisfy { (0x20...0x7E).contains($0) || (allowingLineBreaks && $0 == 0x0A) }
  }
}
