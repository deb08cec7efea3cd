public import CachedResource

/// What came of asking the server.
public struct Refreshed: Sendable {
  /// Why a link to the next page was not followed. The list ends there, unless its next page was known before.
  public var linkFailure: LinkFailure?
  /// What the server gave and is left out, because it could not be read.
  public var unreadable: UnreadableItems?
  /// Why items that stand for some that could not be had do so: they may be had later.
  public var itemFailure: (any Error)?

  public init(
    linkFailure: LinkFailure? = nil, unreadable: UnreadableItems? = nil,
    itemFailure: (any Error)? = nil
  ) {
    self.linkFailure = linkFailure
    self.unreadable = unreadable
    self.itemFailure = itemFailure
  }
}
