import Essentials
import ItemDetail
import Messages
import Pictures
import PostDomain
import PostText
import PostsRepository
import RichText
import StyleGuide
import Terminal
import TextLayout

/// The values that a post's lines are laid out from.
struct PostContent: Equatable {
  var title: String
  var byline: String
  /// The text; nil while it is loading, and when it cannot be loaded.
  var text: RichText?
  /// The pictures in the text, by their addresses.
  var pictures: [String: DetailPicture]
  /// The support of the terminal for pictures.
  var support: PictureSupport
  /// The reason why the text cannot be loaded, as a sentence.
  var failure: String?
  /// The other feeds that have the text.
  var alsoIn: [OtherFeed]
  var comments: LatePart<[Comment]>
  /// The address that relative links in the text are resolved against, if known.
  var page: URL?
  /// The current date, rounded down to the minute.
  var now: Date
}

extension PostDetailState {
  /// Returns the content to show. Without a text it has the failure, if there is one.
  /// - Parameter namesFeed: Whether the byline names the feed.
  func content(_ support: PictureSupport, at now: Date, namesFeed: Bool) -> PostContent {
    let detail = item.value?.detail
    return PostContent(
      title: shownTitle, byline: byline(namesFeed: namesFeed), text: item.value?.text,
      pictures: item.value?.pictures ?? [:], support: support, failure: item.failure?.sentence,
      alsoIn: detail?.alsoIn ?? [],
      comments: detail?.isDiscussed == false ? .known([]) : detail?.comments ?? .awaited, page: detail?.post.link,
      now: Date(timeIntervalSinceReferenceDate: Double(now.minute) * 60))
  }

  /// The title on one line, or a placeholder for a blank one.
  var shownTitle: String {
    let title = TextLayout.line(heading.title)
    return title.allSatisfy(\.isWhitespace) ? Messages.untitled : title
  }

  /// The notice for a post without comments that can be shown, which may be on a page.
  var absenceOfComments: String {
    guard let post = item.value?.detail.post, post.discussion.page != nil else { return "This post has no comments." }
    return post.commentsPage == nil
      ? "The comments are on the page of the post: o opens it."
      : "The comments are on another page; the link Comments below the text opens it."
  }

  /// The path of the post among those of its server or its feed. The identifier of an entry means nothing to a person.
  var path: String {
    if heading.hasServerPage { return "Posts › \(heading.id.text)" }
    return feed.map { "Posts › \($0)" } ?? "Posts"
  }

  /// The title of the feed on one line; nil if it has none, or goes without saying.
  private var feed: String? {
    item.value?.detail.feed.map { TextLayout.line($0).trimmed }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The feed, the author, the date and the number of comments, with placeholders for those that are still loading.
  private func byline(namesFeed: Bool) -> String {
    guard let detail = item.value?.detail else { return item.failure == nil ? "Loading…" : "" }
    let feed = namesFeed ? feed : nil
    let author: String? =
      switch detail.author {
      case .known(let name): TextLayout.line(name)
      case .awaited: "…"
      case .unknown: nil
      }
    let comments: String? =
      switch detail.commentCount {
      case .known(let count)?: count == 0 ? "no comments" : Messages.counted(count, "comment")
      case nil: nil
      case .awaited?: "… comments"
      case .unknown?: "comments not loaded"
      }
    let parts = [feed, author == feed ? nil : author, detail.post.date.map(Messages.day), comments]
    return parts.compactMap(\.self).joined(separator: " · ")
  }
}

extension DetailLayout {
  init(_ content: PostContent, room: Size) {
    self.init(width: room.width)
    addSpace(isShown: room.height >= 16)
    add(content.title, .heading)
    add(content.byline, .quiet)
    addSpace()
    guard let text = content.text else {
      add(content.failure ?? "…", content.failure == nil ? .quiet : .failure)
      return
    }
    var pictures = PicturesInText(content.pictures, content.support, height: room.height)
    add(text) { pictures.rows(of: $0, columns: $1) }
    minutes = readingMinutes(of: text.blocks.map(\.text).joined(separator: "\n"))
    add(content.alsoIn)
    add(content.comments, page: content.page, now: content.now)
  }
}

extension DetailLayout {
  /// Adds the other feeds in one paragraph, each with a link to the comments there.
  fileprivate mutating func add(_ feeds: [OtherFeed]) {
    guard !feeds.isEmpty else { return }
    addSpace()
    var runs: [RichText.Run] = []
    for (number, feed) in feeds.enumerated() {
      let comments =
        feed.discussion.count.map { Messages.counted($0, "comment") }
        ?? (feed.discussion.page == nil ? nil : "comments")
      let text = [TextLayout.line(feed.title).trimmed, comments].compactMap(\.self).joined(separator: " · ")
      runs.append(.init(number == 0 ? "Also in " : number == feeds.count - 1 ? " and " : ", "))
      runs.append(.init(text, link: feed.page?.absoluteString))
    }
    add(RichText([.init(.paragraph, runs)]))
  }
}
