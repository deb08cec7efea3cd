import ComicDetailFeature
import ComicDomain
import ComicListFeature
import ComicsRepository
import Concurrency
import DataFetchFeature
import Essentials
import FeedListFeature
import FeedsRepository
import FlagCommands
import HomeFeature
import ItemList
import Messages
import Observed
import PagedList
import PositionsStore
import PostDetailFeature
import PostDomain
import PostListFeature
import PostsRepository
import Rendering
public import Repositories
public import Screen
public import Settings
import StyleGuide
public import Terminal
import TodoListFeature
import TodosRepository

extension AppCoordinator {
  /// Returns the reader with its sections and their detail screens.
  /// - Parameters:
  ///   - terminal: The terminal that shows the reader.
  ///   - repositories: The data of the sections. Edits are delivered while the reader is open, and saved before it
  ///     ends.
  ///   - settings: The addresses of the sections' servers.
  ///   - sections: The sections that are shown, in order; at least one.
  ///   - others: The sections that are added once the first answer for posts, or none, tells that they are no feed's.
  ///   - environment: The date, the clock, and what else all screens share.
  ///   - tidy: Runs once, in the background, after the reader has been open for a minute.
  public static func reader(
    on terminal: Terminal, _ repositories: Repositories, _ settings: Settings,
    sections: [ReaderSection] = ReaderSection.allCases, others: [ReaderSection] = [], environment: ScreenEnvironment,
    tidy: (@Sendable () async -> Void)? = nil
  ) -> Self {
    /// Delays background work until the first screen has had time to appear.
    @Sendable func later(_ work: @escaping @Sendable () async -> Void) -> @Sendable () async -> Void {
      {
        await environment.pause()
        if !Task.isCancelled { await work() }
      }
    }
    let meanwhile = later {
      await withTaskGroup { group in
        group.addTask { await repositories.todos.deliverUntilCancelled() }
        group.addTask {
          repeat {
            await repositories.noticeChanges()
            if sections.contains(.feeds) { await repositories.feeds.noticeChanges() }
          } while (try? await environment.clock.sleep(for: .seconds(15))) != nil
        }
        if sections.contains(.feeds) { group.addTask { await repositories.feeds.refreshUntilCancelled() } }
        guard let tidy else { return }
        group.addTask {
          guard (try? await environment.clock.sleep(for: .seconds(60))) != nil else { return }
          await tidy()
        }
      }
    }
    let changes = CommandQueue()
    let comicsName = "comics \(settings.comicsServer.absoluteString)"
    let todosName = "to-dos \(settings.todosServer.absoluteString)"
    let saver = PositionSaver(repositories.positions, clock: environment.clock)
    // The databases of the feeds are opened only with their section.
    let feedRows = Lazy { FeedRows(repositories.feeds) }
    // Returns the keys of the sections that are shown; set once they are known.
    let shownKeys = Observed<@Sendable () -> [KeySection]> { [] }
    var coordinator = Self(
      terminal: terminal, pictures: environment.pictures, clock: environment.clock
    ) { navigator in
      let environment = environment.on(terminal, navigator)
      let caching = environment.with(\.cacheFailure, { repositories.cacheFailure.value })
      environment.background.add {
        await repositories.damagedCache.wait { $0 != nil }
        guard let file = repositories.damagedCache.value else { return }
        environment.report(Messages.damagedCache(file).sentence)
        environment.announce([
          "The saved copy was damaged; S saves everything again, ! says more.", "The saved copy was damaged; see !.",
        ])
      }
      environment.background.add {
        await repositories.lostRows.wait { $0 > 0 }
        guard repositories.lostRows.value > 0 else { return }
        environment.report(Messages.lostRows(repositories.lostRows.value).sentence)
        environment.announce([
          "Damaged items of the saved copy are left out; S saves them again.", "Damaged items are left out; see !.",
        ])
      }
      environment.background.add {
        await repositories.cacheFailure.wait { $0 != nil }
        guard let failure = repositories.cacheFailure.value else { return }
        environment.report("\(Messages.unsaved(failure)) \(Messages.savingAdvice(failure, option: "--cache"))")
        environment.announce([Messages.unsaved(failure), "\(Messages.notSaved(failure).sentence) See !."])
      }
      let positions = await ReaderPositions(saver, lists: ["posts", comicsName, FeedsSection.name], todos: todosName)
      // A server on the command line is shown first, not the subscriptions.
      let home = positions.section(
        sections.map(\.name), others: others.map(\.name),
        skipping: settings.isServerOnCommandLine ? ReaderSection.feeds.name : nil)
      shownKeys.replace(with: { keys(of: Array((sections + others).prefix(home.value.sections.count))) })
      @Sendable func addOthers() async {
        guard home.value.sections.count == sections.count, await repositories.hasFeed() != true else { return }
        home.update { $0.sections += others.map(\.name) }
      }
      // Only the section that is shown is created.
      let screens = (sections + others).enumerated().map { number, section in
        Screen.made {
          switch section {
          case .feeds:
            FeedsSection(
              repositories.feeds, feedRows.value, positions, queue: changes, caching, navigator.part(number),
              isOffline: settings.isOffline
            ).screen()
          case .posts:
            .posts(
              repositories.posts.naming(feed: { _ in await repositories.feedTitle() }), positions, queue: changes,
              caching, navigator.part(number), answered: addOthers)
          case .comics:
            .comics(
              repositories.comics, positions, comicsName, queue: changes,
              caching.with(\.server, settings.comicsServer), navigator.part(number))
          case .todos:
            .todoLists(
              repositories.todos, environment.with(\.server, settings.todosServer).with(\.commands, changes),
              positions: positions.todoLists(todosName))
          case .fetch:
            .dataFetch(
              .live(repositories.content, repositories.codes, environment.with(\.server, settings.fetchServer)),
              address: settings.fetchServer.absoluteString)
          }
        }
      }
      let prewarm = later { if sections.contains(.comics) { await repositories.comics.list.prewarm() } }
      return .home(home, screens: screens, prewarm: prewarm)
    }
    coordinator.help = { shownKeys.value() }
    coordinator.meanwhile = meanwhile
    coordinator.finish = {
      await environment.background.cancel()
      // Commands of lists that wait for a server are given up; edits of to-dos are among the changes.
      let isDone = Latch()
      Task {
        await environment.commands.finish()
        isDone.open()
      }
      await isDone.wait(orUntil: { try await environment.clock.sleep(for: .seconds(1)) })
      await changes.finish()
      await saver.finish()
    }
    coordinator.sync = .live(repositories, settings, sections, others, environment)
    if sections.contains(.feeds) {
      coordinator.marked = { feedRows.value.failures(environment) }
      coordinator.refresh = repositories.feeds.progress
      coordinator.rules = repositories.feeds.rulesProgress
    }
    return coordinator
  }
}

extension ReaderSection {
  /// The title of the section.
  fileprivate var name: String { self == .todos ? "To-dos" : rawValue.capitalized }
}

extension ScreenEnvironment {
  /// Returns the environment of the screens on a terminal.
  fileprivate func on(_ terminal: Terminal, _ navigator: Navigator) -> Self {
    var environment = self
    environment.report = navigator.report
    environment.announce = navigator.announce
    environment.copy = { await terminal.write(clipboard($0, savingLines: false)) }
    environment.copyLines = { await terminal.write(clipboard($0, savingLines: true)) }
    return environment
  }

  /// Returns the environment with another value of a property.
  func with<Value>(_ property: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
    var environment = self
    environment[keyPath: property] = value
    return environment
  }
}

extension Screen {
  fileprivate static func posts(
    _ posts: PostsRepository, _ positions: ReaderPositions, queue: CommandQueue, _ environment: ScreenEnvironment,
    _ navigator: Navigator, answered: @escaping @Sendable () async -> Void
  ) -> Self {
    let flagCommands = FlagCommands(posts.flags, queue: queue, environment)
    let (viewModel, screen) = PostScreens(
      posts: posts, flagCommands: flagCommands, visit: positions.visit("posts", now: environment.now),
      saver: positions.saver,
      environment: environment, navigator: navigator
    ).list(from: positions.start("posts") { Post.ID($0) })
    positions.follow(viewModel, "posts", idText: \.text)
    Task {
      await viewModel.changes.wait { viewModel.state().confirmation != nil || viewModel.state().failure != nil }
      await answered()
    }
    return screen
  }

  fileprivate static func comics(
    _ comics: ComicsRepository, _ positions: ReaderPositions, _ name: String, queue: CommandQueue,
    _ environment: ScreenEnvironment, _ navigator: Navigator
  ) -> Self {
    let flagCommands = FlagCommands(comics.flags, queue: queue, environment)
    let list = FlaggedList(
      comics.list, repository: comics.flags, visit: positions.visit(name, now: environment.now), flags: \.flags)
    // Selects a comic that a detail screen shows; set once the list exists.
    let select = Observed<@Sendable (Comic.ID) -> Void> { _ in }
    // The query that the list shows; set once the list exists.
    let query = Observed<@Sendable () -> ListQuery> { ListQuery() }
    @Sendable func detail(
      _ comic: ComicEntry, isOpen: Bool, _ neighbour: (@Sendable (Int) async -> ComicEntry?)?
    ) -> Screen {
      let heading = ComicHeading(id: comic.id, title: comic.title)
      return .comicDetail(
        .live(
          heading, comics, flagCommands, environment, isOpen: isOpen, neighbour: neighbour,
          rowsToUnread: { await list.rowsToUnread(from: $0, of: query.value()) },
          unreadInList: { await list.nextUnread(after: $0, of: query.value()) },
          jumped: { select.value($0) }),
        environment)
    }
    let viewModel = ComicListViewModel.live(
      list, comics, flagCommands, environment, start: positions.start(name) { Comic.ID(text: $0) },
      onPreview: { navigator.preview(detail($0, isOpen: false, $1)) },
      onOpen: { comic, neighbour in
        if neighbour == nil { select.value(comic.id) }
        navigator.push(detail(comic, isOpen: true, neighbour))
      })
    query.replace(with: { viewModel.state().textQuery })
    select.replace(with: { _ = viewModel.send(.command(.select($0))) })
    positions.follow(viewModel, name, idText: \.description)
    return .comicList(viewModel, of: list, environment)
  }
}
