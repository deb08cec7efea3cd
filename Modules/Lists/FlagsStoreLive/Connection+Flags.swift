import Database
import Essentials
import FlagsStore

/// SQL for the revision of a change to an item of the kind `?1`. Each changed row has a revision of its own.
let nextRevision = "(\(lastRevision) + 1)"

/// SQL for the last revision of the kind `?1`.
private let lastRevision = """
  max((SELECT ifnull(max(revision), 0) FROM item_flags WHERE kind = ?1), \
  (SELECT ifnull(max(changed), 0) FROM item_flags_sweeps WHERE kind = ?1))
  """

extension Connection {
  func flags(_ kind: ItemKind, _ ids: [String]) throws -> [String: ItemFlags] {
    let found = try rows(
      among: ids,
      """
      SELECT id, batch, bookmarked FROM item_flags \
      WHERE kind = ? AND (batch IS NOT NULL OR bookmarked IS NOT NULL) AND id
      """, .text(kind.text)
    ) { ($0.text(0) ?? "", ItemFlags($0)) }
    return Dictionary(found) { first, _ in first }
  }

  /// Returns whether an item is read, and did not just arrive so.
  func isReadSinceArrival(_ kind: ItemKind, _ id: String) throws -> Bool {
    try !rows(
      "SELECT 1 FROM item_flags WHERE kind = ? AND id = ? AND batch <> \(ReadBatch.arrivedRead.number)",
      .text(kind.text), .text(id)
    ) { _ in true }.isEmpty
  }

  func bookmark(_ kind: ItemKind, _ id: String) throws -> Bookmark? {
    try flags(kind, [id])[id]?.bookmarkedAt.map { Bookmark(kind: kind, id: id, addedAt: $0) }
  }

  func bookmarks(_ kind: ItemKind) throws -> [Bookmark] {
    try rows(
      """
      SELECT id, bookmarked FROM item_flags \
      WHERE kind = ? AND bookmarked IS NOT NULL ORDER BY bookmarked DESC, id
      """, .text(kind.text)
    ) { Bookmark(kind, $0) }
  }

  func add(_ bookmark: Bookmark) throws {
    try run(
      """
      INSERT INTO item_flags (kind, id, bookmarked, revision) VALUES (?1, ?2, ?3, \(nextRevision)) \
      ON CONFLICT (kind, id) DO UPDATE SET bookmarked = excluded.bookmarked, revision = excluded.revision
      """, .text(bookmark.kind.text), .text(bookmark.id),
      .real(bookmark.addedAt.timeIntervalSinceReferenceDate))
  }

  func addRead(_ kind: ItemKind, _ ids: [String], _ batch: ReadBatch) throws -> Int {
    func total() throws -> Int { try rows("SELECT total_changes()") { Int($0.integer(0)) }.first ?? 0 }
    var count = 0
    // There may be a million items, and a statement's values take many times the memory of an identity.
    for start in stride(from: 0, to: ids.count, by: 1_000) {
      let items: [[DatabaseValue]] = ids[start..<min(start + 1_000, ids.count)].map {
        [.text(kind.text), .text($0), .integer(batch.number)]
      }
      let before = try total()
      try addRead(items)
      let added = try total() - before
      count += added
      guard added < items.count else { continue }
      try runEach(
        """
        UPDATE item_flags SET batch = \(ReadBatch.readAfterArrival.number) WHERE kind = ?1 AND id = ?2 \
        AND batch = \(ReadBatch.arrivedRead.number) AND batch <> ?3
        """, items)
    }
    return count
  }

  /// Marks items as read, each given by its kind, its identity and the number of its batch.
  func addRead(_ items: [[DatabaseValue]]) throws {
    try runEach(
      """
      INSERT INTO item_flags (kind, id, batch, read, revision) VALUES (?1, ?2, ?3, \(nextRevision), \(nextRevision)) \
      ON CONFLICT (kind, id) DO UPDATE SET batch = excluded.batch, read = excluded.read, revision = excluded.revision \
      WHERE batch IS NULL
      """, items)
  }

  func removeRead(_ kind: ItemKind, _ ids: [String]) throws -> [String: ReadBatch] {
    let found = try rows(
      among: ids, "SELECT id, batch, read FROM item_flags WHERE kind = ? AND id", .text(kind.text)
    ) { (id: $0.text(0) ?? "", batch: $0.isNull(1) ? nil : ReadBatch($0.integer(1)), unread: -$0.integer(2)) }
    // The list knows by which sweep an item was read. The latest one is right unless several are undone one by one.
    let sweep = try sweeps(kind).last
    var batches = Dictionary(ids.compactMap { id in sweep.map { (id, $0.batch) } }) { first, _ in first }
    for (id, batch, unread) in found {
      batches[id] = batch ?? sweep.flatMap { $0.revision > unread ? $0.batch : nil }
    }
    try removeRead(batches.keys.map { [.text(kind.text), .text($0)] })
    return batches
  }

  func undoRead(_ batch: ReadBatch, _ items: (kind: ItemKind, ids: [String])?) throws -> Int {
    var count = 0
    if let (kind, ids) = items {
      let items = try rows(
        among: ids, "SELECT id FROM item_flags WHERE kind = ? AND batch = ? AND id", .text(kind.text),
        .integer(batch.number), row: { [DatabaseValue.text(kind.text), .text($0.text(0))] })
      try removeRead(items)
      return items.count
    }
    // The row stays because it holds the revision of this change; the next sweep deletes it.
    try run(
      """
      UPDATE item_flags_sweeps SET low = high, written = NULL, changed = 1 + max( \
      (SELECT ifnull(max(revision), 0) FROM item_flags f WHERE f.kind = item_flags_sweeps.kind), \
      (SELECT max(changed) FROM item_flags_sweeps s WHERE s.kind = item_flags_sweeps.kind)) WHERE batch = ? AND low < high
      """, .integer(batch.number))
    // There may be a million items.
    while case let items = try rows(
      "SELECT kind, id FROM item_flags WHERE batch = ? LIMIT 1000", .integer(batch.number),
      row: { [DatabaseValue.text($0.text(0)), .text($0.text(1))] }), !items.isEmpty
    {
      try removeRead(items)
      count += items.count
    }
    return count
  }

  /// Marks items as unread, each given by its kind and its identity.
  func removeRead(_ items: [[DatabaseValue]]) throws {
    try runEach(
      """
      INSERT INTO item_flags (kind, id, read, revision) VALUES (?1, ?2, -\(nextRevision), \(nextRevision)) \
      ON CONFLICT (kind, id) DO UPDATE SET batch = NULL, read = excluded.read, revision = excluded.revision
      """, items)
  }

  func version(_ kind: ItemKind) throws -> FlagsVersion {
    try rows("SELECT epoch, \(lastRevision) FROM item_flags_epoch", .text(kind.text)) {
      FlagsVersion(epoch: $0.integer(0), revision: $0.integer(1))
    }.first ?? FlagsVersion.none
  }

  func changed(_ kind: ItemKind, _ since: FlagsVersion?, _ limit: Int) throws -> FlagChanges {
    let version = try version(kind)
    let limit = max(1, limit)
    let known = since.flatMap { $0.epoch == version.epoch && $0.revision <= version.revision ? $0.revision : nil }
    let sweeps = try sweeps(kind)
    let swept = try swept(kind, after: known ?? 0)
    let changes = try rows(
      """
      SELECT id, batch, bookmarked, revision, read FROM item_flags WHERE kind = ? AND revision > ? AND revision < ? \
      ORDER BY revision LIMIT ?
      """, .text(kind.text), .integer(known ?? 0), .integer(swept?.revision ?? .max), .integer(Int64(limit))
    ) { row in
      FlagChanges.Change(
        id: row.text(0) ?? "", flags: ItemFlags(row), revision: row.integer(3),
        readRevision: row.isNull(4) ? nil : row.integer(4))
    }
    let isFull = changes.count == limit
    let last = isFull ? changes.last?.revision : swept?.revision
    var result = FlagChanges(
      // With sweeps, also copy the items that were marked as unread: a sweep must not mark them as read.
      changes: known == nil && sweeps.isEmpty ? changes.filter { $0.flags != ItemFlags() } : changes,
      version: FlagsVersion(epoch: version.epoch, revision: last ?? version.revision), isFromStart: known == nil,
      hasMore: last.map { $0 < version.revision } ?? false)
    result.sweeps = sweeps
    result.swept = isFull ? nil : swept
    return result
  }

  /// Compares the number of rows in the table with that in its indexes, because they have no checksums.
  /// - Throws: `DatabaseError.damaged` if the numbers differ.
  func checkFlags() throws {
    // Without the condition, SQLite may count in any index.
    let table = try rows("SELECT count(*), count(bookmarked) FROM item_flags NOT INDEXED WHERE kind >= ''") {
      [$0.integer(0), $0.integer(1)]
    }.joined()
    let indexes = try ["item_flags_revisions WHERE", "item_flags_bookmarks WHERE bookmarked IS NOT NULL AND"].flatMap {
      try rows("SELECT count(*) FROM item_flags INDEXED BY \($0) kind >= ''") { $0.integer(0) }
    }
    guard Array(table) == indexes else { throw DatabaseError.damaged(file: try file) }
  }
}

extension ItemFlags {
  /// Reads a row of `id, batch, bookmarked`.
  fileprivate init(_ row: Row) {
    self.init(
      isRead: !row.isNull(1),
      bookmarkedAt: row.isNull(2) ? nil : Date(timeIntervalSinceReferenceDate: row.real(2)))
  }
}

extension Bookmark {
  /// Reads a row with an identity and the date when its item was bookmarked.
  init(_ kind: ItemKind, _ row: Row) {
    self.init(kind: kind, id: row.text(0) ?? "", addedAt: Date(timeIntervalSinceReferenceDate: row.real(1)))
  }
}
