import CachedResource
import Essentials

/// Loads the pages of a list in any order, and owns the current walk through them.
actor PageLoader<Item: Identifiable & Sendable> where Item.ID: Sendable {
  private let source: PageSource<Item>
  private var walk: PageWalk<Item>
  /// Whether the current walk continues when another one begins.
  private var isHeld = false
  /// The number of callers that wait for the first page of the current walk.
  private var refreshing = 0
  /// The error after which no further pages are requested until the next walk.
  private var failure: (any Error)?
  private var warm: Task<PageRequest<Item>, Never>?

  init(_ source: PageSource<Item>) {
    self.source = source
    walk = PageWalk(source, first: nil)
  }

  /// Begins a walk. Answers to requests of the previous walk are dropped, unless that walk is held.
  /// - Parameter isHeld: Whether the new walk continues when another one begins.
  @discardableResult
  func begin(isHeld: Bool = false) -> PageWalk<Item> {
    if !self.isHeld { walk.stop() }
    walk = PageWalk(source, first: warm)
    self.isHeld = isHeld
    refreshing = 0
    failure = nil
    warm = nil
    return walk
  }

  /// Requests the first page ahead of the first walk.
  func prewarm() async {
    guard warm == nil else { return }
    let request = Task { [source] in
      PageRequest(
        cursor: nil, validator: try? await source.store.validator(0, nil), wanted: nil, after: nil, source.remote)
    }
    warm = request
    // A request that fails before anyone waits for it may succeed later.
    if await !request.value.isAnswered, warm == request { warm = nil }
  }

  /// Asks for the first page, or joins a call that is doing so.
  func refresh() async throws -> Refreshed {
    if refreshing == 0 { begin() }
    let walk = walk
    refreshing += 1
    defer { if walk === self.walk { refreshing -= 1 } }
    var refreshed = Refreshed()
    // The answer is dropped if another walk begins meanwhile. That one asks for the first page, too.
    for _ in 0..<3 {
      let walk = self.walk
      if let step = try await step(0, ahead: 0..<0, in: walk) {
        refreshed.add(Refreshed(step))
        break
      }
      if walk === self.walk { break }
    }
    return refreshed
  }

  /// Requests the pages that hold some rows, unless they were requested before. If the rows reach beyond the last saved
  /// page, it requests the pages behind that one too, usually six at most.
  func load(_ rows: Range<Int>) async throws -> Refreshed {
    guard failure == nil else { return Refreshed() }
    let walk = walk
    do {
      var refreshed = Refreshed()
      let extent = try await source.store.extent(rows)
      let isBeyond = rows.upperBound > extent.count
      var pages = Array(extent.pages)
      if isBeyond, extent.pageCount > 0, pages.last != extent.pageCount - 1 { pages.append(extent.pageCount - 1) }
      var unchecked: [Int] = []
      for page in pages where await !walk.isChecked(page) { unchecked.append(page) }
      for (index, page) in unchecked.enumerated() where await !walk.isChecked(page) {
        let ahead = unchecked[(index + 1)...]
        if let step = try await step(page, ahead: ahead, in: walk) { refreshed.add(Refreshed(step)) }
      }
      if isBeyond { try await load(beyond: rows.upperBound, in: walk, &refreshed) }
      return refreshed
    } catch {
      if walk === self.walk { await walk.cancelRequests() }
      throw error
    }
  }

  private func load(beyond row: Int, in walk: PageWalk<Item>, _ refreshed: inout Refreshed) async throws {
    let extent = try await source.store.extent(0..<0)
    var page = extent.pageCount
    var count = extent.count
    var size = page > 0 ? try await source.store.page(page - 1)?.count ?? 0 : 0
    let end = page + PageWalk<Item>.width
    // The limit does not stop at a page without new items.
    while count < row, page < end || size == 0 {
      let missing = min((row - count - 1) / max(size, 1) + 1, PageWalk<Item>.width)
      guard let step = try await step(page, ahead: page + 1..<page + missing, in: walk) else { return }
      refreshed.add(Refreshed(step))
      size = step.outcome.count - count
      count = step.outcome.count
      if step.outcome.next == nil { return }
      page += 1
    }
  }

  /// Loads the last saved page if this walk has not requested it yet, or else the page behind it. Returns the number of
  /// items saved so far and whether the list ends there; nil if the list has no further page.
  func loadNext() async throws -> (count: Int, isLast: Bool)? {
    // An answer is dropped if a new walk begins meanwhile, so try up to three times.
    for _ in 0..<3 {
      let walk = walk
      let pages = try await source.store.extent(0..<0).pageCount
      var page = 0
      if pages > 0 { page = await walk.isChecked(pages - 1) ? pages : pages - 1 }
      if page > 0, try await source.store.header(page - 1)?.next == nil { return nil }
      let ahead = page + 1..<page + PageWalk<Item>.width
      if let step = try await step(page, ahead: ahead, in: walk) {
        return (step.outcome.count, step.outcome.next == nil)
      }
    }
    return nil
  }

  private func step(
    _ page: Int, ahead: some Sequence<Int> & Sendable, in walk: PageWalk<Item>
  ) async throws -> PageWalk<Item>.Step? {
    do {
      guard let step = try await walk.step(page, ahead: ahead), walk === self.walk, step.outcome.isCached else {
        return nil
      }
      failure = nil
      return step
    } catch {
      if walk === self.walk, !(error is CancellationError) { failure = error }
      throw error
    }
  }
}

extension Refreshed {
  fileprivate init<Item>(_ step: PageWalk<Item>.Step) {
    self.init(warning: step.warning)
    itemFailure = step.itemFailure
    count = step.outcome.count
    growth = step.outcome.growth
  }

  /// Adds the result of a later request for the same list.
  mutating func add(_ later: Self) {
    warning = UnreadableItems.added(warning, later.warning)
    itemFailure = itemFailure ?? later.itemFailure
    count = later.count ?? count
    growth += later.growth
  }
}
