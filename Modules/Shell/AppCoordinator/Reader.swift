import Bookmarking
import ComicDetailFeature
import ComicDomain
import ComicListFeature
public import ComicsRepository
public import ContentService
import DataFetchFeature
public import Essentials
import Feed
import HomeFeature
import PostDetailFeature
import PostListFeature
public import PostsRepository
import Rendering
public import ResponseCodeStore
import Screen
public import ScreenEnvironment
public import Terminal
import ViewModel

extension AppCoordinator {
  /// The reader: the sections, and where each selection leads.
  /// - Parameters:
  ///   - comicsServer: where the comics come from; everything else comes from the environment's server.
  ///   - clock: what grace periods and spinners are measured with.
  public static func reader(
    on terminal: Terminal, posts: PostsRepository, comics: ComicsRepository, comicsServer: URL,
    content: ContentService, codes: ResponseCodeStore, environment: ScreenEnvironment, clock: some Clock<Duration>
  ) -> Self {
    Self(terminal: terminal, pictures: environment.pictures) { navigator in
      let environment = environment.reporting(to: navigator.report) { text, keepingLines in
        await terminal.write(clipboard(text, keepingLines: keepingLines))
      }
      var comicsEnvironment = environment
      comicsEnvironment.server = comicsServer
      return .home([
        HomeSection("Posts", .posts(posts, environment, navigator, clock: clock)),
        HomeSection(
          "Comics", .comics(comics, comicsEnvironment, navigator, clock: clock), prewarm: comics.feed.prewarm),
        HomeSection(
          "Fetch",
          .dataFetch(
            .live(content, codes, environment, clock: clock), address: environment.server.absoluteString)),
      ])
    }
  }
}

extension Screen {
  fileprivate static func posts(
    _ posts: PostsRepository, _ environment: ScreenEnvironment, _ navigator: Navigator, clock: some Clock<Duration>
  ) -> Self {
    .postList(
      .live(posts.feed, environment, clock: clock) { title, neighbour in
        navigator.push(.postDetail(.live(title, posts, environment, clock: clock, neighbour: neighbour)))
      }, address: environment.server.absoluteString)
  }

  fileprivate static func comics(
    _ comics: ComicsRepository, _ environment: ScreenEnvironment, _ navigator: Navigator, clock: some Clock<Duration>
  ) -> Self {
    let bookmarks = Bookmarking<Comic.ID>(environment, set: comics.setBookmarked, undo: comics.undo)
    @Sendable func list(_ feed: Feed<ComicEntry>) -> ComicListViewModel {
      .live(feed, comics, bookmarks, environment, clock: clock) { comic, neighbour in
        let heading = ComicHeading(id: comic.id, title: comic.title)
        navigator.push(
          .comicDetail(
            .live(heading, comics, bookmarks, environment, clock: clock, neighbour: neighbour),
            pictures: environment.pictures))
      }
    }
    return .comicLists(all: list(comics.feed), bookmarked: list(comics.bookmarked), server: environment.server)
  }
}
