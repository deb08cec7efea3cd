import Database
import Essentials
import Feed
import TextSearch

/// The rows of a query, within one read.
struct RowSource<Item: Identifiable & Sendable> where Item.ID: Sendable {
  /// Returns the number of rows.
  var count: () throws -> Int
  /// Returns the row of an item; nil where it is not among them.
  var row: (_ id: String) throws -> Int?
  /// Returns the elements in some rows.
  var elements: (_ rows: Range<Int>) throws -> ListTable<Item>.Rows
}

extension ListTable {
  func rowSource(
    _ connection: Connection, _ query: ListQuery, _ state: State, _ landmarks: Landmarks
  ) throws -> RowSource<Item> {
    if !query.text.isEmpty { return try foundRows(connection, query) }
    if query.scope == .bookmarked { return bookmarkedRows(connection, query, state) }
    if query.isPlain { return plainRows(connection) }
    return selectedRows(connection, selections(query, state), Counter(landmarks, state.generation))
  }

  /// The whole list in the server's order, whose pages are counted.
  private func plainRows(_ connection: Connection) -> RowSource<Item> {
    RowSource(
      count: { try count(connection) },
      row: { id in
        guard let place = try marks(connection, of: id)?.place, place.page >= 0 else { return nil }
        let start = Place.places(ofPage: place.page).lowerBound
        return try count(connection, before: place.page)
          + number(
            connection, "SELECT count(*) FROM \(name)_search WHERE place >= ? AND place < ?", .integer(start.number),
            .integer(place.number))
      },
      elements: { rows in
        guard let (page, offset) = try page(connection, holding: rows.lowerBound) else { return ([], []) }
        return try listed(
          connection,
          """
          WHERE n.place >= (SELECT place FROM \(name)_search WHERE place >= ? ORDER BY place LIMIT 1 OFFSET ?) \
          ORDER BY n.place LIMIT ?
          """,
          [
            .integer(Place.places(ofPage: page).lowerBound.number), .integer(Int64(offset)),
            .integer(Int64(rows.count)),
          ])
      })
  }

  /// Selections, one behind the other.
  private func selectedRows(
    _ connection: Connection, _ selections: [Selection], _ counter: Counter
  ) -> RowSource<Item> {
    RowSource(
      count: { try selections.reduce(0) { try $0 + counter.count(self, connection, $1) } },
      row: { id in
        var before = 0
        for selection in selections {
          if let row = try counter.row(self, connection, selection, of: id) { return before + row }
          before += try counter.count(self, connection, selection)
        }
        return nil
      },
      elements: { rows in
        var (places, before) = ([Place](), 0)
        for selection in selections {
          let count = try counter.count(self, connection, selection)
          let some = rows.clamped(to: before..<before + count)
          if !some.isEmpty {
            places += try counter.places(
              self, connection, selection, some.lowerBound - before..<some.upperBound - before)
          }
          before += count
        }
        return try listed(connection, places)
      })
  }

  /// Bookmarked items, of which there are few enough to be sorted each time.
  private func bookmarkedRows(_ connection: Connection, _ query: ListQuery, _ state: State) -> RowSource<Item> {
    let (filter, order) = bookmarked(query, state)
    let rows = "FROM \(bookmarkTables) WHERE \(filter.sql)"
    return RowSource(
      count: { try number(connection, "SELECT count(*) \(rows)", filter.values) },
      row: { id in
        var row: Int?
        try connection.run(
          "SELECT number FROM (SELECT f.id, row_number() OVER (ORDER BY \(order)) AS number \(rows)) WHERE id = ?",
          filter.values + [.text(id)]
        ) { row = sane($0.integer(0)) - 1 }
        return row
      },
      elements: { range in
        var ids: [(id: String, listed: Listed<Item>)] = []
        try connection.run(
          "SELECT f.id, f.read, f.bookmarked \(rows) ORDER BY \(order) LIMIT ? OFFSET ?",
          filter.values + [.integer(Int64(range.count)), .integer(Int64(range.lowerBound))]
        ) { row in
          guard let id = row.text(0) else { return }
          ids.append((id, Listed(id: identity(id), item: nil, flags: itemFlags(row, from: 1))))
        }
        var damaged: [Place] = []
        let elements = try ids.map { id, missing in
          let (found, others) = try listed(connection, "WHERE n.id = ?", [.text(id)])
          damaged += others
          return found.first ?? missing
        }
        return (elements, damaged)
      })
  }

  /// The tables of bookmarked items: flags as `f`, items as `n`, the narrow table as `s`.
  var bookmarkTables: String {
    "\(name)_flags f LEFT JOIN \(name) n ON n.id = f.id LEFT JOIN \(name)_search s ON s.place = n.place"
  }

  /// The condition and the order of bookmarked items.
  func bookmarked(_ query: ListQuery, _ state: State) -> (filter: Selection.Condition, order: String) {
    let unread = unread(query, state, "f.read")
    var filter = Selection.Condition(sql: "f.bookmarked IS NOT NULL")
    for condition in query.filters {
      switch condition {
      case .unread:
        filter.sql += " AND \(unread.sql)"
        filter.values += unread.values
      case .arrived(let date):
        filter.sql += " AND f.id IN (SELECT id FROM \(name)_past WHERE arrived > ?)"
        filter.values.append(.real(date.timeIntervalSinceReferenceDate))
      }
    }
    let newest = "f.bookmarked DESC, f.id"
    switch query.order {
    case .listed: return (filter, newest)
    case .newest: return (filter, "coalesce(s.age, 9e999), \(newest)")
    case .title: return (filter, "s.folded IS NULL, s.folded, \(newest)")
    case .unreadFirst:
      // Numbers, which need no question marks: those of an order would come behind the condition's.
      var read = "(f.read > 0)"
      if case .integer(let since)? = unread.values.first { read = "(f.read > 0 AND f.read <= \(since))" }
      return (filter, "\(read), \(newest)")
    }
  }

  /// The rows that a query with a text finds.
  private func foundRows(_ connection: Connection, _ query: ListQuery) throws -> RowSource<Item> {
    var (places, search) = ([Place](), try ListSearch(self, connection, query))
    while let portion = try search.next(connection) { places += portion.places }
    return RowSource(
      count: { [places] in places.count },
      row: { [places] id in
        guard let place = try marks(connection, of: id)?.place else { return nil }
        return places.firstIndex(of: place)
      },
      elements: { [places] rows in try listed(connection, Array(places[rows])) })
  }
}

/// Counts rows of selections, and finds them by their numbers, by landmarks.
struct Counter {
  private let landmarks: Landmarks
  private let generation: Int64

  init(_ landmarks: Landmarks, _ generation: Int64) {
    self.landmarks = landmarks
    self.generation = generation
  }

  func count<Item>(_ table: ListTable<Item>, _ connection: Connection, _ selection: Selection) throws -> Int {
    // In every order there are as many.
    var known = landmarks.known(selection, generation)
    if let count = known.count { return count }
    let filter = selection.filter()
    let count = try table.number(
      connection, "SELECT count(*) FROM \(table.name)_search WHERE \(filter.sql)", filter.values)
    known.count = count
    landmarks.learn(known, selection, generation)
    return count
  }

  /// The places in some rows.
  func places<Item>(
    _ table: ListTable<Item>, _ connection: Connection, _ selection: Selection, _ rows: Range<Int>
  ) throws -> [Place] {
    var (start, offset) = (RowKey?.none, rows.lowerBound)
    if try table.isIndexed(connection, selection.order), offset >= Landmarks.stride {
      let known = try extend(table, connection, selection) { $0.keys.count * Landmarks.stride >= rows.lowerBound }
      let index = min(offset / Landmarks.stride, known.keys.count)
      if index > 0 { (start, offset) = (known.keys[index - 1], offset - index * Landmarks.stride) }
    }
    let filter = selection.filter(from: start)
    var places: [Place] = []
    try connection.run(
      "SELECT place FROM \(table.name)_search WHERE \(filter.sql) ORDER BY \(selection.orderSQL) LIMIT ? OFFSET ?",
      filter.values + [.integer(Int64(rows.count)), .integer(Int64(offset))]
    ) { places.append(Place($0.integer(0))) }
    return places
  }

  /// The row of an item; nil where the selection does not have it.
  func row<Item>(
    _ table: ListTable<Item>, _ connection: Connection, _ selection: Selection, of id: String
  ) throws -> Int? {
    guard let place = try table.marks(connection, of: id)?.place, place.page >= 0 else { return nil }
    let own = selection.filter()
    var key: RowKey?
    try connection.run(
      "SELECT \(selection.orderSQL) FROM \(table.name)_search WHERE place = ? AND \(own.sql)",
      [.integer(place.number)] + own.values
    ) { key = RowKey($0, selection.order) }
    guard let key else { return nil }
    var (start, before) = (RowKey?.none, 0)
    if try table.isIndexed(connection, selection.order) {
      let known = try extend(table, connection, selection) { $0.keys.last.map { $0 > key } ?? false }
      let index = known.keys.firstIndex { $0 > key } ?? known.keys.count
      if index > 0 { (start, before) = (known.keys[index - 1], index * Landmarks.stride) }
    }
    let filter = selection.filter(from: start, to: key)
    return before
      + (try table.number(
        connection, "SELECT count(*) FROM \(table.name)_search WHERE \(filter.sql)", filter.values))
  }

  /// Goes on with the landmarks of a selection until they are enough, or there are no more.
  private func extend<Item>(
    _ table: ListTable<Item>, _ connection: Connection, _ selection: Selection, until isEnough: (Landmarks.Known) -> Bool
  ) throws -> Landmarks.Known {
    var known = landmarks.known(selection, generation)
    while !known.isEnded, !isEnough(known) {
      let filter = selection.filter(from: known.keys.last)
      var next: RowKey?
      try connection.run(
        """
        SELECT \(selection.orderSQL) FROM \(table.name)_search WHERE \(filter.sql) ORDER BY \(selection.orderSQL) \
        LIMIT 1 OFFSET ?
        """, filter.values + [.integer(Int64(Landmarks.stride))]
      ) { next = RowKey($0, selection.order) }
      if let next { known.keys.append(next) } else { known.isEnded = true }
    }
    landmarks.learn(known, selection, generation)
    return known
  }
}

extension ListTable {
  /// Whether rows are found in an order without sorting all of them.
  func isIndexed(_ connection: Connection, _ order: Selection.Order) throws -> Bool {
    guard let index = order.index else { return true }
    return try number(
      connection, "SELECT count(*) FROM sqlite_master WHERE name = ?", [.text("\(name)_search_\(index)")]) > 0
  }

  /// Shorter lists are sorted as fast as they are found.
  private static var indexLimit: Int { 4_096 }

  /// Makes the indexes of a long list, which would cost its first loading as much again.
  func needsIndexes(_ connection: Connection) throws -> Bool {
    guard try count(connection) > Self.indexLimit else { return false }
    return try !isIndexed(connection, .newest) || !isIndexed(connection, .title)
  }

  func makeIndexes(_ connection: Connection) throws {
    for order in [Selection.Order.newest, .title] {
      guard let index = order.index else { continue }
      try connection.run(
        """
        CREATE INDEX IF NOT EXISTS \(name)_search_\(index) ON \(name)_search \
        (\(order.columns.joined(separator: ", ")), read)
        """)
    }
  }
}
