import Essentials
import ItemsLoader
import Paging

/// A walk over a list, or its beginning.
struct Walk<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
  private enum Mode {
    case asking
    /// The server has failed.
    case reading(because: any Error)
    case atEnd
  }

  private let loader: Loader<Item>
  private let ahead: Ahead<Item>
  private var mode = Mode.asking
  /// Those that are kept, but nobody has taken yet.
  private var steps: [Loader<Item>.Step] = []
  private var page = 0
  /// Where the first page begins that is not kept yet.
  private var cursor: Cursor?
  private let generation: Int
  /// How many more items are wanted; nil for all.
  private var left: Int?
  /// Of a page whatever nobody has taken yet.
  private var rest: LoadResult<ArraySlice<Item>>?
  /// A page may have any number of items. Whoever reads it makes others of them, in so many at a time.
  private static var portion: Int { 16_000 }

  /// - Parameter limit: how many items are wanted; nil for all.
  init(_ loader: Loader<Item>, limit: Int? = nil) async {
    (self.loader, left) = (loader, limit)
    ahead = Ahead()
    await loader.begin()
    generation = await loader.generation
  }

  /// The items of the next page, or of a long one the next of them; nil at the end.
  mutating func next() async throws -> LoadResult<[Item]>? {
    if rest == nil {
      guard let page = try await nextPage() else { return nil }
      if page.value.count <= Self.portion { return page }
      rest = page.map { $0[...] }
    }
    guard var page = rest else { return nil }
    rest = nil
    let portion = page.map { Array($0.prefix(Self.portion)) }
    page.value = page.value.dropFirst(Self.portion)
    // They are counted where they are told.
    if page.failure is UnreadableItems { page.failure = nil }
    if !page.value.isEmpty { rest = page }
    return portion
  }

  private mutating func nextPage() async throws -> LoadResult<[Item]>? {
    switch mode {
    case .atEnd: return nil
    case .reading(let failure): return try await read(because: failure)
    case .asking:
      do {
        return try await ask()
      } catch {
        try Task.checkCancellation()
        if error is CancellationError { throw error }
        mode = .reading(because: error)
        return try await read(because: error)
      }
    }
  }

  private mutating func ask() async throws -> LoadResult<[Item]> {
    let next = page + steps.count
    let wanted = left.map { $0 - steps.reduce(0) { $0 + ($1.outcome.items?.count ?? 0) } }
    if next == 0 || cursor != nil {
      await ahead.send(next..<next + Ahead<Item>.limit, cursor, by: loader, wanted: wanted)
    }
    while steps.isEmpty {
      // Where somebody else has begun anew meanwhile, the pages that this walk was at still count.
      let checked = await loader.generation == generation ? nil : RangeSet(0..<page)
      steps =
        try await loader.ask(
          page, cursor, checked: checked, ahead.take(page), ahead, wanted: left, takesMore: true) ?? []
      if let step = steps.first, step.outcome.items == nil {
        steps[0].outcome.items = (try? await loader.store.page(page)) ?? nil
        // What was just confirmed has gone: the server gives it once more.
        if steps[0].outcome.items == nil {
          let question = await loader.unconditionalQuestion(cursor, wanted: left)
          steps = try await loader.ask(page, cursor, checked: checked, question, ahead, wanted: left) ?? []
        }
      }
      try Task.checkCancellation()
      if let last = steps.last { cursor = last.outcome.next }
    }
    let step = steps.removeFirst()
    let count = step.outcome.items?.count ?? 0
    await ahead.learn(next: step.outcome.next, ahead: step.ahead, page, count: count)
    page += 1
    left = left.map { $0 - count }
    if let left, left < 1 { mode = .atEnd }
    if step.outcome.next == nil { mode = .atEnd }
    return LoadResult(
      step.outcome.items ?? [], from: .server, fetchedAt: step.fetchedAt,
      failure: step.outcome.linkFailure ?? UnreadableItems(step.unreadable))
  }

  /// What is kept of the next page.
  private mutating func read(because failure: any Error) async throws -> LoadResult<[Item]> {
    let (header, items): (PageHeader?, [Item]?)
    do {
      (header, items) = (try await loader.store.header(page), try await loader.store.page(page))
    } catch {
      try Task.checkCancellation()
      throw NothingKept(failure: failure, readingFailure: error)
    }
    guard let header, let items else { throw NothingKept(failure: failure) }
    page += 1
    left = left.map { $0 - items.count }
    if header.next == nil || left.map({ $0 < 1 }) ?? false { mode = .atEnd }
    return LoadResult(items, from: .kept, fetchedAt: header.fetchedAt, failure: failure)
  }
}
