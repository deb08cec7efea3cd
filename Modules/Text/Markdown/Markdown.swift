// Markdown as rich text; plain text stays as it is written.

import Essentials
import HTMLText
public import RichText

extension RichText {
  /// Reads light Markdown in linear time: headings, emphasis, code, lists, quotations, links and rules as in CommonMark
  /// (https://spec.commonmark.org), and tables. It differs from CommonMark where writers of plain text mean something
  /// else:
  ///
  /// - Line breaks, empty lines and the indentation of lines are preserved; only fences make code blocks. But the
  ///   lines of a paragraph are joined if all except the last are 60 to 100 columns wide.
  /// - A line that is not indented does not belong to the list above it, and a line without `>` not to the quotation.
  /// - `2*3*4` and `snake_case` are not emphasis.
  /// - HTML tags for emphasis, links and line breaks are understood, and other inline tags are left out; block tags are
  ///   text.
  /// - Markup that is not closed is text, and so are containers nested deeper than `depthLimit`.
  public init(markdown text: String) {
    var parser = BlockParser(ended: HTMLText.ended(in: text))
    // All kinds of line breaks are equal.
    for line in text.withLineFeeds.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
      parser.add(Substring(line).utf8)
    }
    self = parser.finished()
  }

  /// Creates a text without markup: paragraphs with the lines as they are written, unless they are wrapped, and links
  /// where these have web addresses. Lines are wrapped as in `init(markdown:)`, or to be indented in a file.
  public init(literal text: String) {
    var lines: [Substring] = []
    var space = 0
    self.init()
    let parts: [Substring] = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    // White space before the first line was left out.
    let indentation = parts.dropFirst().filter { !$0.allSatisfy(\.isWhitespace) }.map(\.indentation).min() ?? 0
    for line in parts + [""] {
      if !line.allSatisfy({ $0.isWhitespace }) {
        lines.append(line)
        continue
      }
      if !lines.isEmpty {
        var parser = InlineParser(
          Array(paragraph(of: lines, indentation: indentation).utf8), LinkDefinitions(), ended: [], isLiteral: true)
        blocks.append(Block(.paragraph, parser.runs(), space: blocks.isEmpty ? 0 : space))
        lines = []
        space = 0
      }
      space += 1
    }
  }
}
