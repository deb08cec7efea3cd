extension InlineParser {
  /// Reads code between backticks.
  mutating func code() {
    let count = bytes[index...].prefix { $0 == UInt8(ascii: "`") }.count
    let content = index + count
    guard let end = ticks(count, from: content) else {
      index = content
      return
    }
    var text = content..<end
    // Spaces at both ends are dropped: they let the code begin or end with a backtick.
    if text.count > 2, bytes[text.lowerBound] == 0x20, bytes[text.upperBound - 1] == 0x20 {
      text = text.lowerBound + 1..<text.upperBound - 1
    }
    add(Piece(text: text, isCode: true), end: end + count)
  }

  /// Returns the start of the next run of exactly `count` backticks.
  private mutating func ticks(_ count: Int, from start: Int) -> Int? {
    if ticks == nil { ticks = allTicks() }
    while let next = ticks?[count]?.last {
      if next >= start { return next }
      ticks?[count]?.removeLast()
    }
    return nil
  }

  /// Returns the starts of all runs of backticks by their length, last first.
  private func allTicks() -> [Int: [Int]] {
    var ticks: [Int: [Int]] = [:]
    var end = bytes.count
    while let last = bytes[..<end].lastIndex(of: UInt8(ascii: "`")) {
      let count = bytes[...last].reversed().prefix { $0 == UInt8(ascii: "`") }.count
      end = last + 1 - count
      ticks[count, default: []].append(end)
    }
    return ticks
  }
}
