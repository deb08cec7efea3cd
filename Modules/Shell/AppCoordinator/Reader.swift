public import ContentService
public import CounterService
import DataFetchFeature
import Feed
import Foundation
import HomeFeature
public import LastResponseCodeService
import PostDetailFeature
import PostListFeature
public import PostsRepository
import Rendering
import Screen
public import ScreenEnvironment
public import Terminal
import ViewModel

extension AppCoordinator {
  /// The reader: the sections, and where each selection leads.
  /// - Parameter clock: what grace periods and spinners are measured with.
  public static func reader(
    on terminal: Terminal, posts: PostsRepository, content: ContentService, counter: CounterService,
    lastResponseCode: LastResponseCodeService, environment: ScreenEnvironment, clock: some Clock<Duration>
  ) -> Self {
    Self(terminal: terminal) { navigator in
      let environment = environment.reporting(to: navigator.report) { text, keepingLines in
        await terminal.write(clipboard(text, keepingLines: keepingLines))
      }
      let list = PostListViewModel.live(Feed(posts.titles) { $0.title }, environment, clock: clock) {
        title, neighbour in
        navigator.push(
          .postDetail(.live(title, posts, environment, clock: clock, neighbour: neighbour)))
      }
      let fetch = DataFetchViewModel.live(content, counter, lastResponseCode, environment, clock: clock)
      let address = environment.server.absoluteString
      return .home(
        .live(sections: ["Posts", "Fetch"]),
        screens: [.postList(list, address: address), .dataFetch(fetch, address: address)])
    }
  }
}
