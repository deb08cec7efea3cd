public import Essentials
public import FeedsService
public import PostDomain
public import Subscriptions

extension FeedRefresher {
  /// A feed, and everything that decides when it is asked.
  public struct Target: Sendable {
    /// The feed.
    public var id: Subscription.ID
    /// The address of its server; nil for a command without one.
    public var address: URL?
    /// Its state. `askedAt` is the date that `claim` saved, or a later one.
    public var state: FeedState
    /// The number of its posts a week; nil while nothing is known.
    public var perWeek: Double?
    /// The time between two requests that a person has set; nil for the feed's own rhythm.
    public var interval: Duration?

    public init(
      _ id: Subscription.ID, at address: URL?, _ state: FeedState = FeedState(), perWeek: Double? = nil,
      interval: Duration? = nil
    ) {
      self.id = id
      self.address = address
      self.state = state
      self.perWeek = perWeek
      self.interval = interval
    }

    /// The site that is asked: after a move, that of the new address.
    var site: WebSite? { (state.movedTo.flatMap { URL(string: $0) } ?? address).flatMap { WebSite($0) } }
  }

  /// The posts that arrived, with the dates that they are sorted by.
  public typealias Arrived = [(id: Post.ID, date: Date)]

  /// The operations that the refresher needs.
  public struct Operations: Sendable {
    /// Returns all feeds, with their states as they are saved.
    public var targets: @Sendable () async throws -> [Target]
    /// Saves `now` as the date of a feed's last request and returns true, unless a request after `known` is saved, or
    /// any if `known` is nil. One step for all processes.
    public var claim: @Sendable (_ id: Subscription.ID, _ known: Date?, _ now: Date) async throws -> Bool
    /// Takes a claim back, because the feed was not asked: the date of its last request is `known` again, unless another
    /// claim was made after `claimed`.
    public var release: @Sendable (_ id: Subscription.ID, _ claimed: Date, _ known: Date?) async throws -> Void
    /// Asks a feed, saves its answer and its state, and returns the posts that arrived. Calls `answered` when the
    /// server has answered: others may be asked while that is saved.
    /// - Throws: `FeedFailure` with the state after it, which is saved; any other error if it is unknown.
    public var ask:
      @Sendable (_ id: Subscription.ID, _ answered: @escaping @Sendable () async -> Void) async throws -> Arrived

    public init(
      targets: @escaping @Sendable () async throws -> [Target],
      claim: @escaping @Sendable (_ id: Subscription.ID, _ known: Date?, _ now: Date) async throws -> Bool,
      release: @escaping @Sendable (_ id: Subscription.ID, _ claimed: Date, _ known: Date?) async throws -> Void,
      ask:
        @escaping @Sendable (_ id: Subscription.ID, _ answered: @escaping @Sendable () async -> Void) async throws ->
        Arrived
    ) {
      self.targets = targets
      self.claim = claim
      self.release = release
      self.ask = ask
    }
  }
}
