import Essentials
import Loadable
import Observed
import PostDomain
public import PostsRepository
public import ScreenEnvironment
import TextLayout
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
    let loading = Observed<(attempt: Attempt, task: Task<Void, Never>)?>(nil)
    let turning = Observed<Task<Task<Void, Never>?, Never>?>(nil)

    /// Loads the post that is shown, or another one from now on; the newest load gives up the one before.
    @Sendable func load(_ other: PostTitle? = nil) -> Task<Void, Never> {
      let (id, attempt) = state.update { state in
        if let other { state.turn(to: other) }
        return (state.id, state.begin())
      }
      let loader = Loader(state: state, repository: repository, environment: environment, id: id, attempt: attempt)
      let task = Task { await loader.load(clock) }
      let outdated = loading.update { newest in
        if let newest, newest.attempt > attempt { return task as Task<Void, Never>? }
        defer { newest = (attempt, task) }
        return newest?.task
      }
      outdated?.cancel()
      return task
    }

    /// Turns to a neighbour when all turns before this one are done; the tasks are the turn and, in it, the load.
    @Sendable func turn(by step: Int) -> Task<Void, Never> {
      let before = turning.value
      let turn = Task {
        _ = await before?.value
        if let title = await neighbour(step) { return load(title) as Task<Void, Never>? }
        state.update { $0.notice = step > 0 ? "This is the last post." : "This is the first post." }
        return nil
      }
      turning.update { $0 = turn }
      return Task { await turn.value?.value }
    }

    return Self(state) { action in
      state.update { $0.notice = nil }
      switch action {
      case .appeared, .reload:
        return load()
      case .disappeared:
        loading.value?.task.cancel()
        return nil
      case .scroll(let step, let lines, let height):
        state.update { $0.scroll(by: step, lines: lines, height: height) }
        return nil
      case .neighbour(let step):
        return turn(by: step)
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

/// One load of a post.
typealias Attempt = Loadable<PostDetail>.Attempt

extension PostDetailState {
  /// The post as a text of its own, as it is shown: nothing in it steers the terminal it is pasted into.
  var text: String {
    let body = TextLayout.paragraphs(post.value?.body ?? "")
    return TextLayout.line(title) + (body.isEmpty ? "" : "\n\n" + body)
  }

  /// A load begins, in the place of one that may be under way.
  mutating func begin() -> Attempt {
    tick = nil
    return post.begin()
  }

  /// Another post is shown, of which nothing but the title is known yet. The attempts go on being counted, so that a
  /// late answer is known for one.
  mutating func turn(to other: PostTitle) {
    (id, title) = (other.id, other.title)
    post.reset()
    (tick, freshness, notice, top) = (nil, nil, nil, 0)
  }

  mutating func scroll(by step: Int, lines: Int, height: Int) {
    let highest = max(0, lines - height)
    top = max(0, min(min(top, highest) + max(-lines, min(step, lines)), highest))
  }
}
