/// Where the links of a text lead that name an address given elsewhere: `[label]: address`.
struct LinkDefinitions {
  /// What is longer is no label.
  static let longestLabel = 200
  static let longestAddress = 4_096

  private var addresses: [String: String] = [:]
  private var labels: [Int: String] = [:]
  private var used: Set<String> = []

  var isEmpty: Bool { addresses.isEmpty }

  /// Takes note of a line that gives an address; false where it does not. Of several for one label the first counts, and
  /// what does not look like an address is none: people write `[Note]: this` too.
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

  /// The label that a block gives the address of; nil where it is none of these.
  func label(ofBlock block: Int) -> String? { labels[block] }

  func isUsed(_ label: String) -> Bool { used.contains(label) }

  /// Where a link with this label leads, and the label as it is compared; nil where nothing says so.
  func target(_ text: some StringProtocol) -> (label: String, address: String)? {
    Self.normalized(text).flatMap { label in addresses[label].map { (label, $0) } }
  }

  /// Links name these.
  mutating func use(_ labels: Set<String>) { used.formUnion(labels) }

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

  /// Capitals and the width of spaces make no difference; nil where nothing is left.
  private static func normalized(_ text: some StringProtocol) -> String? {
    let words = text.split(whereSeparator: \.isWhitespace)
    return words.isEmpty ? nil : words.joined(separator: " ").lowercased()
  }
}
