import CachedResource
import Database
import Essentials
import PagedList

/// Pages and their numbers of items.
extension ListTable {
  func header(_ connection: Connection, _ number: Int) throws -> Header? {
    try connection.rows(
      "SELECT cursor, next, fetched, validator, sum FROM \(name)_pages WHERE number = ?", .integer(Int64(number))
    ) { row in
      Header(
        page: PageHeader(
          cursor: row.text(0).map { Cursor($0) }, next: row.text(1).map { Cursor($0) },
          fetchedAt: Date(timeIntervalSinceReferenceDate: row.real(2))),
        validator: row.text(3), sum: row.integer(4))
    }.first
  }

  func pageCount(_ connection: Connection) throws -> Int {
    try connection.rows(
      "SELECT number FROM \(name)_pages WHERE number BETWEEN ? AND ? ORDER BY number DESC LIMIT 1", bounds[0], bounds[1]
    ) { sane($0.integer(0)) + 1 - firstPage }.first ?? 0
  }

  /// The number of the list's first page in the table.
  var firstPage: Int { pages?.lowerBound ?? 0 }

  /// The numbers of the list's first and last page, as values for `number BETWEEN ? AND ?`; those of a whole table
  /// exclude no number, even if it is damaged.
  var bounds: [DatabaseValue] { bounds(by: 1) }

  /// The same for blocks, of a size.
  private func bounds(by size: Int) -> [DatabaseValue] {
    guard let pages else { return [.integer(.min), .integer(.max)] }
    return [.integer(Int64(pages.lowerBound / size)), .integer(Int64((pages.upperBound - 1) / size))]
  }

  /// Returns the number of listed items.
  func count(_ connection: Connection) throws -> Int {
    try number(
      connection, "SELECT total(count) FROM \(name)_blocks WHERE number BETWEEN ? AND ?", bounds(by: Self.blockSize))
  }

  /// Returns the number of items on the pages before one.
  func count(_ connection: Connection, before page: Int) throws -> Int {
    let block = page / Self.blockSize
    return try number(connection, "SELECT total(count) FROM \(name)_blocks WHERE number < ?", .integer(Int64(block)))
      + number(
        connection, "SELECT total(count) FROM \(name)_pages WHERE number >= ? AND number < ?",
        .integer(Int64(block * Self.blockSize)), .integer(Int64(page)))
  }

  /// Returns the page that holds a row, and the number of its items before the row; nil if the list is shorter.
  func page(_ connection: Connection, holding row: Int) throws -> (number: Int, offset: Int)? {
    let blocks = try connection.rows("SELECT number, count FROM \(name)_blocks ORDER BY number") {
      (number: sane($0.integer(0)), count: sane($0.integer(1)))
    }
    guard let (block, offset) = part(of: blocks, holding: row) else { return nil }
    let first = Int64(block * Self.blockSize)
    let pages = try connection.rows(
      "SELECT number, count FROM \(name)_pages WHERE number >= ? AND number < ? ORDER BY number", .integer(first),
      .integer(first + Int64(Self.blockSize))
    ) { (number: sane($0.integer(0)), count: sane($0.integer(1))) }
    return part(of: pages, holding: offset)
  }

  private func part(of parts: [(number: Int, count: Int)], holding row: Int) -> (number: Int, offset: Int)? {
    var offset = row
    for part in parts {
      if offset < part.count { return (part.number, offset) }
      offset -= part.count
    }
    return nil
  }

  /// Returns the number that a statement results in. Counts are added up by `total`, because `sum` fails on overflow.
  func number(_ connection: Connection, _ sql: String, _ values: DatabaseValue...) throws -> Int {
    try number(connection, sql, values)
  }

  func number(_ connection: Connection, _ sql: String, _ values: [DatabaseValue]) throws -> Int {
    var number = 0
    try connection.run(sql, values) { number = sane($0.integer(0)) }
    return number
  }

  /// Returns a number clamped to a range in which calculations cannot overflow, in case it was damaged on the disk.
  func sane(_ number: Int64) -> Int { Int(max(0, min(number, 1 << 40))) }

  func grow(_ connection: Connection, _ page: Int, by growth: Int) throws {
    guard growth != 0 else { return }
    try connection.run(
      "UPDATE \(name)_pages SET count = count + ? WHERE number = ?", .integer(Int64(growth)), .integer(Int64(page)))
    try connection.run(
      """
      INSERT INTO \(name)_blocks (number, count) VALUES (?, ?) \
      ON CONFLICT (number) DO UPDATE SET count = count + excluded.count
      """, .integer(Int64(page / Self.blockSize)), .integer(Int64(growth)))
  }

  func forgetValidator(_ connection: Connection, ofPage page: Int) throws {
    try connection.run("UPDATE \(name)_pages SET validator = NULL WHERE number = ?", .integer(Int64(page)))
  }

  /// Removes the pages behind one; items that were requested by themselves or are bookmarked stay.
  func unlistPages(_ connection: Connection, behind number: Int) throws {
    let rows = rowKeys(behind: number)
    let staying = try connection.rows(
      """
      SELECT place, fetched, validator, sum FROM \(name) n WHERE place >= ? AND place < ? \
      AND (fetched IS NOT NULL OR \(isBookmarked))
      """, rows[0], rows[1]
    ) { metadata($0, from: 0) }
    for metadata in staying { try unlist(connection, metadata) }
    try deletePages(connection, behind: number)
  }

  /// The bounds of the row keys of the pages behind one.
  private func rowKeys(behind number: Int) -> [DatabaseValue] {
    let end = pages.map { RowKey.rowKeys(ofPage: $0.upperBound).lowerBound.number } ?? .max
    return [.integer(RowKey.rowKeys(ofPage: number + 1).lowerBound.number), .integer(end)]
  }

  /// Deletes the pages behind one, with all their items.
  func deletePages(_ connection: Connection, behind number: Int) throws {
    let rows = rowKeys(behind: number)
    try recordRemoval(connection, where: "place >= ? AND place < ?", rows)
    try connection.run("DELETE FROM \(name) WHERE place >= ? AND place < ?", rows) { _ in }
    try connection.run("DELETE FROM \(name)_search WHERE place >= ? AND place < ?", rows) { _ in }
    try connection.run(
      "DELETE FROM \(name)_pages WHERE number > ? AND number <= ?", .integer(Int64(number)), bounds[1])
    let block = number / Self.blockSize
    try connection.run(
      "DELETE FROM \(name)_blocks WHERE number > ? AND number <= ?", .integer(Int64(block)),
      bounds(by: Self.blockSize)[1])
    try forgetCounts(connection)
    try connection.run(
      "UPDATE \(name)_blocks SET count = (SELECT total(count) FROM \(name)_pages WHERE number >= ?) WHERE number = ?",
      .integer(Int64(block * Self.blockSize)), .integer(Int64(block)))
  }

  /// Returns the outcome for a page as it is saved.
  func outcome(
    _ connection: Connection, _ number: Int, items: [Item]?, linkFailure: LinkFailure? = nil
  ) throws -> PageOutcome<Item> {
    let next = try header(connection, number)?.page.next
    return PageOutcome(
      items: items, next: next,
      isNextCached: try next != nil && header(connection, number + 1)?.page.cursor == next, linkFailure: linkFailure,
      count: try count(connection))
  }
}
