import Database
import Feed

/// Items without their content.
extension ListTable {
  /// - Parameter dateColumn: the column that holds an item's date; nil where items have none.
  func keys(
    _ connection: Connection, _ order: FeedOrder, from start: Place, dateColumn: String?
  ) throws -> (keys: [FeedKey<Item.ID>], rest: Place?) {
    let first = DatabaseValue.integer(max(start, Place.places(ofPage: 0).lowerBound).number)
    func keys(_ sql: String, _ values: [DatabaseValue]) throws -> [FeedKey<Item.ID>] {
      var keys: [FeedKey<Item.ID>] = []
      try connection.run(sql, values) { row in
        if let id = row.text(1) { keys.append(FeedKey(place: Place(row.integer(0)), id: identity(id))) }
      }
      return keys
    }
    switch order {
    case .newest where dateColumn != nil:
      let column = dateColumn ?? ""
      return (
        try keys("SELECT place, id FROM \(name) WHERE place >= ? ORDER BY \(column) DESC, place", [first]), nil
      )
    case .title:
      return (
        try keys(
          """
          SELECT place, id FROM \(name)_search JOIN \(name) USING (place) WHERE place >= ? ORDER BY folded, place
          """, [first]), nil
      )
    case .listed, .newest:
      let limit = 16_000
      let portion = try keys(
        "SELECT place, id FROM \(name) WHERE place >= ? ORDER BY place LIMIT ?", [first, .integer(Int64(limit))])
      // A place that was damaged on the disk may be the last there is.
      guard portion.count == limit, let last = portion.last?.place, last.number < .max else { return (portion, nil) }
      return (portion, Place(last.number + 1))
    }
  }

  /// The places of those of some items that are listed.
  func places(_ connection: Connection, _ ids: [Item.ID]) throws -> [Item.ID: Place] {
    var found: [String: Place] = [:]
    try lookUp(connection, ids.map(id)) { found[$0] = $1.place }
    var places: [Item.ID: Place] = [:]
    for id in ids {
      if let place = found[self.id(id)], place.page >= 0 { places[id] = place }
    }
    return places
  }
}
