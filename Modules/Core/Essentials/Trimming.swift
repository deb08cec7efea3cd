extension BidirectionalCollection where SubSequence == Self {
  /// Returns the collection without the blank elements at both ends.
  public func trimmed(_ isBlank: (Element) -> Bool) -> Self {
    let start = drop(while: isBlank)
    let end = start.lastIndex { !isBlank($0) }
    return end.map { start[...$0] } ?? start
  }
}

extension String {
  /// The string without whitespace and newlines at both ends.
  public var trimmed: String { String(self[...].trimmed(\.isWhitespace)) }
}
