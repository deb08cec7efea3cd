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
    // A million matches are less than a hundred portions.
    zip(ends, portions).flatMap { end, portion in
      let start = end - portion.count
      let wanted = rows.clamped(to: start..<end)
      return portion[wanted.lowerBound - start..<wanted.upperBound - start]
    }
  }
}
