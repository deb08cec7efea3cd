import Essentials

/// A file name made from any text: valid on every file system, and different for different texts.
public struct FileName: Hashable, Sendable {
  /// The file name: at most 128 bytes of ASCII, without separators, capitals or a leading dot.
  public let text: String

  /// Creates a name from a text. Small letters, digits, `-`, `_` and inner dots stay; every other byte of the UTF-8
  /// becomes `%` and two hexadecimal digits. A longer name is cut, with a checksum of the whole text at its end.
  public init(_ text: String) {
    var name = ""
    var checksum = Checksum()
    checksum.add(text.utf8)
    for (index, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        name.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: ".") where index > 0:
        name += "."
      default:
        name += "%" + byte.hexadecimal(digits: 2)
      }
    }
    self.text =
      name.utf8.count <= Self.limit
      ? name : name.prefix(Self.limit - 17) + "~" + checksum.value.hexadecimal(digits: 16)
  }

  /// Creates the value for a file that exists; nil for a file that this type did not name.
  public init?(existing text: String) {
    let allowed = "abcdefghijklmnopqrstuvwxyz0123456789-_.%~"
    guard !text.isEmpty, text.utf8.count <= Self.limit, !text.hasPrefix("."), text.allSatisfy(allowed.contains) else {
      return nil
    }
    self.text = text
  }

  /// The text that the name was made from; nil for a name that was cut.
  public var original: String? {
    // Other encodings of the same text, and names that were cut, are not names of this text.
    URLComponents(string: "?" + text)?.query.flatMap { FileName($0) == self ? $0 : nil }
  }

  private static let limit = 128
}
