import Checksum
import Database
import Essentials
import Feed
import ItemsLoader
import Paging
import TextSearch

extension ListTable {
  /// The whole rows that a condition and its values choose; those that are damaged as their places.
  func rows(
    _ connection: Connection, _ condition: String, _ values: [DatabaseValue]
  ) throws -> (whole: [KeptRow], damaged: [Place]) {
    var whole: [KeptRow] = []
    let damaged = try eachRow(connection, condition, values) { whole.append($0) }
    return (whole, damaged)
  }

  /// Hands over the whole rows that a condition and its values choose, and returns the places of those that are damaged.
  private func eachRow(
    _ connection: Connection, _ condition: String, _ values: [DatabaseValue], _ take: (KeptRow) -> Void
  ) throws -> [Place] {
    var damaged: [Place] = []
    try connection.run("SELECT \(fields) FROM \(name) \(condition)", values) { row in
      if let kept = kept(row) { take(kept) } else { damaged.append(Place(row.integer(columns.count + 1))) }
    }
    return damaged
  }

  /// Hands over the whole rows of a page, of which there may be a million, in order.
  private func eachRow(
    _ connection: Connection, ofPage page: Int, _ take: (KeptRow) -> Void
  ) throws -> [Place] {
    try eachRow(connection, "WHERE place >= ? AND place < ? ORDER BY place", Place.places(ofPage: page).values, take)
  }

  func items(_ connection: Connection, ofPage page: Int) throws -> (items: [Item], damaged: [Place]) {
    var items: [Item] = []
    let count = try number(
      connection, "SELECT count FROM \(name)_pages WHERE number = ?", .integer(Int64(page)))
    // A number that was damaged on the disk may be any.
    items.reserveCapacity(min(count, 1 << 24))
    let damaged = try eachRow(connection, ofPage: page) { items.append($0.item) }
    return (items, damaged)
  }

  func items(_ connection: Connection, _ places: [Place]) throws -> (items: [Item], damaged: [Place]) {
    try places.reduce(into: ([], [])) { result, place in
      let (whole, damaged) = try rows(connection, "WHERE place = ?", [.integer(place.number)])
      result.0 += whole.map(\.item)
      result.1 += damaged
    }
  }

  func window(
    _ connection: Connection, _ anchor: Feed<Item>.Anchor, before: Int, after: Int
  ) throws -> (window: Feed<Item>.Window, damaged: [Place]) {
    let count = try self.count(connection)
    let wanted: Int =
      switch anchor {
      case .row(let row): row
      case .item(let id, let row): try self.row(connection, of: id) ?? row
      }
    let row = max(0, min(wanted, count - 1))
    let first = max(0, row - min(max(0, before), row))
    let length = min(count - first, row - first + 1 + min(max(0, after), count))
    let isComplete = try connection.rows("SELECT next IS NULL FROM \(name)_pages ORDER BY number DESC LIMIT 1") {
      $0.integer(0) == 1
    }
    var window = Feed<Item>.Window(
      [], first: first, anchor: row, count: count, isComplete: isComplete.first ?? false,
      fetchedAt: try header(connection, 0)?.page.fetchedAt)
    guard length > 0, let (page, offset) = try self.page(connection, holding: first) else { return (window, []) }
    let start = Place.places(ofPage: page).lowerBound
    let (whole, damaged) = try rows(
      connection,
      """
      WHERE place >= (SELECT place FROM \(name)_search WHERE place >= ? ORDER BY place LIMIT 1 OFFSET ?) \
      ORDER BY place LIMIT ?
      """, [.integer(start.number), .integer(Int64(offset)), .integer(Int64(length))])
    // Not `\.item`: a key path of a generic type is made at run time, which the first screen would wait for.
    window.items = whole.map { $0.item }
    return (window, damaged)
  }

  private func row(_ connection: Connection, of id: Item.ID) throws -> Int? {
    guard let place = try marks(connection, of: self.id(id))?.place, place.page >= 0 else { return nil }
    let start = Place.places(ofPage: place.page).lowerBound
    return try count(connection, before: place.page)
      + number(
        connection, "SELECT count(*) FROM \(name)_search WHERE place >= ? AND place < ?", .integer(start.number),
        .integer(place.number))
  }

  func extent(_ connection: Connection, _ rows: Range<Int>) throws -> PageExtent {
    let (pages, count) = (try pageCount(connection), try self.count(connection))
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

  /// The validator of a page whose sums are right.
  func validator(
    _ connection: Connection, _ number: Int, _ cursor: Cursor?
  ) throws -> (validator: String?, damaged: [Place]) {
    guard let header = try self.header(connection, number), header.page.cursor == cursor, header.validator != nil else {
      return (nil, [])
    }
    var contents = Checksum()
    let damaged = try eachRow(connection, ofPage: number) { row in
      if !row.marks.place.isPushedDown { contents.add(UInt64(bitPattern: sum(of: row.item))) }
    }
    let expected = sum(contents, cursor: cursor, next: header.page.next, validator: header.validator)
    return (expected == header.sum ? header.validator : nil, damaged)
  }

  /// Looks through some thousand items: as many as take a few milliseconds.
  func search(_ connection: Connection, _ query: TextSearch.Query, from start: Place) throws -> SearchPortion {
    let (enough, limit) = (16_000, 2_000)
    let start = max(start, Place.places(ofPage: 0).lowerBound)
    let pages = try connection.rows(
      "SELECT number, count FROM \(name)_pages WHERE number >= ? ORDER BY number LIMIT ?",
      .integer(Int64(start.page)), .integer(Int64(limit))
    ) { (number: sane($0.integer(0)), count: sane($0.integer(1))) }
    var (rows, some) = (0, 0)
    while some < pages.count, rows < enough { (rows, some) = (rows + pages[some].count, some + 1) }
    guard some > 0 else { return SearchPortion(places: [], rest: nil) }
    let end = Place.places(ofPage: pages[some - 1].number).upperBound
    let words = query.foldedWords
    var found: [Place] = []
    try connection.run(
      """
      SELECT place FROM \(name)_search WHERE place >= ? AND place < ?\
      \(String(repeating: " AND instr(folded, ?) > 0", count: words.count)) ORDER BY place
      """, [.integer(start.number), .integer(end.number)] + words.map { .text($0) }
    ) { found.append(Place($0.integer(0))) }
    if query.needsExactCheck {
      found = try found.filter { place in
        try items(connection, [place]).items.contains { query.matches(text($0)) }
      }
    }
    return SearchPortion(places: found, rest: some < pages.count || pages.count == limit ? end : nil)
  }

  func single(_ connection: Connection, _ id: Item.ID) throws -> (copy: StoredCopy<Item>?, damaged: [Place]) {
    let (whole, damaged) = try rows(connection, "WHERE id = ?", [.text(self.id(id))])
    guard let kept = whole.first else { return (nil, damaged) }
    let fetchedAt =
      try kept.marks.fetched.map { Date(timeIntervalSinceReferenceDate: $0) }
      ?? header(connection, kept.marks.place.page)?.page.fetchedAt
    return (StoredCopy(kept.item, fetchedAt: fetchedAt ?? .distantPast, validator: kept.marks.validator), damaged)
  }
}

extension ListTable {
  /// The single items that are on no page.
  func unlisted(_ connection: Connection) throws -> (copies: [StoredCopy<Item>], damaged: [Place]) {
    let (whole, damaged) = try rows(
      connection, "WHERE place < ?", [.integer(Place.places(ofPage: 0).lowerBound.number)])
    let copies = whole.map { kept in
      let fetchedAt = kept.marks.fetched.map { Date(timeIntervalSinceReferenceDate: $0) }
      return StoredCopy(kept.item, fetchedAt: fetchedAt ?? .distantPast, validator: kept.marks.validator)
    }
    return (copies, damaged)
  }
}

extension Range<Place> {
  /// For the two `?`s of `place >= ? AND place < ?`.
  var values: [DatabaseValue] { [.integer(lowerBound.number), .integer(upperBound.number)] }
}
