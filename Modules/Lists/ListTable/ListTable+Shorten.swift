import CachedResource
import Database
import Essentials
import PagedList

extension ListTable {
  /// Deletes all but the first pages, and the items that are on no page. Spared items stay as single items.
  func shorten(_ connection: Connection, to pageCount: Int, sparing ids: [String]) throws {
    let end = RowKey.rowKeys(ofPage: pageCount).lowerBound
    for id in ids {
      guard let rowKey = try metadata(connection, of: id)?.rowKey, rowKey >= end else { continue }
      try makeSingle(connection, id)
    }
    if try self.pageCount(connection) > pageCount { try deletePages(connection, behind: pageCount - 1) }
    let spared = Set(ids)
    let alone = try connection.rows(
      "SELECT place, id FROM \(name) WHERE place < ?", .integer(RowKey.rowKeys(ofPage: 0).lowerBound.number)
    ) { (rowKey: RowKey($0.integer(0)), id: $0.text(1) ?? "") }
    for (rowKey, id) in alone where !spared.contains(id) { try delete(connection, at: rowKey) }
  }

  /// Takes an item off its page and saves it as if it had been requested by itself. Returns false if its row is missing
  /// or damaged.
  @discardableResult
  func makeSingle(_ connection: Connection, _ id: String) throws -> Bool {
    guard let cached = try rows(connection, "WHERE id = ?", [.text(id)]).whole.first else { return false }
    if cached.metadata.fetched == nil { try insert(connection, copy(connection, cached)) }
    if let metadata = try metadata(connection, of: id) { try unlist(connection, metadata) }
    return true
  }

  /// Makes the tables consistent in a database to which only the first rows were copied. The first page of which items
  /// are missing, and all pages behind it, are deleted. The pages of a list that only grows are counted instead, and must
  /// not be confirmed if items are missing. Flags are copied again.
  func cutToWholePages(_ connection: Connection) throws {
    try connection.run("DELETE FROM \(name)_flags")
    try connection.run("UPDATE \(name)_search SET read = 0 WHERE read > 0")
    try forgetVersion(connection)
    try connection.run("DELETE FROM \(name) WHERE place NOT IN (SELECT place FROM \(name)_search)")
    try connection.run("DELETE FROM \(name)_search WHERE place NOT IN (SELECT place FROM \(name))")
    let pages = try connection.rows("SELECT number, count FROM \(name)_pages ORDER BY number") {
      (number: sane($0.integer(0)), count: sane($0.integer(1)))
    }
    let grows = try state(connection).grows
    var wholeCount = 0
    for (number, count) in pages {
      let rows = RowKey.rowKeys(ofPage: number).values
      let found = try self.number(
        connection, "SELECT count(*) FROM \(name)_search WHERE place >= ? AND place < ?", rows)
      if grows, found != count {
        try grow(connection, number, by: found - count)
        try forgetValidator(connection, ofPage: number)
      } else if !grows {
        guard number == wholeCount, count == found else { break }
        wholeCount += 1
      }
    }
    if grows { try forgetCounts(connection) } else { try deletePages(connection, behind: wholeCount - 1) }
  }
}
