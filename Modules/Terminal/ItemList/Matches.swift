public import Feed

/// The places of what a search found, in the order of the rows. Copies share what was found; only adding costs, and no
/// more than the portion that is added.
public struct Matches: Equatable, Sendable {
  private var portions: [[Place]] = []
  /// How many places there are up to the end of each portion.
  private var ends: [Int] = []

  public init() {}

  /// How many were found.
  public var count: Int { ends.last ?? 0 }

  /// Adds what was found next.
  public mutating func append(_ places: [Place]) {
    guard !places.isEmpty else { return }
    portions.append(places)
    ends.append(count + places.count)
  }

  /// The places in some rows, of those that there are.
  public subscript(rows: Range<Int>) -> [Place] {
    let rows = rows.clamped(to: 0..<count)
    guard !rows.isEmpty else { return [] }
    var places: [Place] = []
    places.reserveCapacity(rows.count)
    var portion = ends.partitioningIndex { $0 > rows.lowerBound }
    while portion < portions.count, places.count < rows.count {
      let start = ends[portion] - portions[portion].count
      let wanted = rows.clamped(to: start..<ends[portion])
      places += portions[portion][wanted.lowerBound - start..<wanted.upperBound - start]
      portion += 1
    }
    return places
  }
}

extension [Int] {
  /// The first index whose element, and all behind it, are as wanted.
  fileprivate func partitioningIndex(where isWanted: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isWanted(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
