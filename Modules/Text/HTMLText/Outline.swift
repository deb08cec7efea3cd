/// Facts about the elements of a text that are found before it is converted.
struct Outline {
  /// The index of the end tag of each start tag; nil for one that is not closed.
  private(set) var ends: [Int?]
  /// The numbers of items of the lists, by the indexes of their start tags.
  private(set) var items: [Int: Int] = [:]
  /// The indexes of the start tags of tables whose cells contain only text: no lists, code or tables.
  private(set) var simpleTables: Set<Int> = []

  /// An end tag closes the last open element with its name.
  init(_ tokens: [Token]) {
    ends = Array(repeating: nil, count: tokens.count)
    var open: [String: [Int]] = [:]
    var lists: [Int] = []
    var tables: [(start: Int, isSimple: Bool)] = []
    for (index, token) in tokens.enumerated() {
      guard case .tag(let name, let attributes, let isEnd) = token else { continue }
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
      switch (name, isEnd) {
      case ("table", false):
        if !tables.isEmpty { tables[tables.count - 1].isSimple = false }
        tables.append((index, attributes["role"] != "presentation"))
      case ("table", true): if let last = tables.popLast(), last.isSimple { simpleTables.insert(last.start) }
      case ("tr", _), ("p", _), ("div", _), ("br", _), ("center", _): break
      case _ where breakingElements.contains(name):
        if !tables.isEmpty { tables[tables.count - 1].isSimple = false }
      default: break
      }
    }
  }
}
