import CachedResource
import Database
import Essentials
import PagedList

extension ListTable {
  /// Returns the rows that match a condition, and the row keys of damaged ones.
  func rows(
    _ connection: Connection, _ condition: String, _ values: [DatabaseValue]
  ) throws -> (whole: [CachedRow], damaged: [RowKey]) {
    var whole: [CachedRow] = []
    let damaged = try eachRow(connection, condition, values) { whole.append($0) }
    return (whole, damaged)
  }

  /// Passes the undamaged rows that match a condition to `take`, and returns the row keys of damaged ones.
  private func eachRow(
    _ connection: Connection, _ condition: String, _ values: [DatabaseValue], _ take: (CachedRow) -> Void
  ) throws -> [RowKey] {
    var damaged: [RowKey] = []
    try connection.run("SELECT \(fields) FROM \(name) \(condition)", values) { row in
      if let cached = cached(row) { take(cached) } else { damaged.append(RowKey(row.integer(columns.count + 1))) }
    }
    return damaged
  }

  /// Passes the undamaged rows of a page to `take`, in order. A page may have a million.
  private func eachRow(
    _ connection: Connection, ofPage page: Int, _ take: (CachedRow) -> Void
  ) throws -> [RowKey] {
    try eachRow(connection, "WHERE place >= ? AND place < ? ORDER BY place", RowKey.rowKeys(ofPage: page).values, take)
  }

  func items(_ connection: Connection, ofPage page: Int) throws -> (items: [Item], damaged: [RowKey]) {
    var items: [Item] = []
    let count = try number(
      connection, "SELECT count FROM \(name)_pages WHERE number = ?", .integer(Int64(page)))
    // The count may be any number if it was damaged on the disk.
    items.reserveCapacity(min(count, 1 << 24))
    let damaged = try eachRow(connection, ofPage: page) { items.append($0.item) }
    return (items, damaged)
  }

  /// Returns the row at a row key, or the row key if the row is damaged; neither if there is none.
  func row(_ connection: Connection, at rowKey: RowKey) throws -> (whole: CachedRow?, damaged: RowKey?) {
    let (whole, damaged) = try rows(connection, "WHERE place = ?", [.integer(rowKey.number)])
    return (whole.first, damaged.first)
  }

  func extent(_ connection: Connection, _ rows: Range<Int>) throws -> PageExtent {
    let pages = try pageCount(connection)
    let count = try self.count(connection)
    if try state(connection).grows { return PageExtent(pages: 0..<0, pageCount: pages, count: count, grows: true) }
    let rows = rows.clamped(to: 0..<count)
    guard !rows.isEmpty, let first = try page(connection, holding: rows.lowerBound),
      let last = try page(connection, holding: rows.upperBound - 1)
    else { return PageExtent(pages: 0..<0, pageCount: pages, count: count) }
    let next = try connection.rows(
      "SELECT number FROM \(name)_pages WHERE number > ? AND count > 0 ORDER BY number LIMIT 1",
      .integer(Int64(last.number))
    ) { sane($0.integer(0)) }
    return PageExtent(
      pages: first.number..<max(last.number + 1, next.first ?? pages), pageCount: pages, count: count)
  }

  /// Returns the validator of a page, if the page matches its checksums.
  func validator(
    _ connection: Connection, _ number: Int, _ cursor: Cursor?
  ) throws -> (validator: String?, damaged: [RowKey]) {
    guard let header = try self.header(connection, number), header.page.cursor == cursor, header.validator != nil else {
      return (nil, [])
    }
    if try state(connection).grows {
      let expected = sum(Checksum(), cursor: cursor, next: header.page.next, validator: header.validator)
      return (expected == header.sum ? header.validator : nil, [])
    }
    var contents = Checksum()
    let damaged = try eachRow(connection, ofPage: number) { row in
      if !row.metadata.rowKey.isPushedDown { contents.add(UInt64(bitPattern: sum(of: row.item))) }
    }
    let expected = sum(contents, cursor: cursor, next: header.page.next, validator: header.validator)
    return (expected == header.sum ? header.validator : nil, damaged)
  }

  func single(_ connection: Connection, _ id: Item.ID) throws -> (copy: CachedCopy<Item>?, damaged: [RowKey]) {
    let (whole, damaged) = try rows(connection, "WHERE id = ?", [.text(self.id(id))])
    return (try whole.first.map { try copy(connection, $0) }, damaged)
  }

  /// Returns an item as if it had been requested by itself: an item that came on a page has the date of the page.
  func copy(_ connection: Connection, _ cached: CachedRow) throws -> CachedCopy<Item> {
    let fetchedAt =
      try cached.metadata.fetched.map { Date(timeIntervalSinceReferenceDate: $0) }
      ?? header(connection, cached.metadata.rowKey.page)?.page.fetchedAt
    return CachedCopy(cached.item, fetchedAt: fetchedAt ?? .distantPast, validator: cached.metadata.validator)
  }

  /// Returns the single items that are on no page.
  func unlisted(_ connection: Connection) throws -> (copies: [CachedCopy<Item>], damaged: [RowKey]) {
    let (whole, damaged) = try rows(
      connection, "WHERE place < ?", [.integer(RowKey.rowKeys(ofPage: 0).lowerBound.number)])
    return (try whole.map { try copy(connection, $0) }, damaged)
  }
}

extension Range<RowKey> {
  /// The bounds as values for the two question marks of `place >= ? AND place < ?`.
  var values: [DatabaseValue] { [.integer(lowerBound.number), .integer(upperBound.number)] }
}
