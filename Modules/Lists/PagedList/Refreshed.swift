public import CachedResource

/// The warnings of a request that has succeeded, and the numbers of its items.
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
  /// The number of items saved in the list after it; nil if another request has taken its place.
  public var count: Int?
  /// The number of them that it added, to a list that only grows.
  public var growth = 0

  public init(
    linkFailure: LinkFailure? = nil, unreadable: UnreadableItems? = nil,
    itemFailure: (any Error)? = nil
  ) {
    self.linkFailure = linkFailure
    self.unreadable = unreadable
    self.itemFailure = itemFailure
  }
}
