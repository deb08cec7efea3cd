import Database
import PagedList
import TextSearch

/// Searches by queries, each in one statement.
extension ListTable {
  /// Passes the row keys of all saved items of a query to `found`, in its order, and returns those of damaged items.
  ///
  /// Titles are compared in their folded form. Full texts are not saved folded, which would double their size. They are
  /// compared as bytes, which is nearly always enough; otherwise the item is decoded and compared.
  func search(
    _ connection: Connection, _ query: ListQuery, _ found: (RowKey) throws -> Void
  ) throws -> [RowKey] {
    let words = TextSearch.Query(query.text)
    let isInTexts = query.isInTexts && !fullText.isEmpty && !words.isEmpty
    var damaged: [RowKey] = []

    func check(_ rowKey: RowKey, _ isMatch: (Item) -> Bool) throws {
      let row = try row(connection, at: rowKey)
      if let rowKey = row.damaged { damaged.append(rowKey) }
      if let whole = row.whole, isMatch(whole.item) { try found(rowKey) }
    }

    if query.scope == .bookmarked {
      let (filter, order) = bookmarked(query, try state(connection))
      try connection.run(
        """
        SELECT \(bookmarkRowKey) AS place FROM \(bookmarkTables) WHERE place IS NOT NULL AND \(filter.sql) \
        ORDER BY \(order)
        """, filter.values
      ) { row in
        try check(RowKey(row.integer(0))) { words.matches(isInTexts ? fullText(of: $0) : text($0)) }
      }
      return damaged
    }
    let folded = isInTexts ? [] : words.foldedWords
    var scanner = TextSearch.Scanner(words)
    let texts = isInTexts ? fullText.map { ", \(columns[$0].name)" }.joined() : ""
    // Other columns of the items may have the names of columns in the conditions.
    let textTable = "(SELECT place\(texts) FROM \(name))"
    let table = isInTexts ? "\(name)_search s CROSS JOIN \(textTable) USING (place)" : "\(name)_search s"
    for selection in selections(query, try state(connection), words: folded) {
      let filter = selection.filter
      try connection.run(
        "SELECT s.place\(texts) FROM \(table) WHERE \(filter.sql) ORDER BY \(selection.scanOrderSQL)", filter.values
      ) { row in
        let rowKey = RowKey(row.integer(0))
        guard isInTexts else {
          return words.needsExactCheck ? try check(rowKey) { words.matches(text($0)) } : try found(rowKey)
        }
        for column in fullText.indices { row.utf8(column + 1) { scanner.add(lines: $0) } }
        switch scanner.endText() {
        case true?: try found(rowKey)
        case false?: break
        case nil: try check(rowKey) { words.matches(fullText(of: $0)) }
        }
      }
    }
    return damaged
  }

  /// Passes the identities of all items of a query to `found`, in its order, and returns the row keys of damaged items.
  func ids(_ connection: Connection, _ query: ListQuery, _ found: (Item.ID) -> Void) throws -> [RowKey] {
    if query.scope == .bookmarked, query.text.isEmpty {
      let (filter, order) = bookmarked(query, try state(connection))
      try connection.run(
        "SELECT f.id FROM \(bookmarkTables) WHERE \(filter.sql) ORDER BY \(order)", filter.values
      ) { if let id = $0.text(0) { found(identity(id)) } }
      return []
    }
    if query.text.isEmpty {
      for selection in selections(query, try state(connection)) {
        let filter = selection.filter
        try connection.run(
          """
          SELECT (SELECT id FROM \(name) n WHERE n.place = s.place) FROM \(name)_search s WHERE \(filter.sql) \
          ORDER BY \(selection.scanOrderSQL)
          """, filter.values
        ) { if let id = $0.text(0) { found(identity(id)) } }
      }
      return []
    }
    return try search(connection, query) { rowKey in
      try connection.run("SELECT id FROM \(name) WHERE place = ?", [.integer(rowKey.number)]) { row in
        if let id = row.text(0) { found(identity(id)) }
      }
    }
  }

  /// Returns the full text of an item: the `fullText` columns, a line or more each.
  func fullText(of item: Item) -> String {
    let values = encode(item)
    return fullText.map { if case .text(let text) = values[$0] { text } else { "" } }.joined(separator: "\n")
  }
}
