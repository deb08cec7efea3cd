import Essentials
import ItemList
import ItemMarks
public import Marking
public import Observed
public import PostsRepository
public import Screen
public import ScreenEnvironment
import Terminal

extension Screen {
  /// The list of all posts, and in its place, when that is wanted, the list of those that are bookmarked.
  /// - `all`: what the list shows, and its view model.
  /// - `bookmarked`: the same for what is bookmarked.
  /// - `shown`: which of the two is shown: 0 or 1.
  public static func postLists(
    all: (feed: MarkedFeed<PostTitle>, viewModel: PostListViewModel),
    bookmarked: (feed: MarkedFeed<PostTitle>, viewModel: PostListViewModel), shown: Observed<Int> = Observed(0),
    _ environment: ScreenEnvironment
  ) -> Self {
    .all(
      list(all.viewModel, of: all.feed, environment, title: "Posts", plural: "posts"),
      orBookmarked: list(
        bookmarked.viewModel, of: bookmarked.feed, environment, title: "Posts › Bookmarked", plural: "bookmarked posts",
        empty: "Press b on a post to bookmark it. Press B to show all posts."),
      plural: "posts", shown: shown)
  }

  private static func list(
    _ viewModel: PostListViewModel, of feed: MarkedFeed<PostTitle>, _ environment: ScreenEnvironment, title: String,
    plural: String, empty: String? = nil
  ) -> Self {
    var look = ItemListLook<PostTitle>(
      title: title, plural: plural, address: environment.server.absoluteString, isOwn: empty != nil,
      now: environment.now, rows: { rows($0, width: $1, now: environment.now()) })
    (look.hasTexts, look.hasPages) = (true, true)
    look.edition = { Int(environment.now().timeIntervalSinceReferenceDate / 60) }
    look.empty = { empty.map { ("No \(plural) yet.", $0) } }
    return .markedList(
      viewModel, of: feed, look, noun: "post", command: { .mark($0) }, environment: environment,
      keys: [
        .init(["o"], "o", "open in the browser") { _, _ in .command(.browse) },
        .init(["y"], "y", "copy the address") { _, _ in .command(.copy) },
        .init(["Y"], "Y", "copy the title") { _, _ in .command(.copyTitle) },
      ])
  }
}
