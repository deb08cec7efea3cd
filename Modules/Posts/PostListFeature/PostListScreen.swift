// The list of posts.

import Essentials
public import FlagCommands
import FlagsRepository
import ItemList
public import Observed
public import PostsRepository
public import Screen
import Terminal

extension Screen {
  /// Returns the screen of the list of posts.
  /// - Parameter list: The list that the view model shows.
  public static func postList(
    _ viewModel: PostListViewModel, of list: FlaggedList<PostTitle>, _ environment: ScreenEnvironment
  ) -> Self {
    var look = ItemListLook<PostTitle>(
      title: "Posts", plural: "posts", address: environment.server.absoluteString, now: environment.now,
      rows: { rows($0, width: $1, now: environment.now(), lastVisit: list.visit.last) })
    (look.hasTexts, look.hasPages) = (true, true)
    look.edition = { Int(environment.now().timeIntervalSinceReferenceDate / 60) }
    return .markedList(
      viewModel, of: list, look, noun: "post", command: { .mark($0) }, environment: environment,
      keys: [
        .init(["o"], "o", "open in the browser") { _, _ in .command(.browse) },
        .init(["y"], "y", "copy the address") { _, _ in .command(.copy) },
        .init(["Y"], "Y", "copy the title") { _, _ in .command(.copyTitle) },
      ])
  }
}
