// A comic with its picture, hover text and transcript.

import ComicDomain
import FlagCommands
import ItemDetail
public import Observed
import Rendering
public import Screen
import StyleGuide
import Terminal

extension Screen {
  /// Returns the screen of a comic.
  ///
  /// - Parameters:
  ///   - viewModel: The view model, with its state and its actions.
  ///   - environment: The date, the clock, and what else all screens share.
  public static func comicDetail(_ viewModel: ComicDetailViewModel, _ environment: ScreenEnvironment) -> Self {
    .itemDetail(
      viewModel,
      ItemDetailLook(
        title: { "Comics › \($0.heading.id)" },
        content: {
          ComicContent(
            heading: $0.heading, shown: $0.item.value, failure: $0.item.failure, support: environment.pictures.value)
        },
        layout: { DetailLayout($0, room: $1) }, keys: ["n next", "p previous", "b bookmark"], now: environment.now),
      noun: "comic", numbers: ["#", ":"],
      keys: FlagCommand.detailKeys(noun: "comic") { .command(.flag($0)) } + [
        .init(["x"], "x", "go to a random comic") { _, _ in .command(.random) },
        .init(["i"], "i", "open the picture in a viewer") { _, _ in .command(.view) },
        .init(["o"], "o", "open in the browser") { _, _ in .command(.browse) },
        .init(["e"], "e", "open the explanation in the browser") { _, _ in .command(.explain) },
        .init(["y"], "y", "copy the address") { _, _ in .command(.copy) },
      ], changes: environment.pictures.changes)
  }
}
