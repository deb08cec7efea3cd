/// A list of texts in which to look for a part of one, fast enough to look anew at every key.
///
/// Looking is case-insensitive unless an upper-case letter is typed, and knows no difference between a letter with its
/// mark and the two as one character (NFC). The texts stand folded in one block of bytes, so that a hundred thousand of
/// them are looked through without touching a `String`.
public struct TextFilter: Sendable, Equatable {
  private var exact = Block()
  private var folded = Block()

  public init() {}

  /// How many texts there are.
  public var count: Int { exact.ends.count }

  /// Adds a text behind the others.
  public mutating func append(_ text: String) {
    exact.append(text.normalized)
    folded.append(text.lowercased().normalized)
  }

  /// Which texts hold the query, of those in a range, in order. Every text holds the empty query.
  public func matches(_ query: String, in range: Range<Int>) -> [Int] {
    let query = query.normalized
    return query.contains(where: \.isUppercase) ? exact.matches(query, in: range) : folded.matches(query, in: range)
  }
}

/// Texts one behind the other, and where each ends.
private struct Block: Sendable, Equatable {
  private(set) var bytes: [UInt8] = []
  private(set) var ends: [Int] = []

  mutating func append(_ text: String) {
    bytes += text.utf8
    ends.append(bytes.count)
  }

  func matches(_ query: String, in range: Range<Int>) -> [Int] {
    let range = range.clamped(to: ends.indices)
    let query = Array(query.utf8)
    guard let first = query.first, !range.isEmpty else { return Array(range) }
    return bytes.withUnsafeBufferPointer { bytes in
      ends.withUnsafeBufferPointer { ends in
        query.withUnsafeBufferPointer { query in
          range.filter { index in
            let start = index == 0 ? 0 : ends[index - 1]
            return holds(bytes, from: start, to: ends[index], query, first)
          }
        }
      }
    }
  }
}

/// Whether `query`, which begins with `first`, stands in `bytes[start..<end]`.
private func holds(
  _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int, _ query: UnsafeBufferPointer<UInt8>, _ first: UInt8
) -> Bool {
  var place = start
  let last = end - query.count
  while place <= last {
    if bytes[place] == first {
      var length = 1
      while length < query.count, bytes[place + length] == query[length] { length += 1 }
      if length == query.count { return true }
    }
    place += 1
  }
  return false
}
