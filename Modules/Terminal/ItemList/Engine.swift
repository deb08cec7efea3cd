import Feed
import Messages
import Observed
import ScreenEnvironment
import StyleGuide
import ViewModel

/// Asks for what a state wants to know, and tells it what comes of that.
struct ItemListEngine<Item: ListItem>: Sendable where Item.ID: Sendable {
  let state: Observed<ItemListState<Item>>
  let feed: Feed<Item>
  let environment: ScreenEnvironment
  private let jobs = Jobs()
  private let retrying: Retrying
  /// For single items: that all others came does not mean that these will.
  private let itemRetrying: Retrying

  init(_ state: Observed<ItemListState<Item>>, _ feed: Feed<Item>, _ environment: ScreenEnvironment) {
    (self.state, self.feed, self.environment) = (state, feed, environment)
    (retrying, itemRetrying) = (Retrying(environment), Retrying(environment))
  }

  /// Begins all of it, but what leads elsewhere.
  /// - Returns: What waits until all of it has come to an end, and all that came of it; nil where there is nothing to
  ///   wait for.
  func perform(_ effects: [ItemListEffect<Item>]) -> Task<Void, Never>? {
    let tasks = effects.compactMap(begin)
    guard tasks.count > 1 else { return tasks.first }
    return Task { for task in tasks { await task.value } }
  }

  /// Tells the state, and does what it wants then.
  func tell(_ event: ItemListEvent<Item>) -> Task<Void, Never>? {
    perform(state.update { $0.receive(event) })
  }

  private func begin(_ effect: ItemListEffect<Item>) -> Task<Void, Never>? {
    switch effect {
    case .watch(let number):
      // Asked for before anything is read, so that no change is missed; and nobody waits for it to end.
      let changes = feed.list.changes.stream()
      _ = jobs.start(.watch, number: number) {
        for await _ in changes { _ = tell(.changed) }
      }
      return nil
    case .spin(let number):
      _ = jobs.start(.spin, number: number) {
        try? await spin(environment.clock, after: .seconds(1)) { _ = tell(.turned(tick: $0, number: number)) }
      }
      return nil
    case .stop(let works, let number):
      if works.contains(.watch) {
        retrying.stop()
        itemRetrying.stop()
      }
      for work in works { jobs.stop(work, number: number) }
      return nil
    case .show, .press: return nil
    case .read(let read): return start(.read, read.number) { await self.read(read) }
    case .readFound(let places, let number):
      return start(.readFound, number) { await readFound(places, number) }
    case .search(let query, let rows, let number):
      return start(.search, number) { await search(query, rows: rows, number) }
    case .searchAgain(let search): return start(.search, search.number) { await searchAgain(search) }
    case .refresh(let scope, let number):
      return start(.refresh, number) {
        let sign = Task {
          await environment.pause()
          if !Task.isCancelled { _ = tell(.slow(number: number)) }
        }
        defer { sign.cancel() }
        if state.value.work.isAskedFor { itemRetrying.stop() }
        let outcome = await outcome(saysFailureAgain: true) {
          guard scope == .bookmarked else { return try await feed.refresh() }
          try await feed.refreshBookmarked()
          return Refreshed()
        }
        return .refreshed(outcome, number: number, at: environment.now())
      }
    case .load(let query, let rows, let number):
      return start(.load, number) { .loaded(await outcome { try await feed.load(query, rows) }, number: number) }
    case .loadRest(let number): return start(.loadRest, number) { await loadRest(number) }
    }
  }

  private func start(
    _ work: ItemListWork, _ number: Int, _ body: @escaping @Sendable () async -> ItemListEvent<Item>
  ) -> Task<Void, Never>? {
    jobs.start(work, number: number) { await tell(await body()).value }
  }

  /// - Parameter saysFailureAgain: whether that nothing can be saved is said though it was before.
  private func outcome(
    saysFailureAgain: Bool = false, of work: @Sendable () async throws -> Refreshed
  ) async -> ItemListOutcome {
    let wasSaved = environment.cacheFailure() == nil
    do {
      let refreshed = try await work()
      retrying.stop()
      if let failure = refreshed.itemFailure { retry(failure, by: itemRetrying) }
      if let failure = environment.cacheFailure(), wasSaved || saysFailureAgain {
        let sentence = Messages.notKept(failure).sentence
        environment.report("\(sentence) \(Messages.keepingAdvice(failure, option: "--cache"))")
        return .done(notice: Messages.notKeptBriefly(failure))
      }
      let incomplete: (any Error)? = refreshed.linkFailure ?? refreshed.unreadable
      guard let sentence = incomplete.map(words)?.sentence else { return .done(notice: nil) }
      environment.report(sentence)
      return .done(notice: sentence)
    } catch {
      return failed(error)
    }
  }

  private func words(_ failure: any Error) -> String { Messages.failure(failure, server: environment.server) }

  private func loadRest(_ number: Int) async -> ItemListEvent<Item> {
    do {
      for try await count in feed.loadRest() { _ = tell(.loadedRest(count: count, number: number)) }
      return .endedRest(.done(notice: nil), number: number)
    } catch {
      return .endedRest(failed(error), number: number)
    }
  }

  private func failed(_ error: any Error) -> ItemListOutcome {
    guard !(error is CancellationError) else { return .failed(nil) }
    retry(error, by: retrying)
    environment.report(Messages.explanation(error, server: environment.server))
    return .failed(
      Messages.failure(error, server: environment.server),
      advice: Messages.unusableState(error).map { _ in
        Messages.advice(error)
      })
  }

  private func retry(_ failure: any Error, by retrying: Retrying) {
    guard Messages.mayPass(failure) else { return }
    retrying.failed(isSilence: Messages.isSilence(failure)) { _ = tell(.retry) }
  }
}
