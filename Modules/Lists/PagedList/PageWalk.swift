import CachedResource
import Concurrency
import Essentials
import Observed
import Synchronization

/// A server's list, the store of its pages, and what all walks through them share.
struct PageSource<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
  /// The server's word that the first page is as it is saved.
  struct Confirmation: Sendable {
    /// The date of the saved copy: of another, the server has said nothing.
    var copy: Date
    /// The date of the server's word.
    var date: Date
  }

  let remote: PagedList<Item>.Remote
  /// The number of pages behind the first that are asked for as soon as a part of it tells where they begin.
  let pagesAhead: Int
  let store: ListStore<Item>
  let now: @Sendable () -> Date
  let turns = Turns()
  let confirmation = Observed<Confirmation?>(nil)
}

/// A walk through the pages of a list: the pages that were asked for since it began, and the requests in flight.
///
/// Several callers for a page are one request. Pages may be asked for ahead of their turn, but they are saved one after the
/// other: each says where the next begins.
actor PageWalk<Item: Identifiable & Equatable & Sendable> where Item.ID: Sendable {
  /// The outcome of asking for a page.
  struct Step: Sendable {
    var outcome: PageOutcome<Item>
    /// The number of elements of the page that could not be read.
    var unreadable: Int
    /// The reason why an item of it could not be had.
    var itemFailure: (any Error)?
    var fetchedAt: Date
  }

  /// The number of pages asked for at a time.
  static var width: Int { 6 }

  private let source: PageSource<Item>
  private let flights = SingleFlight<Int, Step?>()
  private let stopped = Atomic(false)
  /// The request for the first page, where it was sent before the walk began.
  private var first: Task<PageRequest<Item>, Never>?
  private var checked = RangeSet<Int>()
  /// Requests for pages whose turn has not come.
  private var requests: [Int: PageRequest<Item>] = [:]
  /// Pages that were saved together with one before them.
  private var steps: [Int: Step] = [:]
  /// The page that was saved last, where it begins and where it leads.
  private var last: (page: Int, cursor: Cursor?, next: Cursor?)?
  /// The cursors of later pages, as the server has told; the first is that of the page `seriesStart`.
  private var series: CursorSeries?
  private var seriesStart = 0
  /// Whether cursors are guessed: until one was wrong.
  private var guesses = true
  private var hasAskedAhead = false
  /// The number of items on a page, as far as cursors or the largest page tell.
  private var size = 0
  /// The number of pages that may be saved; nil until that is known.
  private var savedPageCount: Int?

  init(_ source: PageSource<Item>, first: Task<PageRequest<Item>, Never>?) {
    self.source = source
    self.first = first
  }

  deinit {
    for request in requests.values { request.cancel() }
  }

  /// Drops answers that are still to come: the list is asked for anew.
  nonisolated func stop() { stopped.store(true, ordering: .relaxed) }

  private var isStopped: Bool { stopped.load(ordering: .relaxed) }

  /// Returns whether a page was asked for.
  func isChecked(_ page: Int) -> Bool { checked.contains(page) }

  /// Cancels the requests that no caller waits for.
  func cancelRequests() {
    for request in requests.values { request.cancel() }
    requests = [:]
  }

  /// Asks for a page, or joins the caller that does so already, and saves the answer; nil where no page leads to it, or the
  /// walk was stopped.
  /// - Parameters:
  ///   - ahead: the pages to be asked for next, whose requests are sent before their turn.
  ///   - wanted: the number of items that are wanted from the page on; nil for all, and then pages behind the first may be
  ///     asked for ahead.
  ///   - isTogether: whether pages whose answers are there already are saved in the same change.
  ///   - isConditional: whether the server may confirm the saved copy.
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
  /// Returns where a page begins: where the one before it leads.
  private func cursor(of page: Int) async throws -> Cursor? {
    if page == 0 || steps[page] != nil { return nil }
    if let last, last.page == page { return last.cursor }
    if let last, last.page == page - 1 { return last.next }
    return try await source.store.header(page - 1)?.next
  }

  /// Sends requests for pages, as far as they are not sent yet. The first tells how many there are: until it is there, none is
  /// sent for others.
  /// - Parameter cursor: where the first of them begins.
  private func send(_ pages: [Int], _ cursor: Cursor?, wanted: Int?) async {
    var (pages, cursor, wanted) = (pages.prefix(Self.width), cursor, wanted)
    while let page = pages.first, let step = steps[page] {
      cursor = step.outcome.next
      wanted = wanted.map { $0 - (step.outcome.items?.count ?? 0) }
      pages.removeFirst()
    }
    guard let first = pages.first, first > 0, let cursor else { return }
    if let request = requests[first], request.cursor != cursor { distrust() }
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

  /// Sends the requests for some pages behind the first, once.
  private func askAhead(behind first: Page<Item>) async {
    guard source.pagesAhead > 0, let next = first.next, !hasAskedAhead else { return }
    hasAskedAhead = true
    learn(next: next, ahead: first.ahead, 0, count: 0)
    await send(Array(1...source.pagesAhead), next, wanted: nil)
  }

  /// Returns the request for a page that was sent already, if it is the right one, or sends one.
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

  /// Returns the validator of a page that is saved under a cursor. Behind the last saved page nothing is looked up.
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

  private func learn(next: Cursor?, ahead: CursorSeries?, _ page: Int, count: Int) {
    if let stride = ahead?.stride, stride > 1 {
      size = stride
    } else if series == nil || size < 2 {
      size = max(size, count)
    }
    if next == nil || requests[page + 1].map({ $0.cursor != next }) ?? false { distrust() }
    if series == nil, let ahead {
      series = ahead
      seriesStart = page + 1
    }
  }

  private func distrust() {
    cancelRequests()
    guesses = false
  }
}

// MARK: - Saving

extension PageWalk {
  private func save(
    _ page: Int, _ cursor: Cursor?, _ content: Page<Item>, _ validator: String?, isTogether: Bool
  ) async throws -> Step? {
    await source.turns.take()
    defer { source.turns.end() }
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

  /// Adds the pages behind one whose answers are there already.
  private func addArrived(to updates: inout [PageUpdate<Item>]) {
    var last = updates[0]
    // Requests for pages behind those that were asked for may belong to another chain of pages.
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

  /// Saves the beginning of a page in front of what is saved of it.
  private func save(_ part: Page<Item>, _ page: Int, _ cursor: Cursor?) async {
    guard !part.items.isEmpty else { return }
    await source.turns.take()
    defer { source.turns.end() }
    if isStopped { return }
    var part = part
    let ids = Set(part.items.map(\.id))
    part.items += ((try? await source.store.page(page)) ?? []).filter { !ids.contains($0.id) }
    var update = PageUpdate(
      number: page, cursor: cursor, page: part, validator: nil, fetchedAt: source.now(), checked: checked)
    update.isPart = true
    // The whole page says why it cannot be saved.
    _ = try? await source.store.replaceSome([update])
  }

  private func confirm(_ page: Int, _ request: PageRequest<Item>) async -> Step? {
    guard let validator = request.validator else { return nil }
    await source.turns.take()
    defer { source.turns.end() }
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
    // The pages behind it belong to another chain.
    if !outcome.isNextCached { checked.remove(contentsOf: page + 1..<Int.max) }
    last = (page, cursor, outcome.next)
    learn(next: outcome.next, ahead: content?.ahead, page, count: outcome.items?.count ?? 0)
    return Step(
      outcome: outcome, unreadable: content?.unreadable ?? 0, itemFailure: content?.itemFailure, fetchedAt: source.now()
    )
  }
}

/// Turns, taken one after the other: items that a page pushes down must not come to a page that is being confirmed.
final class Turns: Sendable {
  private struct State {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func take() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        defer { state.isTaken = true }
        if state.isTaken { state.waiting.append(continuation) }
        return !state.isTaken
      }
      if isFree { continuation.resume() }
    }
  }

  func end() {
    let next = state.withLock { state in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() as CheckedContinuation<Void, Never>? }
      state.isTaken = false
      return nil
    }
    next?.resume()
  }
}

/// The server confirmed a copy that is not there.
private struct NothingToConfirm: Error {}
