// The list of feeds.

import Essentials
import FeedsRepository
import ItemList
import LineEditor
public import Observed
import PagedList
import Rendering
public import Screen
import StyleGuide
import Terminal

extension Screen {
  /// Returns the screen of the list of feeds, with the prompt for an address in its bottom line.
  /// - Parameters:
  ///   - viewModel: The view model of the list.
  ///   - rows: The rows that the view model shows.
  ///   - environment: The date, the clock, and what else all screens share.
  public static func feedList(
    _ viewModel: FeedListViewModel, _ rows: FeedRows, _ environment: ScreenEnvironment
  ) -> Self {
    var look = ItemListLook<FeedRow>(
      title: "Feeds", plural: "feeds", address: "", now: environment.now,
      rows: { feedRows($0, width: $1, environment) })
    look.detail = {
      guard viewModel.state().all.count > 0 else { return nil }
      let count = rows.unreadCount
      return viewModel.state().query.words(unread: count > 0 ? "\(grouped(count)) unread" : nil)
    }
    look.hasFailed = { rows.hasFailed(.all) || rows.hasUnasked }
    look.hints = ["a add"]
    look.hasDetail = true
    look.remark = { $1 < troubleWidth + 3 ? $0.trouble(environment)?.sentence : nil }
    look.empty = {
      (
        "No feeds yet.",
        [
          "Press a, and type the address of a feed or of its page.",
          "satchel feeds add https://xkcd.com/atom.xml", "satchel feeds import FILE: OPML, or newsboat's urls",
        ]
      )
    }
    return Screen.itemList(viewModel, look, keys: keys).asking(
      "Add: ", at: "a", verb: "add", hasLines: true, when: { !viewModel.state().isTyping },
      answered: { _ = viewModel.send(.command(.add($0))) })
  }
}

private let keys: [KeyMap<FeedListState, ItemListAction<FeedListCommand>>.Binding] =
  [
    .init(["r", .function(5)], "r", "refresh the selected feed, or those of the row") { _, _ in .command(.refresh) },
    .init(["R"], "R", "refresh all feeds, but those asked in the last ten minutes") { _, _ in .command(.refreshAll) },
    .init(["A"], "A", "mark the posts of the row as read") { state, _ in
      .command(.markRead(arrivedBy: state.arrival))
    },
    // Handled before the list receives it.
    .init(["a"], "a", "add a feed by its address; pasting several lines adds several") { _, _ in nil },
    .init(["d"], "d", "remove the feed; its posts stay saved") { _, _ in .command(.remove) },
    .init(["E"], "E", "edit the file of the feeds, at the line of this one") { _, _ in .command(.edit) },
    .init(["z"], "z", "undo the last change") { _, _ in .command(.undo) },
    .init(["J", "N"], "J N", "next feed with unread posts") { state, _ in .command(.turn(by: 1, state.shownQuery)) },
    .init(["K"], "K", "previous feed with unread posts") { state, _ in .command(.turn(by: -1, state.shownQuery)) },
  ] + ListFilter.keys { "show only rows with \($0) posts, or all" } + [
    .init(["s"], "s", "sort: order of the file, newest, title, unread first") { _, _ in .sort },
    .init(["y"], "y", "copy the address of the feed") { _, _ in .command(.copy) },
    .init(
      [], "newsboat",
      "coming from newsboat: n is N, N is m, l is u, ctrl-b is b, F is /, C is A on All, t is the rows of tags, u is "
        + "o and a number, g is s"
    ) { _, _ in nil },
  ]
