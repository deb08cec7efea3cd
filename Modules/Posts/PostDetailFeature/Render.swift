import Loadable
import PostDomain
import PostsRepository
import Rendering
import StyleGuide
import Terminal
import TextLayout

/// The lines of a post, for one width: made once, however often it is scrolled.
struct PostLayout: Sendable {
  let lines: [Line]

  /// The widest column that reads well.
  private static let measure = 72

  init(_ content: PostContent, width: Int) {
    let (measure, margin) = (max(1, min(Self.measure, width - 2)), Span(width > 4 ? " " : ""))
    func column(_ text: String, _ style: Style = .plain) -> [Line] {
      TextLayout.wrap(text, to: measure).map { Line([margin, Span($0, style)]) }
    }
    lines =
      column(content.title, .strong) + column(content.facts, .quiet) + [Line()]
      + column(content.body, content.bodyStyle)
  }
}

/// What a post's lines are made from.
struct PostContent: Equatable, Sendable {
  var title: String
  var facts: String
  var body: String
  var bodyStyle: Style
}

extension PostDetailState {
  /// What is to be read; a placeholder, or why there is nothing, in the place of a text that is not there.
  var content: PostContent {
    let (body, style): (String, Style) =
      switch (post.value, post.failure) {
      case (let detail?, _): (detail.body, .plain)
      case (nil, let failure?): (failure.sentence, .failure)
      case (nil, nil): ("…", .quiet)
      }
    return PostContent(title: TextLayout.line(title), facts: facts, body: body, bodyStyle: style)
  }

  /// The author and the number of comments: a placeholder while they are awaited, a dash where they cannot be had.
  var facts: String {
    func word<Value>(_ fact: Fact<Value>?, _ known: (Value) -> String) -> String {
      switch fact {
      case nil, .awaited?: post.failure == nil ? "…" : "—"
      case .unknown?: "—"
      case .known(let value)?: known(value)
      }
    }
    let author = word(post.value?.author) { TextLayout.line($0) }
    let comments = word(post.value?.comments) { "\($0)" }
    return "by \(author) · \(comments) \(post.value?.comments == .known(1) ? "comment" : "comments")"
  }

  /// What the post looks like, given its lines.
  func frame(_ layout: PostLayout, in size: Size) -> Frame {
    let height = ScreenLayout.bodyHeight(in: size)
    let first = max(0, min(top, layout.lines.count - height))
    return ScreenLayout(
      header: header("Posts › \(id.text)", freshness, width: size.width),
      body: Array(layout.lines.dropFirst(first).prefix(height)),
      status: status(place: Self.place(first, height, layout.lines.count), width: size.width), focus: 0
    ).frame(in: size)
  }

  private static func place(_ first: Int, _ height: Int, _ count: Int) -> String {
    if count <= height { return "all" }
    if first == 0 { return "top" }
    return first + height >= count ? "end" : "\((first + height) * 100 / count)%"
  }

  private func status(place: String, width: Int) -> Line {
    var left = [Span(place)]
    if let notice {
      left = [Span(notice)]
    } else if let failure = post.failure, post.value != nil {
      left = [Span(failure.sentence, .failure)]
    } else if case .kept(_, let because?) = freshness {
      left.append(Span("  \(because.sentence)", .kept))
    }
    if post.isLoading, let tick { left.append(Span("  Loading \(spinner(tick))", .quiet)) }
    return statusLine(left, keys: ["? help", "esc back", "n p neighbours", "y copy"], width: width)
  }
}
