import Database
import Essentials
import Feed
import ItemsLoader

extension ListTable {
  /// Forgets all but so many pages, and what is on no page; but for some items, which stay by themselves.
  func shorten(_ connection: Connection, to pageCount: Int, sparing ids: [String]) throws {
    let end = Place.places(ofPage: pageCount).lowerBound
    for id in ids {
      guard let place = try marks(connection, of: id)?.place, place >= end else { continue }
      try keepAlone(connection, id, at: place)
    }
    if try self.pageCount(connection) > pageCount { try cut(connection, behind: pageCount - 1) }
    let spared = Set(ids)
    let alone = try connection.rows(
      "SELECT place, id FROM \(name) WHERE place < ?", .integer(Place.places(ofPage: 0).lowerBound.number)
    ) { (place: Place($0.integer(0)), id: $0.text(1) ?? "") }
    for (place, id) in alone where !spared.contains(id) { try delete(connection, at: place) }
  }

  /// Takes an item off its page, and keeps it as if it had been asked for by itself.
  private func keepAlone(_ connection: Connection, _ id: String, at place: Place) throws {
    guard let kept = try rows(connection, "WHERE id = ?", [.text(id)]).whole.first else { return }
    if kept.marks.fetched == nil {
      let date = try header(connection, place.page)?.page.fetchedAt
      try insert(connection, StoredCopy(kept.item, fetchedAt: date ?? .distantPast))
    }
    if let marks = try marks(connection, of: id) { try unlist(connection, marks) }
  }

  /// Forgets what is not whole where only the first rows were copied: pages from the first on of which items are missing.
  /// Flags are to be copied anew.
  func cutToWholePages(_ connection: Connection) throws {
    try connection.run("DELETE FROM \(name)_flags")
    try connection.run("UPDATE \(name)_search SET read = 0 WHERE read > 0")
    try forgetVersion(connection)
    try connection.run("DELETE FROM \(name) WHERE place NOT IN (SELECT place FROM \(name)_search)")
    try connection.run("DELETE FROM \(name)_search WHERE place NOT IN (SELECT place FROM \(name))")
    let pages = try connection.rows("SELECT number, count FROM \(name)_pages ORDER BY number") {
      (number: sane($0.integer(0)), count: sane($0.integer(1)))
    }
    var wholeCount = 0
    for (number, count) in pages {
      let rows = Place.places(ofPage: number).values
      let found = try self.number(
        connection, "SELECT count(*) FROM \(name)_search WHERE place >= ? AND place < ?", rows)
      guard number == wholeCount, count == found else { break }
      wholeCount += 1
    }
    try cut(connection, behind: wholeCount - 1)
  }
}
