import CachedResource
public import Database
import Essentials
import Observed
public import PagedList
import Store
import TextSearch

extension ListStore {
  /// A list in a database, in tables that have its name or begin with it.
  /// - `name`: names the list among all of the database: "posts".
  /// - `version`: that of the oldest columns; the next two added the copies of flags and of sweeps. Columns that came later count it up from
  ///   there; what was saved before them stays, and all is asked for anew without validators. What was saved before the
  ///   oldest columns is dropped.
  /// - `columns`: what the columns are; each has the name of its case. Besides them there are `place`, `id`, `fetched`,
  ///   `validator` and `sum`.
  /// - `id`: an identity as text, and `identity` it again.
  /// - `value`: an item's value in a column.
  /// - `decode`: an item from a row; nil where it is none. It gives back what `value` gave.
  /// - `text`: what a search looks at.
  /// - `fullText`: the columns whose texts, a line or more each, are all that a search may look at; empty where there is no
  ///   more than `text`.
  /// - `dateColumn`: the column that holds the date an item was written, as a number; nil where items have none.
  public static func table<Column: CaseIterable & RawRepresentable & Sendable>(
    _ name: String, version: Int, columns: (Column) -> ListColumn, in database: Database,
    id: @escaping @Sendable (Item.ID) -> String, identity: @escaping @Sendable (String) -> Item.ID,
    value: @escaping @Sendable (Item, Column) -> DatabaseValue,
    decode: @escaping @Sendable (ListRow<Column>) -> Item?, text: @escaping @Sendable (Item) -> String,
    fullText: [Column] = [], dateColumn: Column? = nil
  ) -> Self where Column.RawValue == Int {
    let all = Array(Column.allCases)
    let table = ListTable(
      name: name, version: version, columns: all.map { ("\($0)", columns($0)) }, id: id, identity: identity,
      encode: { item in all.map { value(item, $0) } }, decode: { decode(ListRow($0)) }, text: text,
      fullText: fullText.map(\.rawValue), dateColumn: dateColumn?.rawValue)
    var disk = database
    disk.fallback = nil
    let indexed = disk.using(table)
    let database = database.using(table)
    let landmarks = Landmarks()

    /// What a read finds once what is damaged is gone; where that cannot be written, without it.
    @Sendable func reading<Value: Sendable>(
      _ work: @escaping @Sendable (Connection) throws -> (Value, damaged: [RowKey])
    ) async throws -> Value {
      let (value, damaged) = try await database.read(work)
      guard !damaged.isEmpty, (try? await database.write { try table.repair($0, damaged) }) != nil else { return value }
      return try await database.read(work).0
    }

    /// The elements that a scan finds, in portions: few at first, for the screen, then more and more at a time.
    @Sendable func scanning<Element: Sendable>(
      _ work: @escaping @Sendable (Connection, _ found: (Element) -> Void) throws -> [RowKey]
    ) -> AsyncThrowingStream<[Element], any Error> {
      AsyncThrowingStream { continuation in
        let task = Task {
          do {
            let damaged = try await database.scan { connection in
              var (portion, size) = ([Element](), 128)
              let damaged = try work(connection) { element in
                portion.append(element)
                guard portion.count == size else { return }
                continuation.yield(portion)
                portion.removeAll(keepingCapacity: true)
                size = min(2 * size, 16_384)
              }
              if !portion.isEmpty { continuation.yield(portion) }
              return damaged
            }
            if !damaged.isEmpty { try? await database.write { try table.repair($0, damaged) } }
            continuation.finish()
          } catch {
            continuation.finish(throwing: error)
          }
        }
        continuation.onTermination = { _ in task.cancel() }
      }
    }

    let hasFailed = Observed(false)

    /// Makes the indexes of a long list, if they are missing. A list that cannot have them stays where it is, and they are
    /// not tried again: a change may wait for another process each time.
    @Sendable func prepare() async throws {
      guard !hasFailed.value, try await database.read({ try table.needsIndexes($0) }) else { return }
      do {
        try await indexed.write { try table.makeIndexes($0) }
      } catch let error as DatabaseError {
        hasFailed.replace(with: true)
        throw error
      }
    }

    let reader = ListReader<Listed<Item>>(
      window: { query, anchor, before, after in
        // Making them takes less than sorting the list once. Where they cannot be made, it is sorted.
        if query.scope == .list, query.order == .newest || query.order == .title { try? await prepare() }
        return try await reading {
          try table.window($0, query, anchor, before: before, after: after, landmarks)
        }
      },
      count: { query in try await database.read { try table.count($0, query, landmarks) } },
      items: { rowKeys in try await reading { try table.listed($0, rowKeys, table.state($0)) } },
      flags: { ids in try await database.read { try table.flags($0, ids) } },
      search: { query in scanning { try table.search($0, query, $1) } },
      ids: { query in scanning { try table.ids($0, query, $1) } },
      prepare: prepare,
      changes: database.changes)
    var store = Self(
      reader: reader,
      flagsVersion: { try await database.read { try table.state($0).version } },
      copyFlags: { changes, version in try await database.write { try table.take($0, changes, after: version) } },
      swept: { sweep, limit in try await database.scan { try table.swept($0, sweep, limit) } },
      header: { number in try await database.read { try table.header($0, number)?.page } },
      extent: { rows in try await database.read { try table.extent($0, rows) } },
      page: { number in
        try await reading { connection in
          guard try table.header(connection, number) != nil else { return (nil, []) }
          return try table.items(connection, ofPage: number)
        }
      },
      validator: { number, cursor in try await reading { try table.validator($0, number, cursor) } },
      replaceSome: { updates in
        try await database.write { connection in try PageUpdate.inTurn(updates) { try table.replace(connection, $0) } }
      },
      confirm: { number, cursor, validator in
        let (isSame, hasMore) = try await database.read { connection in
          let header = try table.header(connection, number)
          return (
            header.map { $0.page.cursor == cursor && $0.validator == validator } ?? false,
            try table.hasPushedDown(connection, number)
          )
        }
        guard isSame else { return nil }
        if hasMore { try await database.write { try table.dropPushedDown($0, number, cursor, validator) } }
        return try await database.read { try table.outcome($0, number, items: nil) }
      },
      singles: Store(
        value: { id in try await reading { try table.single($0, id) } },
        insert: { copy, _ in try await database.write { try table.insert($0, copy) } },
        remove: { id in
          try await database.write { try table.forgetSingles($0, "WHERE id = ?", [.text(table.id(id))]) }
        },
        removeAll: { try await database.write { try table.forgetSingles($0, "WHERE fetched IS NOT NULL", []) } },
        changes: database.changes))
    store.unlisted = { try await reading { try table.unlisted($0) } }
    store.shorten = { pageCount, sparing in
      try await database.write { try table.shorten($0, to: max(1, pageCount), sparing: sparing.map(id)) }
    }
    store.removeAll = { try await database.write { try table.removeAll($0) } }
    return store
  }
}

extension Database {
  /// The same database for a list, whose generation counts every change.
  fileprivate func using<Item>(_ table: ListTable<Item>) -> Self {
    var database = using(table.schema)
    database.writing = { [writing = database.writing] work in
      try await writing { connection in
        // What arrives has a number that no window has seen.
        try table.countChange(connection)
        try work(connection)
      }
    }
    return database
  }
}
