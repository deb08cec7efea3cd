import ItemPage
import Loadable
import Marking
import PostDomain
import PostsRepository
import Rendering
public import Screen
import StyleGuide
import Terminal
import TextLayout

extension Screen {
  /// One post.
  public static func postDetail(_ viewModel: PostDetailViewModel) -> Self {
    .itemPage(
      viewModel,
      ItemPageLook(
        title: { "Posts › \($0.heading.id.text)" }, content: \.content, layout: { PageLayout($0, width: $1.width) },
        keys: ["n p neighbours", "y copy"]),
      noun: "post",
      keys: MarkCommand.pageKeys(noun: "post") { .command(.mark($0)) } + [
        .init(["o"], "o", "open in the browser") { _, _ in .command(.browse) },
        .init(["y"], "y", "copy the post") { _, _ in .command(.copy) },
      ])
  }
}

/// What a post's lines are made from.
private struct Content: Equatable {
  var title: String
  var facts: String
  var body: String
  var bodyStyle: Style
}

extension PageLayout {
  fileprivate init(_ content: Content, width: Int) {
    self.init(width: width)
    add(content.title, .strong)
    add(content.facts, .quiet)
    addSpace()
    add(content.body, content.bodyStyle)
  }
}

extension PostDetailState {
  /// What is to be read; a placeholder, or why there is nothing, in the place of a text that is not there.
  fileprivate var content: Content {
    let (body, style): (String, Style) =
      switch (item.value, item.failure) {
      case (let detail?, _): (detail.body, .plain)
      case (nil, let failure?): (failure.sentence, .failure)
      case (nil, nil): ("…", .quiet)
      }
    return Content(title: TextLayout.line(heading.title), facts: facts, body: body, bodyStyle: style)
  }

  /// The author and the number of comments: a placeholder while they are awaited, a dash where they cannot be had.
  private var facts: String {
    func word<Known>(_ fact: Fact<Known>?, _ known: (Known) -> String) -> String {
      switch fact {
      case nil, .awaited?: item.failure == nil ? "…" : "—"
      case .unknown?: "—"
      case .known(let value)?: known(value)
      }
    }
    let author = word(item.value?.author) { TextLayout.line($0) }
    let comments = word(item.value?.comments) { "\($0.count)" }
    return "by \(author) · \(comments) \(item.value?.comments.value?.count == 1 ? "comment" : "comments")"
  }
}
