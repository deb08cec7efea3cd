// The list of comics.

import ComicDomain
public import ComicsRepository
import Essentials
public import FlagCommands
import FlagsStore
import ItemList
import Messages
public import Observed
import Rendering
public import Screen
import StyleGuide
import Terminal

extension Screen {
  /// Returns the screen of the list of comics.
  ///
  /// - Parameters:
  ///   - viewModel: The view model of the list.
  ///   - list: The list that the view model shows.
  ///   - environment: The date, the clock, and what else all screens share.
  public static func comicList(
    _ viewModel: ComicListViewModel, of list: FlaggedList<ComicEntry>, _ environment: ScreenEnvironment
  ) -> Self {
    let server = environment.server
    var look = ItemListLook<ComicEntry>(
      title: "Comics", plural: "comics", address: server.absoluteString, now: environment.now,
      rows: { rows($0, width: $1, server: server, lastVisit: list.visit.last) })
    look.numbers = .init(keys: ["#", ":"], meaning: "go to a comic by its number")
    look.hasDetail = true
    return .flaggedList(
      viewModel, of: list, look, noun: "comic", command: { .flag($0) }, environment: environment,
      keys: [
        .init(["x"], "x", "go to a random comic") { _, _ in .command(.random) },
        .init(["o"], "o", "open in the browser") { _, _ in .command(.browse) },
        .init(["e"], "e", "open the explanation in the browser") { _, _ in .command(.explain) },
        .init(["y"], "y", "copy the address") { _, _ in .command(.copy) },
      ])
  }
}

/// Returns the layout of the rows: number, flags, date if the screen is wide enough, and title; or the reason why a
/// comic is missing.
private func rows(_ visible: [ComicEntry], width: Int, server: URL, lastVisit: Date?) -> RowLayout<ComicEntry> {
  let digits = min(visible.map(\.id.description.count).max() ?? 0, 12)
  let hasDates = width >= 60
  return RowLayout(columns: [digits]) { entry, style in
    let number = entry.id.description
    let column = String(repeating: " ", count: max(0, digits - number.count)) + number
    let start = [Span(column + " ", style.quiet)] + style.column(of: entry.flags, lastVisit: lastVisit)
    switch entry.content {
    case .comic(let title, let date):
      let text = date?.description ?? ""
      let column = text + String(repeating: " ", count: max(0, 10 - text.count))
      return start + (hasDates ? [Span(column + "  ", style.quiet)] : [])
        + style.highlighted(title, isStrong: !entry.flags.isRead)
    case .failed(let error):
      let again = " ↵ try again"
      let room = max(1, width - Line(start + [Span(again)]).width)
      let sentence = Messages.failure(error, server: server).sentence.shortened(to: room)
      return start + Line([Span(sentence, style.base)]).cut(to: room).spans + [Span(again, style.base)]
    case .notSaved: return start + [Span("Not saved yet. ↵ load", style.quiet)]
    }
  }
}
