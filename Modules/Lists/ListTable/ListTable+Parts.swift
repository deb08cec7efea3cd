import Database
import Essentials
import PagedList

/// Parts: growing lists in one table, which are read together or one by one.
///
/// A part has a range of pages, so that the row key of an item tells its part. The `_parts` table has the numbers of the
/// items of each part; an unknown number of unread ones is counted when it is asked for.
extension ListTable {
  /// Returns the table for one part.
  func part(_ number: Int) -> Self {
    var table = self
    table.pages = RowKey.pages(ofPart: number)
    table.parts = [number]
    return table
  }

  /// Returns the table for reading some parts together, or all.
  func joined(_ parts: [Int]?) -> Self {
    var table = self
    table.parts = parts
    table.isJoined = true
    return table
  }

  /// Returns the condition that a row is in one of the parts; nil for all.
  /// - Parameter rowKey: The SQL for its row key.
  func partCondition(_ rowKey: String) -> Selection.Condition? {
    guard let parts else { return nil }
    if parts.count == 1 {
      return Selection.Condition(sql: "\(rowKey) >> \(RowKey.bitsOfPart) = ?", values: [.integer(Int64(parts[0]))])
    }
    // The index of parts is for one: rows of several would have to be sorted.
    let numbers = parts.map { String($0) }.joined(separator: ", ")
    return Selection.Condition(sql: "+\(rowKey) >> \(RowKey.bitsOfPart) IN (\(numbers))")
  }

  /// Records that the items of the part have changed, and creates its index.
  func noteChange(_ connection: Connection) throws {
    guard pages != nil, let part = parts?.first else { return }
    try makePartIndex(connection)
    try connection.run(
      "INSERT INTO \(name)_parts (part) VALUES (?) ON CONFLICT (part) DO UPDATE SET unread = NULL",
      .integer(Int64(part)))
  }

  func makePartIndex(_ connection: Connection) throws {
    try connection.run(
      """
      CREATE INDEX IF NOT EXISTS \(name)_search_parts ON \(name)_search \
      (place >> \(RowKey.bitsOfPart), age, place, read\(hiddenInIndex))
      """)
  }

  /// Records that items of a part have changed.
  /// - Parameter rowKey: The SQL for the row key of one of them; nil if those of any part may have.
  func forgetCounts(_ connection: Connection, of rowKey: String? = nil, _ values: DatabaseValue...) throws {
    let condition = rowKey.map { " AND part = \($0) >> \(RowKey.bitsOfPart)" } ?? ""
    try connection.run("UPDATE \(name)_parts SET unread = NULL WHERE unread IS NOT NULL\(condition)", values) { _ in }
  }

  /// Returns the numbers of the items of each part, as far as they are known.
  func partCounts(_ connection: Connection, now: Date) throws -> (counts: [Int: PartCounts], unknown: [Int]) {
    var counts = [Int: PartCounts]()
    var unknown = [Int]()
    try connection.run("SELECT part, total, unread, newest, week FROM \(name)_parts", []) { row in
      let part = sane(row.integer(0))
      if row.isNull(2) { return unknown.append(part) }
      var numbers = PartCounts(
        total: sane(row.integer(1)), unread: sane(row.integer(2)),
        newest: row.isNull(3) ? nil : Date(timeIntervalSinceReferenceDate: row.real(3)),
        perWeek: row.isNull(4) ? nil : row.real(4))
      numbers.perWeek = rate(numbers, now: now)
      counts[part] = numbers
    }
    return (counts, unknown)
  }

  /// Returns the number a week of a part that was counted some time ago and may have fallen silent since then.
  private func rate(_ counts: PartCounts, now: Date) -> Double? {
    guard let perWeek = counts.perWeek, perWeek > 0, let newest = counts.newest else { return counts.perWeek }
    let silence = now.timeIntervalSince(newest) / Self.week
    // Pauses of up to five times the usual one are usual.
    guard silence * perWeek > 5 else { return perWeek }
    // As if the items were distributed evenly over the time in which they were counted.
    let span = min(Self.weeks, max(1, Double(counts.total) / perWeek))
    return perWeek * max(0, min(span, Self.weeks - silence)) / min(Self.weeks, span + silence)
  }

  /// Returns the number of rows of a query in the parts as it is stored; nil if it has to be counted.
  func storedCount(_ connection: Connection, _ query: ListQuery, _ state: State) throws -> Int? {
    let conditions = query.conditions
    guard query.scope == .list, !query.showsHidden, conditions.isEmpty || conditions == [.unread],
      unread(query, state).sql == unread(ListQuery(), state).sql
    else { return nil }
    let wanted = parts.map { parts in " WHERE part IN (\(parts.map { String($0) }.joined(separator: ", ")))" } ?? ""
    let column = conditions.isEmpty ? "total" : "unread"
    return try connection.rows("SELECT total(\(column)), count(*) - count(unread) FROM \(name)_parts\(wanted)") { row in
      row.integer(1) == 0 ? sane(row.integer(0)) : nil
    }.first ?? nil
  }

  /// Counts the items of a part.
  func countItems(_ connection: Connection, ofPart part: Int, now: Date) throws -> PartCounts {
    let table = joined([part])
    let state = try state(connection)
    var counts = try table.numbers(connection, ListQuery(), state)
    guard let rows = table.partCondition("place") else { return counts }
    // The dates are those of all items, also of hidden ones: they are the rhythm of the part.
    let all = try table.numbers(connection, rows)
    counts.newest = all.newest
    // Over the last three months, or since the oldest item.
    let end = -now.timeIntervalSinceReferenceDate
    let span = Self.weeks * Self.week
    try connection.run(
      "SELECT count(*), max(age) FROM \(name)_search WHERE \(rows.sql) AND age < ?", rows.values + [.real(end + span)]
    ) { row in
      let count = sane(row.integer(0))
      guard count > 0 else {
        counts.perWeek = counts.newest != nil ? 0 : nil
        return
      }
      let weeks = count < all.total ? Self.weeks : max(1, (row.real(1) - end) / Self.week)
      counts.perWeek = Double(count) / weeks
    }
    return counts
  }

  private static var week: Double { 7 * 86_400 }
  /// The weeks in which items are counted.
  private static var weeks: Double { 13 }

  /// Counts the items of the parts whose numbers are unknown, and saves the numbers.
  func saveCounts(_ connection: Connection, now: Date) throws {
    for part in try partCounts(connection, now: now).unknown {
      let counts = try countItems(connection, ofPart: part, now: now)
      try connection.run(
        "UPDATE \(name)_parts SET total = ?, unread = ?, newest = ?, week = ? WHERE part = ?",
        .integer(Int64(counts.total)), .integer(Int64(counts.unread)),
        .real(counts.newest?.timeIntervalSinceReferenceDate), .real(counts.perWeek), .integer(Int64(part)))
    }
  }
}
