import Database
import Essentials
import PagedList

/// Items of different parts with the same content.
///
/// The column `same` has the key of an item. Items with the same content form a group: the lowest byte is its number among
/// the groups with their key, and zero for an item without a group. A group is made when an item arrives; later changes
/// of the items do not change it. Its items have the same `read` column. All but one of those that lists would show have
/// the greatest number in the `hidden` column.
extension ListTable {
  /// The number in the `hidden` column of a duplicate.
  static var hiddenDuplicate: Int64 { 3 }

  private var groupCondition: String { "same & 255 > 0" }

  /// The part of a row, by the SQL for its row key. No index of parts is used for it.
  private func part(_ rowKey: String) -> String { "(+\(rowKey) >> \(RowKey.bitsOfPart))" }

  /// The tables of parts that are not in use or, with a negative number, subordinate, and of reads that the state does not
  /// know yet.
  var duplicateTables: [String] { ["\(name)_unused", "\(name)_reads"] }

  var duplicateDefinitions: [String] {
    guard duplicates != nil else { return [] }
    return [
      "CREATE INDEX \(name)_same ON \(name)_search (same) WHERE same IS NOT NULL",
      "CREATE INDEX \(name)_groups ON \(name)_search (same) WHERE \(groupCondition)",
      "CREATE TABLE \(name)_unused (part INTEGER PRIMARY KEY)",
      "CREATE TABLE \(name)_reads (id TEXT PRIMARY KEY, read INTEGER NOT NULL, number INTEGER NOT NULL) WITHOUT ROWID",
    ]
  }

  /// Returns the `same` column of an item that is saved for the first time.
  func sameKey(_ item: Item) -> DatabaseValue {
    guard pages != nil, let key = duplicates?.key(item) else { return .null }
    return .integer(Int64(bitPattern: key) & ~0xFF)
  }

  /// The end of a condition, which leaves out the items that are in a group with a listed one.
  var isAlone: String {
    guard duplicates != nil else { return "" }
    return """
       AND (same IS NULL OR same NOT IN (SELECT same FROM \(name)_search \
      WHERE \(groupCondition) AND hidden <= \(shownLimit)))
      """
  }

  // MARK: - Groups

  /// An item of a group.
  private struct Member {
    var row: CachedRow
    var hidden: Int64
    var isBookmarked: Bool
    var isUsed: Bool
    var isSubordinate: Bool
  }

  /// Puts new items into the groups of items with the same content.
  /// - Parameter rows: The row keys of items of this part that were just saved for the first time.
  func joinDuplicates(_ connection: Connection, _ rows: Range<RowKey>) throws {
    guard let duplicates, pages != nil, !rows.isEmpty else { return }
    let own = rows.lowerBound.part
    // By the new rows, not by the index, which has the keys of all.
    let found = try connection.rows(
      """
      SELECT min(n.place), n.same FROM \(name)_search n WHERE n.place >= ? AND n.place < ? AND +n.same IS NOT NULL \
      GROUP BY +n.same HAVING count(*) = 1 AND EXISTS (SELECT 1 FROM \(name)_search o \
      WHERE o.same >= n.same AND o.same <= n.same | 255 AND \(part("o.place")) <> ?)
      """, .integer(rows.lowerBound.number), .integer(rows.upperBound.number), .integer(Int64(own))
    ) { (rowKey: RowKey($0.integer(0)), key: $0.integer(1)) }
    for (rowKey, key) in found where try !isAddressRepeated(connection, key, inPart: own) {
      guard let new = try row(connection, at: rowKey).whole?.item else { continue }
      // Groups come first: there may be other items that were like none of theirs.
      let others = try connection.rows(
        """
        SELECT place, same FROM \(name)_search WHERE same >= ? AND same <= ? AND \(part("place")) <> ? \
        ORDER BY same DESC, place LIMIT 256
        """, .integer(key), .integer(key | 255), .integer(Int64(own))
      ) { (rowKey: RowKey($0.integer(0)), same: $0.integer(1)) }
      for (other, same) in others {
        guard let item = try row(connection, at: other).whole?.item, duplicates.isSame(new, item),
          try !isAddressRepeated(connection, key, inPart: other.part),
          let group = try same & 255 > 0 ? same : nextGroup(connection, key)
        else { continue }
        try join(connection, rowKey, to: other, group)
        break
      }
    }
  }

  /// Returns whether several items of a part have the address in a key.
  private func isAddressRepeated(_ connection: Connection, _ key: Int64, inPart number: Int) throws -> Bool {
    try self.number(
      connection,
      """
      SELECT count(*) FROM (SELECT 1 FROM \(name)_search WHERE same >= ? AND same <= ? \
      AND \(part("place")) = ? LIMIT 2)
      """, .integer(key & ~0xFFFF_FFFF), .integer(key | 0xFFFF_FFFF), .integer(Int64(number))) > 1
  }

  /// Returns a new group; nil if there are too many with the key.
  private func nextGroup(_ connection: Connection, _ key: Int64) throws -> Int64? {
    let last =
      try connection.rows(
        "SELECT max(same) FROM \(name)_search WHERE same >= ? AND same <= ?", .integer(key), .integer(key | 255)
      ) { $0.integer(0) }.first ?? key
    return last & 255 == 255 ? nil : last + 1
  }

  /// Puts a new item into the group of another one.
  private func join(_ connection: Connection, _ new: RowKey, to other: RowKey, _ group: Int64) throws {
    let old = try reads(connection, "place = ? OR same = ?", .integer(other.number), .integer(group))
    guard let first = old.first, let own = try reads(connection, "place = ?", .integer(new.number)).first else {
      return
    }
    try connection.run(
      "UPDATE \(name)_search SET same = ? WHERE place IN (?, ?)", .integer(group), .integer(new.number),
      .integer(other.number))
    let state = try state(connection)
    // An item that comes back was read before another one was marked as unread.
    if state.isRead(own.read), !state.isRead(first.read), !state.isMarkedUnread(first.read) {
      try setReads(connection, own.read, old)
    } else {
      try setReads(connection, first.read, [own])
    }
    // The text arrived with the other item.
    let arrived = try connection.rows(
      """
      SELECT max(arrived) FROM \(name)_past WHERE id IN (SELECT id FROM \(name) WHERE place IN \
      (SELECT place FROM \(name)_search WHERE same = ?1 AND place <> ?2))
      """, .integer(group), .integer(new.number)
    ) { $0.isNull(0) ? DatabaseValue.null : .real($0.real(0)) }.first
    try connection.run(
      """
      INSERT INTO \(name)_past (id, arrived) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET arrived = excluded.arrived
      """, .text(own.id), arrived ?? .null)
    try chooseShownItems(connection, of: [group]) { $0 == new }
  }

  /// Returns the groups of some rows.
  func groups(_ connection: Connection, of rowKeys: [RowKey]) throws -> Set<Int64> {
    guard try hasGroups(connection) else { return [] }
    var groups: Set<Int64> = []
    for rowKey in rowKeys {
      try connection.run(
        "SELECT same FROM \(name)_search WHERE place = ? AND \(groupCondition)", [.integer(rowKey.number)]
      ) { groups.insert($0.integer(0)) }
    }
    return groups
  }

  func hasGroups(_ connection: Connection) throws -> Bool {
    guard duplicates != nil else { return false }
    return try number(
      connection,
      "SELECT EXISTS (SELECT 1 FROM \(name)_search INDEXED BY \(name)_groups WHERE \(groupCondition))") > 0
  }

  /// Decides which item of each group is shown: the same one as before, unless it is gone or hidden for another reason.
  /// - Parameter isNew: Returns whether an item has only now come to the others: it is shown if it is fuller.
  func chooseShownItems(
    _ connection: Connection, of groups: Set<Int64>, isNew: (RowKey) -> Bool = { _ in false }
  ) throws {
    for group in groups.sorted() { try chooseShownItem(connection, of: group, isNew) }
  }

  private func chooseShownItem(_ connection: Connection, of group: Int64, _ isNew: (RowKey) -> Bool) throws {
    guard let duplicates else { return }
    var members: [Member] = []
    try connection.run(
      """
      SELECT \(fields), (SELECT hidden FROM \(name)_search s WHERE s.place = n.place), \
      \(isBookmarked), \
      EXISTS (SELECT 1 FROM \(name)_unused WHERE part = \(part("n.place"))), \
      EXISTS (SELECT 1 FROM \(name)_unused WHERE part = -\(part("n.place"))) FROM \(name) n \
      WHERE place IN (SELECT place FROM \(name)_search WHERE same = ?) ORDER BY place
      """, [.integer(group)]
    ) { row in
      guard let cached = cached(row) else { return }
      let last = columns.count + 5
      members.append(
        Member(
          row: cached, hidden: row.integer(last), isBookmarked: row.integer(last + 1) == 1,
          isUsed: row.integer(last + 2) == 0, isSubordinate: row.integer(last + 3) == 1))
    }
    func rank(_ index: Int) -> Int {
      (isNew(members[index].row.metadata.rowKey) ? 2 : 0) + (members[index].hidden == 0 ? 0 : 1)
    }
    // Items that are hidden for another reason hide no other.
    let used = members.indices.filter {
      members[$0].isUsed && [0, Self.hiddenDuplicate].contains(members[$0].hidden)
    }
    let preferred = used.filter { !members[$0].isSubordinate }
    let candidates = (preferred.isEmpty ? used : preferred).sorted { (rank($0), $0) < (rank($1), $1) }
    let shownBefore = candidates.filter { rank($0) == 0 }
    let isDecided = shownBefore.count == 1 && !candidates.contains { isNew(members[$0].row.metadata.rowKey) }
    let shown =
      isDecided
      ? shownBefore.first
      : candidates.reduce(Int?.none) { best, index in
        guard let best else { return index }
        let one = members[index]
        let other = members[best]
        if one.isBookmarked != other.isBookmarked { return one.isBookmarked ? index : best }
        return duplicates.isFuller(one.row.item, other.row.item) ? index : best
      }
    for index in members.indices where [0, Self.hiddenDuplicate].contains(members[index].hidden) {
      let hidden = members[index].isUsed && index != shown ? Self.hiddenDuplicate : 0
      if hidden != members[index].hidden { try setHidden(connection, members[index].row, hidden) }
    }
  }

  private func setHidden(_ connection: Connection, _ row: CachedRow, _ hidden: Int64) throws {
    guard let hidingColumn else { return }
    var values = encode(row.item)
    values[hidingColumn] = hidden == 0 ? .null : .integer(hidden)
    let rowKey = DatabaseValue.integer(row.metadata.rowKey.number)
    let metadata = row.metadata
    try connection.run(
      "UPDATE \(name) SET \(columns[hidingColumn].name) = ?, sum = ? WHERE place = ?", values[hidingColumn],
      .integer(sum(sum(id(row.item.id), values), fetched: metadata.fetched, validator: metadata.validator)), rowKey)
    try connection.run("UPDATE \(name)_search SET hidden = ? WHERE place = ?", .integer(hidden), rowKey)
    try forgetCounts(connection, of: "?", rowKey)
  }

  // MARK: - Reads

  private typealias ReadColumn = (rowKey: RowKey, id: String, read: Int64)

  private func reads(
    _ connection: Connection, _ condition: String, _ values: DatabaseValue...
  ) throws -> [ReadColumn] {
    var found: [ReadColumn] = []
    try connection.run(
      """
      SELECT place, (SELECT id FROM \(name) n WHERE n.place = s.place), read FROM \(name)_search s \
      WHERE \(condition) ORDER BY place
      """, values
    ) { found.append((RowKey($0.integer(0)), $0.text(1) ?? "", $0.integer(2))) }
    return found
  }

  /// Sets the `read` column of items that take it over from another one, and remembers what the state does not know.
  private func setReads(_ connection: Connection, _ read: Int64, _ items: [ReadColumn]) throws {
    let state = try state(connection)
    for item in items where item.read != read {
      try connection.run(
        "UPDATE \(name)_search SET read = ? WHERE place = ?", .integer(read), .integer(item.rowKey.number))
      try forgetCounts(connection, of: "?", .integer(item.rowKey.number))
      // The items of a sweep are written to the state with it.
      guard read > 0 || state.isRead(item.read) else { continue }
      try connection.run(
        "INSERT OR REPLACE INTO \(name)_reads (id, read, number) VALUES (?, ?, ?)", .text(item.id),
        .integer(state.isRead(read) ? 1 : 0), .integer(state.generation))
    }
  }

  /// Copies the `read` column of an item whose flags have changed to the others of its group, unless both are read or
  /// both unread.
  func shareRead(_ connection: Connection, _ read: Int64, of id: String) throws {
    // The state is newer than the pending reads.
    try connection.run("DELETE FROM \(name)_reads WHERE id = ?", .text(id))
    let group = try connection.rows(
      "SELECT same FROM \(name)_search WHERE place = (SELECT place FROM \(name) WHERE id = ?) AND \(groupCondition)",
      .text(id)
    ) { $0.integer(0) }.first
    guard let group else { return }
    let state = try state(connection)
    let others = try reads(connection, "same = ?", .integer(group)).filter { other in
      other.id != id && state.isRead(other.read) != state.isRead(read)
    }
    try setReads(connection, read, others)
  }

  /// Returns the pending reads, which are not in the state yet.
  func sharedReads(_ connection: Connection) throws -> SharedReads<Item.ID> {
    var shared = SharedReads<Item.ID>()
    try connection.run("SELECT id, read, number FROM \(name)_reads ORDER BY id", []) { row in
      let id = identity(row.text(0) ?? "")
      if row.integer(1) == 1 { shared.read.append(id) } else { shared.unread.append(id) }
      shared.number = max(shared.number, row.integer(2))
    }
    return shared
  }

  func dropSharedReads(_ connection: Connection, upTo number: Int64) throws {
    try connection.run("DELETE FROM \(name)_reads WHERE number <= ?", .integer(number))
  }

  // MARK: - Parts

  /// Returns the parts with items that are not among those in use, and the negative numbers of those that are
  /// subordinate; nil if they are known.
  func unused(_ connection: Connection, among parts: [Int], _ subordinate: Set<Int>) throws -> Set<Int>? {
    let used = Set(parts)
    let unused = Set(
      try connection.rows("SELECT part FROM \(name)_parts") { sane($0.integer(0)) }.filter { !used.contains($0) }
    ).union(subordinate.map { -$0 })
    return unused == (try knownUnused(connection)) ? nil : unused
  }

  private func knownUnused(_ connection: Connection) throws -> Set<Int> {
    Set(try connection.rows("SELECT part FROM \(name)_unused") { Int($0.integer(0)) })
  }

  /// Shows the items that only items of parts out of use, or of subordinate ones, have hidden, and hides those that are
  /// shown twice.
  func setUsed(_ connection: Connection, _ parts: [Int], _ subordinate: Set<Int>) throws {
    guard let unused = try unused(connection, among: parts, subordinate) else { return }
    let before = try knownUnused(connection)
    try connection.run("DELETE FROM \(name)_unused")
    try connection.runEach("INSERT INTO \(name)_unused (part) VALUES (?)", unused.map { [.integer(Int64($0))] })
    guard try hasGroups(connection) else { return }
    var groups: Set<Int64> = []
    for part in unused.symmetricDifference(before).map(abs) {
      try connection.run(
        "SELECT DISTINCT same FROM \(name)_search WHERE place >= ? AND place < ? AND \(groupCondition)",
        [
          .integer(Int64(part) << RowKey.bitsOfPart), .integer(Int64(part + 1) << RowKey.bitsOfPart),
        ]
      ) { groups.insert($0.integer(0)) }
    }
    try chooseShownItems(connection, of: groups) { before.contains($0.part) }
  }

  /// Returns the items with the same content as some, in other parts that are in use.
  func others(_ connection: Connection, _ ids: [Item.ID]) throws -> [Item.ID: [Listed<Item>]] {
    guard try hasGroups(connection) else { return [:] }
    let state = try state(connection)
    var found: [Item.ID: [Listed<Item>]] = [:]
    for id in ids {
      let rowKeys = try connection.rows(
        """
        SELECT place FROM \(name)_search o WHERE same = (SELECT same FROM \(name)_search s \
        WHERE s.place = (SELECT place FROM \(name) WHERE id = ?1) AND s.\(groupCondition)) \
        AND (SELECT id FROM \(name) n WHERE n.place = o.place) <> ?1 \
        AND \(part("place")) NOT IN (SELECT part FROM \(name)_unused) ORDER BY place
        """, .text(self.id(id))
      ) { RowKey($0.integer(0)) }
      let items = rowKeys.isEmpty ? [] : try listed(connection, rowKeys, state).rows
      if !items.isEmpty { found[id] = items }
    }
    return found
  }
}

/// The rule by which items of different parts have the same content. All but one of them are hidden, and the flags of all
/// say that they were read as soon as one was.
public struct DuplicateRule<Item: Sendable>: Sendable {
  /// Returns a number that items share which may have the same content; nil for an item that is like no other. Its lowest
  /// byte is zero, and its upper half is that of the item's address: an address that several items of one part have tells
  /// nothing.
  public var key: @Sendable (_ item: Item) -> UInt64?
  /// Returns whether two items have the same content.
  public var isSame: @Sendable (_ one: Item, _ other: Item) -> Bool
  /// Returns whether one of two such items is to be shown rather than the other, which came first.
  public var isFuller: @Sendable (_ one: Item, _ other: Item) -> Bool

  public init(
    key: @escaping @Sendable (_ item: Item) -> UInt64?,
    isSame: @escaping @Sendable (_ one: Item, _ other: Item) -> Bool,
    isFuller: @escaping @Sendable (_ one: Item, _ other: Item) -> Bool
  ) {
    self.key = key
    self.isSame = isSame
    self.isFuller = isFuller
  }
}
