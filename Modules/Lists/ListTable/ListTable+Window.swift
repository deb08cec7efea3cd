import CachedResource
import Database
import Essentials
import PagedList

/// Pages that show the newest part of a list: their items are added, and none is removed.
extension ListTable {
  /// The items of a window with their content's checksums, in portions.
  typealias WindowDrafts = [[(draft: Draft, content: Int64)]]

  /// Returns the items of a window that are in memory; nil otherwise.
  func drafts(_ window: PageWindow<Item>) throws -> WindowDrafts? {
    guard window.isInMemory else { return nil }
    var drafts: WindowDrafts = []
    try window.portions { drafts.append($0.map(summed)) }
    return drafts
  }

  private func summed(_ item: Item) -> (draft: Draft, content: Int64) {
    let draft = draft(item)
    return (draft, sum(draft.id, draft.columns))
  }

  /// Adds the items of a window, and saves the page.
  func add(
    _ connection: Connection, _ window: PageWindow<Item>, _ update: PageUpdate<Item>, _ drafts: WindowDrafts?
  ) throws -> PageOutcome<Item> {
    let before = try header(connection, update.number)
    // Another process may have changed the pages before this one.
    guard try update.number == firstPage || header(connection, update.number - 1)?.page.next == update.cursor
    else {
      return PageOutcome(
        isCached: false, items: [], next: update.page.next, isNextCached: false, count: try count(connection))
    }
    // Items may have been removed to make room.
    let isFirst = try before == nil && count(connection) == 0
    let isEmpty = try number(connection, "SELECT EXISTS (SELECT 1 FROM \(name))") == 0
    try connection.run("UPDATE \(name)_state SET grows = 1")
    try connection.run(
      """
      INSERT INTO \(name)_pages (number, cursor, next, validator, fetched, count, sum) VALUES (?, ?, NULL, NULL, 0, 0, 0) \
      ON CONFLICT (number) DO UPDATE SET cursor = excluded.cursor WHERE cursor IS NOT excluded.cursor
      """, .integer(Int64(update.number)), .text(update.cursor?.text))
    let arrivals = try arrivals(connection)
    let range = RowKey.rowKeys(ofPage: update.number).values
    var last: RowKey?
    try connection.run("SELECT max(place) FROM \(name)_search WHERE place >= ? AND place < ?", range) {
      last = $0.isNull(0) ? nil : RowKey($0.integer(0))
    }
    let start = last.map { RowKey($0.number + 1) } ?? RowKey(page: update.number, position: 0)
    var rowKey = start
    var newCount = 0
    var isItemless = true
    var groups: Set<Int64> = []
    var seen: Set<String> = []
    func add(_ drafts: WindowDrafts.Element) throws {
      if !drafts.isEmpty { isItemless = false }
      var known: [String: RowMetadata] = [:]
      // If the table was empty, only earlier portions can contain an item already.
      if !isEmpty {
        seen = []
        try lookUp(connection, drafts.map { $0.draft.id }) { known[$0] = $1 }
      }
      var rows = NewRows()
      for (draft, content) in drafts where seen.insert(draft.id).inserted {
        let saved = known[draft.id]
        if let saved, saved.rowKey.page >= 0 {
          guard let pages, !pages.contains(saved.rowKey.page) else {
            try replace(connection, draft.item, content, saved, window)
            continue
          }
          // An item of another part is of this one now.
          try groups.formUnion(self.groups(connection, of: [saved.rowKey]))
          try grow(connection, saved.rowKey.page, by: -1)
        }
        let preserved = try saved.flatMap { try delete(connection, at: $0.rowKey) }
        self.add(draft, pageMetadata(content, at: rowKey), arrivals, preserved, to: &rows)
        if !isFirst, update.number == firstPage { try noteArrival(connection, draft.id, at: update.fetchedAt) }
        rowKey = RowKey(rowKey.number + 1)
      }
      try insert(connection, rows)
      newCount += rows.count
      // With each portion, so that SQLite keeps the page of the counts in memory. Once that is in the log, a change of it
      // reads all of the log behind it again.
      try grow(connection, update.number, by: rows.count)
    }
    if let drafts { try drafts.forEach(add) } else { try window.portions { try add($0.map(summed)) } }
    try joinDuplicates(connection, start..<rowKey)
    try chooseShownItems(connection, of: groups)
    var next = update.page.next
    // The newest part may have grown by many pages since they were listed, so older pages may have nothing new at first.
    if update.number > firstPage, before == nil, newCount == 0,
      try isItemless || hasNothingNew(connection, upTo: update.number)
    {
      next = nil
    }
    if next == update.cursor { next = nil }
    // A part has no room for more.
    if let pages, update.number == pages.upperBound - 1 { next = nil }
    try connection.run(
      "UPDATE \(name)_pages SET next = ?, validator = ?, fetched = ?, sum = ? WHERE number = ?",
      .text(next?.text), .text(update.validator),
      .real(update.fetchedAt.timeIntervalSinceReferenceDate),
      .integer(sum(Checksum(), cursor: update.cursor, next: next, validator: update.validator)),
      .integer(Int64(update.number)))
    try noteChange(connection)
    // Reading a long list in the order of dates needs its index at once.
    if try needsIndexes(connection) { try makeIndexes(connection, [.newest]) }
    var outcome = try outcome(connection, update.number, items: [])
    outcome.growth = newCount
    return outcome
  }

  /// The number of consecutive older pages without a new item that end a list.
  private static var knownPagesLimit: Int { 100 }

  /// Returns whether so many pages in a row, this one included, have no new item that the list ends.
  private func hasNothingNew(_ connection: Connection, upTo number: Int) throws -> Bool {
    let start = number - Self.knownPagesLimit + 1
    guard start > firstPage else { return false }
    return try self.number(
      connection, "SELECT total(count) FROM \(name)_pages WHERE number >= ? AND number <= ?", .integer(Int64(start)),
      .integer(Int64(number))) == 0
  }

  /// Saves another content of an item at its row.
  private func replace(
    _ connection: Connection, _ item: Item, _ content: Int64, _ saved: RowMetadata, _ window: PageWindow<Item>
  ) throws {
    if isSame(content, saved) { return }
    var merged = item
    if let before = try row(connection, at: saved.rowKey).whole?.item {
      guard let other = window.merged(before, item), sum(of: other) != sum(of: before) else { return }
      merged = other
    }
    let groups = try groups(connection, of: [saved.rowKey])
    let preserved = try delete(connection, at: saved.rowKey)
    try insert(connection, merged, pageMetadata(sum(of: merged), at: saved.rowKey), preserved: preserved)
    // A rule may hide the other content, or no longer hide it.
    try chooseShownItems(connection, of: groups)
  }
}

/// Changing saved items in place.
extension ListTable {
  /// Some listed items: the row keys of those that a change concerns, and where the next ones start; nil at the end.
  typealias Portion = (changing: [RowKey], next: RowKey?)

  /// Returns the listed items from a row key on, as many as are written at once.
  func portion(
    _ connection: Connection, from start: RowKey?, _ change: @Sendable (Item) -> Item?
  ) throws -> Portion {
    let end = pages.map { RowKey.rowKeys(ofPage: $0.upperBound).lowerBound.number } ?? .max
    let first = start ?? RowKey.rowKeys(ofPage: firstPage).lowerBound
    let (rows, damaged) = try rows(
      connection, "WHERE place >= ? AND place < ? ORDER BY place LIMIT \(Self.writeSize)",
      [.integer(first.number), .integer(end)])
    let last = (rows.map { $0.metadata.rowKey.number } + damaged.map { $0.number }).max()
    let isLast = rows.count + damaged.count < Self.writeSize
    return (
      rows.filter { row in change(row.item).map { sum(of: $0) != sum(of: row.item) } ?? false }.map {
        $0.metadata.rowKey
      },
      isLast ? nil : last.map { RowKey($0 + 1) }
    )
  }

  /// Changes the items at some row keys. Their flags, their arrival and what is known of their requests stay.
  func rewrite(_ connection: Connection, _ rowKeys: [RowKey], _ change: @Sendable (Item) -> Item?) throws {
    let grows = try state(connection).grows
    let groups = try groups(connection, of: rowKeys)
    for rowKey in rowKeys {
      // Another process may have changed or removed it meanwhile.
      guard let row = try row(connection, at: rowKey).whole,
        let item = change(row.item), id(item.id) == id(row.item.id)
      else { continue }
      var metadata = row.metadata
      metadata.sum = sum(sum(of: item), fetched: metadata.fetched, validator: metadata.validator)
      let preserved = try delete(connection, at: rowKey)
      try insert(connection, item, metadata, preserved: preserved)
      if !grows { try forgetValidator(connection, ofPage: rowKey.page) }
    }
    try chooseShownItems(connection, of: groups)
  }
}
