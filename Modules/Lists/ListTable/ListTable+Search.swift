import Database
import PagedList
import TextSearch

/// Searches by queries, each in one statement.
extension ListTable {
  /// Passes the row keys of all saved items of a query to `found`, in its order, and returns those of damaged items.
  ///
  /// Titles are compared in their folded form. Full texts are not saved folded, which would double their size. They are
  /// compared as bytes, which is nearly always enough; otherwise the item is decoded and compared.
  /// - Parameter start: The row key of the first match that is wanted; nil for all.
  func search(
    _ connection: Connection, _ query: ListQuery, from start: RowKey? = nil, _ found: (RowKey) throws -> Void
  ) throws -> [RowKey] {
    let words = TextSearch.Query(query.text)
    let isInTexts = query.isInTexts && !fullText.isEmpty && !words.isEmpty
    var damaged: [RowKey] = []

    func check(_ rowKey: RowKey, _ isMatch: (Item) -> Bool) throws {
      let row = try row(connection, at: rowKey)
      if let rowKey = row.damaged { damaged.append(rowKey) }
      if let whole = row.whole, isMatch(whole.item) { try found(rowKey) }
    }

    let folded = isInTexts ? [] : words.foldedWords
    var scanner = TextSearch.Scanner(words)
    let texts = isInTexts ? fullText.map { ", \(columns[$0].name)" }.joined() : ""
    // Other columns of the items may have the names of columns in the conditions.
    let textTable = "(SELECT place\(texts) FROM \(name))"
    var isSkipping = start != nil && query.scope == .bookmarked
    for scan in try scans(connection, query, words: folded, from: start) {
      let table = isInTexts ? "\(scan.table) CROSS JOIN \(textTable) USING (place)" : scan.table
      try connection.run(
        "SELECT s.place\(texts) FROM \(table) WHERE \(scan.filter.sql) ORDER BY \(scan.order)", scan.filter.values
      ) { row in
        // A bookmarked item need not be saved.
        if row.isNull(0) { return }
        let rowKey = RowKey(row.integer(0))
        if isSkipping, rowKey != start { return }
        isSkipping = false
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
    if query.text.isEmpty {
      for scan in scans(query, try state(connection)) {
        try connection.run(
          "SELECT \(scan.id) FROM \(scan.table) WHERE \(scan.filter.sql) ORDER BY \(scan.order)", scan.filter.values
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
