// Text made safe for a terminal, measured in cells, cut and wrapped.

/// Text as a terminal takes it: made harmless, measured in cells, cut and wrapped. All pure.
public enum TextLayout {
  /// The text as one line that steers no terminal.
  ///
  /// A line break of any kind and a tab become one space. What `paragraphs(_:)` does to other characters is done here
  /// too. Making harmless text harmless again changes nothing.
  public static func line(_ text: String) -> String {
    isPlain(text, allowingLineBreaks: false) ? text : harmless(text, lineBreak: " ", tab: " ")
  }

  /// The text with its line breaks, each now one `\n`, that otherwise steers no terminal.
  ///
  /// - A tab becomes four spaces, wherever it stands.
  /// - Other C0 controls and DEL become their visible Control Pictures (U+2400–2421), C1 controls U+FFFD: `ESC [ 31 m`
  ///   is shown, not obeyed.
  /// - Format characters (category Cf) are removed, bidi overrides and isolates, soft hyphens, byte order marks and tags
  ///   among them: terminals disagree on their width and some reorder what is not theirs. Those that words and emoji
  ///   need stay: ZWJ, ZWNJ, ZWSP, word joiner, the marks LRM, RLM and ALM, the Arabic and Indic number signs, and the
  ///   tags inside a flag such as Scotland's.
  /// - Noncharacters become U+FFFD; unassigned default-ignorable code points are removed.
  /// - Of combining marks in a row only the first 30 stay, as in the Stream-Safe Text Format of UAX #15.
  public static func paragraphs(_ text: String) -> String {
    isPlain(text, allowingLineBreaks: true) ? text : harmless(text, lineBreak: "\n", tab: "    ")
  }

  /// Whether the text is nothing but printable ASCII: the common case, decided on bytes.
  static func isPlain(_ text: String, allowingLineBreaks: Bool) -> Bool {
    text.utf8.allSatisfy { (0x20...0x7E).contains($0) || (allowingLineBreaks && $0 == 0x0A) }
  }
}
