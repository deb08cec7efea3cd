// The subscriptions: what is in them, what is new, and refreshing them.

public import Essentials
public import Observed
public import PostDomain
public import PostsRepository
public import Subscriptions

/// The feeds that the file of subscriptions lists, with their posts.
public struct FeedsRepository: Sendable {
  /// An error of adding a feed.
  public enum AddError: Error, Equatable, Sendable {
    /// The text is no address.
    case noAddress
  }

  /// The location of the file of subscriptions.
  public var location: URL
  /// Returns the rows of the list of feeds: all feeds together, the tags, and the feeds and queries, in the order of the
  /// file. Empty if the file lists no feed. The numbers of queries are those that were counted last; if others are found
  /// in the background, `changes` signals it.
  /// - Throws: `SubscriptionsStore.Error`, `DatabaseError` or `CancellationError`.
  public var rows: @Sendable () async throws -> [FeedRow]
  /// Returns the same rows, once the numbers of the queries are counted.
  /// - Throws: `SubscriptionsStore.Error`, `DatabaseError` or `CancellationError`.
  public var countedRows: @Sendable () async throws -> [FeedRow]
  /// Returns the lines of the file that were not understood.
  /// - Throws: `SubscriptionsStore.Error` or `CancellationError`.
  public var problems: @Sendable () async throws -> [SubscriptionFile.Problem]
  /// Signals that rows may have changed.
  public var changes: ChangeSignal
  /// Takes note that another program may have changed the file: rows are read again, and new feeds are due.
  public var fileChanged: @Sendable () -> Void = {}
  /// Signals it if another program has changed the file since the last call.
  public var noticeChanges: @Sendable () async -> Void = {}
  /// Returns the posts of a row. Refreshing their list refreshes the feeds of the row.
  public var posts: @Sendable (_ row: FeedRow.ID) async -> PostsRepository

  /// Returns some of the saved posts whose identifiers begin with what was typed, at most four: of a feed that the file
  /// lists, or of all.
  /// - Throws: `SubscriptionsStore.Error`, `DatabaseError` or `CancellationError`.
  public var postsBeginning: @Sendable (_ typed: String, _ feed: Subscription.ID?) async throws -> [Post.ID] = { _, _ in
    []
  }

  /// Applies the rules for the feeds to the saved posts, if the rules have changed since that was done.
  /// `refreshUntilCancelled` does it, too.
  /// - Throws: `SubscriptionsStore.Error`, `DatabaseError` or `CancellationError`.
  public var applyRules: @Sendable () async throws -> Void = {}
  /// The progress of applying the rules; nil while that has not taken two seconds yet.
  public var rulesProgress = Observed<RulesProgress?>(nil)

  /// Refreshes the feeds of some rows, each once, and returns the result: the result so far if the task is cancelled.
  /// Feeds that are being refreshed are not asked twice, and one that has ended is asked only if a row is its own and the
  /// extent is `named`.
  /// - Throws: `SubscriptionsStore.Error`, `DatabaseError` or `CancellationError`; failures of feeds are in the result.
  public var refresh: @Sendable (_ rows: [FeedRow.ID], _ extent: RefreshExtent) async throws -> RefreshResult
  /// The refresh in progress; nil while there is none.
  public var progress: Observed<RefreshProgress?>
  /// Refreshes the feeds that are due, at once and from then on, until the task is cancelled.
  public var refreshUntilCancelled: @Sendable () async -> Void

  /// Finds the feed at an address that a person pasted, loads it once, and adds its line to the file.
  /// - Throws: `AddError`, `NetworkClient.Error`, `AnswerFailure`, `SubscriptionsStore.Error`, `DatabaseError` or
  ///   `CancellationError`; the file is unchanged then.
  public var add: @Sendable (_ address: String, _ options: AddOptions) async throws -> AddedFeed
  /// Removes the line of a feed, and returns the undo; nil if the file does not list it. Its posts stay saved.
  /// - Throws: `SubscriptionsStore.Error` or `CancellationError`.
  public var remove: @Sendable (_ id: Subscription.ID) async throws -> SubscriptionFile.RemovedLines?
  /// Puts the line of a removed feed back.
  /// - Throws: `SubscriptionsStore.Error` or `CancellationError`.
  public var restore: @Sendable (_ removed: SubscriptionFile.RemovedLines) async throws -> Void
  /// Gives a feed another address: its line, posts and flags stay. Returns whether the file lists the feed.
  /// - Throws: `SubscriptionsStore.Error`, `DatabaseError` or `CancellationError`; nothing is changed then.
  public var move: @Sendable (_ id: Subscription.ID, _ source: Subscription.Source) async throws -> Bool

  /// Adds the lines of several feeds to the file in one edit, without loading the feeds, and returns the effect for each.
  /// The posts that arrive read are those of the first load, whenever that is; for feeds that were there, nothing is
  /// remembered.
  /// - Throws: `SubscriptionsStore.Error`, `DatabaseError` or `CancellationError`; the file is unchanged then.
  public var addAll:
    @Sendable (_ subscriptions: [Subscription], _ arrivingRead: ArrivingRead) async throws
      -> [SubscriptionFile.Addition]
  /// Saves posts of a feed that another reader has stored, and returns the number of those that were not saved here.
  ///
  /// An entry whose key, link, or title and date is that of a saved post is that post: its text stays as it is here. What
  /// was read or bookmarked there becomes so here, and what is unread there becomes unread if it arrived read here for its
  /// age; nothing else becomes unread, and nothing loses its bookmark. When the feed is loaded later, it recognises
  /// these posts in the same way. Calling this twice with the same entries changes nothing.
  /// - Parameters:
  ///   - id: A feed that the file lists.
  ///   - entries: The entries, oldest first, a portion of them or all.
  /// - Throws: `DatabaseError` or `CancellationError`; nothing of this portion is saved then.
  public var importEntries: @Sendable (_ id: Subscription.ID, _ entries: [ImportedEntry]) async throws -> Int

  public init(
    location: URL, rows: @escaping @Sendable () async throws -> [FeedRow],
    problems: @escaping @Sendable () async throws -> [SubscriptionFile.Problem], changes: ChangeSignal,
    posts: @escaping @Sendable (_ row: FeedRow.ID) async -> PostsRepository,
    refresh: @escaping @Sendable (_ rows: [FeedRow.ID], _ extent: RefreshExtent) async throws -> RefreshResult,
    progress: Observed<RefreshProgress?>, refreshUntilCancelled: @escaping @Sendable () async -> Void,
    add: @escaping @Sendable (_ address: String, _ options: AddOptions) async throws -> AddedFeed,
    remove: @escaping @Sendable (_ id: Subscription.ID) async throws -> SubscriptionFile.RemovedLines?,
    restore: @escaping @Sendable (_ removed: SubscriptionFile.RemovedLines) async throws -> Void,
    move: @escaping @Sendable (_ id: Subscription.ID, _ source: Subscription.Source) async throws -> Bool,
    addAll:
      @escaping @Sendable (_ subscriptions: [Subscription], _ arrivingRead: ArrivingRead) async throws
      -> [SubscriptionFile.Addition],
    importEntries: @escaping @Sendable (_ id: Subscription.ID, _ entries: [ImportedEntry]) async throws -> Int
  ) {
    self.location = location
    self.rows = rows
    countedRows = rows
    self.problems = problems
    self.changes = changes
    self.posts = posts
    self.refresh = refresh
    self.progress = progress
    self.refreshUntilCancelled = refreshUntilCancelled
    self.add = add
    self.remove = remove
    self.restore = restore
    self.move = move
    self.addAll = addAll
    self.importEntries = importEntries
  }
}

/// The feeds that a refresh asks.
public enum RefreshExtent: Sendable {
  /// Those that are due.
  case due
  /// Those that were not asked within the last ten minutes.
  case notJustAsked
  /// All but those whose servers want a pause, and those that have ended.
  case all
  /// All, and ended feeds that are named.
  case named
}

/// The progress of a refresh: "Refreshing 37 of 200, 12 new".
public struct RefreshProgress: Equatable, Sendable {
  /// The number of feeds that have answered or failed.
  public var done: Int
  /// The number of feeds that are asked.
  public var total: Int
  /// The number of posts that arrived.
  public var arrived: Int

  public init(done: Int = 0, total: Int = 0, arrived: Int = 0) {
    self.done = done
    self.total = total
    self.arrived = arrived
  }
}

/// The progress of applying rules to the saved posts: "Applying rules: 37 of 200 feeds".
public struct RulesProgress: Equatable, Sendable {
  /// The number of feeds whose posts are done.
  public var done: Int
  /// The number of feeds whose rules have changed.
  public var total: Int

  public init(done: Int, total: Int) {
    self.done = done
    self.total = total
  }
}

/// The result of a refresh.
public struct RefreshResult: Sendable {
  /// The feeds that answered, and the number of posts that arrived in each.
  public var answered: [Subscription.ID: Int] = [:]
  /// The errors of the feeds that failed.
  public var failed: [Subscription.ID: any Error] = [:]
  /// Something to be said about the answers of feeds, such as `PageNotice.cut`.
  public var warnings: [Subscription.ID: any Error] = [:]
  /// The feeds that were not asked again because they have answered another refresh, which was still in progress.
  public var answeredBefore: Set<Subscription.ID> = []
  /// Whether a feed on a server answered this refresh or that one. Programs and files answer also without a network.
  public var hasServerAnswer = false
  /// Whether a feed on a server failed.
  public var hasServerFailure = false
  /// The number of feeds that were not asked because they were asked just before, are not due, want a pause, or have
  /// ended.
  public var skipped = 0
  /// The number of these that another program is asking now.
  public var askedElsewhere = 0
  /// Others of these whose sites want a pause, and its end.
  public var paused: [Subscription.ID: Date] = [:]
  /// The number of others of these that have ended.
  public var ended = 0
  /// The identifiers of the posts that arrived, newest first.
  public var arrived: [Post.ID] = []

  public init() {}

  /// Whether no server could be reached, or nothing else that was asked.
  public var hasOnlyFailed: Bool { hasServerFailure && !hasServerAnswer || !hasAnswer && !failed.isEmpty }

  /// Whether a feed answered this refresh, or another one that was still in progress.
  public var hasAnswer: Bool { !answered.isEmpty || !answeredBefore.isEmpty }
}

/// The options for adding a feed.
public struct AddOptions: Sendable {
  /// The tags.
  public var tags: [String] = []
  /// The title here; nil for the feed's own.
  public var title: String?
  /// Whether it is left out of the list of feeds, unless the file lists it already.
  public var isHidden = false
  /// Which of the posts of the first load arrive read.
  public var arrivingRead = ArrivingRead.old

  public init() {}
}

/// The posts of a feed's first load that arrive read.
public enum ArrivingRead: String, CaseIterable, Sendable {
  /// Those older than 30 days, except the newest three.
  case old
  /// All.
  case all
  /// None.
  case none
}

/// A feed that was added.
public struct AddedFeed: Sendable {
  /// The subscription.
  public var subscription: Subscription
  /// The effect on the file.
  public var addition: SubscriptionFile.Addition
  /// The feed's own title, if it has one.
  public var title: String?
  /// The number of its posts.
  public var total: Int
  /// The addresses of the other feeds that the page at the given address links to.
  public var others: [String] = []
  /// Something to be said about its answer, such as `PageNotice.cut`.
  public var warning: (any Error)?

  public init(_ subscription: Subscription, addition: SubscriptionFile.Addition, title: String?, total: Int) {
    self.subscription = subscription
    self.addition = addition
    self.title = title
    self.total = total
  }
}
