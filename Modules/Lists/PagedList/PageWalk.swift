import CachedResource
import Concurrency
import Essentials
import Observed
import Synchronization

/// A server's list, the store of its pages, and the state that all walks share.
struct PageSource<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// The server's confirmation that the saved first page is current.
  struct Confirmation: Sendable {
    /// The date of the saved copy. The confirmation does not apply to a copy with another date.
    var copy: Date
    /// The date of the confirmation.
    var date: Date
  }

  let remote: PagedList<Item>.Remote
  /// The number of pages behind the first that are requested as soon as a part of the first page tells where they
  /// begin.
  let pagesAhead: Int
  let store: ListStore<Item>
  let now: @Sendable () -> Date
  /// Lets one page be written at a time: otherwise items that one page pushes down could come to a page that is being
  /// confirmed.
  let writing = AsyncSemaphore(1)
  let confirmation = Observed<Confirmation?>(nil)
}

/// A walk through the pages of a list: the pages requested since it began, and the requests in flight.
///
/// Several callers for a page share one request. Requests may be sent ahead, but pages are saved one after the other,
/// because each tells where the next begins.
actor PageWalk<Item: Identifiable & Sendable> where Item.ID: Sendable {
  /// The outcome of requesting a page.
  struct Step: Sendable {
    var outcome: PageOutcome<Item>
    /// Something to be said once about the page.
    var warning: (any Error)?
    /// The error because of which an item of the page could not be loaded.
    var itemFailure: (any Error)?
    var fetchedAt: Date
  }

  /// The number of pages requested at a time.
  static var width: Int { 6 }

  private let source: PageSource<Item>
  private let flights = SingleFlight<Int, Step?>()
  private let stopped = Atomic(false)
  /// The request for the first page, if it was sent before the walk began.
  private var first: Task<PageRequest<Item>, Never>?
  private var checked = RangeSet<Int>()
  /// Requests that were sent ahead, by page number.
  private var requests: [Int: PageRequest<Item>] = [:]
  /// The outcomes of pages that were saved together with an earlier one.
  private var steps: [Int: Step] = [:]
  /// The page that was saved last, its cursor, and its outcome without its items.
  private var last: (page: Int, cursor: Cursor?, step: Step)?
  /// The guessed cursors of later pages; the first is that of the page `seriesStart`.
  private var series: CursorSeries?
  private var seriesStart = 0
  /// Whether to guess cursors; false after a wrong guess.
  private var guesses = true
  private var hasAskedAhead = false
  /// The number of items on a page, by the cursors or the largest page so far.
  private var size = 0
  /// An upper bound of the number of saved pages; nil until it is known.
  private var savedPageCount: Int?

  init(_ source: PageSource<Item>, first: Task<PageRequest<Item>, Never>?) {
    self.source = source
    self.first = first
  }

  deinit {
    for request in requests.values { request.cancel() }
  }

  /// Drops the answers that are still to come, because another walk has begun.
  nonisolated func stop() { stopped.store(true, ordering: .relaxed) }

  private var isStopped: Bool { stopped.load(ordering: .relaxed) }

  /// Returns whether a page was requested in this walk.
  func isChecked(_ page: Int) -> Bool { checked.contains(page) }

  /// Cancels the requests that were sent ahead.
  func cancelRequests() {
    for request in requests.values { request.cancel() }
    requests = [:]
  }

  /// Requests a page, or joins a call that is doing so, and saves the answer. Returns nil if no page leads to this one,
  /// or the walk was stopped.
  /// - Parameters:
  ///   - ahead: The next pages, whose requests are sent ahead.
  ///   - wanted: The number of items wanted from this page on. If nil, all are wanted, and pages behind the first may
  ///     be requested ahead.
  ///   - isTogether: Whether to save later pages that have already arrived in the same transaction.
  ///   - isConditional: Whether the server may confirm the saved copy.
  func step(
    _ page: Int, ahead: some Sequence<Int>, wanted: Int? = nil, isTogether: Bool = false, isConditional: Bool = true
  ) async throws -> Step? {
    let pages = [page] + ahead
    return try await flights.value(page) {
      try await self.ask(page, pages, wanted, isTogether: isTogether, isConditional: isConditional)
    }
  }

  private func ask(
    _ page: Int, _ pages: [Int], _ wanted: Int?, isTogether: Bool, isConditional: Bool
  ) async throws -> Step? {
    // The request that another caller shares may have ended since this one found the page missing.
    if isConditional, steps[page] == nil, checked.contains(page), let last, last.page == page { return last.step }
    let cursor = try await cursor(of: page)
    if page > 0, cursor == nil, steps[page] == nil { return nil }
    await send(pages, cursor, wanted: wanted)
    if let step = steps.removeValue(forKey: page) { return step }
    if isStopped { return nil }
    let request: PageRequest<Item>
    if isConditional {
      request = await self.request(page, cursor, wanted: wanted)
    } else {
      request = PageRequest(cursor: cursor, validator: nil, wanted: wanted, after: nil, source.remote)
    }
    for await part in request.parts {
      if isStopped { break }
      if page == 0, wanted == nil { await askAhead(behind: part) }
      await save(part, page, cursor)
    }
    var answer = try await request.answer()
    if isStopped { return nil }
    if case .unchanged = answer {
      if let step = await confirm(page, request) { return step }
      if isStopped { return nil }
      answer = try await source.remote(cursor, nil, wanted) { _ in }
    }
    guard case .changed(let content, let validator) = answer else { throw NothingToConfirm() }
    return try await save(page, cursor, content, validator, isTogether: isTogether)
  }
}

// MARK: - Requests

extension PageWalk {
  /// Returns the cursor of a page, by the page before it.
  private func cursor(of page: Int) async throws -> Cursor? {
    if page == 0 || steps[page] != nil { return nil }
    if let last, last.page == page { return last.cursor }
    if let last, last.page == page - 1 { return last.step.outcome.next }
    return try await source.store.header(page - 1)?.next
  }

  /// Sends the requests for some pages that were not sent yet. If the first page of the list is among them, nothing is
  /// sent: only its answer tells whether there are more.
  /// - Parameter cursor: The cursor of the first of the pages.
  private func send(_ pages: [Int], _ cursor: Cursor?, wanted: Int?) async {
    var pages = pages.prefix(Self.width)
    var cursor = cursor
    var wanted = wanted
    while let page = pages.first, let step = steps[page] {
      cursor = step.outcome.next
      wanted = wanted.map { $0 - (step.outcome.items?.count ?? 0) }
      pages.removeFirst()
    }
    guard let first = pages.first, first > 0, let cursor else { return }
    if let request = requests[first], request.cursor != cursor { stopGuessing() }
    for (index, page) in pages.enumerated() {
      let left = wanted.map { $0 - index * max(size, 1) }
      if let left, left < 1 { return }
      guard requests[page] == nil else { continue }
      guard let cursor = index == 0 ? cursor : await guess(page) else { return }
      let validator = await validator(page, cursor)
      if requests[page] != nil { continue }
      requests[page] = PageRequest(
        cursor: cursor, validator: validator, wanted: left,
        after: source.pagesAhead > 0 ? requests[page - 1] : nil, source.remote)
    }
  }

  /// Sends the requests for some pages behind the first, once per walk.
  private func askAhead(behind first: Page<Item>) async {
    guard source.pagesAhead > 0, let next = first.next, !hasAskedAhead else { return }
    hasAskedAhead = true
    updateGuesses(next: next, ahead: first.ahead, 0, count: 0)
    await send(Array(1...source.pagesAhead), next, wanted: nil)
  }

  /// Returns the request that was sent ahead for a page, if its cursor is right, or else sends one.
  private func request(_ page: Int, _ cursor: Cursor?, wanted: Int?) async -> PageRequest<Item> {
    if page == 0, let first {
      self.first = nil
      return await first.value
    }
    if let request = requests.removeValue(forKey: page) {
      if request.cursor == cursor { return request }
      request.cancel()
    }
    return PageRequest(
      cursor: cursor, validator: await validator(page, cursor), wanted: wanted, after: nil, source.remote)
  }

  /// Returns the validator of a page that is saved under a cursor. Pages behind the last saved one are not looked up.
  private func validator(_ page: Int, _ cursor: Cursor?) async -> String? {
    if page > 0 {
      if savedPageCount == nil {
        let count = try? await source.store.extent(0..<0).pageCount
        savedPageCount = savedPageCount ?? count
      }
      if let savedPageCount, page >= savedPageCount { return nil }
    }
    return try? await source.store.validator(page, cursor)
  }

  private func guess(_ page: Int) async -> Cursor? {
    guard guesses else { return nil }
    if let series { return series.cursor(at: page - seriesStart) }
    return try? await source.store.header(page)?.cursor
  }

  private func updateGuesses(next: Cursor?, ahead: CursorSeries?, _ page: Int, count: Int) {
    if let stride = ahead?.stride, stride > 1 {
      size = stride
    } else if series == nil || size < 2 {
      size = max(size, count)
    }
    if next == nil || requests[page + 1].map({ $0.cursor != next }) ?? false { stopGuessing() }
    if series == nil, let ahead {
      series = ahead
      seriesStart = page + 1
    }
  }

  private func stopGuessing() {
    cancelRequests()
    guesses = false
  }
}

// MARK: - Saving

extension PageWalk {
  private func save(
    _ page: Int, _ cursor: Cursor?, _ content: Page<Item>, _ validator: String?, isTogether: Bool
  ) async throws -> Step? {
    try await source.writing.wait()
    defer { source.writing.signal() }
    if isStopped { return nil }
    var updates = [
      PageUpdate(
        number: page, cursor: cursor, page: content, validator: validator, fetchedAt: source.now(), checked: checked)
    ]
    if isTogether { addArrived(to: &updates) }
    let outcomes = try await source.store.replaceSome(updates)
    if isStopped { return nil }
    for (update, outcome) in zip(updates, outcomes) {
      steps[update.number] = note(update.number, update.cursor, outcome, update.page)
    }
    return steps.removeValue(forKey: page)
  }

  /// Adds the following pages whose answers have arrived.
  private func addArrived(to updates: inout [PageUpdate<Item>]) {
    var last = updates[0]
    // If later pages were requested already, requests sent ahead may belong to another chain of pages.
    if let range = checked.ranges.last, range.upperBound > last.number + 1 { return }
    while let next = last.page.next, let request = requests[last.number + 1], request.cursor == next,
      case .changed(let content, let validator)? = request.arrived
    {
      requests[last.number + 1] = nil
      last.checked.insert(contentsOf: last.number..<last.number + 1)
      last.number += 1
      last.cursor = next
      last.page = content
      last.validator = validator
      updates.append(last)
    }
  }

  /// Saves the beginning of a page in front of the page's cached items.
  private func save(_ part: Page<Item>, _ page: Int, _ cursor: Cursor?) async {
    guard !part.items.isEmpty, (try? await source.writing.wait()) != nil else { return }
    defer { source.writing.signal() }
    if isStopped { return }
    var part = part
    let ids = Set(part.items.map { $0.id })
    do {
      part.items += (try await source.store.page(page) ?? []).filter { !ids.contains($0.id) }
      var update = PageUpdate(
        number: page, cursor: cursor, page: part, validator: nil, fetchedAt: source.now(), checked: checked)
      update.isPart = true
      _ = try await source.store.replaceSome([update])
    } catch {
      // The failure is reported when the whole page is saved.
    }
  }

  private func confirm(_ page: Int, _ request: PageRequest<Item>) async -> Step? {
    guard let validator = request.validator, (try? await source.writing.wait()) != nil else { return nil }
    defer { source.writing.signal() }
    guard let outcome = try? await source.store.confirm(page, request.cursor, validator), !isStopped else { return nil }
    if page == 0, let copy = try? await source.store.header(0)?.fetchedAt {
      source.confirmation.replace(with: .init(copy: copy, date: source.now()))
    }
    return note(page, request.cursor, outcome, nil)
  }

  private func note(_ page: Int, _ cursor: Cursor?, _ outcome: PageOutcome<Item>, _ content: Page<Item>?) -> Step {
    if outcome.isCached {
      checked.insert(contentsOf: page..<page + 1)
      savedPageCount = savedPageCount.map { max($0, page + 1) }
    }
    // The later pages belong to another chain.
    if !outcome.isNextCached { checked.remove(contentsOf: page + 1..<Int.max) }
    updateGuesses(next: outcome.next, ahead: content?.ahead, page, count: outcome.items?.count ?? 0)
    let step = Step(
      outcome: outcome, warning: outcome.linkFailure ?? UnreadableItems(content?.unreadable ?? 0) ?? content?.notice,
      itemFailure: content?.itemFailure, fetchedAt: source.now())
    last = (page, cursor, step)
    last?.step.outcome.items = nil
    return step
  }
}

/// An error for a server that confirms a copy which does not exist.
private struct NothingToConfirm: Error {}
