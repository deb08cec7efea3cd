import Database
import Essentials
import PagedList
import TextSearch

/// The rows of a query, within one read transaction.
struct RowSource<Item: Identifiable & Sendable> where Item.ID: Sendable {
  /// Returns the number of rows.
  var count: () throws -> Int
  /// Returns the row number of an item or, if the query leaves it out, of the first one after it, which is the number of
  /// rows if there is none; nil if the item is gone.
  var row: (_ id: String) throws -> Int?
  /// Returns the elements in some rows.
  var elements: (_ rows: Range<Int>) throws -> ListTable<Item>.Rows
}

extension ListTable {
  func rowSource(
    _ connection: Connection, _ query: ListQuery, _ state: State, _ samples: SortKeySamples
  ) throws -> RowSource<Item> {
    if !query.text.isEmpty {
      var whole = query
      whole.text = ""
      return try foundRows(connection, query, state, in: rowSource(connection, whole, state, samples))
    }
    if query.scope == .bookmarked { return bookmarkedRows(connection, query, state) }
    if query.isPlain, !state.grows, parts == nil, hiding(query, state) == nil { return plainRows(connection, state) }
    let counter = Counter(table: self, connection: connection, samples: samples, generation: state.generation)
    var rows = selectedRows(selections(query, state), counter, state)
    if isJoined, let count = try storedCount(connection, query, state) { rows.count = { count } }
    return rows
  }

  /// Returns the whole list in the server's order, which is found by the counts of pages.
  private func plainRows(_ connection: Connection, _ state: State) -> RowSource<Item> {
    RowSource(
      count: { try count(connection) },
      row: { id in
        guard let rowKey = try metadata(connection, of: id)?.rowKey, rowKey.page >= 0 else { return nil }
        let start = RowKey.rowKeys(ofPage: rowKey.page).lowerBound
        return try count(connection, before: rowKey.page)
          + number(
            connection, "SELECT count(*) FROM \(name)_search WHERE place >= ? AND place < ?", .integer(start.number),
            .integer(rowKey.number))
      },
      elements: { rows in
        guard let (page, offset) = try page(connection, holding: rows.lowerBound) else { return ([], []) }
        return try listed(
          connection,
          """
          WHERE n.place >= (SELECT place FROM \(name)_search WHERE place >= ? ORDER BY place LIMIT 1 OFFSET ?) \
          ORDER BY n.place LIMIT ?
          """,
          [
            .integer(RowKey.rowKeys(ofPage: page).lowerBound.number), .integer(Int64(offset)),
            .integer(Int64(rows.count)),
          ], state)
      })
  }

  /// Returns the rows of some selections, one after the other.
  private func selectedRows(
    _ selections: [Selection], _ counter: Counter<Item>, _ state: State
  ) -> RowSource<Item> {
    RowSource(
      count: { try selections.reduce(0) { try $0 + counter.count($1) } },
      row: { id in
        var before = 0
        for selection in selections {
          if let row = try counter.row(selection, of: id) { return before + row }
          before += try counter.count(selection)
        }
        return nil
      },
      elements: { rows in
        var rowKeys = [RowKey]()
        var before = 0
        for (index, selection) in selections.enumerated() {
          // The rows of the last selection are all that are left.
          let isLast = index == selections.count - 1
          let count = try isLast ? max(rows.upperBound - before, 0) : counter.count(selection)
          let some = rows.clamped(to: before..<before + count)
          if !some.isEmpty {
            rowKeys += try counter.rowKeys(selection, some.lowerBound - before..<some.upperBound - before)
          }
          before += count
        }
        return try listed(counter.connection, rowKeys, state)
      })
  }

  /// Returns the bookmarked items. They are few enough to be sorted each time.
  private func bookmarkedRows(_ connection: Connection, _ query: ListQuery, _ state: State) -> RowSource<Item> {
    let scan = bookmarks(query, state)
    let rows = "FROM \(scan.table) WHERE \(scan.filter.sql)"
    return RowSource(
      count: { try number(connection, "SELECT count(*) \(rows)", scan.filter.values) },
      row: { id in
        var row: Int?
        try connection.run(
          """
          SELECT above FROM (SELECT id, sum(\(scan.filter.sql)) OVER (ORDER BY \(scan.order) \
          ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS above FROM \(scan.table)) WHERE id = ?
          """, scan.filter.values + [.text(id)]
        ) { row = sane($0.integer(0)) }
        return row
      },
      elements: { range in
        var ids: [(id: String, listed: Listed<Item>)] = []
        try connection.run(
          "SELECT id, read, bookmarked \(rows) ORDER BY \(scan.order) LIMIT ? OFFSET ?",
          scan.filter.values + [.integer(Int64(range.count)), .integer(Int64(range.lowerBound))]
        ) { row in
          guard let id = row.text(0) else { return }
          ids.append((id, Listed(id: identity(id), item: nil, flags: itemFlags(row, from: 1, state))))
        }
        var damaged: [RowKey] = []
        let elements = try ids.map { id, missing in
          let (found, others) = try listed(connection, "WHERE n.id = ?", [.text(id)], state)
          damaged += others
          return found.first ?? missing
        }
        return (elements, damaged)
      })
  }

  /// Returns the rows of a query that has a text.
  /// - Parameter whole: The rows of the query without its text.
  private func foundRows(
    _ connection: Connection, _ query: ListQuery, _ state: State, in whole: RowSource<Item>
  ) throws -> RowSource<Item> {
    var rowKeys: [RowKey] = []
    let damaged = try search(connection, query) { rowKeys.append($0) }
    return RowSource(
      count: { [rowKeys] in rowKeys.count },
      row: { [rowKeys] id in
        if let rowKey = try metadata(connection, of: id)?.rowKey, let row = rowKeys.firstIndex(of: rowKey) {
          return row
        }
        guard let wanted = try whole.row(id) else { return nil }
        var rows = rowKeys.indices
        while !rows.isEmpty {
          let middle = (rows.lowerBound + rows.upperBound) / 2
          guard let other = try listed(connection, [rowKeys[middle]], state).rows.first,
            let row = try whole.row(self.id(other.id))
          else { return nil }
          rows = row < wanted ? middle + 1..<rows.upperBound : rows.lowerBound..<middle
        }
        return rows.lowerBound
      },
      elements: { [rowKeys] rows in
        let found = try listed(connection, Array(rowKeys[rows]), state)
        return (found.rows, found.damaged + damaged)
      })
  }
}
