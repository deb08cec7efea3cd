import Essentials
public import FlagCommands
public import ItemList
public import Observed
public import PagedList
public import PostDomain
public import PostsRepository
public import Screen

/// The state of a list of posts.
public typealias PostListState = ItemListState<PostTitle>

/// A command for a list of posts.
public enum PostListCommand: Equatable, Sendable {
  /// Changes flags, or the order and filters of the list.
  case flag(FlagCommand)
  /// Copies the address to the clipboard.
  case copy
  /// Copies the title to the clipboard.
  case copyTitle
  /// Opens the post in the browser.
  case browse
  /// Opens the post in the browser, and marks it as read.
  case browseAsRead
  /// Selects the next unread post of the query, or else opens the next feed that has one.
  case nextUnread(ListQuery)
  /// Refreshes all feeds.
  case refreshFeeds
  /// Opens the next feed with unread posts, or the one before.
  case turnFeed(by: Int)
}

/// The commands for other feeds in the list of a feed's posts. Each returns the notice to show.
public struct FeedCommands: Sendable {
  /// Refreshes all feeds.
  public var refresh: @Sendable () async -> String?
  /// Opens the next feed with unread posts in place of this one, or for -1 the one before, of those that the list of feeds
  /// shows.
  public var turn: @Sendable (_ step: Int) async -> String?
  /// Opens the next feed with unread posts in place of this one, also if a filter leaves it out of the list of feeds.
  public var goOn: @Sendable () async -> String?

  public init(
    refresh: @escaping @Sendable () async -> String?, turn: @escaping @Sendable (_ step: Int) async -> String?,
    goOn: @escaping @Sendable () async -> String?
  ) {
    self.refresh = refresh
    self.turn = turn
    self.goOn = goOn
  }

  /// The commands of a list that has no other feeds.
  public static let none = Self(refresh: { nil }, turn: { _ in nil }, goOn: { "No more unread posts." })
}

/// The view model of a list of posts.
public typealias PostListViewModel = ItemListViewModel<PostTitle, PostListCommand>

extension PostListViewModel {
  /// Returns a view model that shows the titles of a list.
  /// - Parameters:
  ///   - titles: The list to show.
  ///   - flagCommands: The commands that mark posts as read and bookmark them.
  ///   - environment: The date, the clock, and what else all screens share.
  ///   - start: The state to start from, for example the row where the person was.
  ///   - feeds: The commands for other feeds.
  ///   - onPreview: Opens the selected title as a preview beside the list; nil for no preview.
  ///   - onOpen: Opens a title. Its `neighbour` moves the selection by a number of rows and returns the title selected
  ///     then, or nil past the end of the list.
  public static func live(
    _ titles: FlaggedList<PostTitle>, _ flagCommands: FlagCommands<Post.ID>, _ environment: ScreenEnvironment,
    start: PostListState = PostListState(), feeds: FeedCommands = .none, onPreview: Opening<PostTitle>? = nil,
    onOpen: @escaping Opening<PostTitle>
  ) -> Self {
    .live(
      titles.list, environment, start: start,
      waiting: { if case .flag(let command) = $0 { command.waiting } else { nil } },
      outcome: { command, title, neighbour in
        switch (command, title) {
        case (.flag(let command), let title): await flagCommands.perform(command, with: title, in: titles)
        case (.nextUnread(let query), let title):
          CommandOutcome(
            await flagCommands.hasFoundUnread(after: title, of: query, in: titles, neighbour)
              ? nil : await feeds.goOn())
        case (.refreshFeeds, _): CommandOutcome(await feeds.refresh())
        case (.turnFeed(let step), _): CommandOutcome(await feeds.turn(step))
        case (_, nil): CommandOutcome(nil)
        case (.copy, let title?):
          CommandOutcome(await environment.copied(title.page(on: environment.server)))
        case (.copyTitle, let title?): CommandOutcome(await environment.copied(title.title))
        case (.browse, let title?): CommandOutcome(await environment.browsed(title.opened(on: environment.server)))
        case (.browseAsRead, let title?):
          CommandOutcome(
            await environment.browsed(title.opened(on: environment.server)) {
              flagCommands.open(title.id, isStep: true)
            })
        }
      },
      onPreview: onPreview, onOpen: onOpen)
  }
}

extension FlagCommands<Post.ID> {
  /// Selects the next unread post, and returns whether there is another one than the selected one.
  fileprivate func hasFoundUnread(
    after title: PostTitle?, of query: ListQuery, in titles: FlaggedList<PostTitle>,
    _ neighbour: @Sendable (_ step: Int) async -> PostTitle?
  ) async -> Bool {
    guard let title else { return false }
    let next = try? await nextUnread(
      neighbour, rowsToUnread: { await titles.rowsToUnread(from: title.id, of: query) },
      isUnread: { await isUnread($0.id, $0.flags) })
    return next.map { $0.id != title.id } ?? false
  }
}
