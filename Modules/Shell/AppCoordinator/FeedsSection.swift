import Concurrency
import Essentials
import FeedListFeature
import FeedsRepository
import FlagCommands
import FlagsStore
import ItemList
import Observed
import PagedList
import PositionsStore
import PostDomain
import PostListFeature
import PostsRepository
import Rendering
import Screen
import StyleGuide
import Subscriptions
import Terminal

/// The section of the subscriptions: the list of feeds, and the posts of each row.
struct FeedsSection: Sendable {
  /// The name of the list of feeds, under which its position is saved.
  static let name = "feeds"

  private let feeds: FeedsRepository
  private let rows: FeedRows
  private let positions: ReaderPositions
  private let environment: ScreenEnvironment
  private let navigator: Navigator
  private let isOffline: Bool
  /// The commands for flags, which share one undo.
  private let flagCommands: Lazy<Task<FlagCommands<Post.ID>, Never>>
  /// The list of feeds, once it exists.
  private let list = Observed<FeedListViewModel?>(nil)

  init(
    _ feeds: FeedsRepository, _ rows: FeedRows, _ positions: ReaderPositions, queue: CommandQueue,
    _ environment: ScreenEnvironment, _ navigator: Navigator, isOffline: Bool
  ) {
    self.feeds = feeds
    self.rows = rows
    self.positions = positions
    self.navigator = navigator
    self.isOffline = isOffline
    self.environment = environment.with(\.isFeed, true)
    flagCommands = Lazy { Task { FlagCommands(await feeds.posts(.all).flags, queue: queue, environment) } }
  }

  /// Returns the screen of the list of feeds.
  func screen() -> Screen {
    let viewModel = FeedListViewModel.live(
      rows, feeds, flagCommands: { await flagCommands.value.value }, environment,
      start: positions.start(Self.name) { FeedRow.ID(text: $0) }.refreshedElsewhere(isOffline: isOffline),
      onPreview: { row, _ in navigator.preview(posts(of: row, isOpen: false)) },
      onOpen: { row, _ in navigator.push(posts(of: row, isOpen: true)) })
    list.replace(with: viewModel)
    positions.follow(viewModel, Self.name, idText: \.text)
    environment.background.add {
      await environment.pause()
      var hadProblems = false
      // Lines that only have other numbers are no news.
      for await _ in feeds.changes.reading({ try? await feeds.problems().map(\.kind) }) {
        if let notice = await feeds.problemNotice() {
          environment.report(notice)
          _ = viewModel.send(.say(notice))
          hadProblems = true
        } else if hadProblems, (try? await feeds.problems())?.isEmpty == true {
          _ = viewModel.send(.say("Every line of the file is understood."))
          hadProblems = false
        }
      }
    }
    return .feedList(viewModel, rows, environment)
  }

  /// Returns the screen of the posts of a row. As a preview it changes nothing that is saved.
  /// - Parameter opensUnread: Whether the first unread post opens at once.
  private func posts(of row: FeedRow, isOpen: Bool, opensUnread: Bool = false) -> Screen {
    let path: @Sendable () -> String = { "Feeds › \(rows.title(of: row))" }
    let isOpen = Observed(isOpen)
    var screen = Screen.arriving(
      frame: { size in
        Frame([header(path(), nil, now: environment.now(), width: size.width)], size: size)
      },
      make: {
        let name = row.id.text
        var posts = await feeds.posts(row.id)
        if row.subscription == nil {
          posts.list.refresh = {
            try await feeds.refresh(row.id, environment)
            return Refreshed()
          }
        }
        let positions = await ReaderPositions(positions.saver, lists: [name])
        let visit = positions.visit(name, now: environment.now)
        let isTurning = Observed(false)
        let screens = PostScreens(
          posts: posts, flagCommands: await flagCommands.value.value,
          visit: Visit(last: visit.last) { if isOpen.value { visit.record() } }, saver: positions.saver,
          environment: row.subscription?.source.address.map { environment.with(\.server, $0.maskingPassword) }
            ?? environment,
          navigator: navigator, path: path, address: row.subscription == nil ? "" : nil,
          feeds: feedCommands(besides: row.id, isTurning),
          empty: { isLive in
            if rows.isAwaited(row.id), feeds.progress.value != nil { return ("Loading…", []) }
            return isOffline && row.hidden == 0 ? nil : row.emptiness(isLive: isLive, environment)
          },
          hasFailed: { rows.hasFailed(row.id) },
          onward: { await goOn(from: row.id) })
        let saved: PostListState = positions.start(name) { Post.ID($0) }
        let unread = opensUnread ? await posts.firstUnread() : nil
        let start = unread.map { saved.selecting($0) } ?? saved
        let (viewModel, list) = screens.list(from: start.refreshedElsewhere(isOffline: isOffline))
        if let unread {
          Task {
            await viewModel.wait { $0.isRead }
            if viewModel.state().shown.selected?.id == unread { _ = viewModel.send(.open) }
          }
        }
        var screen = list.waiting(while: isTurning) { event in
          [.key("J"), .key("K")].contains(event) && !viewModel.state().isTyping
        }
        let stop = Observed<(@Sendable () -> Void)?>(nil)
        screen.open = {
          isOpen.replace(with: true)
          if stop.value != nil { return }
          visit.record()
          stop.replace(with: positions.follow(viewModel, name, idText: \.text))
        }
        screen.disappear = { [disappear = screen.disappear] in
          disappear()
          stop.value?()
        }
        if isOpen.value { screen.open() }
        return screen
      })
    screen.subject = { Screen.Subject(row.id) }
    screen.standsBeside = true
    screen.movesLeft = true
    return screen
  }

  /// - Parameter isTurning: Set to false if there is no other feed to show.
  private func feedCommands(besides id: FeedRow.ID, _ isTurning: Observed<Bool>) -> FeedCommands {
    FeedCommands(
      refresh: {
        // Its result is announced, so that the keys do not wait for it.
        environment.background.add { await feeds.refreshAll(environment) }
        return nil
      },
      turn: { step in
        let query = list.value?.state().shownQuery ?? ListQuery()
        if await turn(step, from: id, in: query) { return nil }
        isTurning.replace(with: false)
        return query.nothingUnread
      },
      goOn: { await turn(1, from: id) ? nil : ListQuery().nothingUnread })
  }

  /// Goes on with the next feed that has unread posts, after the end of one.
  private func goOn(from id: FeedRow.ID) async -> Bool {
    guard case .feed = id else { return false }
    return await turn(1, from: id, opensUnread: true)
  }

  /// Shows the posts of the next feed with unread posts in place of those of a row, and returns whether there is one.
  /// - Parameter query: The query that the feed matches; nil if a filter of the list of feeds is not in the way.
  private func turn(
    _ step: Int, from id: FeedRow.ID, in query: ListQuery? = nil, opensUnread: Bool = false
  ) async -> Bool {
    guard let list = list.value else { return false }
    let query = query ?? ListQuery(order: list.state().query.order)
    let shown = try? await rows.list.reader.window(query, .row(0), 0, .max).items
    guard let next = shown?.nextUnread(step, from: id) else { return false }
    _ = list.send(.command(.select(next.id)))
    navigator.replace(posts(of: next, isOpen: true, opensUnread: opensUnread))
    return true
  }
}

extension Screen {
  /// Returns a screen that holds keys after an event that opens another screen.
  /// - Parameters:
  ///   - isWaiting: Set to true by such an event. It stays true if another screen replaces this one.
  ///   - begins: Returns whether an event is one of them.
  fileprivate func waiting(
    while isWaiting: Observed<Bool>, from begins: @escaping @Sendable (Terminal.Event) -> Bool
  ) -> Self {
    var screen = self
    screen.changes = .merging(changes, isWaiting.changes)
    screen.react = { event, size in
      if isWaiting.value { return .later }
      guard begins(event) else { return react(event, size) }
      isWaiting.replace(with: true)
      let reaction = react(event, size)
      if reaction != .handled { isWaiting.replace(with: false) }
      return reaction
    }
    return screen
  }
}

extension PostsRepository {
  fileprivate func firstUnread() async -> Post.ID? {
    try? await list.reader.window(ListQuery(filters: [.unread]), .row(0), 0, 0).items.first?.id
  }
}

extension PostListState {
  /// Returns the state of the whole list with a post selected.
  fileprivate func selecting(_ id: Post.ID) -> Self {
    var state = showing(.list) ?? Self()
    if let bookmarked = showing(.bookmarked) { state = state.with(other: bookmarked) }
    state.filter = nil
    state.restore(ItemListPosition(item: id.text)) { Post.ID($0) }
    return state
  }
}
