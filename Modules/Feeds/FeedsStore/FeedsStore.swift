// The states of feeds, and the identities of their entries over time.

public import Essentials
public import FeedDocument
public import FeedsService

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
    /// The number of entries with a new key that were recognised.
    public var recognised: Int
    /// The numbers of posts that came after the first load of the feed, and now for the first time.
    public var arrived: Set<UInt64>
    /// Whether none of the entries was known, although the feed has known entries: it may be another feed.
    public var isStrange: Bool

    public init(posts: [UInt64], recognised: Int, arrived: Set<UInt64> = [], isStrange: Bool = false) {
      self.posts = posts
      self.recognised = recognised
      self.arrived = arrived
      self.isStrange = isStrange
    }
  }

  /// Returns the kind of an address; nil if it is unknown.
  public var source: @Sendable (_ address: URL) async throws -> Source?
  /// Saves the kind of an address.
  public var setSource: @Sendable (_ source: Source, _ address: URL) async throws -> Void
  /// Returns the state of a feed.
  public var state: @Sendable (_ feed: URL) async throws -> FeedState
  /// Saves the state of a feed.
  public var setState: @Sendable (_ state: FeedState, _ feed: URL) async throws -> Void
  /// Returns the identities of a document's entries, and remembers them.
  public var identify: @Sendable (_ entries: [FeedSignature], _ feed: URL) async throws -> Identities
  /// Returns some of the posts of a feed whose numbers are in a range, at most four.
  public var posts: @Sendable (_ numbers: ClosedRange<UInt64>, _ feed: URL) async throws -> [UInt64]

  public init(
    source: @escaping @Sendable (_ address: URL) async throws -> Source?,
    setSource: @escaping @Sendable (_ source: Source, _ address: URL) async throws -> Void,
    state: @escaping @Sendable (_ feed: URL) async throws -> FeedState,
    setState: @escaping @Sendable (_ state: FeedState, _ feed: URL) async throws -> Void,
    identify: @escaping @Sendable (_ entries: [FeedSignature], _ feed: URL) async throws -> Identities,
    posts: @escaping @Sendable (_ numbers: ClosedRange<UInt64>, _ feed: URL) async throws -> [UInt64]
  ) {
    self.source = source
    self.setSource = setSource
    self.state = state
    self.setState = setState
    self.identify = identify
    self.posts = posts
  }
}
