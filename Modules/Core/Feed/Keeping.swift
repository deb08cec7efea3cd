import Database
import Essentials
import FlagsStore
import ItemsLoader
import Observed
import Paging
import Store

/// Keeping what the server says: on the disk, or else in memory.
extension Loader {
  /// One answer after the other: what a page pushes down must not come to a page that is just being confirmed.
  func takeTurn() async {
    if isKeeping { await withCheckedContinuation { waiting.append($0) } }
    isKeeping = true
  }

  func endTurn() {
    if waiting.isEmpty { isKeeping = false } else { waiting.removeFirst().resume() }
  }

  func keep(_ updates: [PageUpdate<Item>]) async throws -> [PageOutcome<Item>] {
    if keepingFailure == nil {
      do {
        return try await store.replaceSome(updates)
      } catch {
        if error is CancellationError { throw error }
        await moveToMemory(error)
      }
    }
    defer { changes.send() }
    return try await store.replaceSome(updates)
  }

  /// Copies changes of flags. Where the disk takes nothing, the list goes on in memory, which has no copies yet.
  /// - Returns: Whether there may be more to copy.
  func copyFlags(_ changes: FlagChanges, after version: FlagsVersion) async -> Bool {
    do {
      try await store.copyFlags(changes, version)
      return true
    } catch {
      guard !(error is CancellationError), keepingFailure == nil else { return false }
      await moveToMemory(error)
      return true
    }
  }

  /// Adds the pages behind one whose answers are there already.
  func addArrived(to updates: inout [PageUpdate<Item>], from ahead: Ahead<Item>) async {
    // What was asked for behind it may belong to another chain of pages.
    if let last = checked.ranges.last, last.upperBound > updates[0].number + 1 { return }
    var last = updates[0]
    while let next = last.page.next, let (page, validator) = await ahead.takeArrived(last.number + 1, next) {
      last.checked.insert(contentsOf: last.number..<last.number + 1)
      (last.number, last.cursor, last.page, last.validator) = (last.number + 1, next, page, validator)
      updates.append(last)
    }
  }

  /// Goes on on the disk, where that was busy only for a while. What the server confirmed meanwhile was the copy in memory.
  func returnToDisk() {
    guard case DatabaseError.busy? = keepingFailure else { return }
    store = disk
    keepingFailure = nil
    move = nil
    confirmedAt = nil
    changes.send()
  }

  /// Goes on in memory, with what can still be read: all of it, or of a very long list its beginning, behind which the
  /// server is asked again.
  private func moveToMemory(_ failure: any Error) async {
    let move =
      move
      ?? Task {
        // There may be the rest of an earlier time.
        try? await fallback.removeAll()
        try? await copy(store, to: fallback)
        (store, keepingFailure) = (fallback, failure)
      }
    self.move = move
    await move.value
  }

  private func copy(_ source: FeedStore<Item>, to target: FeedStore<Item>) async throws {
    let limit = 10_000
    var (page, count) = (0, 0)
    while count < limit, let header = try await source.header(page), let items = try await source.page(page) {
      _ = try await target.replace(
        PageUpdate(
          number: page, cursor: header.cursor, page: Page(items, next: header.next),
          validator: try await source.validator(page, header.cursor), fetchedAt: header.fetchedAt,
          checked: RangeSet()))
      (page, count) = (page + 1, count + items.count)
    }
    for copy in try await source.unlisted() { try await target.singles.insert(copy, copy.value.id) }
  }
}
