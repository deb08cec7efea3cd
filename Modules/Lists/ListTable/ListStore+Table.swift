import CachedResource
public import Database
import Essentials
import Observed
public import PagedList
import Store
import TextSearch

extension ListStore {
  /// Returns the store of a list in a database. Its tables have the list's name or begin with it.
  /// - Parameters:
  ///   - name: The name of the list, unique in the database: "posts".
  ///   - version: The version of the columns that were there from the beginning. An upgrade leaves saved items in place
  ///     and removes their validators, so that everything is requested again. Tables from before this version are
  ///     deleted.
  ///   - columns: Describes each column, which is named like its case. The table also has the columns `place`, `id`,
  ///     `fetched`, `validator` and `sum`.
  ///   - database: The database.
  ///   - id: Converts an identity to text.
  ///   - identity: Converts the text of an identity back.
  ///   - value: Returns an item's value in a column.
  ///   - decode: Returns the item of a row, with the values that `value` returned; nil if the row is damaged.
  ///   - text: Returns the text that a search compares.
  ///   - fullText: The columns whose texts, a line or more each, make up the full text for searches; empty if there is
  ///     only `text`.
  ///   - dateColumns: The columns with the date when an item was written, as a number; the first that has one counts.
  ///   - hidingColumn: The column with a number that hides an item: 1 from lists of several parts, 2 unless the query
  ///     shows hidden items, 3 from lists of several parts always, from others unless the query shows hidden items.
  ///   - duplicates: The rule by which items of different parts have the same content, so that all but one get the
  ///     number 3; it needs a `hidingColumn`.
  public static func table<Column: CaseIterable & CodingKey & RawRepresentable>(
    _ name: String, version: Int, columns: (Column) -> ListColumn, in database: Database,
    id: @escaping @Sendable (Item.ID) -> String, identity: @escaping @Sendable (String) -> Item.ID,
    value: @escaping @Sendable (Item, Column) -> DatabaseValue,
    decode: @escaping @Sendable (ListRow<Column>) -> Item?, text: @escaping @Sendable (Item) -> String,
    fullText: [Column] = [], dateColumns: [Column] = [], hidingColumn: Column? = nil,
    duplicates: DuplicateRule<Item>? = nil
  ) -> Self where Column.RawValue == Int {
    let all = Array(Column.allCases)
    let table = ListTable(
      name: name, version: version, columns: all.map { ($0.stringValue, columns($0)) }, id: id, identity: identity,
      encode: { item in all.map { value(item, $0) } }, decode: { decode(ListRow($0)) }, text: text,
      fullText: fullText.map { $0.rawValue }, dateColumns: dateColumns.map { $0.rawValue },
      hidingColumn: hidingColumn.map { $0.rawValue }, duplicates: duplicates)
    var disk = database
    disk.fallback = nil
    let databases = ListDatabases(
      database: database.using(table), uncounted: database.using(table.schema), indexed: disk.using(table))
    var store = databases.store(table)
    store.parts = ListParts(
      store: { databases.store(table.part($0)) }, reader: { databases.reader(table.joined($0)) },
      part: { id in
        let rowKey = try await databases.database.read { try table.metadata($0, of: table.id(id))?.rowKey }
        return rowKey.flatMap { $0.page < 0 ? nil : $0.part }
      },
      counts: { try await databases.partCounts(table, now: $0) },
      numbers: { parts, query in
        try await databases.database.scan { try table.joined(parts).numbers($0, query, table.state($0)) }
      })
    guard duplicates != nil else { return store }
    let database = databases.database
    store.parts?.setUsed = { parts, subordinate in
      guard try await database.read({ try table.unused($0, among: parts, subordinate) }) != nil else { return }
      try await database.write { try table.setUsed($0, parts, subordinate) }
    }
    store.parts?.others = { ids in try await database.read { try table.others($0, ids) } }
    store.parts?.sharedReads = { try await database.read { try table.sharedReads($0) } }
    store.parts?.dropSharedReads = { number in
      try await databases.uncounted.write { try table.dropSharedReads($0, upTo: number) }
    }
    return store
  }
}

/// The databases of a list's tables, and the state that all its stores share.
private struct ListDatabases: Sendable {
  let database: Database
  /// The database for changes that do not count the generation up.
  let uncounted: Database
  let indexed: Database
  let samples = SortKeySamples()
  private let hasFailed = Observed(false)

  /// Creates the missing indexes of a long list. After a failure it does not try again, because each attempt may wait
  /// for another process.
  private func prepare<Item>(_ table: ListTable<Item>) async throws {
    guard !hasFailed.value, try await database.read({ try table.needsIndexes($0) }) else { return }
    do {
      try await indexed.write { try table.makeIndexes($0) }
    } catch let error as DatabaseError {
      hasFailed.replace(with: true)
      throw error
    }
  }

  /// Runs a read, deletes the damaged rows it found, and reads again, until there are none or there are very many. If they
  /// cannot be deleted, the result without them is returned.
  private func reading<Item, Value: Sendable>(
    _ table: ListTable<Item>, _ work: @escaping @Sendable (Connection) throws -> (Value, damaged: [RowKey])
  ) async throws -> Value {
    var (value, damaged) = try await database.read(work)
    for _ in 0..<100 where !damaged.isEmpty {
      let rowKeys = damaged
      guard await repair(table, rowKeys) else { break }
      (value, damaged) = try await database.read(work)
    }
    return value
  }

  /// Deletes damaged rows, and returns whether that was possible.
  private func repair<Item>(_ table: ListTable<Item>, _ rowKeys: [RowKey]) async -> Bool {
    guard let count = try? await database.write({ try table.repair($0, rowKeys) }) else { return false }
    if count > 0 { database.lost(count) }
    return true
  }

  /// Returns the elements that a scan finds, in portions: a small one first, for the screen, then larger and larger
  /// ones.
  /// - Parameter isShort: Whether only few elements will be taken, so that the scan need not wait for longer ones.
  private func scanning<Item, Element: Sendable>(
    _ table: ListTable<Item>, isShort: Bool = false,
    _ work: @escaping @Sendable (Connection, _ found: (Element) -> Void) throws -> [RowKey]
  ) -> AsyncThrowingStream<[Element], any Error> {
    .yielding { continuation in
      let damaged = try await (isShort ? database.read : database.scan) { connection in
        var portion = [Element]()
        var size = 128
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
      if !damaged.isEmpty { _ = await repair(table, damaged) }
    }
  }

  func reader<Item>(_ table: ListTable<Item>) -> ListReader<Listed<Item>> {
    var reader = ListReader<Listed<Item>>(
      window: { query, anchor, before, after in
        // Creating the indexes is faster than sorting the list once. If that fails, the list is sorted.
        if query.scope == .list, query.order == .newest || query.order == .title { try? await prepare(table) }
        return try await reading(table) {
          try table.window($0, query, anchor, before: before, after: after, samples)
        }
      },
      count: { query in try await database.read { try table.count($0, query, samples) } },
      items: { rowKeys in try await reading(table) { try table.listed($0, rowKeys, table.state($0)) } },
      flags: { ids in try await database.read { try table.flags($0, ids) } },
      search: { query, start in
        scanning(table, isShort: start != nil) { try table.search($0, query, from: start, $1) }
      },
      ids: { query in scanning(table) { try table.ids($0, query, $1) } },
      prepare: { try await prepare(table) },
      changes: database.changes)
    reader.coversStore = table.parts == nil
    return reader
  }

  func store<Item>(_ table: ListTable<Item>) -> ListStore<Item> {
    let first = table.firstPage
    var store = ListStore<Item>(
      reader: reader(table),
      flagsVersion: { try await database.read { try table.state($0).version } },
      copyFlags: { changes, version in try await database.write { try table.apply($0, changes, after: version) } },
      swept: { sweep, limit in try await database.scan { try table.swept($0, sweep, limit) } },
      header: { number in try await database.read { try table.header($0, first + number)?.page } },
      extent: { rows in try await database.read { try table.extent($0, rows) } },
      page: { number in
        try await reading(table) { connection in
          guard try table.header(connection, first + number) != nil else { return (nil, []) }
          return try table.items(connection, ofPage: first + number)
        }
      },
      validator: { number, cursor in try await reading(table) { try table.validator($0, first + number, cursor) } },
      replaceSome: { updates in
        var drafts: [Int: ListTable<Item>.WindowDrafts] = [:]
        for update in updates { drafts[update.number] = try update.page.window.flatMap { try table.drafts($0) } }
        return try await database.write { [drafts] connection in
          var outcomes: [PageOutcome<Item>] = []
          for var update in updates {
            if let last = outcomes.last, !last.isCached || last.next == nil || last.next != update.cursor { break }
            let drafts = drafts[update.number]
            update.number += first
            outcomes.append(try table.replace(connection, update, drafts))
          }
          return outcomes
        }
      },
      confirm: { number, cursor, validator in
        let (outcome, hasMore) = try await database.read { connection in
          let header = try table.header(connection, first + number)
          guard let header, header.page.cursor == cursor, header.validator == validator else {
            return (PageOutcome<Item>?.none, false)
          }
          return (
            try table.outcome(connection, first + number, items: nil),
            try !table.pushedDown(connection, first + number).isEmpty
          )
        }
        guard hasMore else { return outcome }
        try await database.write { try table.dropPushedDown($0, first + number, cursor, validator) }
        return try await database.read { try table.outcome($0, first + number, items: nil) }
      },
      singles: Store(
        value: { id in try await reading(table) { try table.single($0, id) } },
        insert: { copy, _ in try await database.write { try table.insert($0, copy) } }))
    store.unlisted = { try await reading(table) { try table.unlisted($0) } }
    store.beginning = { text in
      guard !text.isEmpty else { return [] }
      let part = table.partCondition("place")
      return try await database.read { connection in
        var ids: [Item.ID] = []
        // No text has the last character.
        try connection.run(
          """
          SELECT id FROM \(table.name) WHERE id >= ? AND id < ?\(part.map { " AND " + $0.sql } ?? "") \
          ORDER BY id LIMIT 4
          """, [.text(text), .text(text + "\u{10FFFF}")] + (part?.values ?? [])
        ) { ids.append(table.identity($0.text(0) ?? "")) }
        return ids
      }
    }
    store.shorten = { pageCount, sparing in
      try await database.write { try table.shorten($0, to: max(1, pageCount), sparing: sparing.map(table.id)) }
    }
    store.removeOldest = { sparing in
      try await database.write { try table.removeOldest($0, sparing: sparing.map(table.id)) }
    }
    store.removeAll = { try await database.write { try table.removeAll($0) } }
    store.rewrite = { ids, change in
      if let ids {
        return try await database.write { connection in
          let rowKeys = try ids.compactMap { try table.metadata(connection, of: table.id($0))?.rowKey }
          try table.rewrite(connection, rowKeys, change)
        }
      }
      var start: RowKey?
      repeat {
        let portion = try await database.read { [start] in try table.portion($0, from: start, change) }
        if !portion.changing.isEmpty {
          try await database.write { try table.rewrite($0, portion.changing, change) }
        }
        start = portion.next
      } while start != nil
    }
    return store
  }

  /// Returns the numbers of the items of each part. They are saved unless the disk does not allow it.
  func partCounts<Item>(_ table: ListTable<Item>, now: Date) async throws -> [Int: PartCounts] {
    if try await !database.read({ try table.partCounts($0, now: now).unknown }).isEmpty {
      try? await uncounted.write { try table.saveCounts($0, now: now) }
    }
    return try await database.read { connection in
      var (counts, unknown) = try table.partCounts(connection, now: now)
      for part in unknown { counts[part] = try table.countItems(connection, ofPart: part, now: now) }
      return counts
    }
  }
}

extension Database {
  /// Returns the database with the list's schema; every change of it counts the list's generation up.
  fileprivate func using<Item>(_ table: ListTable<Item>) -> Self {
    var database = using(table.schema)
    database.writing = { [writing = database.writing] work in
      try await writing { connection in
        // Count first, so that new arrivals get a number that no window has seen.
        try table.countChange(connection)
        try work(connection)
      }
    }
    return database
  }
}
