import Essentials

/// A parser of the header lines of a response.
///
/// There may be several header blocks: interim responses (1xx) precede the final one, and trailers follow it.
struct Head {
  /// The limit for all header blocks and trailers together, in bytes. libcurl's own limits are 300 KB, and 100 KB for a
  /// line.
  static let limit = 256 << 10
  /// The fields of the final header block.
  private(set) var fields: [(name: String, value: String)] = []
  /// Whether the blank line after the final header block was seen.
  private(set) var isComplete = false
  private var isInside = false
  private var length = 0

  /// Adds a line and returns false if that exceeds the limit.
  /// - Parameter status: The status of the response that the line belongs to.
  mutating func parse(line bytes: UnsafeRawBufferPointer, status: Int) -> Bool {
    length += bytes.count
    guard length <= Self.limit else { return false }
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

  /// The announced length of the body; 0 if there is none.
  var contentLength: Int {
    fields.last { $0.name.lowercased() == "content-length" }.flatMap { Int($0.value) } ?? 0
  }

  /// Whether a character set is named in place of a compression.
  var namesCharset: Bool {
    fields.contains {
      $0.name.lowercased() == "content-encoding" && ["utf-8", "utf8"].contains($0.value.lowercased())
    }
  }

  private mutating func add(_ line: Slice<UnsafeRawBufferPointer>) {
    if line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t") {
      // A folded line (RFC 9112, 5.2) continues the previous field.
      guard let last = fields.indices.last else { return }
      fields[last].value += " " + text(line)
    } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
      fields.append((text(line[..<colon]), text(line[(colon + 1)...])))
    }
  }

  /// Returns the text without surrounding spaces. Works on bytes, because a server may send tens of thousands of lines.
  private func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
    String(decoding: bytes.trimmed { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }, as: UTF8.self)
  }
}
