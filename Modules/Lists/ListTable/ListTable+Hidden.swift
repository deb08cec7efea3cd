import Database
import PagedList

/// Hidden items: those with a number above zero in their `hidden` column, which is a copy of an item's own.
extension ListTable {
  /// The number in the `hidden` column of an item that only a query with `showsHidden` lists.
  static var muted: Int { 2 }

  /// The index that has only the hidden rows.
  var hiddenIndexes: [String] {
    hidingColumn == nil ? [] : ["CREATE INDEX \(name)_hidden ON \(name)_search (hidden) WHERE hidden > 0"]
  }

  /// The column at the end of the indexes from which rows are counted.
  var hiddenInIndex: String { hidingColumn == nil ? "" : ", hidden" }

  /// The row for `state` with the greatest number that hides a row.
  var mostHidden: String {
    """
    SELECT 0, hidden, 0, 2, 0 FROM \(name)_search INDEXED BY \(name)_hidden WHERE hidden > 0 \
    ORDER BY hidden DESC LIMIT 1
    """
  }

  /// The greatest number in the `hidden` column of an item that is listed without `showsHidden`.
  var shownLimit: Int { isJoined ? 0 : 1 }

  /// Returns the greatest number in the `hidden` column that the rows of a query may have; nil if no row has a greater
  /// one. With `showsHidden`, the list of one part shows its duplicates, too; one of several would show a text twice.
  func hiding(_ query: ListQuery, _ state: State) -> Int? {
    let limit = query.showsHidden ? (isJoined ? Self.muted : .max) : shownLimit
    return state.hidden > limit ? limit : nil
  }

  /// Returns the number of the listed rows that are hidden by greater numbers.
  func hiddenCount(_ connection: Connection, _ limit: Int?) throws -> Int {
    guard let limit else { return 0 }
    return try number(
      connection,
      """
      SELECT count(*) FROM \(name)_search INDEXED BY \(name)_hidden WHERE hidden > 0 AND hidden > \(limit) \
      AND place >= 0
      """)
  }
}
