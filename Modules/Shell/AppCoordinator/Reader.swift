import ComicDetailFeature
import ComicDomain
import ComicListFeature
import ComicsRepository
import CommandQueue
import DataFetchFeature
import Essentials
import Feed
import HomeFeature
import ItemList
import Marking
import Observed
import PlacesStore
import PostDetailFeature
import PostDomain
import PostListFeature
import PostsRepository
import Rendering
public import Repositories
import Screen
public import ScreenEnvironment
public import Settings
public import Terminal
import TodoListFeature
import TodosRepository
import ViewModel

extension AppCoordinator {
  /// The reader: the sections, and where each selection leads.
  /// - `repositories`: what the sections show. What was changed here is delivered as long as the reader is open,
  ///   and kept before it ends.
  /// - `tidy`: done once, in the background, when the reader has been open for a minute.
  /// - `sections`: which of them are shown, in their order; one at least.
  public static func reader(
    on terminal: Terminal, _ repositories: Repositories, sections: [ReaderSection] = ReaderSection.allCases,
    environment: ScreenEnvironment, tidy: (@Sendable () async -> Void)? = nil
  ) -> Self {
    /// What nobody looks at yet begins when what is looked at has had the time to appear.
    @Sendable func later(_ work: @escaping @Sendable () async -> Void) -> @Sendable () async -> Void {
      {
        await environment.pause()
        if !Task.isCancelled { await work() }
      }
    }
    let meanwhile = later {
      await withTaskGroup { group in
        group.addTask { await repositories.todos.keepDelivering() }
        guard let tidy else { return }
        group.addTask {
          guard (try? await environment.clock.sleep(for: .seconds(60))) != nil else { return }
          await tidy()
        }
      }
    }
    let changes = CommandQueue()
    let comicsName = "comics \(repositories.comicsServer.absoluteString)"
    let keeper = PlaceKeeper(repositories.places, clock: environment.clock)
    @Sendable func finish() async {
      await changes.finish()
      await keeper.finish()
    }
    return Self(
      terminal: terminal, pictures: environment.pictures, meanwhile: meanwhile, finish: finish,
      clock: environment.clock, sync: .live(repositories, sections, environment)
    ) { navigator in
      let environment = environment.reporting(to: navigator.report, announcing: navigator.announce) {
        text, keepingLines in
        await terminal.write(clipboard(text, keepingLines: keepingLines))
      }
      let places = await Places(keeper, lists: ["posts", comicsName])
      // Only the section that is shown is made.
      let screens = sections.enumerated().map { number, section in
        Screen.made {
          switch section {
          case .posts:
            .posts(
              repositories.posts, places, queue: changes, environment.saying(repositories.cacheFailure),
              navigator.part(number))
          case .comics:
            .comics(
              repositories.comics, places, comicsName, queue: changes,
              environment.with(server: repositories.comicsServer).saying(repositories.cacheFailure),
              navigator.part(number))
          case .todos:
            .todoLists(repositories.todos, environment.with(server: repositories.todosServer), queue: changes)
          case .fetch:
            .dataFetch(
              .live(repositories.content, repositories.codes, environment.with(server: repositories.contentServer)),
              address: repositories.contentServer.absoluteString)
          }
        }
      }
      let prewarm = later { if sections.contains(.comics) { await repositories.comics.feed.prewarm() } }
      return .home(places.section(sections.map(\.name)), screens: screens, prewarm: prewarm)
    }
  }
}

extension ReaderSection {
  /// What it is called.
  fileprivate var name: String {
    switch self {
    case .posts: "Posts"
    case .comics: "Comics"
    case .todos: "To-dos"
    case .fetch: "Fetch"
    }
  }
}

extension ScreenEnvironment {
  fileprivate func with(server: URL) -> Self {
    var environment = self
    environment.server = server
    return environment
  }

  /// The same for a section whose data is saved in the cache.
  fileprivate func saying(_ cacheFailure: @escaping @Sendable () -> (any Error)?) -> Self {
    var environment = self
    environment.cacheFailure = cacheFailure
    return environment
  }
}

extension Screen {
  fileprivate static func posts(
    _ posts: PostsRepository, _ places: Places, queue: CommandQueue, _ environment: ScreenEnvironment,
    _ navigator: Navigator
  ) -> Self {
    let marking = Marking(posts.marks, queue: queue, environment)
    let feed = MarkedFeed(
      posts.feed, marks: posts.marks, visit: places.visit("posts", now: environment.now), mark: \.mark)
    // What the texts were searched for; known when there is a list.
    let words = Observed<@Sendable () -> String?> { nil }
    @Sendable func page(
      _ title: PostTitle, isOpen: Bool, _ neighbour: @escaping @Sendable (Int) async -> PostTitle?
    ) -> Screen {
      .postDetail(
        .live(
          title, posts, marking, places.keeper, environment, isOpen: isOpen, words: words.value(),
          neighbour: neighbour), now: environment.now)
    }
    let viewModel = PostListViewModel.live(
      feed, marking, environment, start: places.start("posts") { Post.ID($0) },
      onPreview: { navigator.preview(page($0, isOpen: false, $1)) },
      onOpen: { navigator.push(page($0, isOpen: true, $1)) })
    words.replace(with: {
      let filter = viewModel.state().filter
      return filter?.isInTexts == true ? filter?.query : nil
    })
    places.follow(viewModel, "posts", idText: \.text)
    return .postList(viewModel, of: feed, environment)
  }

  fileprivate static func comics(
    _ comics: ComicsRepository, _ places: Places, _ name: String, queue: CommandQueue,
    _ environment: ScreenEnvironment, _ navigator: Navigator
  ) -> Self {
    let marking = Marking(comics.marks, queue: queue, environment)
    let feed = MarkedFeed(
      comics.feed, marks: comics.marks, visit: places.visit(name, now: environment.now), mark: \.mark)
    // Selects a comic that a page shows; known when there is a list.
    let select = Observed<@Sendable (Comic.ID) -> Void> { _ in }
    @Sendable func page(
      _ comic: ComicEntry, isOpen: Bool, _ neighbour: (@Sendable (Int) async -> ComicEntry?)?
    ) -> Screen {
      let heading = ComicHeading(id: comic.id, title: comic.title)
      return .comicDetail(
        .live(
          heading, comics, marking, environment, isOpen: isOpen, neighbour: neighbour,
          jumped: { select.value($0) }),
        pictures: environment.pictures, now: environment.now)
    }
    let viewModel = ComicListViewModel.live(
      feed, comics, marking, environment, start: places.start(name) { Comic.ID(bookmark: $0) },
      onPreview: { navigator.preview(page($0, isOpen: false, $1)) },
      onOpen: { comic, neighbour in
        if neighbour == nil { select.value(comic.id) }
        navigator.push(page(comic, isOpen: true, neighbour))
      })
    select.replace(with: { _ = viewModel.send(.command(.select($0))) })
    places.follow(viewModel, name, idText: \.description)
    return .comicList(viewModel, of: feed, environment)
  }
}
