import Database
import Essentials
import PagedList

/// Making room in growing lists.
extension ListTable {
  /// The most rows that are removed at once.
  private static var trimLimit: Int { 5_000 }

  /// Removes up to a quarter of the rows: those that were read or that a rule hides, or unread ones if there are none. The
  /// parts that have the most lose their oldest ones until they have no more than the next. Spared items stay.
  /// - Returns: Whether anything was removed.
  func removeOldest(_ connection: Connection, sparing ids: [String]) throws -> Bool {
    let spared = try ids.compactMap { try metadata(connection, of: $0).map { String($0.rowKey.number) } }
    let mayGo = "place >= 0 AND place NOT IN (\(spared.joined(separator: ", ")))"
    let goal = max(1, min(try count(connection) / 4, Self.trimLimit))
    let unread = unread(ListQuery(), try state(connection))
    let muted = hidingColumn == nil ? "" : " OR hidden = \(Self.muted)"
    for condition in ["(NOT \(unread.sql)\(muted))", unread.sql] {
      let going = try oldest(
        connection, Selection.Condition(sql: "\(mayGo) AND \(condition)", values: unread.values), goal)
      let groups = try groups(connection, of: going)
      for rowKey in going {
        try recordRemoval(connection, where: "place = ?", [.integer(rowKey.number)])
        try delete(connection, at: rowKey)
        try grow(connection, rowKey.page, by: -1)
      }
      try chooseShownItems(connection, of: groups)
      if !going.isEmpty { return true }
    }
    return false
  }

  /// Returns the oldest rows of the parts that have the most of those that meet a condition.
  private func oldest(_ connection: Connection, _ condition: Selection.Condition, _ goal: Int) throws -> [RowKey] {
    var counts: [Int: Int] = [:]
    try connection.run(
      """
      SELECT place >> \(RowKey.bitsOfPart) AS part, count(*) FROM \(name)_search WHERE \(condition.sql) GROUP BY part
      """, condition.values
    ) { counts[sane($0.integer(0))] = sane($0.integer(1)) }
    var going: [RowKey] = []
    for (part, surplus) in surpluses(counts, goal) {
      try connection.run(
        """
        SELECT place FROM \(name)_search WHERE place >> \(RowKey.bitsOfPart) = ? AND \(condition.sql) \
        ORDER BY age DESC, place DESC LIMIT ?
        """, [.integer(Int64(part))] + condition.values + [.integer(Int64(surplus))]
      ) { going.append(RowKey($0.integer(0))) }
    }
    return going
  }
}

/// Returns how much each of some numbers loses when the greatest are cut down to the next greatest, and so on, until they
/// have lost `goal` together, or everything.
func surpluses(_ numbers: [Int: Int], _ goal: Int) -> [(key: Int, surplus: Int)] {
  let sorted = numbers.filter { $0.value > 0 }.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
  var lost = 0
  for (count, number) in zip(1..., sorted.map { $0.value }) {
    let next = count < sorted.count ? sorted[count].value : 0
    guard lost + count * (number - next) < goal else {
      let lacking = goal - lost
      let (each, rest) = lacking.quotientAndRemainder(dividingBy: count)
      return sorted.prefix(count).enumerated().map { index, element in
        (element.key, element.value - number + each + (index < rest ? 1 : 0))
      }
    }
    lost += count * (number - next)
  }
  return sorted.map { ($0.key, $0.value) }
}
