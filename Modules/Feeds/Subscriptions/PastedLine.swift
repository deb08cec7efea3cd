/// An address as a person pastes it, or one of the file with its labels.
public struct PastedLine: Equatable, Sendable {
  /// The address.
  public var address: String
  /// The tags.
  public var tags: [String]
  /// The title; nil for none.
  public var title: String?
  /// Whether the feed is to be left out of the list of feeds.
  public var isHidden: Bool

  private init(_ tokens: [SubscriptionLine.Token]) {
    let labels = Labels(tokens.dropFirst())
    address = tokens.first?.text ?? ""
    tags = labels.tags
    title = labels.title
    isHidden = labels.isHidden
  }

  /// Reads a line. A word with `://`, unless it is in quotes or a title, begins another address.
  public static func all(in text: String) -> [Self] {
    let line = SubscriptionLine(bytes: Array(text.utf8), end: [])
    var lines: [[SubscriptionLine.Token]] = []
    for token in line.tokens {
      let isQuoted = line.bytes[token.range.lowerBound] == UInt8(ascii: "\"")
      let isCommand = ["exec:", "filter:"].contains { lines.first?[0].text.hasPrefix($0) == true }
      if lines.isEmpty || !isQuoted && !isCommand && token.text.contains("://") && !token.text.hasPrefix("~") {
        lines.append([token])
      } else {
        lines[lines.count - 1].append(token)
      }
    }
    return lines.map(Self.init)
  }
}
