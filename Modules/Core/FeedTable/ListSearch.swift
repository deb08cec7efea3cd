import Database
import Feed
import TextSearch

/// A search by a query, portion by portion.
struct ListSearch<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  struct Portion: Sendable {
    var places: [Place] = []
    var damaged: [Place] = []
  }

  private let table: ListTable<Item>
  private let query: ListQuery
  private let words: TextSearch.Query
  /// What is left to look through: selections, and in the first of them the key to go on from.
  private var rest: [Selection]
  private var start: RowKey?
  private var isAtStart = true

  /// Rows that are looked through in a few milliseconds, by their titles and by their texts.
  private static var titles: Int { 16_000 }
  private static var texts: Int { 250 }

  init(_ table: ListTable<Item>, _ connection: Connection, _ query: ListQuery) throws {
    self.table = table
    self.query = query
    words = TextSearch.Query(query.text)
    let folded = query.isInTexts && !table.fullText.isEmpty ? [] : words.foldedWords
    rest = query.scope == .list ? table.selections(query, try table.state(connection), words: folded) : []
  }

  /// Whether each item is looked at by itself.
  private var checksTexts: Bool { query.isInTexts && !table.fullText.isEmpty }

  /// Returns the next portion; nil when all was looked through.
  mutating func next(_ connection: Connection) throws -> Portion? {
    guard query.scope == .list else {
      guard isAtStart else { return nil }
      isAtStart = false
      return try checked(connection, bookmarked(connection), isFolded: false)
    }
    guard let selection = rest.first else { return nil }
    if checksTexts, selection.order == .listed, !words.isEmpty {
      return try nextTexts(connection, selection)
    }
    let end = try end(connection, selection)
    let filter = selection.filter(from: start, to: end)
    var places: [Place] = []
    try connection.run(
      "SELECT place FROM \(table.name)_search WHERE \(filter.sql) ORDER BY \(selection.orderSQL)", filter.values
    ) { places.append(Place($0.integer(0))) }
    start = end
    if end == nil { rest.removeFirst() }
    return try checked(connection, places, isFolded: !checksTexts)
  }

  /// Returns the identities in the next portion, and the places of what is damaged; nil when all was looked through.
  mutating func nextIDs(_ connection: Connection) throws -> (ids: [Item.ID]?, damaged: [Place]) {
    if query.scope == .bookmarked, words.isEmpty {
      guard isAtStart else { return (nil, []) }
      isAtStart = false
      let (filter, order) = table.bookmarked(query, try table.state(connection))
      var ids: [Item.ID] = []
      try connection.run(
        "SELECT f.id FROM \(table.bookmarkTables) WHERE \(filter.sql) ORDER BY \(order)", filter.values
      ) { if let id = $0.text(0) { ids.append(table.identity(id)) } }
      return (ids, [])
    }
    guard let portion = try next(connection) else { return (nil, []) }
    var ids: [Item.ID] = []
    for place in portion.places {
      try connection.run("SELECT id FROM \(table.name) WHERE place = ?", [.integer(place.number)]) { row in
        if let id = row.text(0) { ids.append(table.identity(id)) }
      }
    }
    return (ids, portion.damaged)
  }

  /// The key behind the next portion; nil where that is the last.
  private func end(_ connection: Connection, _ selection: Selection) throws -> RowKey? {
    guard try table.isIndexed(connection, selection.order) else { return nil }
    let filter = selection.unfiltered.filter(from: start)
    var end: RowKey?
    try connection.run(
      """
      SELECT \(selection.orderSQL) FROM \(table.name)_search WHERE \(filter.sql) ORDER BY \(selection.orderSQL) \
      LIMIT 1 OFFSET ?
      """, filter.values + [.integer(Int64(checksTexts && !words.isEmpty ? Self.texts : Self.titles))]
    ) { end = RowKey($0, selection.order) }
    return end
  }

  /// Looks through whole texts in the order they are saved in.
  private mutating func nextTexts(_ connection: Connection, _ selection: Selection) throws -> Portion {
    let from: Place = if case .integer(let number)? = start?.values.first { Place(number) } else { Place(0) }
    let (found, rest, damaged) = try table.searchTexts(connection, words, from: from)
    var places = found
    if !selection.conditions.isEmpty {
      let filter = selection.filter()
      places = try places.filter { place in
        try table.number(
          connection, "SELECT count(*) FROM \(table.name)_search WHERE place = ? AND \(filter.sql)",
          [.integer(place.number)] + filter.values) > 0
      }
    }
    start = rest.map { RowKey(place: $0) }
    if start == nil { self.rest.removeFirst() }
    return Portion(places: places, damaged: damaged)
  }

  /// Leaves out what does not match as it was typed.
  /// - Parameter isFolded: whether all of them hold the words in their folded titles.
  private func checked(_ connection: Connection, _ places: [Place], isFolded: Bool) throws -> Portion {
    if words.isEmpty || isFolded && !words.needsExactCheck { return Portion(places: places) }
    var portion = Portion()
    for place in places {
      let (items, damaged) = try table.items(connection, [place])
      portion.damaged += damaged
      let matches = items.contains { words.matches(checksTexts ? table.fullText(of: $0) : table.text($0)) }
      if matches { portion.places.append(place) }
    }
    return portion
  }

  /// The places of all bookmarked items that are saved.
  private func bookmarked(_ connection: Connection) throws -> [Place] {
    let (filter, order) = table.bookmarked(query, try table.state(connection))
    var places: [Place] = []
    try connection.run(
      "SELECT \(table.bookmarkPlace) AS place FROM \(table.bookmarkTables) WHERE place IS NOT NULL AND \(filter.sql) ORDER BY \(order)",
      filter.values
    ) { places.append(Place($0.integer(0))) }
    return places
  }
}

extension RowKey {
  /// The key of a place in the order of the places.
  init(place: Place) { values = [.integer(place.number)] }
}
