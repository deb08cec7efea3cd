import Essentials

/// A link of a piece of text (OSC 8; "Hyperlinks in Terminal Emulators", a specification shared by VTE, iTerm2, kitty,
/// foot and others). Terminals that do not know it show only the text.
public struct Hyperlink: Hashable, Sendable {
  /// An identifier in letters and digits. Pieces of text with the same one, as on two lines, are highlighted together.
  public let id: String
  /// The address, in printable ASCII.
  public let address: String

  /// VTE's limit, in bytes; iTerm2 and kitty accept at least as many.
  private static let longestAddress = 2_083
  private static let longestID = 250

  /// Creates a link; nil if the address is empty or too long for terminals.
  /// - Parameters:
  ///   - id: The identifier. All characters except letters and digits are removed.
  ///   - address: An untrusted address. Everything except printable ASCII is percent-encoded, as the specification
  ///     demands, so that it cannot contain control characters.
  public init?(id: String, address: String) {
    var encoded: [UInt8] = []
    for byte in address.utf8.prefix(Self.longestAddress + 1) {
      if (0x21...0x7E).contains(byte) {
        encoded.append(byte)
      } else {
        encoded += "%\(byte.hexadecimal(digits: 2, uppercase: true))".utf8
      }
    }
    guard (1...Self.longestAddress).contains(encoded.count) else { return nil }
    self.address = String(decoding: encoded, as: UTF8.self)
    self.id = String(id.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(Self.longestID))
  }
}
