import Essentials
import ItemDetail
import Messages
import PostDomain
import PostText
import PostsRepository
import RichText
import StyleGuide
import Terminal
import TextLayout

/// What a post's lines are made from.
struct PostContent: Equatable {
  var title: String
  var byline: String
  /// nil while it is awaited, or where it cannot be had.
  var body: String?
  /// Why it cannot be had, as a sentence.
  var failure: String?
  var comments: Fact<[Comment]>
  /// What addresses in the text are relative to, where that is known.
  var page: URL?
  /// The date, to the minute.
  var now: Date
}

extension PostDetailState {
  /// What is to be read; a placeholder, or why there is nothing, in the place of a text that is not there.
  func content(at now: Date) -> PostContent {
    PostContent(
      title: shownTitle, byline: byline, body: item.value?.body, failure: item.failure?.sentence,
      comments: item.value?.comments ?? .awaited, page: item.value?.link,
      now: Date(timeIntervalSinceReferenceDate: (now.timeIntervalSinceReferenceDate / 60).rounded(.down) * 60))
  }

  /// The title on one line.
  var shownTitle: String {
    let title = TextLayout.line(heading.title)
    return title.allSatisfy(\.isWhitespace) ? Messages.untitled : title
  }

  /// The author, the date and the number of comments, as far as they are known.
  private var byline: String {
    guard let post = item.value else { return item.failure == nil ? "Loading…" : "" }
    let author: String? =
      switch post.author {
      case .known(let name): TextLayout.line(name)
      case .awaited: "…"
      case .unknown: nil
      }
    let comments =
      switch post.comments {
      case .known(let comments): comments.isEmpty ? "no comments" : counted(comments.count)
      case .awaited: "… comments"
      case .unknown: "comments not loaded"
      }
    return [author, post.date.map(Messages.day), comments].compactMap(\.self).joined(separator: " · ")
  }
}

extension PageLayout {
  init(_ content: PostContent, room: Size) {
    self.init(width: room.width)
    if room.height >= 16 { addSpace() }
    add(content.title, .strong)
    add(content.byline, .quiet)
    addSpace()
    guard let body = content.body else {
      add(content.failure ?? "…", content.failure == nil ? .quiet : .failure)
      return
    }
    let text = RichText(post: body, on: content.page)
    add(text)
    minutes = readingMinutes(of: text.blocks.map(\.text).joined(separator: "\n"))
    add(content.comments, page: content.page, now: content.now)
  }
}
