import Database
import PagedList

/// Counts the rows of selections and finds them by row number, with the help of samples of their sort keys.
struct Counter<Item: Identifiable & Sendable> where Item.ID: Sendable {
  let table: ListTable<Item>
  let connection: Connection
  let samples: SortKeySamples
  let generation: Int64

  func count(_ selection: Selection) throws -> Int {
    // The count is the same in every order.
    if let rowKeys = try scanned(selection) { return rowKeys.count }
    var known = samples.known(selection, generation)
    if let count = known.count { return count }
    let count =
      try selection.conditions.isEmpty && selection.half == nil
      ? table.count(connection) - table.hiddenCount(connection, selection.hiding)
      : self.count(selection.filter)
    known.count = count
    samples.store(known, for: selection, generation)
    return count
  }

  /// Returns the row keys of some rows.
  func rowKeys(_ selection: Selection, _ rows: Range<Int>) throws -> [RowKey] {
    if let rowKeys = try scanned(selection) {
      return rowKeys[rows.clamped(to: rowKeys.indices)].map { RowKey($0) }
    }
    var start: SortKey?
    var offset = rows.lowerBound
    if try table.isIndexed(connection, selection.order), offset >= SortKeySamples.stride {
      let known = try extend(selection) { $0.keys.count * SortKeySamples.stride >= rows.lowerBound }
      let index = min(offset / SortKeySamples.stride, known.keys.count)
      if index > 0 {
        start = known.keys[index - 1]
        offset -= index * SortKeySamples.stride
      }
    }
    return try keys(selection, from: start, offset, rows.count).map { RowKey($0.rowKey) }
  }

  /// Returns the row number of an item or, if the selection leaves it out, of the first one after it; nil if it is in no
  /// list, or in the other half of it.
  func row(_ selection: Selection, of id: String) throws -> Int? {
    guard let rowKey = try table.metadata(connection, of: id)?.rowKey, rowKey.page >= 0 else { return nil }
    let rowKeys = try scanned(selection)
    if let row = rowKeys?.firstIndex(of: rowKey.number) { return row }
    guard let key = try table.sortKey(connection, selection, at: rowKey) else { return nil }
    var start: SortKey?
    var before = 0
    if try rowKeys == nil && table.isIndexed(connection, selection.order) {
      let known = try extend(selection) { $0.keys.last.map { $0 > key } ?? false }
      let index = known.keys.firstIndex { $0 > key } ?? known.keys.count
      if index > 0 {
        start = known.keys[index - 1]
        before = index * SortKeySamples.stride
      }
    }
    return try selection.parts(from: start, to: key).reduce(before) { try $0 + count($1) }
  }

  /// Returns the row keys of a selection that reads titles; nil for another one, and for one with very many rows.
  private func scanned(_ selection: Selection) throws -> [Int64]? {
    guard selection.readsTitles else { return nil }
    var known = samples.known(selection, generation)
    guard !known.isScanned else { return known.rowKeys }
    var rowKeys: [Int64] = []
    let filter = selection.filter
    try connection.run(
      "SELECT place FROM \(table.name)_search WHERE \(filter.sql) ORDER BY \(selection.scanOrderSQL) LIMIT ?",
      filter.values + [.integer(Int64(SortKeySamples.scanLimit + 1))]
    ) { rowKeys.append($0.integer(0)) }
    known.isScanned = true
    known.rowKeys = rowKeys.count > SortKeySamples.scanLimit ? nil : rowKeys
    samples.store(known, for: selection, generation)
    return known.rowKeys
  }

  /// Adds samples to a selection until they are enough, or the selection ends.
  private func extend(
    _ selection: Selection, until isEnough: (SortKeySamples.Known) -> Bool
  ) throws -> SortKeySamples.Known {
    var known = samples.known(selection, generation)
    while !known.isEnded, !isEnough(known) {
      let next = try keys(selection, from: known.keys.last, SortKeySamples.stride, 1)
      known.keys += next
      known.isEnded = next.isEmpty
    }
    samples.store(known, for: selection, generation)
    return known
  }
}

extension Counter {
  private func count(_ part: Selection.Condition) throws -> Int {
    try table.number(connection, "SELECT count(*) FROM \(table.name)_search WHERE \(part.sql)", part.values)
  }

  /// Returns the sort keys of some rows, from another row on.
  /// - Parameters:
  ///   - start: The sort key of the row from which `offset` counts; nil for the first row.
  ///   - offset: The number of rows to skip.
  ///   - limit: The number of rows to read.
  private func keys(
    _ selection: Selection, from start: SortKey?, _ offset: Int, _ limit: Int
  ) throws -> [SortKey] {
    var keys = [SortKey]()
    var offset = offset
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
        offset -= try count(part)
      }
    }
    return keys
  }
}

extension ListTable {
  /// Returns whether an order has an index, so that rows are found without sorting all of them.
  func isIndexed(_ connection: Connection, _ order: Selection.Order) throws -> Bool {
    guard let index = order.index else { return true }
    return try connection.exists("\(name)_search_\(index)")
  }

  /// The length up to which a list is sorted as fast as it is read by an index.
  private static var indexLimit: Int { 4_096 }

  /// Returns whether a long list lacks indexes. They are not created with the table: that would double the time of the
  /// first loading.
  func needsIndexes(_ connection: Connection) throws -> Bool {
    guard try number(connection, "SELECT total(count) FROM \(name)_blocks") > Self.indexLimit else { return false }
    return try !isIndexed(connection, .newest) || !isIndexed(connection, .title)
  }

  func makeIndexes(_ connection: Connection, _ orders: [Selection.Order] = [.newest, .title]) throws {
    // SQLite sorts in as much memory as its cache may take, and is no slower with less. Afterwards the cache has its
    // default size again; if the work is cancelled, it stays small.
    try connection.run("PRAGMA cache_size = -256")
    defer { try? connection.run("PRAGMA cache_size = -2000") }
    for order in orders {
      guard let index = order.index else { continue }
      try connection.run(
        """
        CREATE INDEX IF NOT EXISTS \(name)_search_\(index) ON \(name)_search \
        (\(order.columns.joined(separator: ", ")), read\(hiddenInIndex))
        """)
    }
  }
}
