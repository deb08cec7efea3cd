public import Essentials
public import Subscriptions

/// A row of the list of feeds: all feeds together, those with a tag, one feed, or a query.
public struct FeedRow: Sendable, Identifiable {
  /// The feeds that a row stands for.
  public enum ID: Hashable, Sendable {
    /// All feeds.
    case all
    /// The feeds with a tag.
    case tag(String)
    /// One feed.
    case feed(Subscription.ID)
    /// The posts for which the condition of a query holds.
    case query(FeedQuery.ID)
  }

  /// A failing feed.
  public struct Failure: Sendable {
    /// The error of the last request.
    public var reason: any Error
    /// The date of the first failure since the last answer.
    public var since: Date

    public init(_ reason: any Error, since: Date) {
      self.reason = reason
      self.since = since
    }
  }

  /// The feeds that the row stands for.
  public var id: ID
  /// The title: the one given in the file, or the feed's own, or its address.
  public var title: String
  /// The subscription, for one feed.
  public var subscription: Subscription?
  /// The query, for a query.
  public var query: FeedQuery?
  /// The number of unread posts.
  public var unread = 0
  /// The number of the last arrival that the numbers include, for `ListCondition.arrivedBy`; nil if it is unknown. Rows
  /// that differ only in it are equal.
  public var arrival: Int64?
  /// The number of saved posts.
  public var total = 0
  /// The number of saved posts of a feed none of whose posts is shown: another feed shows them, or a rule mutes them.
  public var hidden = 0
  /// The date of the newest post.
  public var newest: Date?
  /// The date of the last answer, for one feed.
  public var updated: Date?
  /// The number of posts a week, over the last three months at most; nil while nothing is known.
  public var perWeek: Double?
  /// Whether the feed has ended: it is not asked any more.
  public var hasEnded = false
  /// The failure of the feed; nil while it answers.
  public var failure: Failure?

  public init(_ id: ID, title: String, subscription: Subscription? = nil, query: FeedQuery? = nil) {
    self.id = id
    self.title = title
    self.subscription = subscription
    self.query = query
  }

  /// The number of its line in the file; nil for a row without one.
  public var line: Int? { subscription?.line ?? query?.line }
}

extension FeedRow: Equatable {
  /// Returns whether two rows show the same. Errors are equal if their descriptions are.
  public static func == (left: Self, right: Self) -> Bool {
    left.id == right.id && left.title == right.title && left.subscription == right.subscription
      && left.query == right.query
      && left.unread == right.unread && left.total == right.total && left.hidden == right.hidden
      && left.newest == right.newest
      && left.updated == right.updated && left.perWeek == right.perWeek
      && left.hasEnded == right.hasEnded && left.failure?.since == right.failure?.since
      && left.failure.map { "\($0.reason)" } == right.failure.map { "\($0.reason)" }
  }
}
