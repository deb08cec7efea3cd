/// The UTF-8 of a `Pattern`. Searching it is usually much faster: eight positions are checked at once, by the first and
/// the last byte.
struct BytePattern: Hashable, Sendable {
  private let bytes: [UInt8]
  private let firstEight, lastEight: UInt64
  private let wholeCharacters: Bool

  init(_ pattern: Pattern) {
    bytes = pattern.scalars.flatMap { Array($0.utf8) }
    firstEight = UInt64(bytes[0]) &* 0x0101_0101_0101_0101
    lastEight = UInt64(bytes[bytes.count - 1]) &* 0x0101_0101_0101_0101
    wholeCharacters = pattern.wholeCharacters
  }

  /// Whether a text contains the pattern. Returns nil if only the pattern itself can decide, or if there are so many
  /// near matches that it would be as fast.
  func isFound(in text: UnsafeBufferPointer<UInt8>) -> Bool? {
    let end = text.count - bytes.count + 1
    var index = 0
    var patience = text.count
    var isSure = true
    while index < end {
      let isNearEnd = index + 8 > end
      var candidates = isNearEnd ? 0x80 : self.candidates(text, at: index)
      while candidates != 0 {
        let start = index + candidates.trailingZeroBitCount / 8
        if isFound(in: text, at: start, &patience) {
          let next = start + bytes.count
          if !wholeCharacters || next == text.count || text[next] < 0x80 { return true }
          // An accent may follow.
          isSure = false
        }
        candidates &= candidates - 1
      }
      if patience < 0 { return nil }
      index += isNearEnd ? 1 : 8
    }
    return isSure ? false : nil
  }

  /// Returns the highest bit of each of eight bytes at which the pattern may begin.
  @inline(__always)
  private func candidates(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt64 {
    let first = text.eightBytes(at: index)
    let last = text.eightBytes(at: index + bytes.count - 1)
    return (first ^ firstEight | last ^ lastEight).zeroBytes
  }

  @inline(__always)
  private func isFound(in text: UnsafeBufferPointer<UInt8>, at index: Int, _ patience: inout Int) -> Bool {
    var count = 0
    while count < bytes.count, text[index + count] == bytes[count] { count += 1 }
    patience -= count
    return count == bytes.count
  }
}
