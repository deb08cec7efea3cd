import Foundation
import Observed
public import Paging
import PostDomain
public import PostsRepository
public import ScreenEnvironment
import StyleGuide
public import ViewModel

extension PostListViewModel {
  /// Loads, selects and filters.
  /// - Parameters:
  ///   - clock: what the grace period and the spinner are measured with.
  ///   - onOpen: where a title leads; `neighbour` moves the selection by so many places and returns what is selected
  ///     then, nil where the list ends.
  public static func live(
    _ titles: Pages<PostTitle>, _ environment: ScreenEnvironment, clock: some Clock<Duration>,
    onOpen:
      @escaping @Sendable (
        _ title: PostTitle, _ neighbour: @escaping @Sendable (_ step: Int) async -> PostTitle?
      ) -> Void
  ) -> Self {
    let state = Observed(PostListState())
    let loader = Loader(state, titles, environment, clock: clock)
    let (load, search) = (Observed<Task<Void, Never>?>(nil), Observed<Task<Void, Never>?>(nil))

    @Sendable func searchOn() {
      let task = PostListState.searchOn(state)
      search.update {
        $0?.cancel()
        $0 = task
      }
    }

    @Sendable func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
      let task = Task {
        await work()
        searchOn()
      }
      load.update { $0 = task }
      return task
    }

    @Sendable func change(_ change: @Sendable (inout PostListState) -> Void) -> Task<Void, Never> {
      state.update {
        $0.forget()
        change(&$0)
      }
      return Task {}
    }

    @Sendable func select(height: Int, _ change: @Sendable (inout PostListState) -> Void) -> Task<Void, Never> {
      let wantsMore = state.update {
        $0.forget()
        change(&$0)
        guard $0.isNearEnd(height: height) else { return false }
        $0.loading = .more
        return true
      }
      return wantsMore ? start(loader.loadMore) : Task {}
    }

    @Sendable func neighbour(_ step: Int) async -> PostTitle? {
      let before = state.value.selected
      await select(height: 1) { $0.position.select($0.position.selected + step, count: $0.count) }.value
      let after = state.value.selected
      return after == before ? nil : after
    }

    @Sendable func reload() -> Task<Void, Never> {
      guard state.update({ $0.beginFirst() }) else { return Task {} }
      return start(loader.loadFirst)
    }

    let button = AsyncButtonViewModel.live(title: PostListState.buttonTitle, clock: clock) { await reload().value }

    return Self(state) { action in
      switch action {
      case .appeared, .reload:
        return reload()
      case .press:
        return button.send(.pressed)
      case .disappeared:
        load.value?.cancel()
        search.value?.cancel()
        return Task {}
      case .move(let step, let height):
        return select(height: height) { $0.position.move(by: step, count: $0.count, height: height) }
      case .moveToFirst(let height):
        return change { $0.position.select(0, count: $0.count, height: height) }
      case .moveToLast(let height):
        return select(height: height) { $0.position.select(.max, count: $0.count, height: height) }
      case .click(let row, let height):
        guard row < state.value.count else { return Task {} }
        if state.value.position.selected == row, let title = state.value.selected {
          onOpen(title, neighbour)
          return Task {}
        }
        return select(height: height) { $0.position.select(row, count: $0.count, height: height) }
      case .open:
        if let title = state.value.selected { onOpen(title, neighbour) }
        return change { $0.filter?.isEditing = false }
      case .copy:
        guard let title = state.value.selected else { return Task {} }
        return Task {
          await environment.copy(title.title)
          state.update { $0.notice = "Copied." }
        }
      case .browse:
        guard let title = state.value.selected else { return Task {} }
        return Task {
          let notice = await environment.browsed(
            environment.server.appending(path: "posts").appending(component: title.id.text))
          state.update { $0.notice = notice }
        }
      case .beginFilter:
        return change { $0.beginFilter() }
      case .type(let text):
        _ = change { $0.filter(by: ($0.filter?.query ?? "") + text) }
        searchOn()
        return search.value ?? Task {}
      case .deleteBackward:
        _ = change { $0.deleteBackward() }
        searchOn()
        return search.value ?? Task {}
      case .keepFilter:
        return change { $0.keepFilter() }
      case .clearFilter:
        search.value?.cancel()
        return change { $0.endFilter() }
      }
    }
  }
}
