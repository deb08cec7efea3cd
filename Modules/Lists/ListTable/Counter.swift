import Database
import PagedList

/// Counts rows of selections, and finds them by their numbers, by landmarks.
struct Counter {
  private let landmarks: Landmarks
  private let generation: Int64

  init(_ landmarks: Landmarks, _ generation: Int64) {
    self.landmarks = landmarks
    self.generation = generation
  }

  func count<Item>(_ table: ListTable<Item>, _ connection: Connection, _ selection: Selection) throws -> Int {
    // In every order there are as many.
    var known = landmarks.known(selection, generation)
    if let count = known.count { return count }
    let count = try self.count(table, connection, selection.filter)
    known.count = count
    landmarks.learn(known, selection, generation)
    return count
  }

  /// The places in some rows.
  func rowKeys<Item>(
    _ table: ListTable<Item>, _ connection: Connection, _ selection: Selection, _ rows: Range<Int>
  ) throws -> [RowKey] {
    var (start, offset) = (SortKey?.none, rows.lowerBound)
    if try table.isIndexed(connection, selection.order), offset >= Landmarks.stride {
      let known = try extend(table, connection, selection) { $0.keys.count * Landmarks.stride >= rows.lowerBound }
      let index = min(offset / Landmarks.stride, known.keys.count)
      if index > 0 { (start, offset) = (known.keys[index - 1], offset - index * Landmarks.stride) }
    }
    return try keys(table, connection, selection, from: start, offset, rows.count).map { RowKey($0.rowKey) }
  }

  /// The row of an item; nil where the selection does not have it.
  func row<Item>(
    _ table: ListTable<Item>, _ connection: Connection, _ selection: Selection, of id: String
  ) throws -> Int? {
    guard let rowKey = try table.marks(connection, of: id)?.rowKey, rowKey.page >= 0 else { return nil }
    let own = selection.filter
    var key: SortKey?
    try connection.run(
      "SELECT \(selection.orderSQL) FROM \(table.name)_search WHERE place = ? AND \(own.sql)",
      [.integer(rowKey.number)] + own.values
    ) { key = SortKey($0, selection.order) }
    guard let key else { return nil }
    var (start, before) = (SortKey?.none, 0)
    if try table.isIndexed(connection, selection.order) {
      let known = try extend(table, connection, selection) { $0.keys.last.map { $0 > key } ?? false }
      let index = known.keys.firstIndex { $0 > key } ?? known.keys.count
      if index > 0 { (start, before) = (known.keys[index - 1], index * Landmarks.stride) }
    }
    return try selection.parts(from: start, to: key).reduce(before) { try $0 + count(table, connection, $1) }
  }

  /// Goes on with the landmarks of a selection until they are enough, or there are no more.
  private func extend<Item>(
    _ table: ListTable<Item>, _ connection: Connection, _ selection: Selection,
    until isEnough: (Landmarks.Known) -> Bool
  ) throws -> Landmarks.Known {
    var known = landmarks.known(selection, generation)
    while !known.isEnded, !isEnough(known) {
      let next = try keys(table, connection, selection, from: known.keys.last, Landmarks.stride, 1)
      known.keys += next
      known.isEnded = next.isEmpty
    }
    landmarks.learn(known, selection, generation)
    return known
  }
}

extension Counter {
  private func count<Item>(
    _ table: ListTable<Item>, _ connection: Connection, _ part: Selection.Condition
  ) throws -> Int {
    try table.number(connection, "SELECT count(*) FROM \(table.name)_search WHERE \(part.sql)", part.values)
  }

  /// The keys of some rows behind one.
  private func keys<Item>(
    _ table: ListTable<Item>, _ connection: Connection, _ selection: Selection, from start: SortKey?, _ offset: Int,
    _ limit: Int
  ) throws -> [SortKey] {
    var (keys, offset) = ([SortKey](), offset)
    let parts = selection.parts(from: start)
    for (index, part) in parts.enumerated() where keys.count < limit {
      let before = keys.count
      try connection.run(
        """
        SELECT \(selection.orderSQL) FROM \(table.name)_search WHERE \(part.sql) ORDER BY \(selection.orderSQL) \
        LIMIT ? OFFSET ?
        """, part.values + [.integer(Int64(limit - before)), .integer(Int64(offset))]
      ) { keys.append(SortKey($0, selection.order)) }
      if keys.count > before {
        offset = 0
      } else if offset > 0, index < parts.count - 1 {
        offset -= try count(table, connection, part)
      }
    }
    return keys
  }
}

extension ListTable {
  /// Whether rows are found in an order without sorting all of them.
  func isIndexed(_ connection: Connection, _ order: Selection.Order) throws -> Bool {
    guard let index = order.index else { return true }
    return try number(
      connection, "SELECT count(*) FROM sqlite_master WHERE name = ?", [.text("\(name)_search_\(index)")]) > 0
  }

  /// Shorter lists are sorted as fast as they are found.
  private static var indexLimit: Int { 4_096 }

  /// Makes the indexes of a long list, which would cost its first loading as much again.
  func needsIndexes(_ connection: Connection) throws -> Bool {
    guard try count(connection) > Self.indexLimit else { return false }
    return try !isIndexed(connection, .newest) || !isIndexed(connection, .title)
  }

  func makeIndexes(_ connection: Connection) throws {
    for order in [Selection.Order.newest, .title] {
      guard let index = order.index else { continue }
      try connection.run(
        """
        CREATE INDEX IF NOT EXISTS \(name)_search_\(index) ON \(name)_search \
        (\(order.columns.joined(separator: ", ")), read)
        """)
    }
  }
}
