/// A copy of a store's tables, or of a part of their rows.
struct StoreCopy: Sendable {
  struct Table: Sendable {
    var insertion: String
    var rows: [[DatabaseValue]] = []
  }

  var version: Int
  /// The statements that create the tables and their indexes.
  var create: [String]
  var tables: [Table] = []
  var bytes = 0
}

extension StoreTables {
  /// Returns a copy of the tables, as far as they can be read; nil if they are missing or of a newer version.
  /// - Parameters:
  ///   - limit: The limit of rows from each table.
  ///   - bytes: The limit of bytes from all tables together.
  func copy(_ connection: Connection, rows limit: Int, bytes: Int) throws -> StoreCopy? {
    guard let version = try foundVersion(connection), (1...Int64(schema.version)).contains(version) else { return nil }
    let names = try tables(connection)
    // A list begins with row 0. In other tables the newest rows matter most.
    let orders =
      schema.excerpt == nil
      ? ["ORDER BY rowid DESC"] : ["WHERE rowid >= 0 ORDER BY rowid", "WHERE rowid < 0 ORDER BY rowid DESC"]
    var copy = StoreCopy(version: Int(version), create: [])
    for name in names {
      copy.create += try connection.rows(
        """
        SELECT sql FROM sqlite_master WHERE tbl_name = ? AND type IN ('table', 'index') AND sql IS NOT NULL \
        ORDER BY type DESC
        """, .text(name)
      ) { $0.text(0) ?? "" }
    }
    for name in names {
      let columns = try connection.rows("SELECT name FROM pragma_table_info(?)", .text(name)) { $0.text(0) ?? "" }
      var table = StoreCopy.Table(
        insertion: "INSERT INTO \(quoted(name)) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))")
      for order in orders {
        let types = columns.map { "typeof(\(quoted($0))), \(quoted($0))" }.joined(separator: ", ")
        do {
          try connection.run(
            "SELECT \(types) FROM \(quoted(name)) \(order) LIMIT ?", [.integer(Int64(limit - table.rows.count))]
          ) { row in
            let values = (0..<columns.count).map { row.value(2 * $0 + 1, type: row.text(2 * $0)) }
            let size = values.reduce(0) { $0 + $1.size }
            guard copy.bytes + size <= bytes else { throw IsFull() }
            copy.bytes += size
            table.rows.append(values)
          }
        } catch is IsFull {} catch is DatabaseError {
          // Rows that were read before the damage are usable, because each row is checked separately.
        }
      }
      copy.tables.append(table)
    }
    return copy
  }

  /// Inserts a copy into a database without these tables, and migrates it to the schema's version.
  func insert(_ connection: Connection, _ copy: StoreCopy) throws {
    for sql in copy.create { try connection.run(sql) }
    for table in copy.tables { try connection.runEach(table.insertion, table.rows) }
    try note(copy.version, connection)
    try prepare(connection)
    try schema.excerpt?.run(connection)
  }

  /// Removes the tables and their version.
  func remove(_ connection: Connection) throws {
    try drop(connection)
    if try connection.exists("schemas") { try connection.run("DELETE FROM schemas WHERE name = ?", .text(schema.name)) }
  }

  func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }
}

private struct IsFull: Error {}

extension Row {
  fileprivate func value(_ column: Int, type: String?) -> DatabaseValue {
    switch type {
    case "integer": .integer(integer(column))
    case "real": .real(real(column))
    case "text": .text(text(column))
    case "blob": blob(column).map { .blob($0) } ?? .null
    default: .null
    }
  }
}

extension DatabaseValue {
  fileprivate var size: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .blob(let bytes): bytes.count
    case .null, .integer, .real: 8
    }
  }
}
