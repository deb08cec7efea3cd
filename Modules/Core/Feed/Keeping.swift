import ChangeNotifier
import ItemsLoader
import Paging

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

  func keep(_ update: PageUpdate<Item>) async throws -> PageOutcome<Item> {
    if keepingFailure == nil {
      do {
        return try await store.replace(update)
      } catch {
        if error is CancellationError { throw error }
        await moveToMemory(error)
      }
    }
    defer { changes.send() }
    return try await store.replace(update)
  }

  /// Goes on in memory, with all that can still be read.
  private func moveToMemory(_ failure: any Error) async {
    let move =
      move
      ?? Task {
        let memory = FeedStore<Item>.memory(text: store.text)
        try? await copy(store, to: memory)
        (store, keepingFailure) = (memory, failure)
      }
    self.move = move
    await move.value
  }

  private func copy(_ source: FeedStore<Item>, to target: FeedStore<Item>) async throws {
    var page = 0
    while let header = try await source.header(page), let items = try await source.page(page) {
      _ = try await target.replace(
        PageUpdate(
          number: page, cursor: header.cursor, page: Page(items, next: header.next),
          validator: try await source.validator(page, header.cursor), fetchedAt: header.fetchedAt,
          checked: RangeSet()))
      page += 1
    }
  }
}
