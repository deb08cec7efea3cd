/// The position in a list where a page ends and the next begins. Only the service that made it can interpret it.
public struct Cursor: Hashable, Sendable {
  /// The position in the form that the service uses.
  public let text: String

  public init(_ text: String) { self.text = text }
}

/// A page of a list and the cursor of the next one.
public struct Page<Item: Sendable>: Sendable {
  /// The items, in the order of the list.
  public var items: [Item]
  /// The cursor of the next page; nil on the last.
  public var next: Cursor?
  /// The guessed cursors of the following pages; nil if they cannot be guessed.
  public var ahead: CursorSeries?
  /// The reason why the list ends here although the server links to another page.
  public var linkFailure: LinkFailure?
  /// The number of elements of the server's answer that could not be read; they are not among the items.
  public var unreadable: Int
  /// The error because of which some items are placeholders and may load later; nil if all were loaded.
  public var itemFailure: (any Error)?
  /// The items in place of `items`, where the page shows the newest part of a list that only grows.
  public var window: PageWindow<Item>?
  /// Something to be said once about the page.
  public var notice: PageNotice?

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
}

extension Page: Equatable where Item: Equatable {
  /// Compares pages. Errors have no equality, so item failures are compared by their descriptions.
  public static func == (first: Self, second: Self) -> Bool {
    first.items == second.items && first.next == second.next && first.ahead == second.ahead
      && first.linkFailure == second.linkFailure && first.unreadable == second.unreadable
      && first.itemFailure.map { "\($0)" } == second.itemFailure.map { "\($0)" }
  }
}

/// The reason why a list ends although its server links to more.
public enum LinkFailure: Error, Hashable, Sendable {
  /// The link leads to another host or scheme and is not followed.
  case leadsElsewhere(to: String)
  /// The links lead to an earlier page, or on and on without a new item.
  case leadsInCircles
}

/// Something to be said once about a page that was read all the same.
public enum PageNotice: Error, Hashable, Sendable {
  /// So many items came with other identifiers than before, and were recognised.
  case recognised(Int)
  /// The document ends too early; the items before its end are there.
  case cut
  /// The page at the address links to these feeds, too, which are not read.
  case otherFeeds([String])
  /// Another program is asking for it now, so that it was not asked for here.
  case askedElsewhere
}
