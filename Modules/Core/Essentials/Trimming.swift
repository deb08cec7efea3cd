extension BidirectionalCollection where SubSequence == Self {
  /// Without what is blank at either end.
  public func trimmed(_ isBlank: (Element) -> Bool) -> Self {
    let start = drop(while: isBlank)
    let end = start.lastIndex { !isBlank($0) }
    return end.map { start[...$0] } ?? start
  }
}

extension String {
  /// Without the spaces and line ends at either end.
  public var trimmed: String { String(self[...].trimmed(\.isWhitespace)) }
}
