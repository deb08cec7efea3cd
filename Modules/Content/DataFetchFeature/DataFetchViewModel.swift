import CodeFetcher
import ContentDomain
public import ContentService
public import Essentials
public import Observed
public import ResponseCodeStore
public import Screen
public import StyleGuide

/// The state of the screen that fetches response codes.
public struct DataFetchState: Equatable, Sendable {
  /// The last response code; nil if there is none, or before it is read.
  public var responseCode: UUID?
  /// The number of codes fetched so far; nil before it is read.
  public var timesFetched: Int?
  /// The reason why the last try failed, as a clause; nil once another try begins.
  public var failure: String?
  /// A notice about the last action: "Copied."
  public var notice: String?
  /// The button that fetches.
  public var button = AsyncButtonState(title: "Fetch", doing: "Fetching")

  public init() {}
}

/// The actions of the screen.
public enum DataFetchAction: Equatable, Sendable {
  /// Read the saved codes, each time the screen appears, because another program may have fetched some.
  case reload
  /// The screen is closed for good.
  case disappeared
  /// Press the button.
  case fetch
  /// Cancel the fetch in flight.
  case cancel
  /// Copy the last response code to the clipboard.
  case copy
}

/// The view model of the screen that fetches response codes.
public typealias DataFetchViewModel = ViewModel<DataFetchState, DataFetchAction>

extension DataFetchViewModel {
  /// Returns a view model that shows the last response code and the count, and fetches one code at a time.
  public static func live(
    _ content: ContentService, _ store: ResponseCodeStore, _ environment: ScreenEnvironment
  ) -> Self {
    let state = Observed(DataFetchState())
    let fetcher = Fetcher(state: state, codes: CodeFetcher(content, store), environment: environment)
    let running = Observed<Task<Void, Never>?>(nil)
    let press = press(of: state, clock: environment.clock) {
      let task = Task { await fetcher.fetch() }
      running.update { $0 = task }
      await task.value
      running.update { $0 = nil }
    }

    return Self(state) { action in
      switch action {
      case .reload:
        state.update { $0.notice = nil }
        return Task { await fetcher.restore() }
      case .disappeared:
        running.value?.cancel()
        return nil
      case .fetch: return press()
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
    }
  }
}

/// Returns a press of the button, which runs `work` at most once at a time, however often it is pressed. Presses within
/// 300 ms of the last one are ignored, and a task that runs for longer than a second shows a spinner.
private func press<C: Clock<Duration>>(
  of state: Observed<DataFetchState>, clock: C, work: @escaping @Sendable () async -> Void
) -> @Sendable () -> Task<Void, Never>? {
  let lastPress = Observed<C.Instant?>(nil)
  return {
    let now = clock.now
    if let last = lastPress.value, last.duration(to: now) < .milliseconds(300) { return nil }
    let isCounted = state.update { state in
      guard state.button.phase == .ready else { return false }
      state.button.phase = .working
      return true
    }
    guard isCounted else { return nil }
    lastPress.update { $0 = now }
    return Task {
      let spinning = Task {
        try await spin(clock) { tick in
          state.update { if $0.button.phase != .ready { $0.button.phase = .busy(tick) } }
        }
      }
      await work()
      spinning.cancel()
      state.update { $0.button.phase = .ready }
    }
  }
}
