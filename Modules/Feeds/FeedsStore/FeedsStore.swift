// The states of feeds, and the identities of their entries over time.

public import Essentials
public import FeedDocument
public import FeedsService
public import NetworkClient
public import Observed

/// Stores the states of feeds, and the identities of their entries.
///
/// The errors are `DatabaseError` and `CancellationError`.
public struct FeedsStore: Sendable {
  /// The kind of an address, as its first answer told.
  public enum Source: Equatable, Sendable {
    /// A server with a list of posts.
    case server
    /// A feed, at this address.
    case feed(URL)
  }

  /// The identities of a document's entries.
  public struct Identities: Equatable, Sendable {
    /// The number of the post of each entry, in the order of the document.
    public var posts: [UInt64]
    /// The number of entries with a new key that were recognised; 0 if the keys of the feed change all the time.
    public var recognised: Int
    /// The numbers of posts that came after the first load of the feed, and now for the first time.
    public var arrived: Set<UInt64>
    /// Whether none of the entries was known, although the feed has known entries: it may be another feed.
    public var hasNoKnownEntry: Bool
    /// Whether no entry of the feed was known before.
    public var isFirst: Bool
    /// Whether the feed was loaded before the cache was lost. Then the flags say which posts were read.
    public var wasLoaded: Bool

    public init(
      posts: [UInt64], recognised: Int, arrived: Set<UInt64> = [], hasNoKnownEntry: Bool = false, isFirst: Bool = false,
      wasLoaded: Bool = false
    ) {
      self.posts = posts
      self.recognised = recognised
      self.arrived = arrived
      self.hasNoKnownEntry = hasNoKnownEntry
      self.isFirst = isFirst
      self.wasLoaded = wasLoaded
    }
  }

  /// The part of a feed's state that a list of feeds shows.
  public struct Summary: Equatable, Sendable {
    /// The title, by the feed's own word.
    public var title: String?
    /// The date of the last answer.
    public var answeredAt: Date?
    /// The date of the first failure since then.
    public var failingSince: Date?
    /// The reason of the last failure since then.
    public var failure: FailureRecord?
    /// Whether the feed has ended.
    public var hasEnded = false
    /// The kind of the address; nil for one that has given a feed's document.
    public var source: Source?

    public init() {}
  }

  /// Returns the kind of an address; nil if it is unknown. An address that has given a feed's document is that feed.
  public var source: @Sendable (_ address: URL) async throws -> Source?
  /// Saves the kind of an address.
  public var setSource: @Sendable (_ source: Source, _ address: URL) async throws -> Void
  /// Returns the state of a feed.
  public var state: @Sendable (_ feed: URL) async throws -> FeedState
  /// Saves the state of a feed.
  public var setState: @Sendable (_ state: FeedState, _ feed: URL) async throws -> Void
  /// Returns the identities of a document's entries, and remembers them. In the same change it saves the state of the feed
  /// that `state` returns; nil if the state stays, because the document is not the feed's latest. Nothing is saved if it
  /// throws.
  public var identify:
    @Sendable (
      _ entries: [FeedSignature], _ feed: URL, _ state: (@Sendable (_ identities: Identities) throws -> FeedState)?
    ) async throws -> Identities
  /// Remembers, as state, that the posts of a feed's first load have come and those that arrive read are flagged. Where
  /// the state cannot be changed, that is left to a later load.
  public var noteLoad: @Sendable (_ feed: URL) async throws -> Void = { _ in }
  /// Returns the numbers of the parts of a list that feeds have, in their order. They stay the same.
  public var parts: @Sendable (_ feeds: [URL]) async throws -> [Int]
  /// Returns a summary of the state of each feed, or of that with one part, by its part.
  public var summaries: @Sendable (_ part: Int?) async throws -> [Int: Summary]
  /// Returns the state of each feed by its part, with the date of its last claim.
  public var states: @Sendable () async throws -> [Int: FeedState]
  /// Saves `now` as the date of a feed's last request and returns true, unless a request after `known` is saved, or any
  /// if `known` is nil. One step for all processes.
  public var claim: @Sendable (_ feed: URL, _ known: Date?, _ now: Date) async throws -> Bool
  /// Takes a claim back, because the feed was not asked: the date of its last request is `known` again, unless another
  /// claim was made after `claimed`.
  public var release: @Sendable (_ feed: URL, _ claimed: Date, _ known: Date?) async throws -> Void = { _, _, _ in }
  /// Signals that states of feeds may have changed.
  public var changes: ChangeSignal
  /// Gives a feed another address. Its posts, their flags, its part and its title stay; the address is asked as a new one.
  public var move: @Sendable (_ feed: URL, _ address: URL) async throws -> Void
  /// Forgets a feed that never answered, unless its server wants a pause.
  public var forgetUnanswered: @Sendable (_ feed: URL) async throws -> Void = { _ in }
  /// Returns the signatures of the rules that were applied to the posts of each part, or of one; a part without one is
  /// missing.
  public var rules: @Sendable (_ part: Int?) async throws -> [Int: String] = { _ in [:] }
  /// Saves the signature of the rule that was applied to the posts of a part; nil for none.
  public var setRule: @Sendable (_ signature: String?, _ part: Int) async throws -> Void = { _, _ in }

  public init(
    source: @escaping @Sendable (_ address: URL) async throws -> Source?,
    setSource: @escaping @Sendable (_ source: Source, _ address: URL) async throws -> Void,
    state: @escaping @Sendable (_ feed: URL) async throws -> FeedState,
    setState: @escaping @Sendable (_ state: FeedState, _ feed: URL) async throws -> Void,
    identify:
      @escaping @Sendable (
        _ entries: [FeedSignature], _ feed: URL, _ state: (@Sendable (_ identities: Identities) throws -> FeedState)?
      ) async throws -> Identities,
    parts: @escaping @Sendable (_ feeds: [URL]) async throws -> [Int],
    summaries: @escaping @Sendable (_ part: Int?) async throws -> [Int: Summary],
    states: @escaping @Sendable () async throws -> [Int: FeedState],
    claim: @escaping @Sendable (_ feed: URL, _ known: Date?, _ now: Date) async throws -> Bool,
    move: @escaping @Sendable (_ feed: URL, _ address: URL) async throws -> Void, changes: ChangeSignal
  ) {
    self.source = source
    self.setSource = setSource
    self.state = state
    self.setState = setState
    self.identify = identify
    self.parts = parts
    self.summaries = summaries
    self.states = states
    self.claim = claim
    self.move = move
    self.changes = changes
  }
}
