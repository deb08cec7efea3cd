import Rendering
import StyleGuide
import TextLayout

/// The prefixes of a wrapped text: one for its first line and one, equally wide, for the others.
struct Prefix {
  var first: [Span]
  var rest: [Span]
  var width: Int

  init(_ first: [Span] = [], _ rest: [Span] = []) {
    self.first = first
    self.rest = rest
    width = Line(rest).width
  }
}

/// A piece of a text in one style. Its line breaks are shown as such.
struct Piece {
  var text: String
  var style: Style
  var link: Hyperlink?

  /// - Parameter text: Any text; control characters are made harmless.
  init(_ text: String, _ style: Style = .plain, link: Hyperlink? = nil) {
    self.text = TextLayout.paragraphs(text)
    self.style = style
    self.link = link
  }
}

extension DetailLayout {
  /// Adds a text, wrapped, after a prefix.
  /// - Parameter isCode: Whether its lines are broken only where the window ends, and have a background, as wide as the
  ///   text or as the longest of them.
  mutating func add(_ pieces: [Piece], _ prefix: Prefix = Prefix(), isCode: Bool = false) {
    let room = max(1, measure - prefix.width)
    let reach = room + beyondMeasure
    let firstRow = lines.count
    for (index, line) in pieces.lines.enumerated() {
      for (number, spans) in wrapped(line, to: isCode ? reach : room, reach: reach).enumerated() {
        let start = index == 0 && number == 0 ? prefix.first : prefix.rest
        let indentation = isCode ? spans.indentation.map { Span($0.text, .code) } : spans.indentation
        add(line: spans.text, after: start + indentation, isContinued: number > 0)
      }
    }
    if isCode { fill(from: firstRow, .code) }
  }
}

extension [Piece] {
  /// The lines of the text.
  var lines: [[Piece]] {
    reduce(into: [[]]) { lines, piece in
      for (number, part) in piece.text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
        if number > 0 { lines.append([]) }
        var piece = piece
        piece.text = String(Substring(part))
        lines[lines.count - 1].append(piece)
      }
    }
  }
}

/// Returns the lines of a text without line breaks, each with its indentation.
/// - Parameters:
///   - room: In columns, at least 1.
///   - reach: How wide a line may be that holds nothing but one word.
func wrapped(_ pieces: [Piece], to room: Int, reach: Int) -> [(indentation: [Span], text: [Span])] {
  var pieces = pieces
  var text = pieces.count == 1 ? pieces[0].text : pieces.map(\.text).joined()
  text.makeContiguousUTF8()
  var broken = TextLayout.breaks(in: text[...], to: room, reach: reach)
  if broken == nil {
    for index in pieces.indices { pieces[index].text = TextLayout.narrowed(pieces[index].text, to: room) }
    text = pieces.map(\.text).joined()
    broken = TextLayout.breaks(in: text[...], to: room, reach: reach)
  }
  guard let (indentation, ranges) = broken else { return [] }
  let start = indentation > 0 ? [Span(String(repeating: " ", count: indentation))] : []
  var rest = Slicer(pieces, of: text)
  return ranges.map { (start, rest.spans($0)) }
}

/// Cuts the lines of a paragraph out of its pieces, from left to right.
private struct Slicer {
  private let pieces: [Piece]
  private let text: String
  private var piece = 0
  /// The end of the current piece.
  private var end: String.Index

  init(_ pieces: [Piece], of text: String) {
    self.pieces = pieces
    self.text = text
    end = text.utf8.index(text.startIndex, offsetBy: pieces.first?.text.utf8.count ?? 0)
  }

  mutating func spans(_ range: Range<String.Index>) -> [Span] {
    var spans: [Span] = []
    var start = range.lowerBound
    while piece < pieces.count, start < range.upperBound {
      let stop = min(end, range.upperBound)
      if start < stop {
        spans.append(Span(String(text[start..<stop]), pieces[piece].style, link: pieces[piece].link))
        start = stop
      }
      guard end <= range.upperBound, start == end || start > end else { break }
      piece += 1
      if piece < pieces.count { end = text.utf8.index(end, offsetBy: pieces[piece].text.utf8.count) }
    }
    return spans
  }
}
