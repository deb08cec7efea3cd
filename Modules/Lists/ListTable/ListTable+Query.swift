import Database
import Essentials
import FlagsStore
import PagedList
import TextSearch

/// Reading windows by a query.
extension ListTable {
  typealias Rows = (rows: [Listed<Item>], damaged: [RowKey])

  /// Returns the selections whose rows, one after the other, are the listed items of a query.
  /// - Parameter words: Words that the folded title must contain.
  func selections(_ query: ListQuery, _ state: State, words: [String] = []) -> [Selection] {
    let listed: Selection.Order = state.grows ? .newest : .listed
    let conditions = conditions(query, state, words: words)
    let readsTitles = query.conditions.contains { $0.readsTitles }
    let hiding = hiding(query, state)
    func selection(_ order: Selection.Order, _ half: Selection.Condition? = nil) -> Selection {
      Selection(order: order, conditions: conditions, half: half, readsTitles: readsTitles, hiding: hiding)
    }
    switch query.order {
    case .listed: return [selection(listed)]
    case .newest: return [selection(.newest)]
    case .title: return [selection(.title)]
    case .unreadFirst:
      let unread = unread(query, state)
      let read = Selection.Condition(sql: "NOT \(unread.sql)", values: unread.values)
      return [unread, read].map { selection(listed, $0) }
    }
  }

  /// Returns the conditions that an item meets. One that all meet is left out, so that the selection is the same as
  /// without it.
  private func conditions(_ query: ListQuery, _ state: State, words: [String]) -> [Selection.Condition] {
    let titles = words.map { Selection.Condition(sql: "instr(folded, ?) > 0", values: [.text($0)]) }
    return titles + [partCondition("place")].compactMap(\.self)
      + query.conditions.map { sql($0, query, state) }.filter { $0.sql != "1" }
  }

  /// A statement's rows, which are those of a query or of one half of it.
  struct Scan {
    var table: String
    /// The SQL for the identity of a row.
    var id: String
    var filter: Selection.Condition
    var order: String
  }

  /// Returns the scans whose rows, one after the other, are those of a query. The table of each has the columns of
  /// `_search`, and its name is `s`.
  /// - Parameter words: Words that the folded title must contain.
  func scans(_ query: ListQuery, _ state: State, words: [String] = []) -> [Scan] {
    if query.scope == .bookmarked { return [bookmarks(query, state, words: words)] }
    return selections(query, state, words: words).map { selection in
      Scan(
        table: "\(name)_search s", id: "(SELECT id FROM \(name) n WHERE n.place = s.place)", filter: selection.filter,
        order: selection.scanOrderSQL)
    }
  }

  /// Returns the scans whose rows are those of a query from one of them on. Bookmarked items are all scanned.
  func scans(_ connection: Connection, _ query: ListQuery, words: [String], from start: RowKey?) throws -> [Scan] {
    let state = try state(connection)
    let all = scans(query, state, words: words)
    guard let start, query.scope != .bookmarked else { return all }
    for (index, selection) in selections(query, state, words: words).enumerated() {
      guard let key = try sortKey(connection, selection, at: start) else { continue }
      let parts = selection.parts(from: key).map { part in
        var scan = all[index]
        scan.filter = part
        scan.order = selection.orderSQL
        return scan
      }
      return parts + all[(index + 1)...]
    }
    return []
  }

  /// Returns the sort key of a row; nil if it is in no list, or in the other half of it.
  func sortKey(_ connection: Connection, _ selection: Selection, at rowKey: RowKey) throws -> SortKey? {
    let half = selection.half ?? Selection.Condition(sql: "1")
    var key: SortKey?
    try connection.run(
      "SELECT \(selection.orderSQL) FROM \(name)_search WHERE place = ? AND \(half.sql)",
      [.integer(rowKey.number)] + half.values
    ) { key = SortKey($0, selection.order) }
    return key
  }

  /// Returns the scan of the bookmarked items. Those that are not saved have NULL in all columns but `read`.
  func bookmarks(_ query: ListQuery, _ state: State, words: [String] = []) -> Scan {
    func narrow(_ column: String) -> String {
      "(SELECT n.\(column) FROM \(name)_search n WHERE n.place = f.place)"
    }
    let columns = searchColumns.filter { $0 != "place" && $0 != "read" }.map { ", \(narrow($0)) AS \($0)" }.joined()
    let conditions = conditions(query, state, words: words) + [bookmarkedOnce].compactMap(\.self)
    let newest = "bookmarked DESC, id"
    let order =
      switch query.order {
      case .listed: newest
      case .newest: "coalesce(age, 9e999), \(newest)"
      case .title: "folded IS NULL, folded, \(newest)"
      case .unreadFirst: "NOT \(unread(query, state).sql), \(newest)"
      }
    return Scan(
      table: """
        (SELECT id, bookmarked, place, coalesce(\(narrow("read")), read) AS read\(columns) FROM \
        (SELECT id, bookmarked, read, (SELECT place FROM \(name) n WHERE n.id = f.id) AS place FROM \(name)_flags f \
        WHERE bookmarked IS NOT NULL) f) s
        """, id: "s.id",
      filter: Selection.Condition(
        sql: conditions.isEmpty ? "1" : conditions.map { $0.sql }.joined(separator: " AND "),
        values: conditions.flatMap { $0.values }),
      order: order)
  }

  /// The condition that a bookmarked item is no duplicate of another one; nil in a table without duplicates.
  private var bookmarkedOnce: Selection.Condition? {
    duplicates.map { _ in
      Selection.Condition(
        sql: """
          NOT (coalesce(hidden, 0) = \(Self.hiddenDuplicate) AND EXISTS (SELECT 1 FROM \(name)_search o \
          JOIN \(name) n ON n.place = o.place JOIN \(name)_flags g ON g.id = n.id \
          WHERE o.same = s.same AND o.hidden <> \(Self.hiddenDuplicate) AND g.bookmarked IS NOT NULL))
          """)
    }
  }

  /// Returns the condition that an item counts as unread.
  func unread(_ query: ListQuery, _ state: State) -> Selection.Condition {
    // If nothing was read since the version, use the same condition as without it.
    let since = query.unreadSince.flatMap { $0.isBefore(state.version) ? $0.revision : nil }
    let swept = state.swept(upTo: since ?? .max)
    var unread = Selection.Condition(sql: "read <= 0")
    // Use literal numbers: question marks would shift those of later conditions.
    if let first = swept.first, first.lowerBound <= 0 { unread.sql = "read <= \(-first.upperBound)" }
    for range in swept where range.lowerBound > 0 {
      unread.sql += " AND (read <= \(-range.upperBound) OR read > \(-range.lowerBound))"
    }
    unread.sql = since.map { "(\(unread.sql) OR read > \($0))" } ?? "(\(unread.sql))"
    return unread
  }

  func window(
    _ connection: Connection, _ query: ListQuery, _ anchor: ListAnchor<Item.ID>, before: Int, after: Int,
    _ samples: SortKeySamples
  ) throws -> (window: ListWindow<Listed<Item>>, damaged: [RowKey]) {
    let state = try state(connection)
    let isComplete = try connection.rows(
      "SELECT next IS NULL FROM \(name)_pages WHERE number BETWEEN ? AND ? ORDER BY number DESC LIMIT 1",
      bounds[0], bounds[1]
    ) { $0.integer(0) == 1 }
    var window = ListWindow<Listed<Item>>(
      [], count: 0, isComplete: query.scope == .bookmarked || isJoined || isComplete.first == true,
      fetchedAt: try fetchedAt(connection),
      flags: state.version, arrival: state.generation)
    let rows = try rowSource(connection, query, state, samples)
    window.count = try rows.count()
    let wanted: Int =
      switch anchor {
      case .row(let row): row
      case .item(let id, let row): try rows.row(self.id(id)) ?? row
      }
    let (row, range) = windowRows(around: wanted, before, after, count: window.count)
    window.first = range.lowerBound
    window.anchor = row
    guard !range.isEmpty else { return (window, []) }
    let (found, damaged) = try rows.elements(range)
    window.items = found
    return (window, damaged)
  }

  /// Returns the date of the first page, or of the newest one of several parts.
  private func fetchedAt(_ connection: Connection) throws -> Date? {
    guard isJoined else { return try header(connection, firstPage)?.page.fetchedAt }
    let numbers = parts?.map { String($0) }.joined(separator: ", ")
    let condition = numbers.map { " WHERE number / \(RowKey.pagesOfPart) IN (\($0))" } ?? ""
    return try connection.rows("SELECT max(fetched) FROM \(name)_pages\(condition)") {
      $0.isNull(0) ? nil : Date(timeIntervalSinceReferenceDate: $0.real(0))
    }.first ?? nil
  }

  func count(_ connection: Connection, _ query: ListQuery, _ samples: SortKeySamples) throws -> Int {
    try rowSource(connection, query, state(connection), samples).count()
  }

  /// Returns the elements with some row keys.
  func listed(_ connection: Connection, _ rowKeys: [RowKey], _ state: State) throws -> Rows {
    var rows = [Listed<Item>]()
    var damaged = [RowKey]()
    let size = Self.lookUpSize
    for start in stride(from: 0, to: rowKeys.count, by: size) {
      let some = rowKeys[start..<min(start + size, rowKeys.count)]
      var found = [RowKey: Listed<Item>](minimumCapacity: size)
      let values = some.map { DatabaseValue.integer($0.number) } + Array(repeating: .null, count: size - some.count)
      damaged += try eachListed(connection, someListed, values, state) { found[$0] = $1 }
      rows += some.compactMap { found[$0] }
    }
    return (rows, damaged)
  }

  /// Returns the elements that match a condition, and the row keys of damaged ones.
  func listed(
    _ connection: Connection, _ condition: String, _ values: [DatabaseValue], _ state: State
  ) throws -> Rows {
    var rows: [Listed<Item>] = []
    let damaged = try eachListed(connection, "\(listedSelection) \(condition)", values, state) { rows.append($1) }
    return (rows, damaged)
  }

  private func eachListed(
    _ connection: Connection, _ sql: String, _ values: [DatabaseValue], _ state: State,
    _ take: (RowKey, Listed<Item>) -> Void
  ) throws -> [RowKey] {
    var damaged: [RowKey] = []
    let arrived = columns.count + 7
    try connection.run(sql, values) { row in
      guard let cached = cached(row) else { return damaged.append(RowKey(row.integer(columns.count + 1))) }
      var flags = itemFlags(row, from: columns.count + 5, state)
      flags.arrivedAt = row.isNull(arrived) ? nil : Date(timeIntervalSinceReferenceDate: row.real(arrived))
      take(
        cached.metadata.rowKey,
        Listed(
          id: cached.item.id, item: cached.item, flags: flags,
          part: cached.metadata.rowKey.page < 0 ? 0 : cached.metadata.rowKey.part))
    }
    return damaged
  }
}

/// Hidden items: those with a number above zero in their `hidden` column, which is a copy of an item's own.
extension ListTable {
  /// The number in the `hidden` column of an item that only a query with `showsHidden` lists.
  static var muted: Int { 2 }

  /// The index that has only the hidden rows.
  var hiddenIndexes: [String] {
    hidingColumn == nil ? [] : ["CREATE INDEX \(name)_hidden ON \(name)_search (hidden) WHERE hidden > 0"]
  }

  /// The column at the end of the indexes from which rows are counted.
  var hiddenInIndex: String { hidingColumn == nil ? "" : ", hidden" }

  /// The row for `state` with the greatest number that hides a row.
  var mostHidden: String {
    """
    SELECT 0, hidden, 0, 2, 0 FROM \(name)_search INDEXED BY \(name)_hidden WHERE hidden > 0 \
    ORDER BY hidden DESC LIMIT 1
    """
  }

  /// The greatest number in the `hidden` column of an item that is listed without `showsHidden`.
  var shownLimit: Int { isJoined ? 0 : 1 }

  /// Returns the greatest number in the `hidden` column that the rows of a query may have; nil if no row has a greater
  /// one. With `showsHidden`, the list of one part shows its duplicates, too; one of several would show a text twice.
  func hiding(_ query: ListQuery, _ state: State) -> Int? {
    let limit = query.showsHidden ? (isJoined ? Self.muted : .max) : shownLimit
    return state.hidden > limit ? limit : nil
  }

  /// Returns the number of the listed rows that are hidden by greater numbers.
  func hiddenCount(_ connection: Connection, _ limit: Int?) throws -> Int {
    guard let limit else { return 0 }
    return try number(
      connection,
      """
      SELECT count(*) FROM \(name)_search INDEXED BY \(name)_hidden WHERE hidden > 0 AND hidden > \(limit) \
      AND place >= 0
      """)
  }
}
