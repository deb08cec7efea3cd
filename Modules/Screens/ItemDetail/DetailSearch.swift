public import LineEditor
import Rendering
import StyleGuide
import TextSearch

/// A search in the text of an item.
public struct DetailSearch: Equatable, Sendable {
  /// The text to search for, as a line that is edited.
  public var line: LineEditor
  /// Whether the text is being typed.
  public var isEditing: Bool
  /// The row that was at the top of the window when the search began.
  public var startPosition: DetailPosition
  /// The index of the current match; nil if there is none.
  public var current: Int?
  /// Whether each word of the text is searched for by itself, instead of the whole text.
  public var isWords = false

  /// Creates a search for the words of the filter that found the item; nil if there are none.
  public init?(words: String?) {
    guard let words, words.contains(where: { !$0.isWhitespace }) else { return nil }
    self.init(words, isEditing: false)
    isWords = true
  }

  public init(_ query: String = "", isEditing: Bool = true, startPosition: DetailPosition = 0, current: Int? = nil) {
    line = LineEditor(query)
    self.isEditing = isEditing
    self.startPosition = startPosition
    self.current = current
  }
}

/// The matches of a search in a text.
struct DetailMatches: Sendable {
  /// A part of a line, as a range of bytes of its text.
  struct Part: Sendable {
    var bytes: Range<Int>
    /// The index of the match that it belongs to.
    var match: Int
  }

  /// The line on which each match begins, from the top.
  private(set) var lines: [Int] = []
  /// The matching parts of each line that has some.
  private(set) var parts: [Int: [Part]] = [:]

  /// Finds the matches in a text.
  ///
  /// - Parameters:
  ///   - query: The text to find, including its spaces. A match may span the lines of one paragraph.
  ///   - isWords: Whether to find each word of the text instead.
  init(of query: String, isWords: Bool, in layout: DetailLayout) {
    let parts = isWords ? query.split(whereSeparator: \.isWhitespace).map(String.init) : [query]
    let queries = parts.map { TextSearch.Query(phrase: $0) }.filter { !$0.isEmpty }
    guard !queries.isEmpty else { return }
    var start = 0
    while start < layout.lines.count {
      var end = start + 1
      while layout.continued[end] != nil { end += 1 }
      add(queries, in: start..<end, of: layout)
      start = end
    }
  }

  private mutating func add(_ queries: [TextSearch.Query], in rows: Range<Int>, of layout: DetailLayout) {
    var text = ""
    /// The byte offset of each row in `text`, and of its own text within its line.
    var starts: [(joined: Int, own: Int)] = []
    for row in rows {
      if !text.isEmpty { text += " " }
      let own = layout.continued[row] ?? 0
      starts.append((text.utf8.count, own))
      text += String(decoding: layout.lines[row].text.utf8.dropFirst(own), as: UTF8.self)
    }
    let ranges = queries.flatMap { $0.ranges(in: text) }.sorted { $0.lowerBound < $1.lowerBound }
    var end = text.startIndex
    for range in ranges where range.lowerBound >= end {
      end = range.upperBound
      let first = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
      let last = first + text.utf8.distance(from: range.lowerBound, to: range.upperBound)
      var isNew = true
      for (index, row) in rows.enumerated() {
        let rowEnd = index + 1 < starts.count ? starts[index + 1].joined - 1 : text.utf8.count
        let part = max(first, starts[index].joined)..<max(min(last, rowEnd), max(first, starts[index].joined))
        guard !part.isEmpty else { continue }
        if isNew { lines.append(row) }
        isNew = false
        let shift = starts[index].own - starts[index].joined
        parts[row, default: []].append(
          Part(bytes: part.lowerBound + shift..<part.upperBound + shift, match: lines.count - 1))
      }
    }
  }

  /// Returns the first match at or below a line, else the first of all.
  func first(from line: Int) -> Int? {
    lines.isEmpty ? nil : lines.firstIndex { $0 >= line } ?? 0
  }
}

extension Line {
  /// Returns the line with its matches highlighted, the current one more than the others.
  func highlighting(_ parts: [DetailMatches.Part], current: Int?) -> Self {
    var spans = [Span]()
    var offset = 0
    var rest = parts[...]
    for span in self.spans {
      let text = span.text.utf8
      var start = 0
      func add(_ bytes: Range<Int>, _ style: Style) {
        guard !bytes.isEmpty else { return }
        let part = text.dropFirst(bytes.lowerBound).prefix(bytes.count)
        spans.append(Span(String(Substring(part)), style, link: span.link))
      }
      while let part = rest.first, part.bytes.lowerBound < offset + text.count {
        let bytes = max(start, part.bytes.lowerBound - offset)..<min(text.count, part.bytes.upperBound - offset)
        add(start..<bytes.lowerBound, span.style)
        add(bytes, part.match == current ? .currentMatch : .match)
        start = bytes.upperBound
        if part.bytes.upperBound > offset + text.count { break }
        rest = rest.dropFirst()
      }
      add(start..<text.count, span.style)
      offset += text.count
    }
    return Self(spans, fill: fill)
  }
}
