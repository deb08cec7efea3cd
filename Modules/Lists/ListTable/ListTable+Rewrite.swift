import Database
import PagedList

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
      let carried = try delete(connection, at: rowKey)
      try insert(connection, item, metadata, carried: carried)
      if !grows { try forgetValidator(connection, ofPage: rowKey.page) }
    }
    try settle(connection, groups)
  }
}
