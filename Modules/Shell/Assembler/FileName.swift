import Essentials

/// The name of one file, made from any text: safe on every file system, and different for different texts.
public struct FileName: Hashable, Sendable {
  /// The name as it stands in the folder: at most 128 bytes of ASCII, no separators, no leading dot, no capitals.
  public let text: String

  /// Small letters, digits, `-`, `_` and inner dots stay; every other byte of the UTF-8 becomes `%` and two digits.
  /// What grows too long for a file system is cut and ends in a checksum of the whole.
  public init(_ text: String) {
    var (name, checksum) = ("", Checksum())
    checksum.add(text.utf8)
    for (index, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        name.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: ".") where index > 0:
        name += "."
      default:
        name += "%" + hexadecimal(UInt64(byte), digits: 2)
      }
    }
    self.text =
      name.utf8.count <= Self.limit
      ? name : name.prefix(Self.limit - 17) + "~" + hexadecimal(checksum.value, digits: 16)
  }

  /// One that stands in a folder already; nil for what no name is made like.
  public init?(standing text: String) {
    let allowed = "abcdefghijklmnopqrstuvwxyz0123456789-_.%~"
    guard !text.isEmpty, text.utf8.count <= Self.limit, !text.hasPrefix("."), text.allSatisfy(allowed.contains) else {
      return nil
    }
    self.text = text
  }

  /// The text that it was made from; nil where that was too long for a name.
  public var original: String? {
    var (bytes, rest) = ([UInt8](), text.utf8[...])
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "~"): return nil
      case UInt8(ascii: "%"):
        guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), rest.count > 1 else {
          return nil
        }
        rest = rest.dropFirst(2)
        bytes.append(value)
      default: bytes.append(byte)
      }
    }
    // Other ways to write the same are not made here.
    return String(validating: bytes, as: UTF8.self).flatMap { FileName($0) == self ? $0 : nil }
  }

  private static let limit = 128
}

private func hexadecimal(_ number: UInt64, digits: Int) -> String {
  let text = String(number, radix: 16)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}
