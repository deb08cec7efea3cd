// A paged list in a database: queries, search, counts and flags.

import CachedResource
import Database
import Essentials
import PagedList

/// The tables of one list.
///
/// Items are rows of the main table, by row key, which is the column `place`. The data for searches and orders is in a
/// narrow table beside it, `_search`: reading over the texts would take most of a search's time. Items are counted per
/// page and per block of pages, so that finding a row in the middle of a long list adds up few numbers, and a growing
/// page changes two.
struct ListTable<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  let name: String
  /// The pages of the list, if it is one part of the table.
  var pages: Range<Int>?
  /// The parts of which the items are read; nil for all.
  var parts: [Int]?
  /// Whether several parts are read as one list.
  var isJoined = false
  /// The version of the columns that were there from the beginning.
  let version: Int
  let columns: [(name: String, column: ListColumn)]
  let id: @Sendable (Item.ID) -> String
  let identity: @Sendable (String) -> Item.ID
  let encode: @Sendable (Item) -> [DatabaseValue]
  let decode: @Sendable (Row) -> Item?
  let text: @Sendable (Item) -> String
  /// The indexes of the columns that make up the full text.
  let fullText: [Int]
  /// The SQL names of the columns for `cached`: the identity, the item's own columns, and its `RowMetadata`.
  let fields: String
  /// The indices of the columns with the dates of an item, the preferred one first; empty if items have none.
  let dateColumns: [Int]
  /// The number of the oldest columns, which come before the late ones.
  let earlyCount: Int
  /// The index of the column whose number hides an item; nil if no item is ever hidden.
  let hidingColumn: Int?
  /// The rule by which items of different parts have the same content; nil if none do.
  let duplicates: DuplicateRule<Item>?
  /// SQL statements, made once because they run for every row, or for every few hundred.
  let lookUp, readSelection, listedSelection, someListed: String
  /// The insertion of rows with all columns, and of rows without late ones.
  let insertion, earlyInsertion: Insertion
  /// The columns of the `_search` table.
  let searchColumns: [String]
  /// The insertion into the `_search` table, and the one that replaces a row that a damaged list has left.
  let searchInsertion, searchReplacement: Insertion

  /// The number of pages in a block.
  static var blockSize: Int { 128 }
  /// The number of identities that are looked up at once.
  static var lookUpSize: Int { 50 }
  /// The number of items that are written at once.
  static var writeSize: Int { 500 }

  init(
    name: String, version: Int, columns: [(name: String, column: ListColumn)],
    id: @escaping @Sendable (Item.ID) -> String,
    identity: @escaping @Sendable (String) -> Item.ID, encode: @escaping @Sendable (Item) -> [DatabaseValue],
    decode: @escaping @Sendable (Row) -> Item?, text: @escaping @Sendable (Item) -> String, fullText: [Int],
    dateColumns: [Int], hidingColumn: Int?, duplicates: DuplicateRule<Item>?
  ) {
    self.name = name
    self.version = version
    self.columns = columns
    self.id = id
    self.identity = identity
    self.encode = encode
    self.decode = decode
    self.text = text
    self.fullText = fullText
    let names = ["id"] + columns.map { $0.name } + ["place", "fetched", "validator", "sum"]
    fields = names.joined(separator: ", ")
    let early = columns.firstIndex { $0.column.addition != nil } ?? columns.count
    earlyCount = early
    insertion = Insertion(into: name, names, orElse: .fail)
    earlyInsertion = Insertion(into: name, names[...early] + names.suffix(4), orElse: .fail)
    self.dateColumns = dateColumns
    self.hidingColumn = hidingColumn
    self.duplicates = duplicates
    let late = [hidingColumn.map { _ in "hidden" }, duplicates.map { _ in "same" }].compactMap(\.self)
    searchColumns = ["place", "folded", "age", "read"] + late
    searchInsertion = Insertion(into: "\(name)_search", searchColumns, orElse: .fail)
    searchReplacement = Insertion(into: "\(name)_search", searchColumns, orElse: .replace)
    listedSelection = """
      SELECT \(fields), (SELECT read FROM \(name)_search s WHERE s.place = n.place), \
      (SELECT bookmarked FROM \(name)_flags f WHERE f.id = n.id), \
      (SELECT arrived FROM \(name)_past p WHERE p.id = n.id) FROM \(name) n
      """
    let values = Array(repeating: "?", count: Self.lookUpSize).joined(separator: ", ")
    someListed = "\(listedSelection) WHERE n.place IN (\(values))"
    lookUp = "SELECT id, place, fetched, validator, sum FROM \(name) WHERE id IN (\(values))"
    readSelection = "SELECT id, read FROM \(name)_flags WHERE id IN (\(values)) AND read > \(unarrived)"
  }

  /// An item and the data saved beside it.
  struct CachedRow {
    var item: Item
    var metadata: RowMetadata
  }

  /// The data that is saved of an item besides its content.
  struct RowMetadata {
    var rowKey: RowKey
    /// The date when the item came by itself, in seconds since 2001; nil if it came only on a page.
    var fetched: Double?
    var validator: String?
    var sum: Int64
  }

  /// The data that is saved of a page besides its items.
  struct Header {
    var page: PageHeader
    var validator: String?
    var sum: Int64
  }

  var schema: Schema {
    Schema(
      cache: name, version: newest, create: create, migrations: migrations,
      excerpt: SchemaMigration { try self.cutToWholePages($0) })
  }

  /// The tables to which columns were added in later versions, and the definitions of all their columns.
  var definitions: [(table: String, columns: String)] {
    let own = columns.map { ", \($0.name) \($0.column.storage.rawValue)" }.joined()
    let hidden = hidingColumn == nil ? "" : ", hidden INTEGER NOT NULL DEFAULT 0"
    let same = duplicates == nil ? "" : ", same INTEGER"
    return [
      (
        name,
        """
        place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE\(own), fetched REAL, validator TEXT, \
        sum INTEGER NOT NULL
        """
      ),
      (
        "\(name)_search",
        """
        place INTEGER PRIMARY KEY, folded TEXT NOT NULL, age REAL NOT NULL DEFAULT 9e999, \
        read INTEGER NOT NULL DEFAULT 0\(hidden)\(same)
        """
      ),
      (
        "\(name)_state",
        """
        key INTEGER PRIMARY KEY, epoch INTEGER NOT NULL, revision INTEGER NOT NULL, generation INTEGER NOT NULL, \
        grows INTEGER NOT NULL DEFAULT 0
        """
      ),
    ]
  }

  /// The statements that create all tables and indexes but those that a long list or a part needs.
  var create: [String] {
    definitions.map { "CREATE TABLE \($0.table) (\($0.columns))" } + [
      """
      CREATE TABLE \(name)_pages (number INTEGER PRIMARY KEY, cursor TEXT, next TEXT, validator TEXT, \
      fetched REAL NOT NULL, count INTEGER NOT NULL, sum INTEGER NOT NULL)
      """,
      "CREATE INDEX \(name)_cursors ON \(name)_pages (cursor)",
      "CREATE TABLE \(name)_blocks (number INTEGER PRIMARY KEY, count INTEGER NOT NULL)",
      "CREATE TABLE \(name)_past (number INTEGER PRIMARY KEY, id TEXT UNIQUE, arrived REAL)",
      "CREATE INDEX \(name)_arrivals ON \(name)_past (arrived)",
      "CREATE TABLE \(name)_flags (id TEXT PRIMARY KEY, read INTEGER NOT NULL, bookmarked REAL) WITHOUT ROWID",
      "CREATE INDEX \(name)_bookmarks ON \(name)_flags (bookmarked DESC, id) WHERE bookmarked IS NOT NULL",
      """
      CREATE TABLE \(name)_sweeps (batch INTEGER PRIMARY KEY, revision INTEGER NOT NULL, low INTEGER NOT NULL, \
      high INTEGER NOT NULL, written INTEGER NOT NULL, seconds INTEGER)
      """,
      """
      CREATE TABLE \(name)_parts (part INTEGER PRIMARY KEY, total INTEGER NOT NULL DEFAULT 0, unread INTEGER, \
      newest REAL, week REAL)
      """,
    ] + hiddenIndexes + duplicateDefinitions
  }

  /// Returns the item in a row of `fields`; nil if the row is damaged.
  func cached(_ row: Row) -> CachedRow? {
    let metadata = metadata(row, from: columns.count + 1)
    guard let item = decode(row), isSame(sum(of: row), metadata) else { return nil }
    return CachedRow(item: item, metadata: metadata)
  }

  /// Returns the columns `place, fetched, validator, sum`, from a column on.
  func metadata(_ row: Row, from column: Int) -> RowMetadata {
    RowMetadata(
      rowKey: RowKey(row.integer(column)), fetched: row.isNull(column + 1) ? nil : row.real(column + 1),
      validator: row.text(column + 2), sum: row.integer(column + 3))
  }
}

extension ListTable {
  /// Returns the checksum of an item's content.
  func sum(of item: Item) -> Int64 { sum(id(item.id), encode(item)) }

  /// Returns the checksum of the content in a row of `fields`, as it was when its item was saved. Reading the row takes a
  /// third of the time of encoding the item once more.
  func sum(of row: Row) -> Int64 {
    var sum = Checksum()
    sum.add(textOf: row, 0)
    for (index, (_, column)) in columns.enumerated() {
      if !row.isNull(index + 1) || !isLate(index) { sum.add(row, index + 1, column.storage) }
    }
    return sum.stored
  }

  /// Returns the checksum of an item's columns.
  func sum(_ id: String, _ columns: [DatabaseValue]) -> Int64 {
    var sum = Checksum()
    sum.add(id)
    // A late column without a value does not count, so that rows from before it have the same sum.
    for (index, value) in columns.enumerated() where !value.isNull || !isLate(index) { sum.add(value) }
    return sum.stored
  }

  /// Returns the checksum of a row.
  func sum(_ content: Int64, fetched: Double?, validator: String?) -> Int64 {
    var sum = Checksum()
    sum.add(UInt64(bitPattern: content))
    sum.add(.real(fetched))
    sum.add(.text(validator))
    return sum.stored
  }

  /// Returns whether the content of a saved item has the given checksum.
  func isSame(_ content: Int64, _ saved: RowMetadata) -> Bool {
    saved.sum == sum(content, fetched: saved.fetched, validator: saved.validator)
  }

  /// Returns the metadata of an item that comes on a page.
  /// - Parameter content: The checksum of its content.
  func pageMetadata(_ content: Int64, at rowKey: RowKey) -> RowMetadata {
    RowMetadata(rowKey: rowKey, sum: sum(content, fetched: nil, validator: nil))
  }

  /// Returns the checksum of a page.
  /// - Parameter contents: The checksum over the content checksums of its items.
  func sum(_ contents: Checksum, cursor: Cursor?, next: Cursor?, validator: String?) -> Int64 {
    var sum = contents
    for text in [cursor?.text, next?.text, validator] { sum.add(text) }
    return sum.stored
  }
}

extension Checksum {
  /// Adds a text or the absence of one.
  mutating func add(_ text: String?) {
    guard let text else { return add(0) }
    add(1)
    add(part: text.utf8)
  }

  /// Adds the value in a row as it was added before it was saved.
  mutating func add(_ row: Row, _ column: Int, _ storage: ListColumn.Storage) {
    if row.isNull(column) { return add(DatabaseValue.null) }
    switch storage {
    case .text: add(textOf: row, column)
    case .integer: add(.integer(row.integer(column)))
    case .real: add(.real(row.real(column)))
    }
  }

  /// Adds a text without making a `String` of it.
  mutating func add(textOf row: Row, _ column: Int) {
    var sum = self
    sum.add(1)
    row.utf8(column) { text in text.withUnsafeBufferPointer { sum.add(part: $0) } }
    self = sum
  }

  /// Adds the value of a column, with its type.
  mutating func add(_ value: DatabaseValue) {
    switch value {
    case .null: add(0)
    case .text(let text): add(text)
    case .integer(let integer):
      add(2)
      add(UInt64(bitPattern: integer))
    case .real(let real):
      add(3)
      add(real.bitPattern)
    case .blob(let bytes):
      add(4)
      add(part: bytes)
    }
  }
}
