// Everything that screens and commands use, and a full sync.

public import ComicsRepository
public import ContentService
import Database
public import Essentials
public import FeedsRepository
public import NewsboatCache
public import Observed
public import PositionsStore
public import PostDomain
public import PostsRepository
public import ResponseCodeStore
public import SubscriptionsStore
public import TodosRepository

/// The repositories, services and stores that the reader and the command line use. The repository of a section is
/// created at its first use, so that one section does not wait for the others.
public struct Repositories: Sendable {
  /// Posts, their authors and comments.
  @Lazy public var posts: PostsRepository
  /// Comics, their pictures and bookmarks.
  @Lazy public var comics: ComicsRepository
  /// To-dos.
  @Lazy public var todos: TodosRepository
  /// The service for the response code.
  public var content: ContentService
  /// The fetched response codes: the last one, and their number.
  public var codes: ResponseCodeStore
  /// The saved positions of the reader.
  public var positions: PositionsStore
  /// The saved data of all servers.
  public var localData: LocalData
  /// The checks of everything that the program depends on, in their order. Each starts only when the finding before it is
  /// printed, because a check may change the terminal.
  public var checks: [@Sendable () async -> DoctorFinding] = []
  /// The subscriptions.
  @Lazy public var feeds: FeedsRepository
  /// The file that lists the subscriptions.
  public var subscriptions = SubscriptionsStore.stub()
  /// Returns what the reader, `posts` and `sync` are about.
  /// - Throws: `SubscriptionsStore.Error` or `CancellationError`.
  public var subject: @Sendable () async throws -> Subject = { .server }
  /// Returns newsboat's cache in a file, which is only read.
  public var newsboatCache: @Sendable (_ file: URL) -> NewsboatCache = { _ in NewsboatCache(.failing()) }
  /// Opens a text file, which may be missing, in the person's editor, and returns when that is closed.
  /// - Parameter line: The number of the line to begin at, from 1.
  /// - Throws: `EditorFailure`, or `CancellationError`.
  public var edit: @Sendable (_ file: URL, _ line: Int?) async throws -> Void = { _, _ in }
  /// Signals what other processes have changed in the databases since they were read last.
  public var noticeChanges: @Sendable () async -> Void = {}
  /// The error for which downloaded data is not saved; nil while it is.
  public var cacheFailure = Observed<(any Error)?>(nil)
  /// The new name of a damaged file of the cache that was replaced; nil while none was.
  public var damagedCache = Observed<String?>(nil)
  /// The number of damaged rows that were removed from the cache.
  public var lostRows = Observed(0)
  /// Returns whether the posts are those of a feed; nil while no answer has told.
  public var hasFeed: @Sendable () async -> Bool? = { false }
  /// Returns the title of the feed that the posts are of; nil if it has none, or they are a server's.
  public var feedTitle: @Sendable () async -> String? = { nil }
  /// Returns some of the posts whose identifiers begin with what was typed, at most four: for the posts of a feed, whose
  /// identifiers mean nothing. Those of servers are typed whole.
  public var postsBeginning: @Sendable (_ typed: String) async throws -> [Post.ID] = { _ in [] }

  public init(
    feeds: @autoclosure @escaping @Sendable () -> FeedsRepository = .stub(),
    posts: @autoclosure @escaping @Sendable () -> PostsRepository,
    comics: @autoclosure @escaping @Sendable () -> ComicsRepository,
    todos: @autoclosure @escaping @Sendable () -> TodosRepository,
    content: ContentService, codes: ResponseCodeStore, positions: PositionsStore, localData: LocalData
  ) {
    _feeds = Lazy(feeds)
    _posts = Lazy(posts)
    _comics = Lazy(comics)
    _todos = Lazy(todos)
    self.content = content
    self.codes = codes
    self.positions = positions
    self.localData = localData
  }

  /// The posts that the reader, `posts` and `sync` are about.
  public enum Subject: Sendable {
    /// Those of the server that an option, a variable or the configuration file names.
    case server
    /// Those of the subscriptions: no server is named.
    case subscriptions
    /// None: no server is named, and there is no subscription.
    case nothing
  }

  /// The repositories with stubs of everything.
  public static var stub: Self {
    Self(
      posts: .stub(), comics: .stub(), todos: .stub(), content: .stub(), codes: .stub(), positions: .stub,
      localData: .stub())
  }
}
