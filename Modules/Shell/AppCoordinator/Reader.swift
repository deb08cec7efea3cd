import Foundation
import HomeFeature
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
    on terminal: Terminal, posts: PostsRepository, surroundings: Surroundings, clock: some Clock<Duration>
  ) -> Self {
    Self(terminal: terminal) { navigator in
      let surroundings = surroundings.reporting(to: navigator.report) { await terminal.write(clipboard($0)) }
      let list = PostListViewModel.live(posts.titles, surroundings, clock: clock) { title, neighbour in
        navigator.push(
          .postDetail(.live(title, posts, surroundings, clock: clock, neighbour: neighbour)))
      }
      return .home(
        .live(sections: ["Posts"]),
        screens: [.postList(list, address: surroundings.server.absoluteString)])
    }
  }
}
