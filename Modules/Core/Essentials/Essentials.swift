// The part of Foundation that the package uses, the C library, dates, checksums and web addresses.

// Essentials exports the part of Foundation that Satchel needs (data, dates, URLs, JSON, files) and the C library, which
// Foundation exports as well. Without the rest of Foundation, which includes locale data for all languages, a static
// executable is a quarter as large and starts sooner.
#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
  #if canImport(Musl)
    @_exported public import Musl
  #else
    @_exported public import Glibc
  #endif
#else
  @_exported public import Foundation
#endif

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

  /// The string with line feeds in place of carriage returns, alone or before line feeds.
  public var withLineFeeds: String {
    guard utf8.contains(0x0D) else { return self }
    var bytes: [UInt8] = []
    var before: UInt8 = 0
    // A carriage return and a line feed are one character, which replacing by characters would make anew.
    for byte in utf8 {
      if byte != 0x0A || before != 0x0D { bytes.append(byte == 0x0D ? 0x0A : byte) }
      before = byte
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Sequence {
  /// Returns the first result that is not nil. In contrast to `first` of a lazy map, it calls `transform` once for each
  /// element: the result may have changed at the second call.
  public func firstNonNil<Result>(_ transform: (Element) throws -> Result?) rethrows -> Result? {
    for element in self { if let result = try transform(element) { return result } }
    return nil
  }
}

extension Character {
  /// Whether the character is one of the digits from 0 to 9. `isNumber` is also true for others, such as ² and ٣.
  public var isASCIIDigit: Bool { isASCII && isNumber }
}

extension BinaryInteger {
  /// Returns the number in base 16, with zeros in front where it has fewer digits.
  public func hexadecimal(digits: Int, uppercase: Bool = false) -> String {
    let text = String(self, radix: 16, uppercase: uppercase)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}

/// Reads all bytes from a descriptor, or stops within 64 KiB after a limit.
public func bytes(from descriptor: Int32, limit: Int) throws(POSIXError) -> [UInt8] {
  var bytes: [UInt8] = []
  var part = [UInt8](repeating: 0, count: 65_536)
  while bytes.count <= limit {
    let count = read(descriptor, &part, part.count)
    if count == -1 && errno == EINTR { continue }
    guard count != -1 else { throw .current }
    if count == 0 { break }
    bytes += part.prefix(count)
  }
  return bytes
}

extension POSIXError {
  /// The error of the system call that has just failed.
  public static var current: Self { Self(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}

extension POSIXErrorCode {
  /// The reason as a clause: "disk full".
  public var clause: String {
    switch self {
    case .EACCES, .EPERM: return "no permission"
    case .EROFS: return "read-only disk"
    case .ENOSPC, .EDQUOT: return "disk full"
    default:
      let text = String(cString: strerror(rawValue))
      return text.prefix(1).lowercased() + text.dropFirst()
    }
  }
}
