public import Essentials
public import ItemsLoader
public import Paging

extension Feed {
  /// What a window is laid around.
  public enum Anchor: Sendable {
    /// A row, or the last where the list is shorter.
    case row(Int)
    /// The item of an identity, wherever it stands now; where it is gone, a row.
    case item(Item.ID, orRow: Int)
  }

  /// Some items of the list, and what is known of the whole, at one moment.
  public struct Window: Sendable {
    /// The items, one after the other.
    public var items: [Item]
    /// The row of the first of them.
    public var first: Int
    /// The row of the anchor; 0 in an empty list.
    public var anchor: Int
    /// How many items are kept.
    public var count: Int
    /// Whether that is the whole list, as far as the server has told.
    public var isComplete: Bool
    /// When the server last gave the first page; nil where it never has.
    public var fetchedAt: Date?

    public init(
      _ items: [Item], first: Int = 0, anchor: Int = 0, count: Int, isComplete: Bool, fetchedAt: Date? = nil
    ) {
      self.items = items
      self.first = first
      self.anchor = anchor
      self.count = count
      self.isComplete = isComplete
      self.fetchedAt = fetchedAt
    }
  }
}

/// What came of asking the server.
public struct Refreshed: Sendable {
  /// Why what the server gave could not be kept for later; it is shown all the same.
  public var keepingFailure: (any Error)?
  /// Why a link to the next page was not followed. The list ends there, unless its next page was known before.
  public var linkFailure: LinkFailure?
  /// What the server gave and is left out, because it could not be read.
  public var unreadable: UnreadableItems?
  /// Why items that stand for some that could not be had do so: they may be had later.
  public var itemFailure: (any Error)?

  public init(
    keepingFailure: (any Error)? = nil, linkFailure: LinkFailure? = nil, unreadable: UnreadableItems? = nil,
    itemFailure: (any Error)? = nil
  ) {
    self.keepingFailure = keepingFailure
    self.linkFailure = linkFailure
    self.unreadable = unreadable
    self.itemFailure = itemFailure
  }
}
