public import ContentService
public import CounterService
import DataFetchFeature
import Foundation
import HomeFeature
public import LastResponseCodeService
import PostDetailFeature
import PostListFeature
public import PostsRepository
import Rendering
import Screen
public import Surroundings
public import Terminal
import ViewModel

extension AppCoordinator {
  /// The reader: the sections, and where each selection leads.
  /// - Parameter clock: what grace periods and spinners are measured with.
  public static func reader(
    on terminal: Terminal, posts: PostsRepository, content: ContentService, counter: CounterService,
    lastResponseCode: LastResponseCodeService, surroundings: Surroundings, clock: some Clock<Duration>
  ) -> Self {
    Self(terminal: terminal) { navigator in
      let surroundings = surroundings.reporting(to: navigator.report) { await terminal.write(clipboard($0)) }
      let list = PostListViewModel.live(posts.titles, surroundings, clock: clock) { title, neighbour in
        navigator.push(
          .postDetail(.live(title, posts, surroundings, clock: clock, neighbour: neighbour)))
      }
      let fetch = DataFetchViewModel.live(content, counter, lastResponseCode, surroundings, clock: clock)
      let address = surroundings.server.absoluteString
      return .home(
        .live(sections: ["Posts", "Fetch"]),
        screens: [.postList(list, address: address), .dataFetch(fetch, address: address)])
    }
  }
}
