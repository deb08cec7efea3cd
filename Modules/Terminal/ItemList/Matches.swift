public import Feed

/// The places of what a search found, in the order of the rows, in portions: a copy shares them, and adding one costs no
/// more than the portion.
public struct Matches: Equatable, Sendable {
  private var portions: [[Place]] = []
  /// How many places there are up to the end of each portion.
  private var ends: [Int] = []

  public init(_ places: [Place] = []) { append(places) }

  /// How many were found.
  public var count: Int { ends.last ?? 0 }

  /// Adds a portion.
  public mutating func append(_ places: [Place]) {
    guard !places.isEmpty else { return }
    ends.append(count + places.count)
    portions.append(places)
  }

  /// The places in some rows, of those that there are.
  public subscript(rows: Range<Int>) -> [Place] {
    let rows = rows.clamped(to: 0..<count)
    var places: [Place] = []
    var portion = ends.firstIndex(after: rows.lowerBound)
    while places.count < rows.count {
      let start = ends[portion] - portions[portion].count
      let wanted = rows.clamped(to: start..<ends[portion])
      places += portions[portion][wanted.lowerBound - start..<wanted.upperBound - start]
      portion += 1
    }
    return places
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
