// The list of posts.

import Essentials
public import FlagCommands
import ItemList
public import Observed
import PagedList
public import PostsRepository
public import Screen
import Terminal

extension Screen {
  /// Returns the screen of the list of posts.
  /// - Parameters:
  ///   - viewModel: The view model of the list.
  ///   - list: The list that the view model shows.
  ///   - environment: The date, the clock, and what else all screens share.
  ///   - title: The title of the header.
  ///   - address: The address of the list; nil for that of the server.
  ///   - hasFeeds: Whether there are other feeds, and keys for them.
  ///   - hasFailed: Returns whether what refreshes the list elsewhere has failed.
  ///   - empty: Returns a heading and advice for an empty list, given whether it is the latest.
  public static func postList(
    _ viewModel: PostListViewModel, of list: FlaggedList<PostTitle>, _ environment: ScreenEnvironment,
    title: @autoclosure @escaping @Sendable () -> String = "Posts", address: String? = nil, hasFeeds: Bool = false,
    hasFailed: @escaping @Sendable () -> Bool = { false },
    empty: @escaping @Sendable (_ isLive: Bool) -> (word: String, advice: [String])? = { _ in nil }
  ) -> Self {
    var look = ItemListLook<PostTitle>(
      title: title(), plural: "posts", address: address ?? environment.server.absoluteString, now: environment.now,
      rows: { rows($0, width: $1, now: environment.now(), lastVisit: list.visit.last) })
    look.hasFailed = hasFailed
    look.hasTexts = true
    look.hasDetail = true
    if hasFeeds {
      look.leaving = "q back"
      look.failureAdvice = [
        "Another address: press E in the list of feeds", "Without it: press d in the list of feeds",
      ]
    }
    look.empty = { empty(viewModel.state().isLive) }
    return .flaggedList(
      viewModel, of: list, look, noun: "post", command: { .flag($0) }, environment: environment,
      keys: [
        .init(["N"], "N", "the next unread") { state, _ in .command(.nextUnread(state.textQuery)) },
        .init(["o"], "o", "open in the browser") { _, _ in .command(.browse) },
        .init(["O"], "O", "open in the browser and mark as read") { _, _ in .command(.browseAsRead) },
        .init(["y"], "y", "copy the address") { _, _ in .command(.copy) },
        .init(["Y"], "Y", "copy the title") { _, _ in .command(.copyTitle) },
        .init(["e", "|"], "e, |", "on an open post: save it; pipe it to a command") { key, _, _ in
          .say("Open the post to \(key == "e" ? "save" : "pipe") it.")
        },
      ] + (hasFeeds ? feedKeys : []))
  }
}

private let feedKeys: [KeyMap<PostListState, ItemListAction<PostListCommand>>.Binding] = [
  .init(["R"], "R", "refresh all feeds, but those asked in the last ten minutes") { _, _ in .command(.refreshFeeds) },
  .init(["M"], "M", "hidden posts, too (muted, quiet or duplicates), or not") { state, _ in
    state.query.scope == .list ? .toggleHidden : nil
  },
  .init(["J"], "J", "next feed with unread posts") { _, _ in .command(.turnFeed(by: 1)) },
  .init(["K"], "K", "previous feed with unread posts") { _, _ in .command(.turnFeed(by: -1)) },
]
