import Database
import PagedList

/// Upgrades of tables that an earlier version of the program has made.
extension ListTable {
  /// The version of the tables. The copies of flags, the sweeps and the parts came to every table in the three versions
  /// after its own, and each addition of columns counts it up from there.
  var newest: Int { version + 3 + (columns.compactMap { $0.column.addition }.max() ?? 0) }

  /// The migrations by the version from which they start. The last one adds whatever is missing.
  var migrations: [Int: SchemaMigration] {
    Dictionary(
      uniqueKeysWithValues: (version..<newest).map { older in
        (older, older + 1 == newest ? SchemaMigration { try self.upgrade($0) } : SchemaMigration([]))
      })
  }

  /// Adds the missing columns, tables and indexes, and removes all validators, so that the server's next answers bring
  /// the values of new columns.
  private func upgrade(_ connection: Connection) throws {
    for (table, columns) in definitions where try connection.exists(table) {
      let known = try connection.rows("SELECT name FROM pragma_table_info(?)", .text(table)) { $0.text(0) }
      for column in columns.split(separator: ", ") where !known.contains(String(column.prefix { $0 != " " })) {
        try connection.run("ALTER TABLE \(table) ADD COLUMN \(column)")
      }
    }
    for sql in create where try !connection.exists(String(sql.split(separator: " ")[2])) { try connection.run(sql) }
    // Older indexes lack a column that was added. Those of orders are made again when a list is read in that order.
    for index in ["ages", "titles", "parts"] { try connection.run("DROP INDEX IF EXISTS \(name)_search_\(index)") }
    if try number(connection, "SELECT count(*) FROM \(name)_parts") > 0 { try makePartIndex(connection) }
    if columns.contains(where: { $0.column.addition != nil }) { try forgetValidators(connection) }
    try fillSearch(connection)
  }

  /// Fills the `_search` table with dates and with items that are on no page, which it holds since the copies of flags.
  private func fillSearch(_ connection: Connection) throws {
    if !dateColumns.isEmpty {
      let names = dateColumns.map { columns[$0].name }
      let value = names.count == 1 ? names[0] : "coalesce(\(names.joined(separator: ", ")))"
      let date = "(SELECT \(value) FROM \(name) n WHERE n.place = \(name)_search.place)"
      try connection.run("UPDATE \(name)_search SET age = coalesce(-\(date), 9e999)")
    }
    let unlisted = try rows(connection, "WHERE place < 0", []).whole
    try connection.insert(
      searchReplacement, unlisted.flatMap { searchRow(draft($0.item), at: $0.metadata.rowKey, Arrivals(), nil) })
  }

  /// Removes all validators, and fills the derived columns.
  private func forgetValidators(_ connection: Connection) throws {
    try connection.run("UPDATE \(name)_pages SET validator = NULL")
    let derived = columns.indices.filter { columns[$0].column.isDerived }
    let settings = ["validator = NULL", "sum = ?"] + derived.map { "\(columns[$0].name) = ?" }
    // The checksum of a row includes its validator and its columns.
    var last = DatabaseValue.integer(.min)
    while case (let rows, let damaged) = try rows(
      connection, "WHERE \(derived.isEmpty ? "validator IS NOT NULL AND " : "")place > ? ORDER BY place LIMIT 500",
      [last]),
      let end = (rows.map { $0.metadata.rowKey.number } + damaged.map { $0.number }).max()
    {
      for row in rows {
        let values = encode(row.item)
        let sum = sum(sum(id(row.item.id), values), fetched: row.metadata.fetched, validator: nil)
        try connection.run(
          "UPDATE \(name) SET \(settings.joined(separator: ", ")) WHERE place = ?",
          [.integer(sum)] + derived.map { values[$0] } + [.integer(row.metadata.rowKey.number)]
        ) { _ in }
      }
      last = .integer(end)
    }
  }

  /// Returns whether a column was added later than the table.
  func isLate(_ column: Int) -> Bool { columns[column].column.addition != nil }
}
