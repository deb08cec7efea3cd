import CachedResource
import Database
import Essentials
import PagedList

/// What is new to the list, and what was on it before.
///
/// A row for every item that came to a list which was known already, with the date; and for every one that went away,
/// without one, so that it is not new when it comes back. The first row has no item: where it is there, the list was
/// seen to its end, and whatever is seen for the first time is new.
extension ListTable {
  /// As many are remembered; the oldest are forgotten first.
  static var pastLimit: Int { 100_000 }

  /// Notes what is new on a page that is about to be kept, and whether the list ends with it.
  func noteArrivals(
    _ connection: Connection, _ plan: PagePlan<String>, _ cached: SavedItems<Item>, _ update: PageUpdate<Item>
  ) throws {
    let endsHere = update.page.next == nil && !update.isPart
    guard plan.mayHaveArrivals || endsHere else { return }
    let isEndKnown = try number(connection, "SELECT count(*) FROM \(name)_past WHERE number = 0") > 0
    // In a list that had nothing, nothing is new.
    let arrivals =
      try count(connection) == 0
      ? []
      : plan.arrivals(
        pageCount: isEndKnown ? 0 : try pageCount(connection), isEndKnown: isEndKnown, cached: cached.rowKey)
    if !arrivals.isEmpty {
      let date = DatabaseValue.real(update.fetchedAt.timeIntervalSinceReferenceDate)
      for index in arrivals {
        try connection.run(
          "INSERT OR IGNORE INTO \(name)_past (id, arrived) VALUES (?, ?)", .text(cached.ids[index]), date)
      }
      try forgetOldest(connection)
    }
    if endsHere, !isEndKnown {
      try connection.run("INSERT OR IGNORE INTO \(name)_past (number, id, arrived) VALUES (0, NULL, NULL)")
    }
  }

  /// Remembers listed items that a condition and its value choose, which are about to go away, and by which sweeps those
  /// were read.
  func remember(_ connection: Connection, _ condition: String, _ value: DatabaseValue) throws {
    try connection.run(
      "INSERT OR IGNORE INTO \(name)_past (id, arrived) SELECT id, NULL FROM \(name) WHERE \(condition)", value)
    try connection.run(
      """
      INSERT INTO \(name)_flags (id, read) SELECT id, (SELECT read FROM \(name)_search s WHERE s.place = n.place) \
      FROM \(name) n WHERE EXISTS (SELECT 1 FROM \(name)_sweeps) AND \(condition) AND EXISTS \
      (SELECT 1 FROM \(name)_search s, \(name)_sweeps WHERE s.place = n.place AND read > -high AND read <= -low) \
      ON CONFLICT (id) DO UPDATE SET read = excluded.read WHERE read <= 0
      """, value)
    try forgetOldest(connection)
  }

  private func forgetOldest(_ connection: Connection) throws {
    try connection.run(
      "DELETE FROM \(name)_past WHERE number > 0 AND number <= (SELECT max(number) FROM \(name)_past) - ?",
      .integer(Int64(Self.pastLimit)))
  }
}
