import CachedResource
import Database
import Essentials
import NetworkClient
import Observed
import PagedList

/// A run over a list and its items.
struct SyncRun<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  let source: SyncSource<Item>
  let options: SyncOptions
  let tally: Observed<SyncTally>
  let workers: Int
  let patience: Int
  /// The date of the run; data with an earlier date is from an earlier run.
  let start: Date
  let failuresInARow = Observed(0)

  /// A pass over the items. Items with missing data come first, so that runs that are stopped again and again make
  /// progress. The last pass counts the saved items without asking the server.
  private enum Pass { case missing, older, counting }

  func run() async {
    do {
      try Task.checkCancellation()
      try await list()
      if !cannotContinue { try await visitAll([.missing, .older]) }
      try Task.checkCancellation()
      tally.update { $0.stage = .done }
    } catch is CancellationError {
      // A task that is cancelled reads nothing from a database.
      await Task {
        let count = (try? await source.list.reader.count(ListQuery())) ?? 0
        tally.update { $0.saved = max($0.saved, count - $0.missing) }
        if tally.value.isCounted { await countComplete() }
      }.value
      return
    } catch {
      tally.update { $0.ending = $0.ending ?? error }
    }
    if tally.value.ending != nil { await countComplete() }
  }

  /// Counts the items that are saved completely, without asking the server.
  private func countComplete() async {
    tally.update { $0.complete = 0 }
    try? await visitAll([.counting])
  }

  /// Whether the server is unreachable, or nothing can be saved.
  private var cannotContinue: Bool {
    switch tally.value.ending {
    case nil, is LinkFailure, NetworkClient.Error.rejected?, NetworkClient.Error.undecodable?,
      NetworkClient.Error.page?, NetworkClient.Error.tooLarge?:
      false
    default: true
    }
  }
}

/// The list.
extension SyncRun {
  private func list() async throws {
    try await count()
    let before = tally.value.saved
    do {
      for try await page in source.list.walk(options.limit, false) {
        if let error = source.cacheFailure() ?? (page.provenance == .cache ? page.failure : nil) {
          tally.update { $0.ending = error }
          break
        }
        add(page, savedBefore: before)
        if let limit = options.limit, tally.value.listed >= limit { break }
      }
    } catch let nothing as NoCachedCopy {
      tally.update { $0.ending = nothing.failure }
    }
    try Task.checkCancellation()
    try await count()
  }

  private func add(_ page: Loaded<[Item]>, savedBefore: Int) {
    let failures = page.value.compactMap { item in
      source.failure(item).map { SyncFailure(item: source.name(item), error: $0) }
    }
    let limit = options.limit ?? .max
    let expected = page.value.first.flatMap(source.expected) ?? options.limit
    tally.update { tally in
      if tally.listed == 0 { tally.expected = expected.map { min($0, limit) } }
      tally.listed += page.value.count
      tally.missing += failures.count
      tally.saved = max(tally.saved, tally.listed - tally.missing)
      tally.added = max(0, tally.listed - tally.missing - savedBefore)
      for failure in failures { tally.add(failure) }
      if let unreadable = page.failure as? UnreadableItems {
        tally.unreadable += unreadable.count
        tally.failed += unreadable.count
      } else {
        tally.ending = page.failure
      }
    }
  }

  /// Counts the saved items of the list.
  private func count() async throws {
    let count = try await source.list.reader.count(ListQuery())
    tally.update { $0.saved = max(0, count - $0.missing) }
  }
}

/// The data of the items.
extension SyncRun {
  /// The number of rows that are read at a time.
  private static var portion: Int { 100 }

  /// Visits the items of the list, if they are wanted, and then the bookmarked items that were not among them.
  private func visitAll(_ passes: [Pass]) async throws {
    guard let download = source.download else { return }
    let seen = Observed<Set<Item.ID>>([])
    tally.update {
      $0.stage = .completing
      $0.total = 0
    }
    if await source.wantsAll() {
      let limit = options.limit ?? .max
      tally.update { $0.total = min($0.saved + $0.missing, limit) }
      try await visit(ListQuery(), download, passes, limit: limit) { item in
        if let since = options.since, let date = source.date(item), date < since { return false }
        if source.isBookmarked(item) { seen.update { _ = $0.insert(item.id) } }
        return true
      }
    }
    let bookmarked = ListQuery(scope: .bookmarked)
    let count = try await source.list.reader.count(bookmarked)
    tally.update { $0.total += max(0, count - seen.value.count) }
    try await visit(bookmarked, download, passes, limit: .max) { seen.value.contains($0.id) ? nil : true }
  }

  /// - Parameter isWanted: Returns whether to download an item; nil if it does not count at all.
  private func visit(
    _ query: ListQuery, _ download: OfflineDownload<Item.ID>, _ passes: [Pass], limit: Int,
    _ isWanted: (Item) -> Bool?
  ) async throws {
    for pass in passes {
      try await withThrowingTaskGroup(of: Void.self) { group in
        var portions = ListPortions(source.list.reader, query)
        var left = limit
        var running = 0
        while left > 0, let window = try await portions.next(min(Self.portion, left)), !window.items.isEmpty {
          left -= window.items.count
          for item in window.items {
            guard let isWanted = isWanted(item) else { continue }
            guard isWanted else {
              if pass == .missing { tally.update { $0.visited += 1 } }
              continue
            }
            if running == workers {
              try await group.next()
              running -= 1
            }
            group.addTask { try await visit(item, pass, download) }
            running += 1
          }
        }
        try await group.waitForAll()
      }
    }
  }

  private func visit(_ item: Item, _ pass: Pass, _ download: OfflineDownload<Item.ID>) async throws {
    let savedAt = await download.saved(item.id).date
    let isFromThisRun = savedAt.map { $0 >= start } ?? false
    if pass != .older, savedAt != nil {
      tally.update { tally in
        tally.complete += 1
        // Another process has just saved it.
        if pass == .missing, isFromThisRun { tally.visited += 1 }
      }
    }
    guard pass == .missing ? savedAt == nil : pass == .older && savedAt != nil && !isFromThisRun else { return }
    do {
      try await download.item(item.id)
      if let failure = source.cacheFailure() { throw failure }
      failuresInARow.replace(with: 0)
      tally.update { tally in
        tally.visited += 1
        if pass == .missing { tally.complete += 1 }
      }
    } catch is NothingToDownload {
      tally.update { $0.visited += 1 }
    } catch {
      if Task.isCancelled, pass == .missing { await countIfSaved(item, download) }
      try Task.checkCancellation()
      let failure = (error as? NoCachedCopy)?.failure ?? error
      if failure is CancellationError || failure is DatabaseError { throw failure }
      try fail(item, failure)
    }
  }

  /// Counts an item whose last part was saved just before its download was stopped.
  private func countIfSaved(_ item: Item, _ download: OfflineDownload<Item.ID>) async {
    // A task that is cancelled reads nothing from a database.
    let reading = Task { await download.saved(item.id).date }
    guard await reading.value != nil else { return }
    tally.update { tally in
      tally.visited += 1
      tally.complete += 1
    }
  }

  private func fail(_ item: Item, _ error: any Error) throws {
    let failure = SyncFailure(item: source.name(item), error: error)
    tally.update { tally in
      tally.visited += 1
      tally.add(failure)
    }
    let count = failuresInARow.update { count in
      count += 1
      return count
    }
    if count >= patience { throw error }
  }
}
