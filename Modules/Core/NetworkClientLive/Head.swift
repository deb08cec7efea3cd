import Foundation

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
    let line = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
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

  private mutating func add(_ line: String) {
    if line.first == " " || line.first == "\t" {
      // A folded line (RFC 9112, 5.2) belongs to the field before it.
      guard let last = fields.indices.last else { return }
      fields[last].value += " " + line.trimmingCharacters(in: .whitespaces)
    } else if let colon = line.firstIndex(of: ":") {
      let name = line[..<colon].trimmingCharacters(in: .whitespaces)
      fields.append((name, line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)))
    }
  }
}
