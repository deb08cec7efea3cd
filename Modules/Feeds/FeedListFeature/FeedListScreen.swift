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
  /// - Parameter rows: The rows that the view model shows.
  public static func feedList(
    _ viewModel: FeedListViewModel, _ rows: FeedRows, _ environment: ScreenEnvironment
  ) -> Self {
    var look = ItemListLook<FeedRow>(
      title: "Feeds", plural: "feeds", address: "",
      detail: {
        guard viewModel.state().all.count > 0 else { return nil }
        let query = viewModel.state().query
        let unread = "\(grouped(rows.unreadCount)) unread\(query.filters.contains(.unread) ? " only" : "")"
        return [unread, query.order.name].compactMap(\.self).joined(separator: " · ")
      }, hints: ["a add"], now: environment.now,
      rows: { feedRows($0, width: $1, environment) })
    look.edition = { Int(environment.now().timeIntervalSinceReferenceDate / 60) }
    look.hasPages = true
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
    let list = Screen.itemList(viewModel, look, keys: keys)
    let prompt = Observed<LineEditor?>(nil)
    var screen = list
    screen.changes = .merging(list.changes, prompt.changes)
    screen.frame = { size in
      let frame = list.frame(size)
      guard let line = prompt.value, size.height > 0 else { return frame }
      let typed = StyleGuide.prompt("Add: ", line, keys: ["↵ add", "esc cancel"], width: size.width)
      return Frame(frame.lines.dropLast() + [typed], size: size)
    }
    screen.react = { event, size in
      if let line = prompt.value { return answer(event, line, prompt, viewModel) }
      guard event == .key("a"), !viewModel.state().isTyping else { return list.react(event, size) }
      // Synchronous, so that the next key goes to the prompt.
      prompt.replace(with: LineEditor())
      return .handled
    }
    return screen
  }
}

/// Passes an event to the prompt, which takes every key and every paste. Several pasted lines are several addresses.
private func answer(
  _ event: Terminal.Event, _ line: LineEditor, _ prompt: Observed<LineEditor?>, _ viewModel: FeedListViewModel
) -> Reaction {
  var line = line
  func add(_ addresses: [String]) {
    prompt.replace(with: nil)
    let addresses = addresses.filter { !$0.allSatisfy(\.isWhitespace) }
    if !addresses.isEmpty { _ = viewModel.send(.command(.add(addresses))) }
  }
  switch event {
  case .paste(let text):
    let lines = text.split(whereSeparator: \.isNewline).map { LineEditor(String($0)).text }
    if lines.count > 1 {
      add([line.text + lines[0]] + lines.dropFirst())
    } else {
      line.apply(.insert(lines.first ?? ""))
      prompt.replace(with: line)
    }
  case .key(let key):
    switch Typing(key) {
    case .accept: add([line.text])
    case .cancel: prompt.replace(with: nil)
    case .edit(let edit):
      line.apply(edit)
      prompt.replace(with: line)
    case nil: break
    }
  case .mouse: break
  default: return .ignored
  }
  return .handled
}

private let keys: [KeyMap<FeedListState, ItemListAction<FeedListCommand>>.Binding] = [
  .init(["r", .function(5)], "r", "refresh the selected feed, or those of the row") { _, _ in .command(.refresh) },
  .init(["R"], "R", "refresh all feeds, but those asked in the last ten minutes") { _, _ in .command(.refreshAll) },
  .init(["A"], "A", "mark the posts of the row as read") { _, _ in .command(.markRead) },
  // Handled before the list receives it.
  .init(["a"], "a", "add a feed by its address; pasting several lines adds several") { _, _ in nil },
  .init(["d"], "d", "remove the feed; its posts stay saved") { _, _ in .command(.remove) },
  .init(["z"], "z", "undo the last change") { _, _ in .command(.undo) },
  .init(["J"], "J", "next feed with unread posts") { state, _ in .command(.turn(by: 1, state.shownQuery)) },
  .init(["K"], "K", "previous feed with unread posts") { state, _ in .command(.turn(by: -1, state.shownQuery)) },
  .init(["u"], "u", "show only rows with unread posts, or all") { _, _ in .toggleUnread },
  .init(["s"], "s", "sort: order of the file, newest, title, unread first") { _, _ in .sort },
  .init(["y"], "y", "copy the address of the feed") { _, _ in .command(.copy) },
  .init(
    [], "newsboat",
    "coming from newsboat: n is space at the end of a post, N is m, l is u, ctrl-b is b, F is /, C is A on All, t is the "
      + "rows of tags, u is o and a number, g is s, E is satchel feeds edit"
  ) { _, _ in nil },
]
