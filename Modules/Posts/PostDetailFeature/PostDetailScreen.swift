// A post with its comments.

import FlagCommands
import ItemDetail
public import Observed
import PostDomain
import PostsRepository
public import Screen
import StyleGuide
import Terminal
import TextLayout

extension Screen {
  /// Returns the screen of one post.
  /// - Parameters:
  ///   - viewModel: The view model, with its state and its actions.
  ///   - environment: The date, the clock, and what else all screens share.
  ///   - title: Returns the title of the header; nil for the post's feed, or the number of a post of a server.
  public static func postDetail(
    _ viewModel: PostDetailViewModel, _ environment: ScreenEnvironment, title: (@Sendable () -> String)? = nil
  ) -> Self {
    var look = ItemDetailLook(
      title: { (state: PostDetailState) in title?() ?? state.path },
      content: { $0.content(environment.pictures.value, at: environment.now(), namesFeed: title != nil) },
      layout: { DetailLayout($0, room: $1) }, keys: ["n next", "p previous", "y copy"], now: environment.now)
    look.name = { $0.shownTitle }
    look.appendix = ("the comments", { $0.absenceOfComments })
    var screen = Screen.itemDetail(
      viewModel, look, noun: "post", opening: .browse,
      keys: FlagCommand.detailKeys(noun: "post") { .command(.flag($0)) } + [
        .init(["o"], "o", "open in the browser: the post, or a link by its number") { _, _ in
          .command(.browse)
        },
        .init(["O"], "O", "open the post in the browser and mark it as read") { _, _ in .command(.browseAsRead) },
        .init(["y"], "y", "copy the address") { _, _ in .command(.copy) },
        .init(["Y"], "Y", "copy the title and the text") { _, _ in .command(.copyText) },
        .init(["e"], "e", "save as a Markdown file in the current folder") { _, _ in .command(.save) },
        // Handled before the rest of the screen receives it.
        .init(["|"], "|", "pipe the text to a command, or after < the HTML as it was sent") { _, _ in nil },
      ], changes: environment.pictures.changes)
    screen.help = { [help = screen.help] in
      let isOfServer = viewModel.state().heading.hasServerPage
      return help().map { key in
        var key = key
        if key.keys == "r", !isOfServer { key.meaning = "reload the comments; refresh the feed with r in its list" }
        return key
      }
    }
    return screen.asking(
      "| ", at: "|", verb: "run", when: { !viewModel.state().isTyping },
      answered: { lines in for line in lines { _ = viewModel.send(.command(.pipe(line))) } })
  }
}
