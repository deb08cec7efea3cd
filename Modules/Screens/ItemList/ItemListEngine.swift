import Messages
import Observed
import PagedList
import Screen
import StyleGuide

/// Performs the effects of a list's state, and reports their outcomes to it as events.
struct ItemListEngine<Item: ListItem>: Sendable where Item.ID: Sendable {
  let state: Observed<ItemListState<Item>>
  let list: PagedList<Item>
  let environment: ScreenEnvironment
  let retrying: Retrying
  /// Retries for single items, which may still fail after a page has loaded.
  let itemRetrying: Retrying
  private let jobs = Jobs()

  /// Applies an action other than a command.
  func act(_ action: ItemListAction<Never>) -> Task<Void, Never>? { perform(state.update { $0.apply(action) }) }

  /// Passes an event to the state, and performs the effects that follow.
  func receive(_ event: ItemListEvent<Item>) -> Task<Void, Never>? { perform(state.update { $0.receive(event) }) }

  /// Performs effects, except those that open another screen.
  ///
  /// - Returns: A task that ends when all effects, and the effects that follow from them, are done; nil if there is
  ///   nothing to wait for.
  func perform(_ effects: [ItemListEffect<Item>]) -> Task<Void, Never>? {
    let tasks = effects.compactMap(begin)
    guard tasks.count > 1 else { return tasks.first }
    return Task { for task in tasks { await task.value } }
  }

  /// Moves the selection by some rows, and returns the newly selected item; nil at an end of the list. At the last
  /// loaded row it waits for rows that are being loaded.
  func neighbour(_ step: Int) async -> Item? {
    let before = state.value.shown
    _ = act(.move(by: step))
    if step > 0, state.value.shown.selectedRow == before.selectedRow {
      await state.wait { !$0.isMoreExpected }
      _ = act(.move(by: step))
    }
    await state.wait { !$0.isSelectedBeingRead }
    let selected = state.value.shown.selected
    return selected?.id == before.selected?.id ? nil : selected
  }

  private func begin(_ effect: ItemListEffect<Item>) -> Task<Void, Never>? {
    func start(
      _ work: ItemListWork, _ number: Int, _ body: @escaping @Sendable () async -> ItemListEvent<Item>
    ) -> Task<Void, Never>? {
      jobs.start(work, number: number) { await receive(await body()).value }
    }
    switch effect {
    case .show: return nil
    case .watch(let number):
      // The stream begins before the first read, so that no change is missed. It never ends, so nothing waits for it.
      let changes = list.reader.changes.stream()
      _ = jobs.start(.watch, number: number) {
        for await _ in changes { _ = receive(.changed) }
      }
      return nil
    case .spin(let number):
      _ = jobs.start(.spin, number: number) {
        try? await spin(environment.clock) { _ = receive(.turned(tick: $0, number: number)) }
      }
      return nil
    case .stop(let works, let number):
      if works.contains(.watch) {
        retrying.stop()
        itemRetrying.stop()
      }
      for work in works { jobs.stop(work, number: number) }
      return nil
    case .read(let read): return start(.read, read.number) { await self.read(read) }
    case .readFound(let part, let query, let number):
      return start(.readFound, number) { await readFound(part, query, number) }
    case .search(let query, let rows, let number):
      return start(.search, number) { await search(query, rows: rows, number) }
    case .searchAgain(let read): return start(.search, read.number) { await searchAgain(read) }
    case .refresh(let scope, let number):
      return request(.refresh, number) { await refresh(scope, number) }
    case .load(let query, let rows, let number):
      return request(.load, number) {
        let (outcome, retry) = await answer { try await list.load(query, rows) }
        return (.loaded(outcome, number: number), retry)
      }
    case .loadRest(let number): return request(.loadRest, number) { await loadRest(number) }
    }
  }
}

/// Requests to the server.
extension ItemListEngine {
  /// A failure after which to ask again.
  private typealias Retry = (failure: any Error, by: Retrying)

  private func request(
    _ work: ItemListWork, _ number: Int,
    _ answer: @escaping @Sendable () async -> (event: ItemListEvent<Item>, retry: Retry?)
  ) -> Task<Void, Never>? {
    jobs.start(work, number: number) {
      let (event, retry) = await answer()
      let following = receive(event)
      // Only now does the state know that the request has ended. It would take an earlier retry for the same request.
      if let retry, !Task.isCancelled, Messages.isTemporary(retry.failure) {
        retry.by.failed(isUnanswered: Messages.isUnanswered(retry.failure)) { _ = receive(.retry) }
      }
      await following.value
    }
  }

  private func refresh(_ scope: ListQuery.Scope, _ number: Int) async -> (ItemListEvent<Item>, Retry?) {
    let slow = Task {
      await environment.pause()
      if !Task.isCancelled { _ = receive(.slow(number: number)) }
    }
    defer { slow.cancel() }
    if isRefreshRequested { itemRetrying.stop() }
    let (outcome, retry) = await answer(saysFailureAgain: true) {
      guard scope == .bookmarked else { return try await refreshList() }
      try await list.refreshBookmarked()
      return Refreshed()
    }
    return (.refreshed(outcome, number: number, at: environment.now()), retry)
  }

  private var isRefreshRequested: Bool { state.value.refreshing?.isRequested == true }

  private func refreshList() async throws -> Refreshed {
    guard !isRefreshRequested, let retry = list.retry else { return try await list.refresh() }
    let outcome: Result<Refreshed, any Error>
    do { outcome = .success(try await retry()) } catch { outcome = .failure(error) }
    // A person who asks during a retry wants more than that.
    return isRefreshRequested ? try await list.refresh() : try outcome.get()
  }

  private func loadRest(_ number: Int) async -> (ItemListEvent<Item>, Retry?) {
    do {
      for try await count in list.loadRest() { _ = receive(.loadedRest(count: count, number: number)) }
      return (.endedRest(.done(notice: nil), number: number), nil)
    } catch {
      let (outcome, retry) = failed(error)
      return (.endedRest(outcome, number: number), retry)
    }
  }

  /// - Parameter saysFailureAgain: Whether to repeat the notice that nothing can be saved.
  private func answer(
    saysFailureAgain: Bool = false, to work: @Sendable () async throws -> Refreshed
  ) async -> (ItemListOutcome, Retry?) {
    let wasSaved = environment.cacheFailure() == nil
    do {
      let refreshed = try await work()
      retrying.stop()
      let retry = refreshed.itemFailure.map { (failure: $0, by: itemRetrying) }
      if let failure = environment.cacheFailure(), wasSaved || saysFailureAgain {
        let sentence = Messages.notSaved(failure).sentence
        environment.report("\(sentence) \(Messages.savingAdvice(failure, option: "--cache"))")
        return (.done(notice: Messages.notSavedBriefly(failure)), retry)
      }
      guard let warning = refreshed.warning else { return (.done(notice: nil), retry) }
      let sentence = Messages.failure(warning, server: environment.server).sentence
      environment.report(sentence)
      return (.done(notice: sentence), retry)
    } catch {
      return failed(error)
    }
  }

  /// Reports a failure, unless the request was cancelled.
  private func failed(_ error: any Error) -> (ItemListOutcome, Retry?) {
    guard !(error is CancellationError) else { return (.failed(nil), nil) }
    environment.report(Messages.explanation(error, server: environment.server, isFeed: environment.isFeed))
    let failure = ItemListFailure(
      Messages.failure(error, server: environment.server),
      advice: Messages.unusableState(error).map { _ in Messages.advice(error) })
    return (.failed(failure), (failure: error, by: retrying))
  }
}
