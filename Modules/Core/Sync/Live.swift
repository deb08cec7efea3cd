public import Essentials
import Feed
import ItemsLoader
import NetworkClient
import Observed
import Paging

extension SyncSection {
  /// First the whole list, because titles and texts are worth most and cost least; then what belongs to the items: what
  /// is missing, and then the latest of what was kept by earlier runs.
  /// - `workers`: how many items are seen to at a time.
  /// - `patience`: after how many failures in a row nothing more is asked for: the rest would fail as well.
  /// - `now`: the date that copies are kept with.
  public static func live<Item>(
    _ source: SyncSource<Item>, workers: Int = 6, patience: Int = 24, now: @escaping @Sendable () -> Date
  ) -> Self {
    Self { options, tally in
      let run = SyncRun(
        source: source, options: options, tally: tally, workers: workers, patience: patience, start: now())
      do {
        try await run.list()
        if !run.isHopeless { try await run.completeAll() }
        try Task.checkCancellation()
        tally.update { $0.stage = .done }
      } catch is CancellationError {
        // What was done until now is in the tally.
      } catch {
        tally.update { $0.ending = $0.ending ?? error }
      }
      if tally.value.ending != nil { try? await run.countComplete() }
    }
  }
}

/// One run over a section.
struct SyncRun<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  let source: SyncSource<Item>
  let options: SyncOptions
  let tally: Observed<SyncTally>
  let workers: Int
  let patience: Int
  /// What was kept before this is not from this run.
  let start: Date
  /// How many items have failed, one after the other.
  let failuresInARow = Observed(0)

  /// Whether nothing more can be had or kept: the server is not there, or the disk takes nothing.
  var isHopeless: Bool {
    guard let ending = tally.value.ending else { return false }
    return switch ending {
    case is LinkFailure, NetworkClient.Error.rejected, NetworkClient.Error.undecodable, NetworkClient.Error.tooLarge:
      false
    default: true
    }
  }

  /// Asks for the list, page by page.
  func list() async throws {
    try await count()
    let before = tally.value.saved
    do {
      for try await page in source.feed.walk(options.limit, false) {
        if let error = source.cacheFailure() ?? (page.origin == .kept ? page.failure : nil) {
          tally.update { $0.ending = error }
          break
        }
        add(page, savedBefore: before)
        if let limit = options.limit, tally.value.listed >= limit { break }
      }
    } catch let nothing as NothingKept {
      tally.update { $0.ending = nothing.failure }
    }
    try Task.checkCancellation()
    try await count()
  }

  /// - Parameter savedBefore: how many items of the list were saved when this began.
  private func add(_ page: LoadResult<[Item]>, savedBefore: Int) {
    let failures = page.value.compactMap { item in
      source.failure(item).map { SyncFailure(item: source.name(item), error: $0) }
    }
    let limit = options.limit ?? .max
    let expected = page.value.first.flatMap(source.expected) ?? (options.limit == nil ? nil : limit)
    tally.update { tally in
      if tally.listed == 0 { tally.expected = expected.map { min($0, limit) } }
      tally.listed += page.value.count
      tally.saved = max(tally.saved, tally.listed)
      tally.added = max(0, tally.listed - savedBefore)
      for failure in failures { tally.add(failure) }
      if let unreadable = page.failure as? UnreadableItems {
        tally.unreadable += unreadable.count
        tally.failed += unreadable.count
      } else {
        tally.ending = page.failure
      }
    }
  }

  /// How many items of the list are kept.
  private func count() async throws {
    let count = try await source.feed.list.count(ListQuery())
    tally.update { $0.saved = count }
  }
}
