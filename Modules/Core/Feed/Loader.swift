import Essentials
import ItemsLoader
import Observed
import Paging
import SingleFlight

/// Asks the server for pages, and keeps what it answers.
actor Loader<Item: Identifiable & Equatable & Sendable> where Item.ID: Sendable {
  /// What came of asking for a page.
  struct Step: Sendable {
    var outcome: PageOutcome<Item>
    /// What the server says of the pages that follow.
    var ahead: CursorSeries?
    /// How much of the page could not be read.
    var unreadable: Int
    /// Why some of its items could not be had.
    var itemFailure: (any Error)?
    var fetchedAt: Date
  }

  private struct Flight: Hashable {
    var generation: Int
    var page: Int
  }

  /// The saved list.
  let store: FeedStore<Item>
  /// Counts the times that the list was asked for from the beginning: an answer that belongs to an earlier one comes
  /// too late.
  private(set) var generation = 0
  /// The pages that were asked for since then.
  private(set) var checked = RangeSet<Int>()
  /// Why the server is not asked for further pages.
  private(set) var failure: (any Error)?
  /// How many pages there may be of which something is kept; nil until that was looked at.
  var pageLimit: Int?
  /// The date when the server last said that the first page is as it is saved, and the date of that copy: of another, it
  /// has said nothing.
  private(set) var confirmation: (copy: Date, date: Date)?
  /// Tells of what no database tells of.
  nonisolated let changes = ChangeSource()

  let remote: Feed<Item>.Remote
  let pagesAhead: Int
  private let now: @Sendable () -> Date
  private let flights = SingleFlight<Flight, Step?>()
  private var isRefreshing = false
  var warm: Task<Question<Item>, Never>?
  /// Questions for pages that nobody has waited for yet.
  private(set) var ahead = Ahead<Item>()
  var isKeeping = false
  var waiting: [CheckedContinuation<Void, Never>] = []

  init(
    remote: @escaping Feed<Item>.Remote, pagesAhead: Int, store: FeedStore<Item>,
    now: @escaping @Sendable () -> Date
  ) {
    (self.remote, self.pagesAhead, self.store, self.now) = (remote, pagesAhead, store, now)
  }

  /// Forgets what was asked for: the list is asked for from the beginning.
  func begin() {
    generation += 1
    checked = RangeSet()
    pageLimit = nil
    failure = nil
    isRefreshing = false
    ahead = Ahead()
  }

  func refresh() async throws -> Refreshed {
    if !isRefreshing { begin() }
    isRefreshing = true
    return Refreshed(try await share(0, of: generation))
  }

  /// Asks for a page where the one before it leads, or joins whoever does so already; nil where it leads nowhere, or the
  /// answer comes too late.
  /// - Parameters:
  ///   - generation: the one for which that is asked.
  ///   - question: sends the question, if it is to be sent before its turn.
  func share(
    _ page: Int, of generation: Int, _ question: @escaping @Sendable () async throws -> Question<Item>? = { nil }
  ) async throws -> Step? {
    do {
      return try await flights.value(Flight(generation: generation, page: page)) {
        guard await generation == self.generation else { return nil }
        return try await self.ask(page, question(), of: generation)
      }
    } catch {
      if generation == self.generation, !(error is CancellationError) { failure = error }
      throw error
    }
  }

  private func ask(_ page: Int, _ question: Question<Item>?, of generation: Int) async throws -> Step? {
    defer { if page == 0, generation == self.generation { isRefreshing = false } }
    var cursor: Cursor?
    if page > 0 {
      guard let next = try await store.header(page - 1)?.next else { return nil }
      cursor = next
    }
    let ahead = ahead
    // The list was asked for anew meanwhile: what was asked before it says nothing about it.
    guard generation == self.generation else { return nil }
    guard let step = try await ask(page, cursor, question, ahead)?.first, step.outcome.isKept else { return nil }
    await ahead.learn(next: step.outcome.next, ahead: step.ahead, page)
    return step
  }

  /// Asks for the page behind a cursor; nil where the answer comes too late.
  /// - Parameters:
  ///   - wanted: how many items of the page are; nil for all, and then pages behind the first may be asked for ahead.
  ///   - takesMore: whether the pages behind it whose answers are there already are kept together with it, which takes
  ///     less than keeping each by itself.
  ///   - checked: the pages that count as asked for already, where those of this generation are others.
  ///   - question: the question, if it was sent already.
  ///   - ahead: takes the questions for the pages behind the first, which are sent as soon as a part of it tells where
  ///     they begin.
  func ask(
    _ page: Int, _ cursor: Cursor?, checked: RangeSet<Int>? = nil, _ question: Question<Item>?, _ ahead: Ahead<Item>,
    wanted: Int? = nil, takesMore: Bool = false
  ) async throws -> [Step]? {
    let generation = generation
    let question = await usable(question, page, cursor, wanted: wanted)
    for await part in question.parts {
      guard generation == self.generation else { break }
      if page == 0, wanted == nil { await ask(ahead, behind: part) }
      await keep(part, page, cursor, checked: checked ?? self.checked, generation)
    }
    var answer = try await question.answer()
    guard generation == self.generation else { return nil }
    if case .unchanged = answer {
      if let step = await confirm(page, question, generation) { return [step] }
      guard generation == self.generation else { return nil }
      answer = try await remote(cursor, nil, wanted) { _ in }
    }
    guard case .changed(let items, let validator) = answer else { throw NothingToConfirm() }
    await takeTurn()
    defer { endTurn() }
    guard generation == self.generation else { return nil }
    var updates = [
      PageUpdate(
        number: page, cursor: cursor, page: items, validator: validator, fetchedAt: now(),
        checked: checked ?? self.checked)
    ]
    if takesMore { await addArrived(to: &updates, from: ahead) }
    guard generation == self.generation else { return nil }
    let outcomes = try await store.replaceSome(updates)
    guard generation == self.generation else { return nil }
    return zip(updates, outcomes).map { note($0.number, $1, $0.page) }
  }

  /// Sends the questions for some pages behind the first, once.
  private func ask(_ ahead: Ahead<Item>, behind first: Page<Item>) async {
    guard pagesAhead > 0, first.next != nil, await ahead.beginsNow() else { return }
    await ahead.learn(next: first.next, ahead: first.ahead, 0)
    await ahead.send(1...pagesAhead, first.next, by: self)
  }

  /// Keeps the beginning of a page in front of what is kept of it.
  private func keep(
    _ part: Page<Item>, _ page: Int, _ cursor: Cursor?, checked: RangeSet<Int>, _ generation: Int
  ) async {
    guard !part.items.isEmpty else { return }
    await takeTurn()
    defer { endTurn() }
    guard generation == self.generation else { return }
    var part = part
    let ids = Set(part.items.map(\.id))
    part.items += ((try? await store.page(page)) ?? []).filter { !ids.contains($0.id) }
    var update = PageUpdate(
      number: page, cursor: cursor, page: part, validator: nil, fetchedAt: now(), checked: checked)
    update.isPart = true
    // The whole page says why it cannot be saved.
    _ = try? await store.replaceSome([update])
  }

  private func confirm(_ page: Int, _ question: Question<Item>, _ generation: Int) async -> Step? {
    guard let validator = question.validator else { return nil }
    await takeTurn()
    defer { endTurn() }
    guard let outcome = try? await store.confirm(page, question.cursor, validator), generation == self.generation
    else { return nil }
    if page == 0, let copy = try? await store.header(0)?.fetchedAt { confirmation = (copy, now()) }
    return note(page, outcome)
  }

  private func note(_ page: Int, _ outcome: PageOutcome<Item>, _ given: Page<Item>? = nil) -> Step {
    failure = nil
    if outcome.isKept {
      checked.insert(contentsOf: page..<page + 1)
      pageLimit = pageLimit.map { max($0, page + 1) }
    }
    // What was asked for behind it belongs to another chain of pages.
    if !outcome.isNextKept { checked.remove(contentsOf: page + 1..<Int.max) }
    let date = now()
    if page == 0 { changes.send() }
    return Step(
      outcome: outcome, ahead: given?.ahead, unreadable: given?.unreadable ?? 0, itemFailure: given?.itemFailure,
      fetchedAt: date)
  }
}

/// The server confirmed a copy that is not there.
private struct NothingToConfirm: Error {}
