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
  /// Why an item that stands for one that could not be had does so: it may be had later. Nil where all came.
  public var itemFailure: (any Error)?

  public init(
    _ items: [Item], next: Cursor? = nil, ahead: CursorSeries? = nil, linkFailure: LinkFailure? = nil,
    unreadable: Int = 0, itemFailure: (any Error)? = nil
  ) {
    self.items = items
    self.next = next
    self.ahead = ahead
    self.linkFailure = linkFailure
    self.unreadable = unreadable
    self.itemFailure = itemFailure
  }

  /// The same page of other items.
  public func map<Other>(_ transform: (Item) throws -> Other) rethrows -> Page<Other> {
    Page<Other>(
      try items.map(transform), next: next, ahead: ahead, linkFailure: linkFailure, unreadable: unreadable,
      itemFailure: itemFailure)
  }
}

extension Page: Equatable where Item: Equatable {
  /// Failures of items are equal when they read the same: errors have no equality.
  public static func == (first: Self, second: Self) -> Bool {
    first.items == second.items && first.next == second.next && first.ahead == second.ahead
      && first.linkFailure == second.linkFailure && first.unreadable == second.unreadable
      && first.itemFailure.map { "\($0)" } == second.itemFailure.map { "\($0)" }
  }
}

/// Why a list ends though its server links to more.
public enum LinkFailure: Error, Hashable, Sendable {
  /// The link leads to another host or scheme, which is not followed.
  case leadsElsewhere(to: String)
  /// The links lead back to where they came from, or on and on without a new item.
  case leadsInCircles
}
