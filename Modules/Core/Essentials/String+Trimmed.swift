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
  public var trimmed: String {
    // Most strings begin and end with ASCII letters or signs, which are not whitespace.
    if let first = utf8.first, let last = utf8.last, (0x21..<0x7F).contains(first), (0x21..<0x7F).contains(last) {
      return self
    }
    return String(self[...].trimmed(\.isWhitespace))
  }
}
