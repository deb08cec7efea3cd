import CachedResource
import Essentials

/// A walk over a list or its beginning, page by page: the server's latest items or, if the server fails, the saved
/// ones.
struct ListWalk<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  private enum Mode {
    case asking
    /// The server has failed; the remaining pages come from the store.
    case reading(because: any Error)
    /// The rows of a list that only grows, in its order.
    case rows(ListPortions<Listed<Item>>, Provenance, fetchedAt: Date, failure: (any Error)?)
    case atEnd
  }

  private let walk: PageWalk<Item>
  private let store: ListStore<Item>
  private var mode = Mode.asking
  private var page = 0
  /// The number of items that are still wanted; nil for all.
  private var left: Int?
  /// The items of a long page that were not returned yet.
  private var rest: Loaded<ArraySlice<Item>>?

  /// - Parameter limit: The number of items that are wanted; nil for all.
  init(_ loader: PageLoader<Item>, _ store: ListStore<Item>, limit: Int? = nil) async {
    self.store = store
    left = limit
    walk = await loader.begin(isHeld: true)
  }

  /// Returns the items of the next page, or the next portion of a long page; nil at the end.
  mutating func next() async throws -> Loaded<[Item]>? {
    if rest == nil { rest = try await nextPage()?.map { $0[...] } }
    return rest.takePortion()?.map { Array($0) }
  }

  private mutating func nextPage() async throws -> Loaded<[Item]>? {
    switch mode {
    case .atEnd: return nil
    case .reading(let failure): return try await read(because: failure)
    case .rows(let portions, let provenance, let fetchedAt, let failure):
      return try await rows(portions, provenance, fetchedAt, failure)
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

  private mutating func ask() async throws -> Loaded<[Item]>? {
    guard var step = try await step() else {
      mode = .atEnd
      return nil
    }
    var isGrowing = false
    if page == 0 { isGrowing = try await store.extent(0..<0).grows }
    if step.outcome.items == nil, !isGrowing {
      step.outcome.items = (try? await store.page(page)) ?? nil
      // The page was confirmed but has been removed meanwhile, so the server must send it again.
      if step.outcome.items == nil { step = try await self.step(isConditional: false) ?? step }
    }
    try Task.checkCancellation()
    if isGrowing {
      let portion = try await rows(nil, .server, step.fetchedAt, step.warning)
      // Rows that are damaged are deleted when they are read, so the server must send what it has confirmed again.
      guard step.outcome.items == nil, portion?.value.isEmpty == true, try await store.validator(0, nil) == nil,
        let again = try await self.step(isConditional: false)
      else { return portion }
      return try await rows(nil, .server, again.fetchedAt, again.warning)
    }
    let items = step.outcome.items ?? []
    page += 1
    left = left.map { $0 - items.count }
    if step.outcome.next == nil || left.map({ $0 < 1 }) ?? false { mode = .atEnd }
    return Loaded(items, from: .server, fetchedAt: step.fetchedAt, failure: step.warning)
  }

  private func step(isConditional: Bool = true) async throws -> PageWalk<Item>.Step? {
    try await walk.step(
      page, ahead: page + 1..<page + 2 * PageWalk<Item>.width, wanted: left, isTogether: true,
      isConditional: isConditional)
  }

  /// Returns the next rows of a list that only grows; nil at its end.
  /// - Parameter before: The portions that have begun; nil at the beginning.
  private mutating func rows(
    _ before: ListPortions<Listed<Item>>?, _ provenance: Provenance, _ fetchedAt: Date, _ failure: (any Error)?
  ) async throws -> Loaded<[Item]>? {
    var portions = before ?? ListPortions(store.reader, ListQuery())
    let size = min(left ?? .max, 1_000)
    guard size > 0, let window = try await portions.next(size) else {
      mode = .atEnd
      return before == nil ? Loaded([], from: provenance, fetchedAt: fetchedAt, failure: failure) : nil
    }
    left = left.map { $0 - window.items.count }
    mode = .rows(portions, provenance, fetchedAt: fetchedAt, failure: provenance == .cache ? failure : nil)
    return Loaded(window.items.compactMap { $0.item }, from: provenance, fetchedAt: fetchedAt, failure: failure)
  }

  private mutating func read(because failure: any Error) async throws -> Loaded<[Item]>? {
    let (header, items): (PageHeader?, [Item]?)
    do {
      header = try await store.header(page)
      // Such a list may have any number of items on its first page.
      if page == 0, let header, try await store.extent(0..<0).grows {
        return try await rows(nil, .cache, header.fetchedAt, failure)
      }
      items = header == nil ? nil : try await store.page(page)
    } catch {
      try Task.checkCancellation()
      throw NoCachedCopy(failure: failure, readingFailure: error)
    }
    guard let header, let items else { throw NoCachedCopy(failure: failure) }
    page += 1
    left = left.map { $0 - items.count }
    if header.next == nil || left.map({ $0 < 1 }) ?? false { mode = .atEnd }
    return Loaded(items, from: .cache, fetchedAt: header.fetchedAt, failure: failure)
  }
}
