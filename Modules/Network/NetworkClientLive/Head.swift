import Essentials

/// The header block of an answer, line by line.
///
/// There may be several: blocks of interim answers (1xx) come before the one that counts, trailers after it.
struct Head {
  /// For everything together, in bytes.
  let limit: Int
  /// The fields of the last block.
  private(set) var fields: [(name: String, value: String)] = []
  /// Whether the blank line after the block that counts was seen.
  private(set) var isComplete = false
  private var isInside = false
  private var length = 0

  init(limit: Int) { self.limit = limit }

  /// Takes a line; `status` is that of the block it belongs to. False when it is one too many.
  mutating func take(_ bytes: UnsafeRawBufferPointer, status: Int) -> Bool {
    length += bytes.count
    guard length <= limit else { return false }
    if isComplete { return true }
    let line = bytes[...].trimmed { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
    if !isInside {
      // The status line.
      isInside = true
      fields = []
    } else if line.isEmpty {
      isInside = false
      isComplete = !(100..<200).contains(status) || status == 101
    } else {
      add(line)
    }
    return true
  }

  /// The length the server announced for the body; zero when it did not.
  var contentLength: Int {
    fields.last { $0.name.lowercased() == "content-length" }.flatMap { Int($0.value) } ?? 0
  }

  private mutating func add(_ line: Slice<UnsafeRawBufferPointer>) {
    if line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t") {
      // A folded line (RFC 9112, 5.2) belongs to the field before it.
      guard let last = fields.indices.last else { return }
      fields[last].value += " " + text(line)
    } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
      fields.append((text(line[..<colon]), text(line[(colon + 1)...])))
    }
  }

  /// Without the spaces around it. Bytes, because a server may send tens of thousands of lines.
  private func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
    String(decoding: bytes.trimmed { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }, as: UTF8.self)
  }
}
