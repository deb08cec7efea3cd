public import Database
import Essentials
import Observed

/// Whether the data of a list can be downloaded again.
public enum TransactionalRowsKind: Sendable {
  /// It can. A list with a damaged row counts as never saved.
  case cache
  /// It cannot. A damaged or missing row throws `DatabaseError.damaged`.
  case state
}

extension TransactionalRows {
  /// Returns a list in its own tables, with each row as JSON and a checksum. Only changed rows are written. While
  /// nothing changes, reading the list reads a single number.
  /// - Parameters:
  ///   - database: The database.
  ///   - name: The name of the tables, as in `Schema`.
  ///   - kind: Whether the data can be downloaded again.
  ///   - empty: The header of a list that was never saved.
  ///   - key: Returns the number under which the row at a position is stored. It must increase along the list.
  ///   - row: Converts a record back to its row.
  ///   - record: Converts a row to its record.
  ///   - headerRecord: Converts the header to its record.
  ///   - header: Converts a record back to the header.
  public static func table<Record: Codable & SendableMetatype, HeaderRecord: Codable & SendableMetatype>(
    _ database: Database, named name: String, kind: TransactionalRowsKind, empty: Header,
    key: @escaping @Sendable (_ row: Row, _ position: Int) -> Int64,
    record: @escaping @Sendable (Row) -> Record, row: @escaping @Sendable (Record) throws -> Row,
    headerRecord: @escaping @Sendable (Header) -> HeaderRecord,
    header: @escaping @Sendable (HeaderRecord) throws -> Header
  ) -> Self {
    let table = RowTable(name: name)
    let schema =
      switch kind {
      case .cache: Schema(cache: name, version: 1, create: table.create)
      case .state: Schema(state: name, create: table.create, migrations: [])
      }
    let database = database.using(schema)
    // The contents that were last read or written.
    let cache = Observed<Contents?>(nil)

    @Sendable func contents(_ connection: Connection) throws -> (Contents, isDamaged: Bool) {
      let state = try table.state(connection)
      if let state, let cached = cache.value, cached.revision == state.revision { return (cached, false) }
      do {
        let decoder = JSONDecoder()
        let rows = try table.rows(connection, state?.revision) { try row(decoder.decode(Record.self, from: $0)) }
        guard let state else { return (Contents(header: empty), false) }
        let contents = Contents(
          rows: rows, header: try header(decoder.decode(HeaderRecord.self, from: state.header)),
          revision: state.revision)
        return (contents, false)
      } catch let error where error is DecodingError || error is RowTable.Damaged {
        switch kind {
        case .state: throw DatabaseError.damaged(file: try connection.file)
        case .cache: return (Contents(header: empty, revision: state?.revision ?? 0), true)
        }
      }
    }

    return Self(
      read: {
        let (contents, isDamaged) = try await database.read(contents)
        if !isDamaged { cache.replace(with: contents) }
        return contents
      },
      edit: { edit in
        let after = try await database.write { connection -> Contents? in
          let (before, isDamaged) = try contents(connection)
          if isDamaged { try table.removeAll(connection) }
          var after = before
          try edit(&after)
          after.revision = before.revision
          if after == before, !isDamaged { return nil }
          // A new list starts with a random revision, so that it does not repeat one that another process remembers.
          after.revision = before.revision == 0 ? .random(in: 1...(1 << 53)) : before.revision &+ 1
          let encoder = JSONEncoder()
          try after.differences(from: before, key) { key, row in
            guard let row else { return try table.remove(connection, key) }
            try table.write(connection, key, encoder.encode(record(row)))
          }
          try table.writeState(
            connection, after.revision, encoder.encode(headerRecord(after.header)), count: after.rows.count)
          return after
        }
        // Only after the transaction, so that nothing unsaved is cached.
        if let after { cache.replace(with: after) }
      },
      changes: database.changes)
  }
}

extension TransactionalRows.Contents {
  /// Compares two lists side by side; keys increase in both.
  /// - Parameter take: Called with each new or changed row, and with nil for each key that is gone.
  fileprivate func differences(
    from before: Self, _ key: (Row, Int) -> Int64, _ take: (_ key: Int64, _ row: Row?) throws -> Void
  ) rethrows {
    var old = 0
    var new = 0
    while old < before.rows.count || new < rows.count {
      let oldKey = old < before.rows.count ? key(before.rows[old], old) : nil
      let newKey = new < rows.count ? key(rows[new], new) : nil
      if let oldKey, newKey.map({ oldKey < $0 }) ?? true {
        try take(oldKey, nil)
        old += 1
      } else if let newKey {
        if newKey != oldKey || before.rows[old] != rows[new] { try take(newKey, rows[new]) }
        if newKey == oldKey { old += 1 }
        new += 1
      }
    }
  }
}
