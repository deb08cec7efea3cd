public import PagedList

/// The row keys of a search's matches, in the order of the rows: of all, or of every second, fourth, … one. Their number
/// is limited; a search from one of them on finds those between.
public struct Matches: Equatable, Sendable {
  /// The matches in some rows.
  public enum Part: Equatable, Sendable {
    /// The row keys.
    case all([RowKey])
    /// Those that a search from a match on finds.
    case from(RowKey, skipping: Int, count: Int)
  }

  private static let limit = 32_768

  /// The number of matches.
  public private(set) var count = 0
  /// The row keys of the matches at multiples of `stride`.
  private var rowKeys: [RowKey] = []
  private var stride = 1

  public init(_ rowKeys: [RowKey] = []) { append(rowKeys) }

  /// Adds a portion.
  public mutating func append(_ portion: [RowKey]) {
    let first = (stride - count % stride) % stride
    rowKeys += Swift.stride(from: first, to: portion.count, by: stride).map { portion[$0] }
    count += portion.count
    while rowKeys.count > Self.limit {
      rowKeys = Swift.stride(from: 0, to: rowKeys.count, by: 2).map { rowKeys[$0] }
      stride *= 2
    }
  }

  /// The matches in a range of rows, clamped to the existing rows.
  public subscript(rows: Range<Int>) -> Part {
    let rows = rows.clamped(to: 0..<count)
    if rows.isEmpty { return .all([]) }
    if stride == 1 { return .all(Array(rowKeys[rows])) }
    return .from(rowKeys[rows.lowerBound / stride], skipping: rows.lowerBound % stride, count: rows.count)
  }
}
