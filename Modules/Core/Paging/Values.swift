/// Where a page of results ended. Only the source that made it can read it.
public struct Cursor: Hashable, Sendable {
  /// The position, in the words of the source.
  public let text: String

  public init(_ text: String) { self.text = text }
}

/// Some of the items of a list, and where the next ones begin.
public struct Page<Item: Sendable>: Sendable {
  /// The items, in the order of the list.
  public var items: [Item]
  /// Where the next page begins; nil on the last.
  public var next: Cursor?
  /// The cursors of the pages that follow, as far as they can be guessed; nil where nothing tells.
  public var ahead: CursorSeries?
  /// Why this is the last page, where that is because of a link of the server's and not because the server says so.
  public var linkFailure: LinkFailure?
  /// How many of the elements that the server gave could not be read; they are not among the items.
  public var unreadable: Int

  public init(
    _ items: [Item], next: Cursor? = nil, ahead: CursorSeries? = nil, linkFailure: LinkFailure? = nil,
    unreadable: Int = 0
  ) {
    self.items = items
    self.next = next
    self.ahead = ahead
    self.linkFailure = linkFailure
    self.unreadable = unreadable
  }

  /// The same page of other items.
  public func map<Other>(_ transform: (Item) throws -> Other) rethrows -> Page<Other> {
    Page<Other>(
      try items.map(transform), next: next, ahead: ahead, linkFailure: linkFailure, unreadable: unreadable)
  }
}

extension Page: Equatable where Item: Equatable {}

/// Why a list ends though its server links to more.
public enum LinkFailure: Error, Hashable, Sendable {
  /// The link leads to another host or scheme, which is not followed.
  case leadsElsewhere(to: String)
  /// The links lead back to where they came from, or on and on without a new item.
  case leadsInCircles
}
