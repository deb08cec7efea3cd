/// Where a page of results ended. Only the source that made it can read it.
public struct Cursor: Hashable, Sendable, Codable {
  /// The position, in the words of the source.
  public let text: String

  public init(_ text: String) { self.text = text }

  public init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }

  /// The text alone.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

/// Some of the items of a list, and where the next ones begin.
public struct Page<Item: Sendable>: Sendable {
  /// The items, in the order of the list.
  public var items: [Item]
  /// Where the next page begins; nil on the last.
  public var next: Cursor?

  public init(_ items: [Item], next: Cursor? = nil) {
    self.items = items
    self.next = next
  }

  /// The same page of other items.
  public func map<Other>(_ transform: (Item) throws -> Other) rethrows -> Page<Other> {
    Page<Other>(try items.map(transform), next: next)
  }
}

extension Page: Equatable where Item: Equatable {}
extension Page: Codable where Item: Codable {}
