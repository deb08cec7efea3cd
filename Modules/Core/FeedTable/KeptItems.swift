import Database
import Feed

/// What is kept of the items of a page that is about to be replaced, by their positions on it. There may be a million, so
/// that this is no dictionary of marks.
struct KeptItems<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
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
  private var kept: [(place: Place, sum: Int64)?] = []
  /// Those that came by themselves, which are few.
  private var singles: [Int: Marks] = [:]

  init(_ ids: Positions<String>) { self.ids = ids }

  /// Where the item at a position is.
  func place(_ index: Int) -> Place? { kept.isEmpty ? nil : kept[index]?.place }

  subscript(index: Int) -> Marks? {
    guard !kept.isEmpty, let (place, sum) = kept[index] else { return nil }
    return singles[index] ?? Marks(place: place, sum: sum)
  }

  mutating func addOwn(_ id: String, _ marks: Marks) {
    ownCount += 1
    if !add(id, marks) { left.append((id, marks)) }
  }

  /// - Returns: Whether the page has it.
  @discardableResult
  mutating func add(_ id: String, _ marks: Marks) -> Bool {
    guard let index = ids.first(id) else { return false }
    if kept.isEmpty { kept = Array(repeating: nil, count: ids.count) }
    if kept[index] == nil { count += 1 }
    kept[index] = (marks.place, marks.sum)
    if marks.fetched != nil || marks.validator != nil { singles[index] = marks }
    return true
  }
}

extension ListTable {
  func kept(_ connection: Connection, _ items: [Item], ofPage page: Int) throws -> KeptItems<Item> {
    let ids = Positions(count: items.count) { [id] in id(items[$0].id) }
    var kept = KeptItems<Item>(ids)
    try connection.run(
      "SELECT id, place, fetched, validator, sum FROM \(name) WHERE place >= ? AND place < ? ORDER BY place",
      Place.places(ofPage: page).values
    ) { kept.addOwn($0.text(0) ?? "", marks($0, from: 1)) }
    var others: [String] = []
    for index in 0..<ids.count {
      if kept.place(index) == nil, !ids.isRepeated(index) { others.append(ids[index]) }
      guard others.count == Self.lookUpSize || index == ids.count - 1 else { continue }
      try lookUp(connection, others) { kept.add($0, $1) }
      others = []
    }
    return kept
  }
}
