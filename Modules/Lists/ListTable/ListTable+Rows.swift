import CachedResource
import Database
import Essentials
import PagedList
import TextSearch

/// Single rows. Callers update the counts of pages and blocks.
extension ListTable {
  /// The columns that survive when a row is replaced.
  struct PreservedColumns {
    var read: Int64
    var same: DatabaseValue
  }

  /// Rows that are about to be inserted.
  struct NewRows {
    /// The values for `insertion`.
    fileprivate var values: [DatabaseValue] = []
    /// The values for `earlyInsertion`.
    fileprivate var early: [DatabaseValue] = []
    /// The values for `searchInsertion` or `searchReplacement`.
    fileprivate var search: [DatabaseValue] = []
    /// The identities of items that were not saved before, by their row among those in `search`.
    fileprivate var ids: [(id: String, row: Int)] = []
    fileprivate(set) var count = 0
    /// The lowest and the highest row key.
    fileprivate var bounds: (RowKey, RowKey)?
  }

  /// - Parameter preserved: The columns of the item, if it was saved before.
  func insert(_ connection: Connection, _ item: Item, _ metadata: RowMetadata, preserved: PreservedColumns?) throws {
    var rows = NewRows()
    add(draft(item), metadata, try arrivals(connection), preserved, to: &rows)
    try insert(connection, rows)
    try forgetCounts(connection, of: "?", .integer(metadata.rowKey.number))
  }

  /// - Parameter preserved: The columns of the item, if it was saved before.
  func add(
    _ draft: Draft, _ metadata: RowMetadata, _ arrivals: Arrivals, _ preserved: PreservedColumns?,
    to rows: inout NewRows
  ) {
    func add(_ columns: ArraySlice<DatabaseValue>, to values: inout [DatabaseValue]) {
      values.append(.text(draft.id))
      values += columns
      values.append(.integer(metadata.rowKey.number))
      values.append(.real(metadata.fetched))
      values.append(.text(metadata.validator))
      values.append(.integer(metadata.sum))
    }
    // Columns without a value take more than half of the time of a row.
    if draft.columns[earlyCount...].contains(where: { !$0.isNull }) {
      add(draft.columns[...], to: &rows.values)
    } else {
      add(draft.columns[..<earlyCount], to: &rows.early)
    }
    if preserved == nil { rows.ids.append((draft.id, rows.count)) }
    rows.search += searchRow(draft, at: metadata.rowKey, arrivals, preserved)
    rows.count += 1
    rows.bounds = (
      min(rows.bounds?.0 ?? metadata.rowKey, metadata.rowKey), max(rows.bounds?.1 ?? metadata.rowKey, metadata.rowKey)
    )
  }

  func insert(_ connection: Connection, _ rows: NewRows) throws {
    guard let (lowest, highest) = rows.bounds else { return }
    try connection.insert(insertion, rows.values)
    try connection.insert(earlyInsertion, rows.early)
    var search = rows.search
    // Until something is read, no item needs a look-up.
    if try number(connection, "SELECT EXISTS (SELECT 1 FROM \(name)_flags)") > 0 {
      // One look-up of many takes less time than one within each insertion.
      var read: [String: DatabaseValue] = [:]
      try run(connection, readSelection, withEach: rows.ids.map { $0.id }) {
        read[$0.text(0) ?? ""] = .integer($0.integer(1))
      }
      for (id, row) in rows.ids { if let read = read[id] { search[row * searchInsertion.width + 3] = read } }
    }
    let isFree =
      try number(
        connection, "SELECT EXISTS (SELECT 1 FROM \(name)_search WHERE place BETWEEN ? AND ?)",
        .integer(lowest.number), .integer(highest.number)) == 0
    try connection.insert(isFree ? searchInsertion : searchReplacement, search)
  }

  /// The values of an item that are independent of its row.
  struct Draft: Sendable {
    var item: Item
    var id: String
    var columns: [DatabaseValue]
    var folded: String
    /// A greater age is an older date; items without a date come last.
    var age = Double.infinity
    var same = DatabaseValue.null
  }

  func draft(_ item: Item) -> Draft { draft(item, id(item.id), encode(item)) }

  func draft(_ item: Item, _ id: String, _ columns: [DatabaseValue]) -> Draft {
    var draft = Draft(item: item, id: id, columns: columns, folded: TextSearch.folded(text(item)))
    for column in dateColumns where draft.age == .infinity {
      if case .real(let date) = columns[column], !date.isNaN { draft.age = -date }
    }
    if duplicates != nil { draft.same = sameKey(item) }
    return draft
  }

  /// Returns the values for `searchInsertion`.
  func searchRow(_ draft: Draft, at rowKey: RowKey, _ arrivals: Arrivals, _ preserved: PreservedColumns?)
    -> [DatabaseValue]
  {
    var row: [DatabaseValue] = [
      .integer(rowKey.number), .text(draft.folded), .real(draft.age),
      .integer(preserved?.read ?? arrivals.read(rowKey, age: draft.age)),
    ]
    if let hidingColumn {
      let hidden = draft.columns[hidingColumn]
      row.append(hidden.isNull ? .integer(0) : hidden)
    }
    if duplicates != nil { row.append(preserved?.same ?? draft.same) }
    return row
  }

  /// - Returns: The columns that stay if the item is saved again; nil if the item had not arrived.
  @discardableResult
  func delete(_ connection: Connection, at rowKey: RowKey) throws -> PreservedColumns? {
    let preserved = try connection.rows(
      "SELECT read, \(duplicates == nil ? "NULL" : "same") FROM \(name)_search WHERE place = ? AND read > ?",
      .integer(rowKey.number), .integer(unarrived)
    ) { PreservedColumns(read: $0.integer(0), same: $0.isNull(1) ? .null : .integer($0.integer(1))) }.first
    try connection.run("DELETE FROM \(name) WHERE place = ?", .integer(rowKey.number))
    try connection.run("DELETE FROM \(name)_search WHERE place = ?", .integer(rowKey.number))
    try forgetCounts(connection, of: "?", .integer(rowKey.number))
    return preserved
  }

  func move(_ connection: Connection, from rowKey: RowKey, to target: RowKey) throws {
    for table in [name, name + "_search"] {
      try connection.run(
        "UPDATE \(table) SET place = ? WHERE place = ?", .integer(target.number), .integer(rowKey.number))
    }
  }

  /// The condition that the item of a row of `n` is bookmarked.
  var isBookmarked: String {
    "EXISTS (SELECT 1 FROM \(name)_flags f WHERE f.id = n.id AND f.bookmarked IS NOT NULL)"
  }

  /// Takes an item off its page. It is deleted unless it was requested by itself, or is bookmarked.
  func unlist(_ connection: Connection, _ metadata: RowMetadata) throws {
    let bookmarked = try connection.rows(
      "SELECT id FROM \(name) n WHERE place = ? AND \(isBookmarked)", .integer(metadata.rowKey.number)
    ) { $0.text(0) }.first
    if metadata.fetched == nil, let id = bookmarked ?? nil, try makeSingle(connection, id) { return }
    try recordRemoval(connection, where: "place = ?", [.integer(metadata.rowKey.number)])
    if metadata.fetched == nil {
      try delete(connection, at: metadata.rowKey)
    } else {
      try move(connection, from: metadata.rowKey, to: try unusedRowKey(connection))
    }
  }

  /// Returns an unused row key that is on no page.
  private func unusedRowKey(_ connection: Connection) throws -> RowKey {
    let lowest = try connection.rows("SELECT min(place) FROM \(name)") { $0.integer(0) }.first ?? 0
    return RowKey(max(min(lowest, 0), .min + 1) - 1)
  }

  func metadata(_ connection: Connection, of id: String) throws -> RowMetadata? {
    try connection.rows("SELECT place, fetched, validator, sum FROM \(name) WHERE id = ?", .text(id)) {
      metadata($0, from: 0)
    }.first
  }

  /// Looks up the items with some identities, several per statement.
  func lookUp(_ connection: Connection, _ ids: [String], _ found: (_ id: String, _ metadata: RowMetadata) -> Void)
    throws
  {
    try run(connection, lookUp, withEach: ids) { found($0.text(0) ?? "", metadata($0, from: 1)) }
  }

  /// Runs a statement with `lookUpSize` identities at once.
  private func run(_ connection: Connection, _ sql: String, withEach ids: [String], _ body: (Row) -> Void) throws {
    let size = Self.lookUpSize
    for start in stride(from: 0, to: ids.count, by: size) {
      let some = ids[start..<min(start + size, ids.count)].map { DatabaseValue.text($0) }
      try connection.run(sql, some + Array(repeating: .null, count: size - some.count), body)
    }
  }

  /// Saves an item that was requested by itself.
  func insert(_ connection: Connection, _ copy: CachedCopy<Item>) throws {
    let content = sum(of: copy.value)
    let fetched = copy.fetchedAt.timeIntervalSinceReferenceDate
    let before = try metadata(connection, of: id(copy.value.id))
    let rowKey = try before?.rowKey ?? unusedRowKey(connection)
    var preserved: PreservedColumns?
    let groups = try groups(connection, of: [rowKey])
    if let before {
      // The items of a list that only grows are not what its page's validator confirms.
      if !isSame(content, before), rowKey.page >= 0, try !state(connection).grows {
        try forgetValidator(connection, ofPage: rowKey.page)
      }
      preserved = try delete(connection, at: rowKey)
    }
    try insert(
      connection, copy.value,
      RowMetadata(
        rowKey: rowKey, fetched: fetched, validator: copy.validator,
        sum: sum(content, fetched: fetched, validator: copy.validator)), preserved: preserved)
    // Its duplicates may have changed since the copy was made.
    try chooseShownItems(connection, of: groups)
  }
}
