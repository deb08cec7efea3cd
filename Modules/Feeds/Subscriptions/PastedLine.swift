/// A line as a person pastes it: an address, or one of the file with its tags and title.
public struct PastedLine: Equatable, Sendable {
  /// The address.
  public var address: String
  /// The tags.
  public var tags: [String] = []
  /// The title; nil for none.
  public var title: String?

  /// Reads a line; nil for one without an address.
  public init?(_ text: String) {
    let texts = SubscriptionLine(bytes: Array(text.utf8), end: []).tokens.map(\.text)
    guard let address = texts.first else { return nil }
    self.address = address
    for text in texts.dropFirst() where text != "!" {
      if text.hasPrefix("~") { title = String(text.dropFirst()) } else { tags.append(text) }
    }
  }
}
