import CachedResource
import Database
import Essentials
import PagedList
import TextSearch

extension ListTable {
  /// Saves a page. See `PageUpdate`.
  /// - Parameter drafts: The items of its window, if they are known.
  func replace(
    _ connection: Connection, _ update: PageUpdate<Item>, _ drafts: WindowDrafts?
  ) throws -> PageOutcome<Item> {
    if let window = update.page.window { return try add(connection, window, update, drafts) }
    let number = update.number
    let items = update.page.items
    let cached = try cached(connection, items, ofPage: number)
    var plan = PagePlan(page: number, ids: cached.ids, cached: cached.rowKey, checked: update.checked)
    var update = update
    if let failure = try linkFailure(connection, update, hasNothingNew: plan.listed.isEmpty) {
      update.page.linkFailure = failure
    }
    if update.page.linkFailure != nil || update.isPart && update.page.next == nil {
      // A broken link, and the beginning of an answer, say nothing about the pages behind, so the saved cursor stays.
      let header = try header(connection, number)?.page
      update.page.next = header?.cursor == update.cursor ? header?.next : nil
    }
    if !plan.takesAllItems || update.page.linkFailure != nil || update.page.unreadable > 0 { update.validator = nil }
    let listed = plan.listed.count == items.count ? items : plan.listed.map { items[$0] }
    // If another process has changed the earlier pages, this one may be beyond the end.
    guard try number == 0 || header(connection, number - 1)?.page.next == update.cursor else {
      return PageOutcome(
        isCached: false, items: listed, next: update.page.next, isNextCached: false,
        linkFailure: update.page.linkFailure,
        count: try count(connection))
    }
    try noteArrivals(connection, plan, cached, update)
    if cached.ownCount > 0 {
      let isLast = update.page.next == nil
      let next = isLast ? nil : try firstFreeRowKey(connection, onPage: number + 1, checked: update.checked)
      plan.dismiss(cached.left.map { $0.metadata.rowKey }, of: cached.ownCount, to: next)
    }
    try apply(connection, plan, cached)
    try write(connection, listed, plan.listed, cached, on: update)
    if update.page.next == nil, !update.isPart { try unlistPages(connection, behind: number) }
    return try outcome(connection, number, items: listed, linkFailure: update.page.linkFailure)
  }

  /// Returns the reason not to follow the link to the next page: it is an earlier one, or too many pages in a row have
  /// no new item.
  private func linkFailure(
    _ connection: Connection, _ update: PageUpdate<Item>, hasNothingNew: Bool
  ) throws -> LinkFailure? {
    guard let next = update.page.next else { return nil }
    if next == update.cursor { return .leadsInCircles }
    let before = PagePlan.pagesWithoutNewLimit - 1
    if hasNothingNew, update.number >= before {
      let items = try self.number(
        connection, "SELECT total(count) FROM \(name)_pages WHERE number >= ? AND number < ?",
        .integer(Int64(update.number - before)), .integer(Int64(update.number)))
      if items == 0 { return .nothingNew }
    }
    let earlier = try self.number(
      connection, "SELECT count(*) FROM \(name)_pages WHERE cursor = ? AND number < ?", .text(next.text),
      .integer(Int64(update.number)))
    return earlier > 0 ? .leadsInCircles : nil
  }

  /// Returns the first row key of a page that can take the items pushed down from the page before; nil if it cannot.
  private func firstFreeRowKey(_ connection: Connection, onPage page: Int, checked: RangeSet<Int>) throws -> RowKey? {
    guard !checked.contains(page), try header(connection, page) != nil else { return nil }
    let range = RowKey.rowKeys(ofPage: page).values
    let first = try connection.rows(
      "SELECT place FROM \(name)_search WHERE place >= ? AND place < ? ORDER BY place LIMIT 1", range[0], range[1]
    ) { RowKey($0.integer(0)) }.first
    return min(first ?? RowKey(page: page, position: 0), RowKey(page: page, position: 0))
  }

  /// Carries out a plan's removals, moves and counts.
  private func apply(_ connection: Connection, _ plan: PagePlan, _ cached: SavedItems<Item>) throws {
    for page in plan.pagesLosingItems { try forgetValidator(connection, ofPage: page) }
    for index in plan.gone { try unlist(connection, cached.left[index].metadata) }
    for (index, rowKey) in plan.pushedDown {
      try move(connection, from: cached.left[index].metadata.rowKey, to: rowKey)
    }
    for (page, growth) in plan.growth { try grow(connection, page, by: growth) }
  }

  /// Writes a page, and those of its items that are not saved unchanged.
  /// - Parameter positions: The positions of the items in the server's answer.
  private func write(
    _ connection: Connection, _ items: [Item], _ positions: [Int], _ cached: SavedItems<Item>,
    on update: PageUpdate<Item>
  ) throws {
    func rowKey(_ index: Int) -> RowKey { RowKey(page: update.number, position: index) }
    let arrivals = try arrivals(connection)
    var stays: [Bool] = []
    var preserved: [Int: PreservedColumns] = [:]
    if cached.count > 0 {
      stays.reserveCapacity(items.count)
      for (index, item) in items.enumerated() {
        let before = cached[positions[index]]
        stays.append(before.map { $0.rowKey == rowKey(index) && isSame(sum(of: item), $0) } ?? false)
        if let before, !stays[index] { preserved[index] = try delete(connection, at: before.rowKey) }
      }
    }
    // All rows that would be in the way are deleted by now.
    var contents = Checksum()
    // A page may be of any length, and rows take many times the memory of items, so write them in portions.
    for start in stride(from: 0, to: items.count, by: Self.writeSize) {
      var rows = NewRows()
      for index in start..<min(start + Self.writeSize, items.count) {
        let id = cached.ids[positions[index]]
        let columns = encode(items[index])
        let content = sum(id, columns)
        contents.add(UInt64(bitPattern: content))
        if !stays.isEmpty, stays[index] { continue }
        var metadata = pageMetadata(content, at: rowKey(index))
        if let before = cached[positions[index]], isSame(content, before) {
          metadata.fetched = before.fetched
          metadata.validator = before.validator
          metadata.sum = before.sum
        }
        add(draft(items[index], id, columns), metadata, arrivals, preserved[index], to: &rows)
      }
      try insert(connection, rows)
    }
    let page = update.page
    try connection.run(
      """
      INSERT OR REPLACE INTO \(name)_pages (number, cursor, next, validator, fetched, count, sum) \
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      .integer(Int64(update.number)), .text(update.cursor?.text), .text(page.next?.text), .text(update.validator),
      .real(update.fetchedAt.timeIntervalSinceReferenceDate), .integer(Int64(items.count)),
      .integer(sum(contents, cursor: update.cursor, next: page.next, validator: update.validator)))
  }

  /// Returns the items in front of a page that were pushed down from the page before.
  func pushedDown(_ connection: Connection, _ number: Int) throws -> [RowMetadata] {
    let start = RowKey.rowKeys(ofPage: number).lowerBound
    return try connection.rows(
      "SELECT place, fetched, validator, sum FROM \(name) WHERE place >= ? AND place < ?", .integer(start.number),
      .integer(RowKey(page: number, position: 0).number)
    ) { metadata($0, from: 0) }
  }

  /// Takes the items that were pushed down from the page before off the list, if the page is still cached under this
  /// validator.
  func dropPushedDown(_ connection: Connection, _ number: Int, _ cursor: Cursor?, _ validator: String) throws {
    guard let header = try header(connection, number), header.page.cursor == cursor, header.validator == validator
    else { return }
    let pushed = try pushedDown(connection, number)
    for metadata in pushed { try unlist(connection, metadata) }
    try grow(connection, number, by: -pushed.count)
  }

  /// Deletes everything.
  func removeAll(_ connection: Connection) throws {
    for table in ["", "_search", "_pages", "_blocks", "_past", "_flags", "_sweeps", "_parts"] {
      try connection.run("DELETE FROM \(name)\(table)")
    }
    if duplicates != nil { for table in duplicateTables { try connection.run("DELETE FROM \(table)") } }
    try connection.run("UPDATE \(name)_state SET grows = 0")
    try forgetVersion(connection)
  }

  /// Deletes damaged rows, and the validators of their pages.
  /// - Returns: The number of rows that were damaged.
  func repair(_ connection: Connection, _ rowKeys: [RowKey]) throws -> Int {
    var count = 0
    let groups = try groups(connection, of: rowKeys)
    for rowKey in rowKeys {
      guard try row(connection, at: rowKey).damaged != nil else { continue }
      count += 1
      try recordRemoval(connection, where: "place = ?", [.integer(rowKey.number)])
      try delete(connection, at: rowKey)
      guard rowKey.page >= 0 else { continue }
      try forgetValidator(connection, ofPage: rowKey.page)
      try grow(connection, rowKey.page, by: -1)
    }
    try chooseShownItems(connection, of: groups)
    return count
  }
}
