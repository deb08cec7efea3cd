import Database
import Essentials
import FlagsStore
import PagedList

/// The copies of flags. The `_flags` table holds them by identity; the `_search` table holds whether an item was read.
///
/// A positive `read` is the revision at which the item was read. Otherwise `-read` is the number of the item's arrival,
/// by which sweeps find it. `version` is the version of the copies. `generation` grows with every change of the list's
/// tables. A sweep from before the list was created has `seconds`: while its items are not written, it covers all items
/// older than that date.
extension ListTable {
  struct State {
    var version = FlagsVersion.none
    var generation: Int64 = 0
    /// Whether the list only grows, and is in the order of dates.
    var grows = false
    /// The sweeps in force.
    var sweeps: [(revision: Int64, arrivals: Range<Int64>)] = []
    /// The greatest number that hides a row; 0 if none is hidden.
    var hidden = 0

    /// Returns the numbers that sweeps cover up to a revision, as few ranges as possible.
    func swept(upTo revision: Int64 = .max) -> [Range<Int64>] {
      Array(RangeSet(sweeps.lazy.filter { $0.revision <= revision }.map { $0.arrivals }).ranges)
    }

    /// Returns whether an item was read, by its `read` column.
    func isRead(_ read: Int64) -> Bool { read > 0 || sweeps.contains { $0.arrivals.contains(-max(read, unarrived)) } }

    /// Returns whether somebody has marked an item as unread, by its `read` column: its number is the first one beyond
    /// some sweep, or zero, and no arrival has such a number.
    func isMarkedUnread(_ read: Int64) -> Bool { read == 0 || sweeps.contains { $0.arrivals.upperBound == 0 &- read } }
  }

  func state(_ connection: Connection) throws -> State {
    var state = State()
    try connection.run(
      """
      SELECT revision, epoch, generation, 1, grows FROM \(name)_state WHERE key = 0 \
      UNION ALL SELECT revision, low, high, 0, 0 FROM \(name)_sweeps\
      \(hidingColumn == nil ? "" : " UNION ALL SELECT * FROM (\(mostHidden))")
      """, []
    ) { row in
      let revision = row.integer(0)
      let first = row.integer(1)
      let second = row.integer(2)
      if row.integer(3) == 1 {
        state.version = FlagsVersion(epoch: first, revision: revision)
        state.generation = second
        state.grows = row.integer(4) == 1
      } else if row.integer(3) == 2 {
        state.hidden = sane(first)
      } else if first < second {
        state.sweeps.append((revision, first..<second))
      }
    }
    return state
  }

  /// Records a change of the tables by raising the generation. It follows the time and is always beyond all sweeps.
  func countChange(_ connection: Connection) throws {
    let least = """
      max(CAST(strftime('%s') AS INTEGER) << \(secondBits), \
      (SELECT ifnull(max(high), 0) + \(Sweep.arrivalSpacing) FROM \(name)_sweeps))
      """
    try connection.run(
      """
      INSERT INTO \(name)_state (key, epoch, revision, generation) VALUES (0, 0, 0, \(least) + ?) \
      ON CONFLICT (key) DO UPDATE SET generation = max(generation + \(Sweep.arrivalSpacing), \(least))
      """, .integer(.random(in: 0..<1 << (secondBits - 1))))
  }

  /// Discards the version of the copies, so that all flags are copied again.
  func forgetVersion(_ connection: Connection) throws {
    // Change the generation, too: it must not match that of tables from which rows were copied.
    try connection.run(
      "UPDATE \(name)_state SET epoch = 0, revision = 0, generation = generation + ?",
      .integer(.random(in: 1..<1 << (secondBits - 1))))
  }

  /// Applies changes of flags, unless the copies have another version than the one that they follow.
  func apply(_ connection: Connection, _ changes: FlagChanges, after version: FlagsVersion) throws {
    guard try state(connection).version == version else { return }
    let incomplete = Set(
      try connection.rows("SELECT batch FROM \(name)_sweeps WHERE seconds IS NOT NULL AND written = 0") {
        $0.integer(0)
      })
    if changes.isFromStart {
      try connection.run("DELETE FROM \(name)_flags")
      try connection.run("UPDATE \(name)_search SET read = 0 WHERE read > 0")
    }
    if try apply(connection, changes.sweeps, isFromStart: changes.isFromStart) || changes.isFromStart {
      try forgetCounts(connection)
    }
    let older = try connection.rows("SELECT max(revision) FROM \(name)_sweeps WHERE seconds IS NOT NULL") {
      $0.integer(0)
    }
    let generation = try state(connection).generation
    let hasGroups = try hasGroups(connection)
    for change in changes.changes {
      let id = DatabaseValue.text(change.id)
      let before = try read(connection, of: change.id)
      let read = read(change, before: before ?? unarrived, changes.sweeps, older: older.first ?? 0, generation)
      if change.flags == ItemFlags() {
        try connection.run("DELETE FROM \(name)_flags WHERE id = ?", id)
      } else {
        try connection.run(
          "INSERT OR REPLACE INTO \(name)_flags (id, read, bookmarked) VALUES (?, ?, ?)", id, .integer(read),
          .real(change.flags.bookmarkedAt?.timeIntervalSinceReferenceDate))
      }
      if before != read { try setRead(connection, read, of: change.id) }
      if hasGroups, change.readRevision != nil { try shareRead(connection, read, of: change.id) }
    }
    try applySwept(connection, changes)
    // The items of a sweep from before the list have revisions before the version of the copies.
    let isCompleted = changes.sweeps.contains { $0.written == nil && incomplete.contains($0.batch.number) }
    if isCompleted, !changes.isFromStart { return try forgetVersion(connection) }
    try connection.run(
      "UPDATE \(name)_state SET epoch = ?, revision = ?", .integer(changes.version.epoch),
      .integer(changes.version.revision))
  }

  /// - Returns: Whether other sweeps are in force than before.
  private func apply(_ connection: Connection, _ sweeps: [Sweep], isFromStart: Bool) throws -> Bool {
    let known = Set(try connection.rows("SELECT batch FROM \(name)_sweeps") { $0.integer(0) })
    for gone in known.subtracting(sweeps.map { $0.batch.number }) {
      try connection.run("DELETE FROM \(name)_sweeps WHERE batch = ?", .integer(gone))
    }
    for sweep in sweeps {
      let isOlder = isFromStart && !known.contains(sweep.batch.number)
      let low = sweep.arrivals.lowerBound
      let high = sweep.arrivals.upperBound
      let seconds = high >> Int64(secondBits)
      try connection.run(
        """
        INSERT INTO \(name)_sweeps (batch, revision, low, high, written, seconds) VALUES (?, ?, ?, ?, ?, ?) \
        ON CONFLICT (batch) DO UPDATE SET written = excluded.written
        """, .integer(sweep.batch.number), .integer(sweep.revision), .integer(low), .integer(high),
        .integer(sweep.written == nil ? 1 : 0), isOlder ? .integer(seconds) : .null)
    }
    try countChange(connection)
    let hasChanged = known != Set(sweeps.map { $0.batch.number })
    guard isFromStart else { return hasChanged }
    let arrivals = try arrivals(connection)
    // The clock may have been wrong: an item saved before the sweep was known must have arrived after it.
    try connection.run(
      """
      UPDATE \(name)_search SET read = ? WHERE place >= 0 AND EXISTS \
      (SELECT 1 FROM \(name)_sweeps WHERE seconds IS NOT NULL AND read > -high AND read <= -low)
      """, .integer(-arrivals.number))
    for (age, arrival) in arrivals.older {
      try connection.run(
        "UPDATE \(name)_search SET read = ? WHERE place >= 0 AND age >= ? AND age < 9e999 AND read < ?",
        .integer(-arrival), .real(age), .integer(-arrival))
    }
    return hasChanged
  }

  /// Returns an item's `read` column after a change of its flags.
  /// - Parameter older: The revision of the last sweep from before the list was created.
  private func read(_ change: FlagChanges.Change, before: Int64, _ sweeps: [Sweep], older: Int64, _ generation: Int64)
    -> Int64
  {
    switch change.readRevision {
    case let read? where read > 0: read
    // Only the older sweep's items tell whether it marked this one as read again.
    case let unread? where -unread < older:
      sweeps.contains { $0.revision > -unread && $0.arrivals.contains(0 &- before) } ? before : -generation
    // Unread: a number that no earlier sweep covers, and that the next one will.
    case let unread?: -(sweeps.filter { $0.revision < -unread }.map { $0.arrivals.upperBound }.max() ?? 0)
    // It may have been read with an item of the same content, which the state does not know yet.
    case nil: duplicates == nil ? min(before, 0) : before
    }
  }

  /// Returns the `read` column of an item that is saved or has flags.
  private func read(_ connection: Connection, of id: String) throws -> Int64? {
    try connection.rows(
      """
      SELECT coalesce((SELECT read FROM \(name)_search WHERE place = (SELECT place FROM \(name) WHERE id = ?1)), \
      (SELECT read FROM \(name)_flags WHERE id = ?1))
      """, .text(id)
    ) { $0.isNull(0) ? nil : $0.integer(0) }.first ?? nil
  }

  private func setRead(_ connection: Connection, _ read: Int64, of id: String) throws {
    try connection.run(
      "UPDATE \(name)_search SET read = ? WHERE place = (SELECT place FROM \(name) WHERE id = ?)", .integer(read),
      .text(id))
    try forgetCounts(connection, of: "(SELECT place FROM \(name) WHERE id = ?)", .text(id))
  }

  /// Gives the items of a sweep from before the list a number that the sweep covers.
  private func applySwept(_ connection: Connection, _ changes: FlagChanges) throws {
    guard let swept = changes.swept, let sweep = changes.sweeps.first(where: { $0.batch == swept.batch }),
      try number(
        connection, "SELECT count(*) FROM \(name)_sweeps WHERE batch = ? AND seconds IS NOT NULL",
        .integer(swept.batch.number)) > 0
    else { return }
    let state = try state(connection)
    let arrival = sweep.arrivals.upperBound - 1
    for id in swept.ids {
      let before = try read(connection, of: id)
      guard !(before.map(state.isRead) ?? false) else { continue }
      try setRead(connection, -arrival, of: id)
      try connection.run(
        "INSERT INTO \(name)_flags (id, read) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET read = excluded.read",
        .text(id), .integer(-arrival))
    }
  }

  /// Returns items of a sweep, both listed ones and those that have left the list.
  func swept(_ connection: Connection, _ sweep: Sweep, _ limit: Int) throws -> [String]? {
    let isKnown = try number(
      connection, "SELECT count(*) FROM \(name)_sweeps WHERE batch = ? AND seconds IS NULL",
      .integer(sweep.batch.number))
    guard isKnown > 0 else { return nil }
    let low = sweep.arrivals.lowerBound
    let high = sweep.arrivals.upperBound
    return try connection.rows(
      """
      SELECT id FROM \(name) n WHERE id > ?1 \
      AND (SELECT read > ?2 AND read <= ?3 FROM \(name)_search s WHERE s.place = n.place) \
      UNION SELECT id FROM \(name)_flags WHERE id > ?1 AND read > ?2 AND read <= ?3 ORDER BY id LIMIT ?4
      """, .text(sweep.written ?? ""), .integer(-high), .integer(-low), .integer(Int64(limit))
    ) { $0.text(0) ?? "" }
  }

  /// Returns the flags of some items.
  func flags(_ connection: Connection, _ ids: [Item.ID]) throws -> [Item.ID: ItemFlags] {
    let state = try state(connection)
    var found: [Item.ID: ItemFlags] = [:]
    for id in ids {
      try connection.run(
        """
        SELECT coalesce((SELECT read FROM \(name)_search WHERE place = (SELECT place FROM \(name) WHERE id = ?1)), \
        (SELECT read FROM \(name)_flags WHERE id = ?1), ?2), (SELECT bookmarked FROM \(name)_flags WHERE id = ?1)
        """, [.text(self.id(id)), .integer(unarrived)]
      ) { row in
        let flags = itemFlags(row, from: 0, state)
        if flags != ItemFlags() { found[id] = flags }
      }
    }
    return found
  }

  /// Returns the flags in a row of `read, bookmarked`, from a column on.
  func itemFlags(_ row: Row, from column: Int, _ state: State) -> ItemFlags {
    ItemFlags(
      isRead: state.isRead(row.integer(column)),
      bookmarkedAt: row.isNull(column + 1) ? nil : Date(timeIntervalSinceReferenceDate: row.real(column + 1)))
  }
}

/// The `read` column of an item that is not listed: it has not arrived, and no sweep covers it.
let unarrived = Int64.min + 1

/// The number of low bits of a generation that count the changes within a second.
private let secondBits = 20
