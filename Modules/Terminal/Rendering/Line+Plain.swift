import TextLayout
import TextSearch

extension Line {
  /// Returns the line in ASCII, cut to `width` cells, for terminals that accept nothing else.
  ///
  /// Every character becomes a similar one of the same width. The sign of the Enter key has no similar one and becomes
  /// the key's name; if the line is then too wide, its widest gap is made smaller.
  func plain(width: Int) -> Self {
    if spans.allSatisfy({ $0.text.utf8.allSatisfy { $0 < 0x80 } }) { return self }
    var line = Self(
      spans.map { span in Span(harmless: span.text.reduce(into: "") { $0 += Rendering.plain($1) }, of: span) },
      fill: fill)
    let lacking = line.width - width
    let gaps = line.spans.indices.filter { line.spans[$0].width > 0 && line.spans[$0].text.allSatisfy { $0 == " " } }
    if lacking > 0, let gap = gaps.max(by: { line.spans[$0].width < line.spans[$1].width }) {
      let span = line.spans[gap]
      line.spans[gap] = Span(harmless: String(span.text.dropFirst(min(lacking, span.width - 1))), of: span)
    }
    return line.cut(to: width, ellipsis: "")
  }
}

/// Returns the ASCII text that replaces a character: a similar character, or `?`, repeated to fill the width.
private func plain(_ character: Character) -> String {
  if character.isASCII { return String(character) }
  if character == "↵" { return "Enter" }
  let likeness: Character =
    switch character.unicodeScalars.first?.value ?? 0x20 {
    case 0xA0, 0x2002...0x200A, 0x202F, 0x205F, 0x3000: " "
    case 0x2010...0x2015, 0x2212, 0x2500, 0x2501, 0xAD, 0xB7: "-"
    case 0x2018...0x201B, 0x2032, 0xB4: "'"
    case 0x201C...0x201F, 0x2033, 0xAB, 0xBB: "\""
    case 0x2022, 0x25CF, 0x25E6: "*"
    // Not `*`, so that a bookmark differs from the sign of unread items beside it.
    case 0x2605, 0x2606: "!"
    case 0xD7: "x"
    case 0x2026: "~"
    case 0x2039, 0x2190, 0x25C0, 0x25C2: "<"
    case 0x203A, 0x2192, 0x25B6, 0x25B8: ">"
    case 0x2191, 0x2400...0x2421: "^"
    case 0x2193: "v"
    case 0x2502, 0x2503, 0x258E: "|"
    case 0x22EE: ":"
    case 0x250C...0x254B: "+"
    case 0x2588...0x2593: "#"
    case 0xDF: "s"
    case let value where value < 0x7F: Character(Unicode.Scalar(UInt8(value)))
    default: TextSearch.withoutAccents(String(character)).first { $0.isASCII } ?? "?"
    }
  return String(repeating: likeness, count: TextLayout.width(of: character))
}
