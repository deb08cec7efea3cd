/// Facts about the elements of a text that are found before it is converted.
struct Outline {
  /// The index of the end tag of each start tag; nil for one that is not closed.
  private(set) var ends: [Int?]
  /// The numbers of items of the lists, by the indexes of their start tags.
  private(set) var items: [Int: Int] = [:]
  /// The indexes of the start tags of tables with several rows and columns, whose cells contain no tables, and only text,
  /// code and lists unless there are cells that are heads: other tables place the parts of a page.
  private(set) var simpleTables: Set<Int> = []

  /// A table that is open, as far as it was read.
  private struct Table {
    var start: Int
    var isSimple: Bool
    var hasBlocks = false
    var hasHeads = false
    /// The number of rows with content.
    var rows = 0
    /// The number of cells with content in the current row.
    var cells = 0
    /// The number of cells with content in the fullest row.
    var columns = 0
    /// Whether the current cell has content.
    var isFilled = false

    mutating func fill() {
      if isFilled { return }
      isFilled = true
      cells += 1
      if cells == 1 { rows += 1 }
      columns = max(columns, cells)
    }
  }

  /// An end tag closes the last open element with its name.
  init(_ tokens: [Token]) {
    ends = Array(repeating: nil, count: tokens.count)
    var open: [String: [Int]] = [:]
    var lists: [Int] = []
    var tables: [Table] = []
    for (index, token) in tokens.enumerated() {
      guard case .tag(let name, let attributes, let isEnd) = token else {
        if case .text(let bytes) = token, !tables.isEmpty, !tables[tables.count - 1].isFilled, showsText(bytes) {
          tables[tables.count - 1].fill()
        }
        continue
      }
      // The end tag of a reading may be left out.
      if name == "rt" && !isEnd || name == "ruby" && isEnd, let start = open["rt"]?.popLast() { ends[start] = index }
      if !isEnd {
        open[name, default: []].append(index)
      } else if let start = open[name]?.popLast() {
        ends[start] = index
      }
      switch (name, isEnd) {
      case ("ol", false), ("ul", false): lists.append(index)
      case ("ol", true), ("ul", true): _ = lists.popLast()
      case ("li", false): if let list = lists.last { items[list, default: 0] += 1 }
      default: break
      }
      if tables.isEmpty, name != "table" { continue }
      switch (name, isEnd) {
      case ("table", false):
        if !tables.isEmpty { tables[tables.count - 1].isSimple = false }
        tables.append(Table(start: index, isSimple: attributes["role"] != "presentation"))
      case ("table", true):
        if let last = tables.popLast(), last.isSimple, !last.hasBlocks || last.hasHeads, last.rows > 1, last.columns > 1
        {
          simpleTables.insert(last.start)
        }
      case ("tr", _):
        tables[tables.count - 1].cells = 0
        tables[tables.count - 1].isFilled = false
      case ("td", _), ("th", _):
        tables[tables.count - 1].isFilled = false
        if name == "th" { tables[tables.count - 1].hasHeads = true }
      case ("img", _), ("video", _), ("iframe", _): tables[tables.count - 1].fill()
      case ("p", _), ("div", _), ("br", _), ("center", _), ("pre", _), ("ul", _), ("ol", _), ("li", _): break
      case _ where breakingElements.contains(name): tables[tables.count - 1].hasBlocks = true
      default: break
      }
    }
  }
}

/// Returns whether a text has anything but white space.
private func showsText(_ bytes: ArraySlice<UInt8>) -> Bool {
  guard bytes.contains(where: { !$0.isHTMLSpace }) else { return false }
  return decoded(bytes).contains { !$0.isWhitespace }
}
