import CodeFetcher
import ContentDomain
public import ContentService
import Essentials
public import Observed
public import ResponseCodeStore
public import Screen
import StyleGuide

extension DataFetchViewModel {
  /// Returns a view model that shows the last response code and the count, and fetches one code at a time.
  public static func live(
    _ content: ContentService, _ store: ResponseCodeStore, _ environment: ScreenEnvironment
  ) -> Self {
    let initial = DataFetchState()
    let state = Observed(initial)
    let fetcher = Fetcher(state: state, codes: CodeFetcher(content, store), environment: environment)
    let running = Observed<Task<Void, Never>?>(nil)
    let button = ViewModel<AsyncButtonState, Void>.live(initial.button, clock: environment.clock) {
      let task = Task { await fetcher.fetch() }
      running.update { $0 = task }
      await task.value
      running.update { $0 = nil }
    }

    @Sendable func shown() -> DataFetchState {
      var shown = state.value
      shown.button = button.state()
      return shown
    }

    return Self(
      state: shown,
      changes: .merging(state.changes, button.changes),
      send: { action in
        switch action {
        case .appeared, .reload:
          state.update { $0.notice = nil }
          return Task { await fetcher.restore() }
        case .disappeared:
          running.value?.cancel()
          return nil
        case .fetch: return button.send(())
        case .cancel:
          guard let task = running.value else { return nil }
          task.cancel()
          return Task { await task.value }
        case .copy:
          guard let code = state.value.responseCode else {
            state.update { $0.notice = "Nothing to copy yet." }
            return nil
          }
          return Task {
            await environment.copy(code.text)
            state.update { $0.notice = "Copied." }
          }
        }
      })
  }
}
