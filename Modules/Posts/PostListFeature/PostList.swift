import Essentials
public import FlagCommands
public import ItemList
public import Observed
public import PostDomain
public import PostsRepository
public import Screen

/// What a list of posts shows.
public typealias PostListState = ItemListState<PostTitle>

/// What else can be done in a list of posts.
public enum PostListCommand: Equatable, Sendable {
  /// Change marks, or how the list is arranged.
  case mark(FlagCommand)
  /// Put the address on the clipboard.
  case copy
  /// Put the title on the clipboard.
  case copyTitle
  /// Open the post in the browser.
  case browse
}

/// A list of posts and what can be done with it.
public typealias PostListViewModel = ItemListViewModel<PostTitle, PostListCommand>

extension PostListViewModel {
  /// The titles of a list.
  /// - `start`: where the reader was.
  /// - `onPreview`: where the selected title leads when it is only looked at, beside the list; nil for nowhere.
  /// - `onOpen`: where a title leads; `neighbour` moves the selection by so many rows and returns what is selected then,
  ///   nil where the list ends.
  public static func live(
    _ titles: FlaggedList<PostTitle>, _ marking: FlagCommands<Post.ID>, _ environment: ScreenEnvironment,
    start: PostListState = PostListState(), onPreview: Opening<PostTitle>? = nil,
    onOpen: @escaping Opening<PostTitle>
  ) -> Self {
    .live(
      titles.list, environment, start: start,
      waiting: { if case .mark(let command) = $0 { command.waiting } else { nil } },
      outcome: { command, title in
        switch (command, title) {
        case (.mark(let command), let title): await marking.perform(command, with: title, in: titles)
        case (_, nil): CommandOutcome(nil)
        case (.copy, let title?):
          CommandOutcome(await environment.copied(title.page(on: environment.server).absoluteString))
        case (.copyTitle, let title?): CommandOutcome(await environment.copied(title.title))
        case (.browse, let title?): CommandOutcome(await environment.browsed(title.page(on: environment.server)))
        }
      },
      onPreview: onPreview, onOpen: onOpen)
  }
}

extension PostTitle {
  /// What a browser opens.
  fileprivate func page(on server: URL) -> URL { link ?? id.page(on: server) }
}
