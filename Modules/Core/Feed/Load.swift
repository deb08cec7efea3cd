import Essentials
import ItemsLoader
import Paging

extension Loader {
  func prewarm() async {
    guard warm == nil else { return }
    let question = Task { await self.question(0, nil) }
    warm = question
    // What fails before anybody wants it may succeed when somebody does.
    if await !question.value.isAnswered, warm == question { warm = nil }
  }

  /// The pages that hold some rows, unless they were asked for, and those behind the last as far as the rows reach. They
  /// are kept one after the other, for each says where the next begins; but their questions are sent before.
  func load(_ rows: Range<Int>) async throws -> Refreshed {
    guard failure == nil else { return Refreshed() }
    let generation = generation
    do {
      var refreshed = Refreshed()
      var unreadable = 0
      try await ask(rows, generation) { step in
        refreshed.linkFailure = step.outcome.linkFailure ?? refreshed.linkFailure
        refreshed.itemFailure = refreshed.itemFailure ?? step.itemFailure
        unreadable += step.unreadable
      }
      refreshed.unreadable = UnreadableItems(unreadable)
      return refreshed
    } catch {
      if generation == self.generation { await ahead.cancel() }
      throw error
    }
  }

  /// - Parameter take: is given what came of each page.
  private func ask(_ rows: Range<Int>, _ generation: Int, _ take: (Step) -> Void) async throws {
    let extent = try await store.extent(rows)
    let isBeyond = rows.upperBound > extent.count
    var pages = Array(extent.pages)
    if isBeyond, extent.pageCount > 0, pages.last != extent.pageCount - 1 { pages.append(extent.pageCount - 1) }
    pages.removeAll(where: checked.contains)
    for index in pages.indices where !checked.contains(pages[index]) {
      if let step = try await share(pages[index...], generation) { take(step) }
    }
    if isBeyond {
      var (page, count, size) = try await reach()
      let end = page + Ahead<Item>.limit
      // A page without anything new is not what was asked for.
      while count < rows.upperBound, page < end || size == 0 {
        let missing = min((rows.upperBound - count - 1) / max(size, 1) + 1, Ahead<Item>.limit)
        guard let step = try await share(page..<page + missing, generation) else { break }
        take(step)
        (size, count) = (step.outcome.count - count, step.outcome.count)
        if step.outcome.next == nil { break }
        page += 1
      }
    }
  }

  /// Asks for the first of some pages, and sends the questions for the others.
  private func share(_ pages: some Collection<Int> & Sendable, _ generation: Int) async throws -> Step? {
    guard let page = pages.first else { return nil }
    let ahead = ahead
    return try await share(page, of: generation) {
      let cursor = page > 0 ? try await self.store.header(page - 1)?.next : nil
      await ahead.send(pages, cursor, by: self)
      return await ahead.take(page)
    }
  }

  /// The page behind the last kept one, how many items are kept, and how many of them on the last page.
  private func reach() async throws -> (page: Int, count: Int, size: Int) {
    let extent = try await store.extent(0..<0)
    let last = extent.pageCount > 0 ? try await store.page(extent.pageCount - 1)?.count : nil
    return (extent.pageCount, extent.count, last ?? 0)
  }

  func isChecked(_ page: Int) -> Bool { checked.contains(page) }
}

/// Loads what is behind the last kept item.
struct RestLoader<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
  private let loader: Loader<Item>
  private let ahead: Ahead<Item>
  private var isAtEnd = false

  init(_ loader: Loader<Item>) {
    self.loader = loader
    ahead = Ahead()
  }

  /// How many items are kept after another page; nil at the end.
  mutating func next() async throws -> Int? {
    // An answer that comes too late, because the list was asked for anew, does not count.
    for _ in 0..<3 where !isAtEnd {
      let (store, generation) = (loader.store, await loader.generation)
      let pages = try await store.extent(0..<0).pageCount
      var (page, cursor) = (0, Cursor?.none)
      if pages > 0 {
        page = await loader.isChecked(pages - 1) ? pages : pages - 1
        if page > 0 {
          cursor = try await store.header(page - 1)?.next
          if cursor == nil { break }
        }
      }
      let step = try await loader.share(page, of: generation) { [loader, ahead, page, cursor] in
        await ahead.send(page..<page + Ahead<Item>.limit, cursor, by: loader)
        return await ahead.take(page)
      }
      guard let step else { continue }
      await ahead.learn(next: step.outcome.next, ahead: step.ahead, page)
      isAtEnd = step.outcome.next == nil
      return step.outcome.count
    }
    isAtEnd = true
    return nil
  }
}

extension Refreshed {
  /// The first page was asked for; nil where its answer came too late.
  init<Item>(_ step: Loader<Item>.Step?) {
    self.init(
      linkFailure: step?.outcome.linkFailure,
      unreadable: UnreadableItems(step?.unreadable ?? 0), itemFailure: step?.itemFailure)
  }
}
