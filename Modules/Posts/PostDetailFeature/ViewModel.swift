import Foundation
import ItemsLoader
import Loadable
import Messages
import Observed
import PostDomain
public import PostsRepository
public import ScreenEnvironment
import StyleGuide
public import ViewModel

extension PostDetailViewModel {
  /// Shows one post, then its neighbours.
  /// - Parameters:
  ///   - clock: what the grace period and the spinner are measured with.
  ///   - neighbour: the post that many places further on in the list; nil where the list ends.
  public static func live(
    _ title: PostTitle, _ repository: PostsRepository, _ environment: ScreenEnvironment, clock: some Clock<Duration>,
    neighbour: @escaping @Sendable (_ step: Int) async -> PostTitle?
  ) -> Self {
    let state = Observed(PostDetailState(id: title.id, title: title.title))
    let load = Observed<Task<Void, Never>?>(nil)

    @Sendable func start() -> Task<Void, Never> {
      state.update { $0.begin() }
      let id = state.value.id
      let task = Task {
        await Loader(state: state, repository: repository, environment: environment, id: id).load(clock)
      }
      load.update {
        $0?.cancel()
        $0 = task
      }
      return task
    }

    @Sendable func move(by step: Int) async {
      guard let title = await neighbour(step) else {
        return state.update { $0.notice = step > 0 ? "This is the last post." : "This is the first post." }
      }
      state.update { $0 = PostDetailState(id: title.id, title: title.title) }
      await start().value
    }

    return Self(state) { action in
      state.update { $0.notice = nil }
      switch action {
      case .appeared, .reload:
        return start()
      case .disappeared:
        load.value?.cancel()
        return Task {}
      case .scroll(let step, let lines, let height):
        state.update { $0.scroll(by: step, lines: lines, height: height) }
        return Task {}
      case .neighbour(let step):
        return Task { await move(by: step) }
      case .copy:
        let text = state.value.text
        return Task {
          await environment.copyLines(text)
          state.update { $0.notice = "Copied." }
        }
      case .browse:
        let url = environment.server.appending(path: "posts").appending(component: state.value.id.text)
        return Task {
          let notice = await environment.browsed(url)
          state.update { $0.notice = notice }
        }
      }
    }
  }
}

extension PostDetailState {
  /// The post as a text of its own.
  var text: String { post.value.map { $0.body.isEmpty ? $0.title : "\($0.title)\n\n\($0.body)" } ?? title }

  /// A load begins, in the place of one that may be under way.
  mutating func begin() {
    post.cancel()
    _ = post.begin()
    tick = nil
  }

  mutating func scroll(by step: Int, lines: Int, height: Int) {
    let highest = max(0, lines - height)
    top = max(0, min(min(top, highest) + max(-lines, min(step, lines)), highest))
  }
}
