public import LineEditor
import Rendering
import TextSearch

/// What is looked for in an item that is read.
public struct PageSearch: Equatable, Sendable {
  /// What is typed.
  public var line: LineEditor
  /// Whether it is being typed.
  public var isEditing: Bool
  /// The line that was at the top of the window when it began.
  public var startLine: Int
  /// Which of the matches is looked at, counted from 0; nil where there is none.
  public var current: Int?
  /// Whether any of its words is looked for, and not all of it as it stands.
  public var isWords = false

  /// The words of a filter by which the item was found; nil for none.
  public init?(words: String?) {
    guard let words, words.contains(where: { !$0.isWhitespace }) else { return nil }
    self.init(words, isEditing: false)
    isWords = true
  }

  public init(_ query: String = "", isEditing: Bool = true, startLine: Int = 0, current: Int? = nil) {
    line = LineEditor(query)
    self.isEditing = isEditing
    self.startLine = startLine
    self.current = current
  }
}

/// Where a page holds what is looked for.
struct PageMatches: Sendable {
  /// A part of a line, in bytes of its text.
  struct Part: Sendable {
    var bytes: Range<Int>
    /// Which match it belongs to.
    var match: Int
  }

  /// The line that each match begins on, from the top.
  private(set) var lines: [Int] = []
  /// The parts of matches on each line that has some.
  private(set) var parts: [Int: [Part]] = [:]

  /// - Parameters:
  ///   - query: looked for as it is typed, spaces too; over the ends of lines where the text goes on.
  ///   - isWords: whether any of its words is looked for instead.
  init(of query: String, isWords: Bool, in layout: PageLayout) {
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

  private mutating func add(_ queries: [TextSearch.Query], in rows: Range<Int>, of layout: PageLayout) {
    var text = ""
    /// For each row, where in the text it begins, and where in its own.
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

  /// The first match at a line or below it, or else the first of all.
  func first(from line: Int) -> Int? {
    lines.isEmpty ? nil : lines.firstIndex { $0 >= line } ?? 0
  }
}
