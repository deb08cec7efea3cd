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
  public var origin: Int
  /// Which of the matches is looked at, counted from 0; nil where there is none.
  public var current: Int?

  public init(_ query: String = "", isEditing: Bool = true, origin: Int = 0, current: Int? = nil) {
    line = LineEditor(query)
    self.isEditing = isEditing
    self.origin = origin
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

  /// - Parameter query: looked for as it is typed, spaces too; over the ends of lines where the text goes on.
  init(of query: String, in layout: PageLayout) {
    let query = TextSearch.Query(phrase: query)
    guard !query.isEmpty else { return }
    var start = 0
    while start < layout.lines.count {
      var end = start + 1
      while layout.continued[end] != nil { end += 1 }
      add(query, in: start..<end, of: layout)
      start = end
    }
  }

  private mutating func add(_ query: TextSearch.Query, in rows: Range<Int>, of layout: PageLayout) {
    var text = ""
    /// For each row, where in the text it begins, and where in its own.
    var starts: [(joined: Int, own: Int)] = []
    for row in rows {
      if !text.isEmpty { text += " " }
      let own = layout.continued[row] ?? 0
      starts.append((text.utf8.count, own))
      text += String(decoding: layout.lines[row].text.utf8.dropFirst(own), as: UTF8.self)
    }
    for range in query.ranges(in: text) {
      let first = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
      let last = first + text.utf8.distance(from: range.lowerBound, to: range.upperBound)
      var isNew = true
      for (index, row) in rows.enumerated() {
        let end = index + 1 < starts.count ? starts[index + 1].joined - 1 : text.utf8.count
        let part = max(first, starts[index].joined)..<max(min(last, end), max(first, starts[index].joined))
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
