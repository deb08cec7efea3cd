public import CachedResource

/// The warnings of a request that has succeeded.
public struct Refreshed: Sendable {
  /// The reason why a link to the next page was not followed. The list ends there, unless its next page was known
  /// before.
  public var linkFailure: LinkFailure?
  /// The elements of the server's answer that were left out because they could not be read.
  public var unreadable: UnreadableItems?
  /// The error because of which some items are placeholders; they may load later.
  public var itemFailure: (any Error)?
  /// Something else to be said once about the answer.
  public var notice: PageNotice?

  public init(
    linkFailure: LinkFailure? = nil, unreadable: UnreadableItems? = nil,
    itemFailure: (any Error)? = nil
  ) {
    self.linkFailure = linkFailure
    self.unreadable = unreadable
    self.itemFailure = itemFailure
  }
}
