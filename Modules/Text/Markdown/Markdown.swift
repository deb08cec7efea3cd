// Markdown as rich text; plain text stays as it is written.

import HTMLText
public import RichText

extension RichText {
  /// Reads light Markdown, in time in proportion to its length: headings, emphasis, code, lists, quotations, links and
  /// rules, as CommonMark (https://spec.commonmark.org) has them but for a few things that writers of plain text mean
  /// otherwise; and tables.
  ///
  /// - Line breaks and empty lines stay, and so does the indentation of a line; only fences make code. But lines that all
  ///   go on for 60 columns or more are one.
  /// - A line that is not indented is no part of the list above it, and one without `>` none of the quotation.
  /// - `2*3*4` and `snake_case` are no emphasis.
  /// - Tags of HTML that stress, link or break a line are understood or left out, those that hold paragraphs are text.
  /// - What is not closed is text, and so is what is nested deeper than `depthLimit`.
  public init(markdown text: String) {
    var parser = BlockParser(ended: HTMLText.ended(in: text))
    // A line break of any kind is one.
    let text = text.utf8.contains(0x0D) ? text.replacing("\r\n", with: "\n").replacing("\r", with: "\n") : text
    for line in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) { parser.add(Substring(line).utf8) }
    self = parser.finished()
  }
}
