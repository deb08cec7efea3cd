import FlagCommands
import FlagsRepository
import ItemList
import Observed
import PagedList
import PositionsStore
import PostDetailFeature
import PostDomain
import PostListFeature
import PostsRepository
import Screen

/// The screens of a list of posts: the list, and each post.
struct PostScreens: Sendable {
  let posts: PostsRepository
  let flagCommands: FlagCommands<Post.ID>
  let visit: Visit
  let saver: PositionSaver
  let environment: ScreenEnvironment
  let navigator: Navigator
  /// Returns the path of the screens of a feed; nil for the posts of a server.
  var path: (@Sendable () -> String)?
  /// The address of the list; nil for that of the server.
  var address: String?
  /// The commands for other feeds.
  var feeds = FeedCommands.none
  /// Returns a heading and advice for an empty list, given whether it is the latest; nil if no reason is known.
  var empty: @Sendable (_ isLive: Bool) -> (word: String, advice: [String])? = { _ in nil }
  /// Returns whether all feeds of the list failed when they were last asked.
  var hasFailed: @Sendable () -> Bool = { false }
  /// Goes on elsewhere once nothing in the list is unread, and returns whether it did.
  var onward: @Sendable () async -> Bool = { false }

  /// Returns the list, at the row of a state.
  func list(from start: PostListState) -> (PostListViewModel, Screen) {
    let list = FlaggedList(posts.list, repository: posts.flags, visit: visit, flags: \.flags)
    // The query that the list shows; set once the list exists.
    let query = Observed<@Sendable () -> ListQuery> { ListQuery() }
    @Sendable func detail(
      _ title: PostTitle, isOpen: Bool, _ neighbour: @escaping @Sendable (Int) async -> PostTitle?
    ) -> Screen {
      .postDetail(
        .live(
          title, posts, flagCommands, saver, environment, isOpen: isOpen, words: query.value().textWords,
          neighbour: neighbour, rowsToUnread: { await list.rowsToUnread(from: $0, of: query.value()) },
          onward: onward), environment, title: path)
    }
    let viewModel = PostListViewModel.live(
      list, flagCommands, environment, start: start, feeds: feeds,
      onPreview: { navigator.preview(detail($0, isOpen: false, $1)) },
      onOpen: { navigator.push(detail($0, isOpen: true, $1)) })
    // The view model itself holds this, and would never be freed.
    query.replace(with: { [state = viewModel.state] in state().textQuery })
    return (
      viewModel,
      .postList(
        viewModel, of: list, environment, title: path?() ?? "Posts", address: address, hasFeeds: path != nil,
        hasFailed: hasFailed, empty: empty)
    )
  }
}

extension ListQuery {
  /// The words that the texts are searched for; nil if they are not.
  fileprivate var textWords: String? { isInTexts ? text : nil }
}
