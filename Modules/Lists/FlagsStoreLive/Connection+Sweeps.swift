import Database
import Essentials
import FlagsStore

extension Connection {
  /// The number of revisions before that of a sweep that are reserved for its items. Only copies that start over read
  /// them.
  private static var reserved: Int64 { 1 << 20 }

  func sweep(_ kind: ItemKind, _ arrival: Int64, sparing ids: [String], _ batch: ReadBatch) throws {
    // Begin at the first gap, which an undone sweep may have left.
    let low = RangeSet(try sweeps(kind).map(\.arrivals)).ranges.first { $0.contains(0) }?.upperBound ?? 0
    // Go beyond undone sweeps of the same arrivals, too: items marked as unread since then may have their numbers.
    let last = try rows(
      "SELECT max(high) FROM item_flags_sweeps WHERE kind = ? AND (low < high OR high < ?)", .text(kind.text),
      .integer(arrival + Sweep.arrivalSpacing)
    ) { $0.integer(0) }
    let high = max(arrival, last.first ?? 0) + 1
    try run(
      """
      INSERT INTO item_flags_sweeps (batch, kind, revision, changed, low, high, written) \
      SELECT ?2, ?1, new, new, ?4, ?5, '' FROM (SELECT \(nextRevision) + ?3 AS new)
      """, .text(kind.text), .integer(batch.number), .integer(Self.reserved), .integer(low), .integer(high))
    try run("DELETE FROM item_flags_sweeps WHERE kind = ? AND low = high", .text(kind.text))
    try removeRead(ids.map { [.text(kind.text), .text($0)] })
  }

  /// Returns the sweeps in force, the oldest first.
  func sweeps(_ kind: ItemKind) throws -> [Sweep] {
    try rows(
      """
      SELECT batch, revision, low, high, written FROM item_flags_sweeps WHERE kind = ? AND low < high ORDER BY revision
      """, .text(kind.text)
    ) { row in
      // SQLite has compared the values as they are stored, which may be of other types if they are damaged.
      let low = row.integer(2)
      return Sweep(
        ReadBatch(row.integer(0)), revision: row.integer(1), arrivals: low..<max(low, row.integer(3)),
        written: row.text(4))
    }
  }

  func addSwept(_ kind: ItemKind, _ sweep: Sweep, _ ids: [String]) throws {
    guard let known = try sweeps(kind).first(where: { $0.batch == sweep.batch }), known.written == sweep.written
    else { return }
    // Undoing a sweep leaves its items, so delete a few of them here.
    try run(
      """
      DELETE FROM item_flags_swept WHERE rowid IN (SELECT rowid FROM item_flags_swept \
      WHERE batch NOT IN (SELECT batch FROM item_flags_sweeps WHERE low < high) LIMIT 16)
      """)
    if !ids.isEmpty {
      let text = String(decoding: try JSONEncoder().encode(ids), as: UTF8.self)
      try run(
        """
        INSERT INTO item_flags_swept (kind, revision, batch, ids) \
        SELECT ?1, ifnull(max(revision), ?2) + 1, ?3, ?4 FROM item_flags_swept WHERE batch = ?3
        """, .text(kind.text), .integer(sweep.revision - Self.reserved), .integer(sweep.batch.number), .text(text))
    }
    // The last items raise the revision, so that copies made without them are renewed.
    try run(
      """
      UPDATE item_flags_sweeps SET written = ?2, changed = CASE WHEN ?2 IS NULL THEN \(nextRevision) ELSE changed END \
      WHERE batch = ?3
      """, .text(kind.text), .text(ids.last), .integer(sweep.batch.number))
  }

  /// Returns the first items behind a revision, of a sweep whose items are all written.
  func swept(_ kind: ItemKind, after revision: Int64) throws -> FlagChanges.Swept? {
    let found = try rows(
      """
      SELECT revision, batch, ids FROM item_flags_swept WHERE kind = ? AND revision > ? \
      AND batch IN (SELECT batch FROM item_flags_sweeps WHERE written IS NULL AND low < high) \
      ORDER BY revision LIMIT 1
      """, .text(kind.text), .integer(revision)
    ) { (revision: $0.integer(0), batch: ReadBatch($0.integer(1)), text: $0.text(2) ?? "") }.first
    guard let found else { return nil }
    guard let ids = try? JSONDecoder().decode([String].self, from: Data(found.text.utf8)) else {
      throw DatabaseError.damaged(file: try file)
    }
    return FlagChanges.Swept(found.batch, ids: ids, revision: found.revision)
  }
}
