// A comic with its picture, hover text and transcript.

import ComicDomain
public import Essentials
import FlagCommands
import ItemDetail
public import Observed
public import Pictures
import Rendering
public import Screen
import StyleGuide
import Terminal

extension Screen {
  /// Returns the screen of a comic.
  ///
  /// - Parameters:
  ///   - viewModel: The view model, with its state and its actions.
  ///   - pictures: The terminal's support for pictures, as far as it is known.
  ///   - now: The date from which ages are measured.
  public static func comicDetail(
    _ viewModel: ComicDetailViewModel, pictures: Observed<PictureSupport>,
    now: @escaping @Sendable () -> Date = { .distantPast }
  ) -> Self {
    .itemDetail(
      viewModel,
      ItemDetailLook(
        title: { "Comics › \($0.heading.id)" },
        content: {
          ComicContent(
            heading: $0.heading, page: $0.item.value, failure: $0.item.failure, support: pictures.value)
        },
        layout: { DetailLayout($0, room: $1) }, keys: ["n next", "p previous", "b bookmark"], now: now),
      noun: "comic", numbers: ["#", ":"],
      keys: FlagCommand.pageKeys(noun: "comic") { .command(.mark($0)) } + [
        .init(["x"], "x", "go to a random comic") { _, _ in .command(.random) },
        .init(["i"], "i", "open the picture in a viewer") { _, _ in .command(.view) },
        .init(["o"], "o", "open in the browser") { _, _ in .command(.browse) },
        .init(["e"], "e", "open the explanation in the browser") { _, _ in .command(.explain) },
        .init(["y"], "y", "copy the address") { _, _ in .command(.copy) },
      ], changes: pictures.changes)
  }
}
