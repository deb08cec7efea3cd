/// Pasted text: all bytes between `CSI 200 ~` and `CSI 201 ~`, even escape sequences.
struct Paste {
  private static let end = Array("\u{1B}[201~".utf8)

  private let most: Int
  private var bytes: [UInt8] = []
  /// The number of final bytes that match the start of `end`.
  private var matched = 0

  init(most: Int) { self.most = most }

  /// Adds a byte.
  /// - Returns: Whether the paste ended with it.
  mutating func take(_ byte: UInt8) -> Bool {
    if byte == Self.end[matched] {
      matched += 1
      return matched == Self.end.count
    }
    append(Self.end[..<matched])
    matched = byte == Self.end[0] ? 1 : 0
    if matched == 0 { append(CollectionOfOne(byte)) }
    return false
  }

  private mutating func append(_ more: some Collection<UInt8>) { bytes += more.prefix(most - bytes.count) }

  /// The pasted text, cut to the maximum length.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
