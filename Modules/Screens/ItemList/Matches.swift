public import PagedList

/// The row keys of a search's matches, in the order of the rows. They are stored in portions: copies share them, and
/// the cost of adding a portion does not depend on the number of matches.
public struct Matches: Equatable, Sendable {
  private var portions: [[RowKey]] = []
  /// The number of matches up to the end of each portion.
  private var ends: [Int] = []

  public init(_ rowKeys: [RowKey] = []) { append(rowKeys) }

  /// The number of matches.
  public var count: Int { ends.last ?? 0 }

  /// Adds a portion.
  public mutating func append(_ rowKeys: [RowKey]) {
    guard !rowKeys.isEmpty else { return }
    ends.append(count + rowKeys.count)
    portions.append(rowKeys)
  }

  /// The row keys in a range of rows, clamped to the existing rows.
  public subscript(rows: Range<Int>) -> [RowKey] {
    let rows = rows.clamped(to: 0..<count)
    var rowKeys: [RowKey] = []
    var portion = ends.firstIndex(after: rows.lowerBound)
    while rowKeys.count < rows.count {
      let start = ends[portion] - portions[portion].count
      let wanted = rows.clamped(to: start..<ends[portion])
      rowKeys += portions[portion][wanted.lowerBound - start..<wanted.upperBound - start]
      portion += 1
    }
    return rowKeys
  }
}

extension [Int] {
  /// Returns the index of the first element above a number, in an array in ascending order.
  fileprivate func firstIndex(after number: Int) -> Int {
    var bounds = 0..<count
    while !bounds.isEmpty {
      let middle = (bounds.lowerBound + bounds.upperBound) / 2
      bounds = self[middle] > number ? bounds.lowerBound..<middle : middle + 1..<bounds.upperBound
    }
    return bounds.lowerBound
  }
}
