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
import PostDetailFeature
import PostDomain
import PostListFeature
import PostsRepository
import Rendering
public import Repositories
import Screen
public import ScreenEnvironment
public import Terminal
import TodoListFeature
import TodosRepository
import ViewModel

extension AppCoordinator {
  /// The reader: the sections, and where each selection leads.
  /// - Parameters:
  ///   - repositories: what the sections show. What was changed here is delivered as long as the reader is open,
  ///     and kept before it ends.
  public static func reader(
    on terminal: Terminal, _ repositories: Repositories, environment: ScreenEnvironment
  ) -> Self {
    /// What nobody looks at yet begins when what is looked at has had the time to appear.
    @Sendable func later(_ work: @escaping @Sendable () async -> Void) -> @Sendable () async -> Void {
      {
        await environment.pause()
        if !Task.isCancelled { await work() }
      }
    }
    let meanwhile = later(repositories.todos.keepDelivering)
    let changes = CommandQueue()
    return Self(
      terminal: terminal, pictures: environment.pictures, meanwhile: meanwhile, finish: changes.finish
    ) { navigator in
      let environment = environment.reporting(to: navigator.report) { text, keepingLines in
        await terminal.write(clipboard(text, keepingLines: keepingLines))
      }
      let comics = repositories.comics
      return .home([
        HomeSection("Posts", .posts(repositories.posts, queue: changes, environment, navigator.part(0))),
        HomeSection(
          "Comics",
          .comics(
            comics, queue: changes, environment.with(server: repositories.comicsServer), navigator.part(1)),
          prewarm: later(comics.feed.prewarm)),
        HomeSection(
          "To-dos",
          .todoLists(
            repositories.todos, environment.with(server: repositories.todosServer), queue: changes)),
        HomeSection(
          "Fetch",
          .dataFetch(
            .live(repositories.content, repositories.codes, environment),
            address: environment.server.absoluteString)),
      ])
    }
  }
}

extension ScreenEnvironment {
  fileprivate func with(server: URL) -> Self {
    var environment = self
    environment.server = server
    return environment
  }
}

extension Screen {
  fileprivate static func posts(
    _ posts: PostsRepository, queue: CommandQueue, _ environment: ScreenEnvironment, _ navigator: Navigator
  ) -> Self {
    let marking = Marking(posts.marks, queue: queue, environment)
    @Sendable func list(_ feed: Feed<PostTitle>) -> (feed: MarkedFeed<PostTitle>, viewModel: PostListViewModel) {
      let feed = MarkedFeed(feed, marks: posts.marks, mark: \.mark)
      let viewModel = PostListViewModel.live(feed, marking, environment) { title, neighbour in
        navigator.push(.postDetail(.live(title, posts, marking, environment, neighbour: neighbour)))
      }
      return (feed, viewModel)
    }
    return .postLists(all: list(posts.feed), bookmarked: list(posts.bookmarked), environment)
  }

  fileprivate static func comics(
    _ comics: ComicsRepository, queue: CommandQueue, _ environment: ScreenEnvironment, _ navigator: Navigator
  ) -> Self {
    let marking = Marking(comics.marks, queue: queue, environment)
    @Sendable func list(_ feed: Feed<ComicEntry>) -> (feed: MarkedFeed<ComicEntry>, viewModel: ComicListViewModel) {
      let feed = MarkedFeed(feed, marks: comics.marks, mark: \.mark)
      let viewModel = ComicListViewModel.live(feed, comics, marking, environment) { comic, neighbour in
        let heading = ComicHeading(id: comic.id, title: comic.title)
        navigator.push(
          .comicDetail(
            .live(heading, comics, marking, environment, neighbour: neighbour), pictures: environment.pictures))
      }
      return (feed, viewModel)
    }
    return .comicLists(all: list(comics.feed), bookmarked: list(comics.bookmarked), environment)
  }
}
