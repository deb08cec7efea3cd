import FlagsStore
import Messages
import Observed
import Screen
import StyleGuide

/// The item on the screen, and the tasks that load it, turn to another, and watch its flags.
struct DetailTasks<Heading: DetailHeading, Value: Equatable & Sendable>: Sendable where Heading.ID: Sendable {
  typealias Attempt = Loadable<Value>.Attempt

  let state: Observed<ItemDetailState<Heading, Value>>
  let source: ItemDetailSource<Heading, Value>
  let environment: ScreenEnvironment
  let retrying: Retrying
  private let loading = Observed<(attempt: Attempt, task: Task<Void, Never>)?>(nil)
  private let turning = Observed<Task<Task<Void, Never>?, Never>?>(nil)
  private let watching = Observed<Task<Void, Never>?>(nil)

  /// Loads the current item, or turns to another one and loads that. The newest load cancels the one before.
  ///
  /// - Parameter isFirst: Whether the item was not shown before, so that its saved position is restored.
  func load(_ other: Heading? = nil, isFirst: Bool = false) -> Task<Void, Never> {
    let (heading, attempt) = state.update { state in
      if let other { state.turn(to: other) }
      return (state.heading, state.begin())
    }
    if other != nil {
      watchFlags()
      retrying.stop()
    }
    var loader = ItemDetailLoader(
      state: state, source: source, environment: environment, heading: heading, attempt: attempt,
      isFirst: isFirst || other != nil)
    loader.ended = { isUnanswered in
      guard let isUnanswered else { return retrying.stop() }
      retrying.failed(isUnanswered: isUnanswered) { if !state.value.item.isLoading { _ = load() } }
    }
    let task = Task { [loader] in await loader.load() }
    let outdated = loading.update { newest in
      if let newest, newest.attempt > attempt { return task as Task<Void, Never>? }
      defer { newest = (attempt, task) }
      return newest?.task
    }
    outdated?.cancel()
    return task
  }

  /// Turns to another item once all earlier turns are done. The task ends with the load that the turn begins.
  ///
  /// - Parameters:
  ///   - saying: The notice during the search for the item.
  ///   - otherwise: The notice if there is no such item.
  ///   - find: Returns the other item, given the one on the screen at that time.
  func turn(
    saying: String? = nil, otherwise: String? = nil,
    _ find: @escaping @Sendable (_ from: Heading) async throws -> Heading?
  ) -> Task<Void, Never> {
    let before = turning.value
    if let saying { state.update { $0.notice = saying } }
    let turn = Task {
      _ = await withTaskCancellationHandler {
        await before?.value
      } onCancel: {
        before?.cancel()
      }
      do {
        let heading = Task.isCancelled ? nil : try await find(state.value.heading)
        try Task.checkCancellation()
        if let heading { return load(heading) as Task<Void, Never>? }
        state.update { $0.notice = otherwise }
      } catch {
        guard !(error is CancellationError) else {
          state.update { if $0.notice == saying { $0.notice = nil } }
          return nil
        }
        environment.report(Messages.explanation(error, server: environment.server, isFeed: environment.isFeed))
        let sentence = Messages.failure(error, server: environment.server).sentence
        state.update { $0.notice = sentence }
      }
      return nil
    }
    turning.update { $0 = turn }
    return Task { await turn.value?.value }
  }

  /// Follows the flags of the item on the screen, instead of those of the item before.
  func watchFlags() {
    let heading = state.value.heading
    let flags = source.flags(heading)
    let task = Task {
      for await flags in flags {
        state.update { if $0.heading.id == heading.id { $0.flags = flags } }
      }
    }
    watching.replace(with: task)?.cancel()
  }

  /// Cancels everything in flight.
  func stop() {
    retrying.stop()
    turning.value?.cancel()
    loading.value?.task.cancel()
    watching.replace(with: nil)?.cancel()
  }
}

extension ItemDetailState {
  /// Begins a load, which replaces the one in flight, if any.
  mutating func begin() -> Loadable<Value>.Attempt {
    tick = nil
    isSlow = false
    return item.begin()
  }

  /// Turns to another item, of which only the heading is known yet. `item` is reset instead of replaced: it continues
  /// to number the attempts, so that a late answer for the item before is recognised and ignored.
  mutating func turn(to other: Heading) {
    heading = other
    item.reset()
    tick = nil
    freshness = nil
    notice = nil
    flags = ItemFlags()
    top = 0
    isMissing = false
    returnPosition = nil
    search = nil
    link = nil
  }
}
