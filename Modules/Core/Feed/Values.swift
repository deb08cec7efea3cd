public import Foundation

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

/// Where an item is kept: the same until what is kept changes.
public struct Place: Hashable, Sendable, Comparable {
  /// Grows along the list, with gaps.
  public var number: Int64

  public init(_ number: Int64) { self.number = number }

  /// Whether `left` stands nearer to the beginning.
  public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

/// What came of asking the server.
public struct Refreshed: Sendable {
  /// Why what the server gave could not be kept for later; it is shown all the same.
  public var keepingFailure: (any Error)?

  public init(keepingFailure: (any Error)? = nil) { self.keepingFailure = keepingFailure }
}
