public import ContentService
import DataFetchFeature
import Essentials
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
  /// - Parameter clock: what grace periods and spinners are measured with.
  public static func reader(
    on terminal: Terminal, posts: PostsRepository, content: ContentService, codes: ResponseCodeStore,
    environment: ScreenEnvironment, clock: some Clock<Duration>
  ) -> Self {
    Self(terminal: terminal, pictures: environment.pictures) { navigator in
      let environment = environment.reporting(to: navigator.report) { text, keepingLines in
        await terminal.write(clipboard(text, keepingLines: keepingLines))
      }
      let list = PostListViewModel.live(posts.feed, environment, clock: clock) { title, neighbour in
        navigator.push(
          .postDetail(.live(title, posts, environment, clock: clock, neighbour: neighbour)))
      }
      let fetch = DataFetchViewModel.live(content, codes, environment, clock: clock)
      let address = environment.server.absoluteString
      return .home(
        .live(sections: ["Posts", "Fetch"]),
        screens: [.postList(list, address: address), .dataFetch(fetch, address: address)])
    }
  }
}
