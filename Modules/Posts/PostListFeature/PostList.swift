import Essentials
public import Feed
public import ItemList
import PostDomain
public import PostsRepository
public import ScreenEnvironment
public import ViewModel

/// What the list of titles shows.
public typealias PostListState = ItemListState<PostTitle>

/// What else can be done with a title.
public enum PostListCommand: Equatable, Sendable {
  /// Put it on the clipboard.
  case copy
  /// Open the post in the browser.
  case browse
}

/// The list of titles and what can be done with it.
public typealias PostListViewModel = ItemListViewModel<PostTitle, PostListCommand>

extension PostListViewModel {
  /// The titles that a feed lists.
  /// - Parameters:
  ///   - onOpen: where a title leads; `neighbour` moves the selection by so many rows and returns what is selected then,
  ///     nil where the list ends.
  public static func live(
    _ titles: Feed<PostTitle>, _ environment: ScreenEnvironment,
    onOpen:
      @escaping @Sendable (
        _ title: PostTitle, _ neighbour: @escaping @Sendable (_ step: Int) async -> PostTitle?
      ) -> Void
  ) -> Self {
    .live(
      titles, environment,
      perform: { command, title in
        guard let title else { return nil }
        switch command {
        case .copy:
          await environment.copy(title.title)
          return "Copied."
        case .browse:
          return await environment.browsed(
            environment.server.appending(path: "posts").appending(component: title.id.text))
        }
      },
      onOpen: onOpen)
  }
}
