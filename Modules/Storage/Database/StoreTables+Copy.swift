/// The tables of a store, or the first of their rows.
struct StoreCopy: Sendable {
  struct Table: Sendable {
    var insertion: String
    var rows: [[DatabaseValue]] = []
  }

  var version: Int
  /// Makes the tables and their indexes.
  var create: [String]
  var tables: [Table] = []
  var bytes = 0
}

extension StoreTables {
  /// Copies tables, as far as they can be read and are not of a newer version; nil where nothing can.
  /// - Parameters:
  ///   - limit: how many rows of each table are copied.
  ///   - bytes: how many bytes are, of all tables.
  func copy(_ connection: Connection, rows limit: Int, bytes: Int) throws -> StoreCopy? {
    guard let version = try foundVersion(connection), (1...Int64(schema.version)).contains(version) else { return nil }
    let names = try tables(connection)
    // A list begins with place 0; of other values the newest are worth most.
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
          // What was read before the damage is of use: each row is checked by itself.
        }
      }
      copy.tables.append(table)
    }
    return copy
  }

  /// Inserts a copy where there is none, in the shape of the schema.
  func insert(_ connection: Connection, _ copy: StoreCopy) throws {
    for sql in copy.create { try connection.run(sql) }
    for table in copy.tables { try connection.runEach(table.insertion, table.rows) }
    try note(copy.version, connection)
    try prepare(connection)
    try schema.excerpt?.run(connection)
  }

  /// Forgets the tables and their version.
  func remove(_ connection: Connection) throws {
    try drop(connection)
    if try hasVersions(connection) { try connection.run("DELETE FROM schemas WHERE name = ?", .text(schema.name)) }
  }

  private func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }
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
