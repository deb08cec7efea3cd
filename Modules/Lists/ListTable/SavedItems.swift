import Database
import PagedList

/// The saved data of the items on a page that is about to be replaced, by their positions in the server's answer. A
/// page may have a million items, so this is smaller than a dictionary of `RowMetadata`.
struct SavedItems<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  typealias RowMetadata = ListTable<Item>.RowMetadata

  /// The identities of the items in the server's answer, as text.
  let ids: IdentityIndex<String>
  /// The items that were on the page and are not in the answer, in order.
  private(set) var left: [(id: String, metadata: RowMetadata)] = []
  /// The number of items that were on the page.
  private(set) var ownCount = 0
  /// The number of items in the answer that are saved.
  private(set) var count = 0
  /// The row key and checksum by position; empty until the first saved item is added.
  private var cached: [(rowKey: RowKey, sum: Int64)?] = []
  /// The data of items that were requested by themselves, which are few.
  private var singles: [Int: RowMetadata] = [:]

  init(_ ids: IdentityIndex<String>) { self.ids = ids }

  /// Returns the row key of the item at a position; nil if it is not saved.
  func rowKey(_ index: Int) -> RowKey? { cached.isEmpty ? nil : cached[index]?.rowKey }

  subscript(index: Int) -> RowMetadata? {
    guard !cached.isEmpty, let (rowKey, sum) = cached[index] else { return nil }
    return singles[index] ?? RowMetadata(rowKey: rowKey, sum: sum)
  }

  mutating func addOwn(_ id: String, _ metadata: RowMetadata) {
    ownCount += 1
    if !add(id, metadata) { left.append((id, metadata)) }
  }

  /// - Returns: Whether the item is in the answer.
  @discardableResult
  mutating func add(_ id: String, _ metadata: RowMetadata) -> Bool {
    guard let index = ids.first(id) else { return false }
    if cached.isEmpty { cached = Array(repeating: nil, count: ids.count) }
    if cached[index] == nil { count += 1 }
    cached[index] = (metadata.rowKey, metadata.sum)
    if metadata.fetched != nil || metadata.validator != nil { singles[index] = metadata }
    return true
  }
}

extension ListTable {
  func cached(_ connection: Connection, _ items: [Item], ofPage page: Int) throws -> SavedItems<Item> {
    let ids = IdentityIndex(count: items.count) { [id] in id(items[$0].id) }
    var cached = SavedItems<Item>(ids)
    try connection.run(
      "SELECT id, place, fetched, validator, sum FROM \(name) WHERE place >= ? AND place < ? ORDER BY place",
      RowKey.rowKeys(ofPage: page).values
    ) { cached.addOwn($0.text(0) ?? "", metadata($0, from: 1)) }
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
