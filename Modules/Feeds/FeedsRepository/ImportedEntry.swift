public import FeedDocument

/// An entry of a feed as another reader has stored it.
public struct ImportedEntry: Equatable, Sendable {
  /// The entry. If the feed gave it no identifier, its key is whatever that reader put in its place.
  public var entry: FeedEntry
  /// Whether it was read, or deleted.
  public var isRead: Bool
  /// Whether it had a flag or a star.
  public var isBookmarked: Bool

  public init(_ entry: FeedEntry, isRead: Bool = false, isBookmarked: Bool = false) {
    self.entry = entry
    self.isRead = isRead
    self.isBookmarked = isBookmarked
  }
}
