/// Facts about a text's elements that are known before it is read from its beginning to its end.
struct Outline {
  /// The token that ends the element that each begins; nil where none does.
  private(set) var ends: [Int?]
  /// The number of items of lists, by the tokens that begin them.
  private(set) var items: [Int: Int] = [:]
  /// The tokens that begin tables which hold nothing but rows of text: no lists, no code, no other table.
  private(set) var simpleTables: Set<Int> = []

  /// An end ends the last element of its name that is still open.
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
