/// The link definitions of a text: `[label]: address`.
struct LinkDefinitions {
  /// The maximum length of a label, in bytes.
  static let longestLabel = 200
  static let longestAddress = 4_096

  private var addresses: [String: String] = [:]
  private var labels: [Int: String] = [:]

  var isEmpty: Bool { addresses.isEmpty }

  /// Records a line if it is a link definition, and returns whether it is. The first definition of a label counts. An
  /// address without angle brackets must look like one, because people also write `[Note]: this`.
  mutating func add(_ line: Substring, block: Int) -> Bool {
    var rest = line.utf8.drop { $0 == 0x20 || $0 == 0x09 }
    guard rest.first == UInt8(ascii: "[") else { return false }
    let name = rest.dropFirst().prefix(Self.longestLabel + 1).prefix {
      $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "]")
    }
    rest = rest.dropFirst(1 + name.count)
    guard name.count <= Self.longestLabel, rest.starts(with: "]:".utf8), rest.count <= 2 * Self.longestAddress,
      let label = Self.normalized(Substring(name))
    else { return false }
    rest = rest.dropFirst(2).drop { $0 == 0x20 || $0 == 0x09 }
    let isInBrackets = rest.first == UInt8(ascii: "<")
    if isInBrackets { rest = rest.dropFirst() }
    let address = rest.prefix { isInBrackets ? $0 != UInt8(ascii: ">") : $0 > 0x20 }
    rest = rest.dropFirst(address.count)
    if isInBrackets {
      guard rest.first != nil else { return false }
      rest = rest.dropFirst()
    }
    let text = String(Substring(address))
    guard !text.isEmpty, text.utf8.count <= Self.longestAddress, isInBrackets || Self.isAddress(text),
      Self.isTitle(Substring(rest).trimmingSpaces)
    else { return false }
    if addresses[label] == nil { addresses[label] = text }
    labels[block] = label
    return true
  }

  /// Returns the label that a block defines; nil if it is not a definition.
  func label(ofBlock block: Int) -> String? { labels[block] }

  /// Returns the address for the label of a link, and the label in normalized form; nil if it is not defined.
  func target(_ text: some StringProtocol) -> (label: String, address: String)? {
    Self.normalized(text).flatMap { label in addresses[label].map { (label, $0) } }
  }

  private static func isAddress(_ text: String) -> Bool {
    text.contains("/") || text.hasPrefix("#") || text.hasPrefix("mailto:")
  }

  private static func isTitle(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last else { return true }
    guard text.utf8.count > 1 else { return false }
    return switch first {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): last == first
    case UInt8(ascii: "("): last == UInt8(ascii: ")")
    default: false
    }
  }

  /// Returns a label in lower case and with single spaces; nil if it is blank.
  private static func normalized(_ text: some StringProtocol) -> String? {
    let words = text.split(whereSeparator: \.isWhitespace)
    return words.isEmpty ? nil : words.joined(separator: " ").lowercased()
  }
}
