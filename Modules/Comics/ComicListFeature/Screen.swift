import ComicDomain
import ComicsRepository
public import Essentials
import ItemList
import Messages
import Observed
import Rendering
public import Screen
import StyleGuide
import Terminal

extension Screen {
  /// The list of all comics, and in its place, when that is wanted, the list of those that are bookmarked.
  /// - Parameter server: the server's address, for the page with nothing on it and for what went wrong.
  public static func comicLists(
    all: ComicListViewModel, bookmarked: ComicListViewModel, server: URL
  ) -> Self {
    let shown = Observed(0)
    let lists = Screen.one(
      of: [
        list(all, title: "Comics", plural: "comics", own: nil, server: server),
        list(
          bookmarked, title: "Comics › Bookmarked", plural: "bookmarked comics",
          own: "b on a comic bookmarks it, and keeps it with its picture for offline use. B shows all comics.",
          server: server),
      ], shown: { shown.value }, changes: shown.changes)
    var screen = lists
    screen.react = { event, size in
      let reaction = lists.react(event, size)
      guard reaction == .ignored, event == .key("B") else { return reaction }
      shown.update { $0 = 1 - $0 }
      lists.appear()
      return .handled
    }
    screen.help = { lists.help() + [KeyHelp("B", "bookmarked comics, and back to all")] }
    return screen
  }

  private static func list(
    _ viewModel: ComicListViewModel, title: String, plural: String, own: String?, server: URL
  ) -> Self {
    .itemList(
      viewModel,
      ItemListLook(
        title: title, plural: plural, address: server.absoluteString,
        numbers: .init(keys: ["#", ":"], meaning: "go to a comic by its number"), own: own,
        rows: { rows($0, width: $1, server: server) }),
      keys: [
        .init(["b"], "b", "bookmark, or take the bookmark away") { _, _ in .command(.bookmark) },
        .init(["z"], "z", "take back the last change of a bookmark") { _, _ in .command(.undo) },
        .init(["x"], "x", "go to a random comic") { _, _ in .command(.random) },
        .init(["o"], "o", "open in the browser") { _, _ in .command(.browse) },
        .init(["e"], "e", "open its explanation in the browser") { _, _ in .command(.explain) },
        .init(["y"], "y", "copy the link") { _, _ in .command(.copy) },
      ])
  }
}

/// The numbers in a column, marks, the dates where there is room, and the titles; or why there is none.
private func rows(_ visible: [ComicEntry], width: Int, server: URL) -> (ComicEntry, RowStyle) -> [Span] {
  let digits = min(visible.map(\.id.description.count).max() ?? 0, 12)
  let hasDates = width >= 60
  return { entry, style in
    let number = entry.id.description
    let column = String(repeating: " ", count: max(0, digits - number.count)) + number
    let start = [Span(column, style.quiet), Span(entry.isBookmarked ? " ★ " : "   ", style.base)]
    switch entry.content {
    case .comic(let title, let date):
      let text = date?.description ?? ""
      let column = text + String(repeating: " ", count: max(0, 10 - text.count))
      return start + (hasDates ? [Span(column + "  ", style.quiet)] : []) + style.highlighted(title)
    case .failed(let error):
      let again = " ↵ try again"
      let room = max(1, width - Line(start + [Span(again)]).width)
      let sentence = Messages.failure(error, server: server).sentence.shortened(to: room)
      return start + Line([Span(sentence, style.base)]).cut(to: room).spans + [Span(again, style.base)]
    case .notKept: return start + [Span("Not kept yet. ↵ load", style.quiet)]
    }
  }
}
