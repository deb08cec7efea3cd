/// Where a piece of text leads (OSC 8; "Hyperlinks in Terminal Emulators", a specification shared by VTE, iTerm2, kitty,
/// foot and others). Terminals that do not know it show the text alone.
public struct Hyperlink: Hashable, Sendable {
  /// Tells the pieces of one link, as on two lines, from those of another: all are highlighted together. Letters and
  /// digits.
  public let id: String
  /// The address, in printable ASCII.
  public let address: String

  /// VTE's limit; iTerm2 and kitty take no less.
  private static let longestAddress = 2_083
  private static let longestID = 250

  /// - Parameters:
  ///   - id: anything but letters and digits is left out.
  ///   - address: from anywhere. What is no printable ASCII is percent-encoded, as the specification asks for, so that
  ///     nothing in it steers the terminal.
  /// - Returns: nil where the address is empty or too long for terminals.
  public init?(id: String, address: String) {
    var encoded: [UInt8] = []
    for byte in address.utf8.prefix(Self.longestAddress + 1) {
      if (0x21...0x7E).contains(byte) {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
      }
    }
    guard (1...Self.longestAddress).contains(encoded.count) else { return nil }
    self.address = String(decoding: encoded, as: UTF8.self)
    self.id = String(id.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(Self.longestID))
  }
}

private func digit(_ number: UInt8) -> UInt8 { number < 10 ? 0x30 + number : 0x37 + number }
