public import Essentials
public import Subscriptions

/// A row of the list of feeds: all feeds together, those with a tag, one feed, or a query.
public struct FeedRow: Equatable, Identifiable, Sendable {
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

  /// The failure or the end of a feed.
  public struct Failure: Equatable, Sendable {
    /// The error of the last request, or `AnswerFailure.ended`.
    public var reason: any Error
    /// The date of the first failure since the last answer, or of the last answer.
    public var since: Date

    public init(_ reason: any Error, since: Date) {
      self.reason = reason
      self.since = since
    }

    /// Returns whether two failures are shown as the same: errors are equal if their descriptions are.
    public static func == (left: Self, right: Self) -> Bool {
      left.since == right.since && "\(left.reason)" == "\(right.reason)"
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
  /// The number of the last arrival that the numbers include, for `ListCondition.arrivedBy`; nil if it is unknown.
  public var arrival: Int64?
  /// The number of saved posts.
  public var total = 0
  /// The number of saved posts of a feed or a tag none of whose posts is shown: another feed shows them, or a rule hides
  /// them.
  public var hidden = 0
  /// The date of the newest post.
  public var newest: Date?
  /// The date of the last answer, for one feed.
  public var updated: Date?
  /// The number of posts a week, over the last three months at most; nil while nothing is known.
  public var perWeek: Double?
  /// The failure of the feed, or its end; nil while it answers.
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
