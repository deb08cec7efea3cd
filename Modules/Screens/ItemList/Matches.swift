public import PagedList

/// The places of what a search found, in the order of the rows, in portions: a copy shares them, and adding one costs no
/// more than the portion.
public struct Matches: Equatable, Sendable {
  private var portions: [[RowKey]] = []
  /// How many places there are up to the end of each portion.
  private var ends: [Int] = []

  public init(_ rowKeys: [RowKey] = []) { append(rowKeys) }

  /// How many were found.
  public var count: Int { ends.last ?? 0 }

  /// Adds a portion.
  public mutating func append(_ rowKeys: [RowKey]) {
    guard !rowKeys.isEmpty else { return }
    ends.append(count + rowKeys.count)
    portions.append(rowKeys)
  }

  /// The places in some rows, of those that there are.
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
  /// The index of the first element above a number, of elements that rise.
  fileprivate func firstIndex(after number: Int) -> Int {
    var bounds = 0..<count
    while !bounds.isEmpty {
      let middle = (bounds.lowerBound + bounds.upperBound) / 2
      bounds = self[middle] > number ? bounds.lowerBound..<middle : middle + 1..<bounds.upperBound
    }
    return bounds.lowerBound
  }
}
