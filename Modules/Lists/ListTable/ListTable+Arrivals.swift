import CachedResource
import Database
import Essentials
import PagedList

/// Arrivals: the items that are new in the list, and those that were on it before.
///
/// The `_past` table has a row for each item that arrived in a list known before, with the date. It also has a row
/// without a date for each item that was removed, so that the item is not new when it returns. Row 0 has no item: it
/// records that the list was loaded to its end, so that every item seen for the first time is new.
extension ListTable {
  /// The number of items in `_past`; the oldest are deleted first.
  static var pastLimit: Int { 100_000 }

  /// Records the items that are new on a page that is about to be saved, and whether the list ends with it.
  func noteArrivals(
    _ connection: Connection, _ plan: PagePlan, _ cached: SavedItems<Item>, _ update: PageUpdate<Item>
  ) throws {
    let endsHere = update.page.next == nil && !update.isPart
    guard plan.mayHaveArrivals || endsHere else { return }
    let isEndKnown = try number(connection, "SELECT count(*) FROM \(name)_past WHERE number = 0") > 0
    // Nothing is new in a list that was empty.
    let arrivals =
      try count(connection) == 0
      ? []
      : plan.arrivals(
        pageCount: isEndKnown ? 0 : try pageCount(connection), isEndKnown: isEndKnown, cached: cached.rowKey)
    if !arrivals.isEmpty {
      for index in arrivals { try noteArrival(connection, cached.ids[index], at: update.fetchedAt) }
      try forgetOldest(connection)
    }
    if endsHere, !isEndKnown {
      try connection.run("INSERT OR IGNORE INTO \(name)_past (number, id, arrived) VALUES (0, NULL, NULL)")
    }
  }

  /// Records the date when an item arrived, unless it was on the list before.
  func noteArrival(_ connection: Connection, _ id: String, at date: Date) throws {
    let seconds = date.timeIntervalSinceReferenceDate
    // Dates that are yet to come are from before the clock was set back. Pages are not saved in the order of their dates.
    try connection.run(
      "UPDATE \(name)_past SET arrived = ? WHERE arrived > ?", .real(seconds - 3_600), .real(seconds + 60))
    try connection.run(
      "INSERT OR IGNORE INTO \(name)_past (id, arrived) VALUES (?, ?)", .text(id), .real(seconds))
  }

  /// Records the listed items that match a condition, which are about to be removed, and their `read` columns if a
  /// sweep covers them.
  func recordRemoval(_ connection: Connection, where condition: String, _ values: [DatabaseValue]) throws {
    try connection.run(
      "INSERT OR IGNORE INTO \(name)_past (id, arrived) SELECT id, NULL FROM \(name) WHERE \(condition)", values
    ) { _ in }
    try connection.run(
      """
      INSERT INTO \(name)_flags (id, read) SELECT id, (SELECT read FROM \(name)_search s WHERE s.place = n.place) \
      FROM \(name) n WHERE EXISTS (SELECT 1 FROM \(name)_sweeps) AND \(condition) AND EXISTS \
      (SELECT 1 FROM \(name)_search s, \(name)_sweeps WHERE s.place = n.place AND read > -high AND read <= -low) \
      ON CONFLICT (id) DO UPDATE SET read = excluded.read WHERE read <= 0
      """, values
    ) { _ in }
    try forgetOldest(connection)
  }

  private func forgetOldest(_ connection: Connection) throws {
    try connection.run(
      "DELETE FROM \(name)_past WHERE number > 0 AND number <= (SELECT max(number) FROM \(name)_past) - ?",
      .integer(Int64(Self.pastLimit)))
  }

  /// Returns the arrival numbers for items that are saved now.
  func arrivals(_ connection: Connection) throws -> Arrivals {
    let older = try connection.rows(
      "SELECT seconds, high FROM \(name)_sweeps WHERE seconds IS NOT NULL AND written = 0"
    ) { row in
      (age: -Date(timeIntervalSince1970: row.real(0)).timeIntervalSinceReferenceDate, number: row.integer(1) - 1)
    }
    return Arrivals(number: try state(connection).generation, older: older)
  }
}

/// The arrival numbers for items that are saved now.
struct Arrivals {
  var number: Int64 = 0
  /// The sweeps from before the list whose items are not written yet: the age from which they cover items, and an
  /// arrival number that they cover.
  var older: [(age: Double, number: Int64)] = []

  /// Returns the `read` column of an item that is saved for the first time.
  func read(_ rowKey: RowKey, age: Double) -> Int64 {
    guard rowKey.page >= 0 else { return unarrived }
    return -(older.first { age >= $0.age && age < .infinity }?.number ?? number)
  }
}
