// A paged list in a database: queries, search, counts and flags.

import CachedResource
import Database
import Essentials
import PagedList

/// The tables of one list.
///
/// The rows of the items stand at their places. What a search reads stands in a narrow table beside them: the texts
/// would cost it most of its time. The items of pages are counted by the block, so that finding a row in the middle of
/// a long list adds up few numbers, and a page that grows changes two.
struct ListTable<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  let name: String
  /// The version of the oldest columns. The next two brought the copies of flags and sweeps; columns that came later have
  /// higher ones.
  let version: Int
  let columns: [(name: String, column: ListColumn)]
  let id: @Sendable (Item.ID) -> String
  let identity: @Sendable (String) -> Item.ID
  let encode: @Sendable (Item) -> [DatabaseValue]
  let decode: @Sendable (Row) -> Item?
  let text: @Sendable (Item) -> String
  /// Which of the columns hold the whole text.
  let fullText: [Int]
  /// The identity, the item's own columns, and its marks, for `cached`.
  let fields: String
  /// The column that holds the date an item was written, as a number; nil where items have none.
  let dateColumn: Int?
  /// Made once: they run for every row, or for some hundred.
  let insertion, searchInsertion, lookUp, textSelection, listedSelection: String

  /// How many pages are counted together.
  static var blockSize: Int { 128 }
  /// How many identities are looked up at once.
  static var lookUpSize: Int { 50 }
  /// How many items are written at once.
  static var writeSize: Int { 500 }

  init(
    name: String, version: Int, columns: [(name: String, column: ListColumn)],
    id: @escaping @Sendable (Item.ID) -> String,
    identity: @escaping @Sendable (String) -> Item.ID, encode: @escaping @Sendable (Item) -> [DatabaseValue],
    decode: @escaping @Sendable (Row) -> Item?, text: @escaping @Sendable (Item) -> String, fullText: [Int],
    dateColumn: Int?
  ) {
    (self.name, self.version, self.columns, self.id, self.identity) = (name, version, columns, id, identity)
    (self.encode, self.decode, self.text, self.fullText) = (encode, decode, text, fullText)
    let names = ["id"] + columns.map(\.name) + ["place", "fetched", "validator", "sum"]
    fields = names.joined(separator: ", ")
    insertion = "INSERT INTO \(name) (\(fields)) VALUES (\(names.map { _ in "?" }.joined(separator: ", ")))"
    self.dateColumn = dateColumn
    searchInsertion = """
      INSERT OR REPLACE INTO \(name)_search (place, folded, age, read) VALUES (?1, ?2, ?3, \
      coalesce(?4, (SELECT read FROM \(name)_flags WHERE id = ?5 AND read > \(unarrived)), ?6))
      """
    listedSelection = """
      SELECT \(fields), (SELECT read FROM \(name)_search s WHERE s.place = n.place), \
      (SELECT bookmarked FROM \(name)_flags f WHERE f.id = n.id), \
      (SELECT arrived FROM \(name)_past p WHERE p.id = n.id) FROM \(name) n
      """
    let values = Array(repeating: "?", count: Self.lookUpSize).joined(separator: ", ")
    let texts = (["place"] + fullText.map { columns[$0].name }).joined(separator: ", ")
    textSelection = "SELECT \(texts) FROM \(name) WHERE place >= ? ORDER BY place LIMIT ?"
    lookUp = "SELECT id, place, fetched, validator, sum FROM \(name) WHERE id IN (\(values))"
  }

  /// An item with what is kept beside it.
  struct CachedRow {
    var item: Item
    var marks: Marks
  }

  /// What is kept of an item besides its content.
  struct Marks {
    var rowKey: RowKey
    /// When it came by itself, and the validator that came with it; nil where it came on a page only.
    var fetched: Double?
    var validator: String?
    var sum: Int64
  }

  /// What is kept of a page besides its items.
  struct Header {
    var page: PageHeader
    var validator: String?
    var sum: Int64
  }

  var schema: Schema {
    let own = columns.map { "\($0.name) \($0.column.type), " }.joined()
    return Schema(
      cache: name, version: newest,
      create: [
        """
        CREATE TABLE \(name) (place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, \(own)\
        fetched REAL, validator TEXT, sum INTEGER NOT NULL)
        """,
        """
        CREATE TABLE \(name)_search (place INTEGER PRIMARY KEY, folded TEXT NOT NULL, \
        age REAL NOT NULL DEFAULT 9e999, read INTEGER NOT NULL DEFAULT 0)
        """,
        """
        CREATE TABLE \(name)_pages (number INTEGER PRIMARY KEY, cursor TEXT, next TEXT, validator TEXT, \
        fetched REAL NOT NULL, count INTEGER NOT NULL, sum INTEGER NOT NULL)
        """,
        "CREATE INDEX \(name)_cursors ON \(name)_pages (cursor)",
        "CREATE TABLE \(name)_blocks (number INTEGER PRIMARY KEY, count INTEGER NOT NULL)",
        "CREATE TABLE \(name)_past (number INTEGER PRIMARY KEY, id TEXT UNIQUE, arrived REAL)",
        "CREATE INDEX \(name)_arrivals ON \(name)_past (arrived)",
      ] + flagTables + sweepTables, migrations: migrations, excerpt: SchemaMigration { try self.cutToWholePages($0) })
  }

  /// What stands in a row of `fields`; nil where it is damaged.
  func cached(_ row: Row) -> CachedRow? {
    guard let item = decode(row), case let marks = marks(row, from: columns.count + 1),
      marks.sum == sum(sum(of: item), fetched: marks.fetched, validator: marks.validator)
    else { return nil }
    return CachedRow(item: item, marks: marks)
  }

  /// What `place, fetched, validator, sum` are, from a column on.
  func marks(_ row: Row, from column: Int) -> Marks {
    Marks(
      rowKey: RowKey(row.integer(column)), fetched: row.isNull(column + 1) ? nil : row.real(column + 1),
      validator: row.text(column + 2), sum: row.integer(column + 3))
  }
}

extension ListTable {
  /// The sum of an item's content.
  func sum(of item: Item) -> Int64 { sum(id(item.id), encode(item)) }

  /// The sum of what stands in an item's columns.
  func sum(_ id: String, _ columns: [DatabaseValue]) -> Int64 {
    var sum = Checksum()
    sum.add(id)
    // Rows that were saved before a column came have no value in it, and keep their sums.
    for (index, value) in columns.enumerated() where value != .null || !isLate(index) { sum.add(value) }
    return sum.stored
  }

  /// The sum of a row.
  func sum(_ content: Int64, fetched: Double?, validator: String?) -> Int64 {
    var sum = Checksum()
    sum.add(UInt64(bitPattern: content))
    sum.add(.real(fetched))
    sum.add(.text(validator))
    return sum.stored
  }

  /// The sum of a page.
  /// - Parameter contents: the sums of the contents of its items, added one after the other.
  func sum(_ contents: Checksum, cursor: Cursor?, next: Cursor?, validator: String?) -> Int64 {
    var sum = contents
    for text in [cursor?.text, next?.text, validator] { sum.add(text) }
    return sum.stored
  }
}
