import Database
import PagedList

/// Upgrades from one version of the tables to the next.
extension ListTable {
  /// The version of the tables: that of the newest column.
  var newest: Int { columns.compactMap { addedAt($0.column) }.max() ?? complete }

  /// The version with the copies of flags, the sweeps and the parts, which came to every table in the three versions after
  /// its own. Each addition of columns counts it up from there.
  private var complete: Int { version + 3 }

  /// Returns the version that added a column; nil for one that was there from the beginning.
  private func addedAt(_ column: ListColumn) -> Int? { column.addition.map { complete + $0 } }

  /// The migrations by the version from which they start. Each adds the columns of the next version. The last one
  /// removes all validators, so that the server's next answers bring the values of new columns.
  var migrations: [Int: SchemaMigration] {
    Dictionary(
      uniqueKeysWithValues: (version..<newest).map { older in
        (
          older,
          SchemaMigration { connection in
            for (name, column) in columns where addedAt(column) == older + 1 {
              try connection.run("ALTER TABLE \(self.name) ADD COLUMN \(name) \(column.type)")
            }
            if let hidingColumn, addedAt(columns[hidingColumn].column) == older + 1 { try addHidden(connection) }
            if older == version { try addFlags(connection) }
            if older == version + 1 { for sql in sweepTables { try connection.run(sql) } }
            if older == version + 2 {
              try addGrowsColumn(connection)
              for sql in partTables { try connection.run(sql) }
            }
            guard older + 1 == newest else { return }
            if columns.contains(where: { $0.column.addition != nil }) { try forgetValidators(connection) }
            try fillSearch(connection)
          }
        )
      })
  }

  /// Adds the copies of flags and the columns for further orders.
  private func addFlags(_ connection: Connection) throws {
    for sql in flagTables { try connection.run(sql) }
    try connection.run("ALTER TABLE \(name)_search ADD COLUMN age REAL NOT NULL DEFAULT 9e999")
    try connection.run("ALTER TABLE \(name)_search ADD COLUMN read INTEGER NOT NULL DEFAULT 0")
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
