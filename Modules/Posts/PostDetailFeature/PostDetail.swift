import Essentials
public import FlagCommands
import FlagsRepository
public import ItemDetail
public import Observed
public import PositionsStore
public import PostDomain
import PostText
public import PostsRepository
import RichText
public import Screen
import TextLayout

/// What the screen of one post shows.
public typealias PostDetailState = ItemDetailState<PostTitle, PostDetail>

/// What else can be done with a post.
public enum PostDetailCommand: Equatable, Sendable {
  /// Change its marks.
  case mark(FlagCommand)
  /// Put the address on the clipboard.
  case copy
  /// Put the title and the text on the clipboard.
  case copyText
  /// Open it in the browser.
  case browse
}

/// A post and what can be done with it.
public typealias PostDetailViewModel = ItemDetailViewModel<PostTitle, PostDetail, PostDetailCommand>

extension PostDetailViewModel {
  /// Shows one post, then its neighbours.
  /// - `isOpen`: whether the reader has opened it; where not, it is only looked at beside the list.
  /// - `words`: what in its text is to stand out from the beginning; nil for nothing.
  /// - `neighbour`: the post that many places further on in the list; nil where the list ends.
  public static func live(
    _ title: PostTitle, _ repository: PostsRepository, _ marking: FlagCommands<Post.ID>, _ positions: PositionSaver,
    _ environment: ScreenEnvironment, isOpen: Bool = true, words: String? = nil,
    neighbour: @escaping @Sendable (_ step: Int) async -> PostTitle?
  ) -> Self {
    var source = ItemDetailSource<PostTitle, PostDetail>(
      load: { repository.detail($0.id) }, cached: { await repository.cachedDetail($0.id) },
      heading: { PostTitle(id: $0.id, title: $0.title, date: $0.date, link: $0.link) },
      neighbour: { await neighbour($1) })
    source.merged = { new, old in
      var new = new
      if new.author == .awaited { new.author = old.author }
      if new.comments == .awaited { new.comments = old.comments }
      return new
    }
    source.mark = { repository.marks.mark(of: $0.id) }
    source.opened = { marking.open($0.id) }
    source.atEnd = { _ in
      .turn(otherwise: "Nothing more is unread.") { try await nextUnread(neighbour, mark: \.mark) }
    }
    source.position = { await positions.position(PositionKey(.post, $0.id.text)).flatMap { Int($0) } }
    source.positionChanged = { title, line in positions.change(PositionKey(.post, title.id.text)) { String(line) } }
    return .live(title, source, environment, isOpen: isOpen, words: words) { command, state in
      switch command {
      case .mark(let command): return .run { await marking.perform(command, with: state.heading.id, state.mark) }
      case .copy:
        let url = state.page(on: environment.server)
        return .run { await environment.copied(url.absoluteString) }
      case .copyText:
        let text = state.text
        return .run {
          await environment.copyLines(text)
          return "Copied: the title and the text"
        }
      case .browse:
        let url = state.page(on: environment.server)
        return .run { await environment.browsed(url) }
      }
    }
  }
}

extension PostDetailState {
  /// What a browser opens.
  fileprivate func page(on server: URL) -> URL { item.value?.link ?? heading.id.page(on: server) }

  /// The post as a text of its own, as it is shown: nothing in it steers the terminal it is pasted into.
  var text: String {
    var plain = PlainText()
    let body = plain.text(of: RichText(post: item.value?.body ?? "", on: item.value?.link))
    return TextLayout.line(heading.title) + (body.isEmpty ? "" : "\n\n" + body)
  }
}
