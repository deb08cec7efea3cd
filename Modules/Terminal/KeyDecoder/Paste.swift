/// What comes between `CSI 200 ~` and `CSI 201 ~`: text, whatever it looks like.
struct Paste {
  private static let end = Array("\u{1B}[201~".utf8)

  private let most: Int
  private var bytes: [UInt8] = []
  /// How many of the last bytes are the beginning of the end.
  private var matched = 0

  init(most: Int) { self.most = most }

  /// - Returns: Whether the paste ended with this byte.
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

  /// What was pasted, without what did not fit.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
