import FlagsRepository
import Messages
import Observed
import Screen
import StyleGuide

/// Which item is shown, and what is under way for it.
struct Pages<Heading: PageHeading, Value: Equatable & Sendable>: Sendable where Heading.ID: Sendable {
  typealias Attempt = Loadable<Value>.Attempt

  let state: Observed<ItemDetailState<Heading, Value>>
  let source: ItemDetailSource<Heading, Value>
  let environment: ScreenEnvironment
  /// Begins a load.
  let start: @Sendable (ItemDetailLoader<Heading, Value>) -> Task<Void, Never>
  private let loading = Observed<(attempt: Attempt, task: Task<Void, Never>)?>(nil)
  private let turning = Observed<Task<Task<Void, Never>?, Never>?>(nil)
  private let watching = Observed<Task<Void, Never>?>(nil)
  private let retrying: Retrying

  init(
    state: Observed<ItemDetailState<Heading, Value>>, source: ItemDetailSource<Heading, Value>,
    environment: ScreenEnvironment, start: @escaping @Sendable (ItemDetailLoader<Heading, Value>) -> Task<Void, Never>
  ) {
    (self.state, self.source, self.environment, self.start) = (state, source, environment, start)
    retrying = Retrying(environment)
  }

  /// Loads the item that is shown, or another one from now on; the newest load gives up the one before.
  /// - Parameter isFirst: whether the item was not shown before, so that its place is to be found.
  func load(_ other: Heading? = nil, isFirst: Bool = false) -> Task<Void, Never> {
    let (heading, attempt) = state.update { state in
      if let other { state.turn(to: other) }
      return (state.heading, state.begin())
    }
    if other != nil {
      watchMarks()
      retrying.stop()
    }
    var loader = ItemDetailLoader(
      state: state, source: source, environment: environment, heading: heading, attempt: attempt,
      isFirst: isFirst || other != nil)
    loader.ended = { isSilence in
      guard let isSilence else { return retrying.stop() }
      retrying.failed(isSilence: isSilence) { if !state.value.item.isLoading { _ = load() } }
    }
    let task = start(loader)
    let outdated = loading.update { newest in
      if let newest, newest.attempt > attempt { return task as Task<Void, Never>? }
      defer { newest = (attempt, task) }
      return newest?.task
    }
    outdated?.cancel()
    return task
  }

  /// Turns to another item when all turns before this one are done; the tasks are the turn and, in it, the load.
  /// - Parameters:
  ///   - saying: what is said until it is found.
  ///   - otherwise: what is said where there is none.
  ///   - find: the other item, given the one that is shown then.
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
        environment.report(Messages.explanation(error, server: environment.server))
        let sentence = Messages.failure(error, server: environment.server).sentence
        state.update { $0.notice = sentence }
      }
      return nil
    }
    turning.update { $0 = turn }
    return Task { await turn.value?.value }
  }

  /// Follows whether the item that is shown is bookmarked.
  func watchMarks() {
    let heading = state.value.heading
    let marks = source.mark(heading)
    let task = Task {
      for await mark in marks {
        state.update { if $0.heading.id == heading.id { $0.mark = mark } }
      }
    }
    watching.replace(with: task)?.cancel()
  }

  /// Gives up what is under way.
  func stop() {
    retrying.stop()
    turning.value?.cancel()
    loading.value?.task.cancel()
    watching.replace(with: nil)?.cancel()
  }
}

extension ItemDetailState {
  /// A load begins, in the place of one that may be under way.
  mutating func begin() -> Loadable<Value>.Attempt {
    (tick, isSlow) = (nil, false)
    return item.begin()
  }

  /// Another item is shown, of which nothing but its heading is known yet. The attempts go on being counted, so that a
  /// late answer is known for one.
  mutating func turn(to other: Heading) {
    heading = other
    item.reset()
    (tick, freshness, notice, mark, top) = (nil, nil, nil, ItemMark(), 0)
    isMissing = false
    (returnLine, search, link) = (nil, nil, nil)
  }
}
