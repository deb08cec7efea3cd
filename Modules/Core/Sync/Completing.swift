import Database
import Essentials
import Feed
import ItemsLoader
import Observed

extension SyncRun {
  /// What is missing goes first, so that a run that is stopped again and again gets on. Where nobody is asked any more,
  /// what is kept is counted.
  private enum Pass { case missing, kept, counting }

  /// How many rows of a list are read at a time.
  private static var portion: Int { 100 }

  /// Asks for what belongs to the items: to those that are listed, where that is wanted, and to those that are
  /// bookmarked and were not among them.
  func completeAll() async throws { try await visitAll([.missing, .kept]) }

  /// Counts the items of which all that belongs to them is kept, without asking for anything.
  func countComplete() async throws {
    tally.update { $0.complete = 0 }
    try await visitAll([.counting])
  }

  private func visitAll(_ passes: [Pass]) async throws {
    guard let parts = source.parts else { return }
    let seen = Observed<Set<Item.ID>>([])
    tally.update { tally in (tally.stage, tally.total) = (.completing, 0) }
    if source.wantsAll(options) {
      let limit = options.limit ?? .max
      tally.update { $0.total = min($0.saved, limit) }
      try await complete(ListQuery(), parts, passes, limit: limit) { item in
        guard !source.isTooOld(item, since: options.since) else { return false }
        if source.isBookmarked(item) { seen.update { _ = $0.insert(item.id) } }
        return true
      }
    }
    let (bookmarked, seenBookmarks) = (ListQuery(scope: .bookmarked), seen.value)
    let count = try await source.feed.list.count(bookmarked)
    tally.update { $0.total += max(0, count - seenBookmarks.count) }
    try await complete(bookmarked, parts, passes, limit: .max) { seenBookmarks.contains($0.id) ? nil : true }
  }

  /// - Parameter isWanted: whether the parts of an item are wanted; nil where the item does not even count.
  private func complete(
    _ query: ListQuery, _ parts: SyncParts<Item.ID>, _ passes: [Pass], limit: Int, _ isWanted: (Item) -> Bool?
  ) async throws {
    for pass in passes {
      try await withThrowingTaskGroup(of: Void.self) { group in
        var (row, running) = (0, 0)
        while row < limit {
          let window = try await source.feed.list.window(query, .row(row), 0, min(Self.portion, limit - row) - 1)
          guard window.anchor == row, !window.items.isEmpty else { break }
          row += window.items.count
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
            group.addTask { try await visit(item, pass, parts) }
            running += 1
          }
        }
        try await group.waitForAll()
      }
    }
  }

  private func visit(_ item: Item, _ pass: Pass, _ parts: SyncParts<Item.ID>) async throws {
    let keptAt = await parts.keptAt(item.id)
    switch (pass, keptAt) {
    case (.counting, let date):
      if date != nil { tally.update { $0.complete += 1 } }
      return
    case (.missing, nil): break
    case (.missing, let date?):
      tally.update { tally in
        tally.complete += 1
        // Somebody else has got it just now.
        if date >= start { tally.visited += 1 }
      }
      return
    case (.kept, let date?) where date < start: break
    case (.kept, _): return
    }
    do {
      try await parts.keep(item.id)
      if let failure = source.cacheFailure() { throw failure }
      failuresInARow.replace(with: 0)
      tally.update { tally in
        tally.visited += 1
        if pass == .missing { tally.complete += 1 }
      }
    } catch is NothingToKeep {
      tally.update { $0.visited += 1 }
    } catch {
      try Task.checkCancellation()
      let failure = (error as? NothingKept)?.failure ?? error
      if failure is CancellationError || failure is DatabaseError { throw failure }
      try fail(item, failure)
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
