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

/// The state of the screen of one post.
public typealias PostDetailState = ItemDetailState<PostTitle, ShownPost>

/// A command for a post.
public enum PostDetailCommand: Equatable, Sendable {
  /// Changes its flags.
  case flag(FlagCommand)
  /// Copies its address to the clipboard.
  case copy
  /// Copies its title and text to the clipboard.
  case copyText
  /// Opens it in the browser.
  case browse
  /// Opens it in the browser, and marks it as read.
  case browseAsRead
  /// Saves it as a Markdown file in the current folder.
  case save
  /// Gives its title and text to a command, which has the terminal until it ends; its text as it was sent if the command
  /// begins with `<`.
  case pipe(String)
}

/// The view model of the screen of one post.
public typealias PostDetailViewModel = ItemDetailViewModel<PostTitle, ShownPost, PostDetailCommand>

extension PostDetailViewModel {
  /// Returns a view model that shows one post, and then its neighbours.
  /// - Parameters:
  ///   - title: The title of the first post, which is shown until its text is read.
  ///   - repository: The posts, their comments and their pictures.
  ///   - flagCommands: The commands that mark posts as read and bookmark them.
  ///   - positions: Saves how far a post was read.
  ///   - environment: The date, the clock, and what else all screens share.
  ///   - isOpen: Whether the person has opened the post; false for a preview beside the list.
  ///   - words: The words to highlight in the text from the beginning; nil for none.
  ///   - neighbour: Returns the post that many rows further on in the list, or nil past its end.
  ///   - rowsToUnread: Returns the number of rows from the post to the next unread one in the list; 0 if there is none,
  ///     and nil if that is not known.
  ///   - onward: Called when nothing in the list is unread. Goes on elsewhere, and returns whether it did.
  public static func live(
    _ title: PostTitle, _ repository: PostsRepository, _ flagCommands: FlagCommands<Post.ID>,
    _ positions: PositionSaver,
    _ environment: ScreenEnvironment, isOpen: Bool = true, words: String? = nil,
    neighbour: @escaping @Sendable (_ step: Int) async -> PostTitle?,
    rowsToUnread: @escaping @Sendable (_ id: Post.ID) async -> Int? = { _ in nil },
    onward: @escaping @Sendable () async -> Bool = { false }
  ) -> Self {
    var source = ItemDetailSource<PostTitle, ShownPost>(
      load: { repository.details($0.id, environment) }, cached: { await repository.cached($0.id, environment) },
      heading: { PostTitle($0.detail.post, author: nil) },
      neighbour: { await neighbour($1) })
    source.merged = { $0.merged(over: $1) }
    source.flags = { repository.flags.flags(of: $0.id) }
    source.opened = { flagCommands.open($0.id) }
    source.atEnd = { heading in
      .turn(otherwise: "No more unread posts.") {
        let next = try await nextUnread(
          neighbour, rowsToUnread: { await rowsToUnread(heading.id) },
          isUnread: { await flagCommands.isUnread($0.id, $0.flags) })
        // A post that was marked as unread again is not the next one.
        if let next, next.id != heading.id { return next }
        // Another screen takes the place of this one, which has nothing more to say.
        if await onward() { throw CancellationError() }
        return nil
      }
    }
    source.position = { title in
      await positions.position(PositionKey(.post, title.id.text)).flatMap { DetailPosition(text: $0) }
    }
    source.positionChanged = { title, position in
      positions.change(PositionKey(.post, title.id.text)) { position.text }
    }
    source.reloadNotice = { $0.hasServerPage ? nil : "Refresh it with r in its list." }
    source.follow = { url, shown in
      shown?.detail.post.plays(url) == true ? await environment.played(url) : await environment.browsed(url)
    }
    source.address = { $0.hasServerPage ? nil : $0.link }
    let notLoaded = ItemDetailWork<PostTitle>.run { "Its text is still loading." }
    return .live(title, source, environment, isOpen: isOpen, words: words) { command, state in
      switch command {
      case .flag(let command): return .run { await flagCommands.perform(command, with: state.heading.id, state.flags) }
      case .copy:
        let url = state.heading.page(on: environment.server)
        return .run { await environment.copied(url) }
      case .copyText:
        let text = state.text
        return .run {
          await environment.copyLines(text)
          return "Copied: the title and the text"
        }
      case .browse:
        let url = state.heading.opened(on: environment.server)
        return .run { await environment.browsed(url) }
      case .browseAsRead:
        let url = state.heading.opened(on: environment.server)
        return .run { await environment.browsed(url) { flagCommands.open(state.heading.id, isStep: true) } }
      case .save:
        guard let detail = state.item.value?.detail else { return notLoaded }
        return .run {
          await environment.saved(
            Data(detail.post.markdown(author: detail.author.value).utf8), name: detail.post.markdownFileName)
        }
      case .pipe(let line):
        guard let detail = state.item.value?.detail else { return notLoaded }
        let isAsSent = line.hasPrefix("<")
        let command = (isAsSent ? String(line.dropFirst()) : line).trimmed
        let text = isAsSent ? detail.post.body : state.text + "\n"
        return .run { command.isEmpty ? nil : await environment.piped(text, to: command) }
      }
    }
  }
}

extension PostDetailState {
  /// The post as plain text, without control characters that could steer a terminal it is pasted into.
  var text: String {
    var plain = PlainText()
    let body = plain.text(of: item.value?.text ?? RichText())
    return TextLayout.line(heading.title) + (body.isEmpty ? "" : "\n\n" + body)
  }
}
