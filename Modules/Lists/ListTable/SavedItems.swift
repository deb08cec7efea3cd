import Database
import PagedList

/// What is kept of the items of a page that is about to be replaced, by their positions on it. There may be a million, so
/// that this is no dictionary of marks.
struct SavedItems<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  typealias Marks = ListTable<Item>.Marks

  /// The items that the page has now, by the identities that they are kept under.
  let ids: Positions<String>
  /// What was on the page and is not any more, in order.
  private(set) var left: [(id: String, marks: Marks)] = []
  /// How many items were on the page.
  private(set) var ownCount = 0
  /// How many of those that it has now are kept.
  private(set) var count = 0
  /// Made for the first that is.
  private var cached: [(rowKey: RowKey, sum: Int64)?] = []
  /// Those that came by themselves, which are few.
  private var singles: [Int: Marks] = [:]

  init(_ ids: Positions<String>) { self.ids = ids }

  /// Where the item at a position is.
  func rowKey(_ index: Int) -> RowKey? { cached.isEmpty ? nil : cached[index]?.rowKey }

  subscript(index: Int) -> Marks? {
    guard !cached.isEmpty, let (rowKey, sum) = cached[index] else { return nil }
    return singles[index] ?? Marks(rowKey: rowKey, sum: sum)
  }

  mutating func addOwn(_ id: String, _ marks: Marks) {
    ownCount += 1
    if !add(id, marks) { left.append((id, marks)) }
  }

  /// - Returns: Whether the page has it.
  @discardableResult
  mutating func add(_ id: String, _ marks: Marks) -> Bool {
    guard let index = ids.first(id) else { return false }
    if cached.isEmpty { cached = Array(repeating: nil, count: ids.count) }
    if cached[index] == nil { count += 1 }
    cached[index] = (marks.rowKey, marks.sum)
    if marks.fetched != nil || marks.validator != nil { singles[index] = marks }
    return true
  }
}

extension ListTable {
  func cached(_ connection: Connection, _ items: [Item], ofPage page: Int) throws -> SavedItems<Item> {
    let ids = Positions(count: items.count) { [id] in id(items[$0].id) }
    var cached = SavedItems<Item>(ids)
    try connection.run(
      "SELECT id, place, fetched, validator, sum FROM \(name) WHERE place >= ? AND place < ? ORDER BY place",
      RowKey.rowKeys(ofPage: page).values
    ) { cached.addOwn($0.text(0) ?? "", marks($0, from: 1)) }
    var others: [String] = []
    for index in 0..<ids.count {
      if cached.rowKey(index) == nil, !ids.isRepeated(index) { others.append(ids[index]) }
      guard others.count == Self.lookUpSize || index == ids.count - 1 else { continue }
      try lookUp(connection, others) { cached.add($0, $1) }
      others = []
    }
    return cached
  }
}
