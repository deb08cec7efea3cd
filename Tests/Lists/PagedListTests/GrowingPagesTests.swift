import CachedResource
import DatabaseLive
import Foundation
import Observed
import PagedList
import Synchronization
import TestSupport
import Testing

/// Pages that arrive in parts.
@Suite(.timeLimit(.minutes(5)))
struct GrowingPagesTests {
  let server = ListServer(count: 12)
  /// A gate for each page, which holds back everything after the first part of the page.
  let gates = (0..<4).map { _ in Gate() }
  let store = ListStore.notes(.memory())

  /// Returns a list whose pages arrive in parts: the first note immediately, the whole page later.
  func sut(
    pagesAhead: Int = 0, store: ListStore<Note>? = nil, isHeld: @escaping @Sendable (Int) -> Bool = { _ in true }
  ) -> PagedList<Note> {
    .notes(
      growing: { [server, gates] cursor, validator, _, part in
        let answer = try server.answer(cursor, nil)
        guard case .changed(let page, _) = answer else { return answer }
        let number = cursor.flatMap { Int($0.text) } ?? 0
        part(Page([], next: page.next, ahead: page.ahead))
        part(Page(Array(page.items.prefix(1)), next: page.next, ahead: page.ahead))
        if isHeld(number) { try await gates[number].pause() }
        return .changed(page, validator: "v\(number)")
      }, pagesAhead: pagesAhead, store: store ?? self.store, now: { .distantPast })
  }

  func rows(_ sut: PagedList<Note>, atLeast count: Int) async throws -> [Int] {
    var changes = sut.changes.stream().makeAsyncIterator()
    while true {
      let rows = try await sut.window(.row(0), 0, .max).items.map(\.id)
      if rows.count >= count { return rows }
      guard await changes.next() != nil else { return rows }
    }
  }

  @Test func `the beginning of a page is listed without a validator before the page is complete`() async throws {
    let sut = sut()
    async let refreshed = sut.refresh()
    #expect(try await rows(sut, atLeast: 1) == [0])
    #expect(try await store.header(0)?.next == Cursor("1"))
    #expect(try await store.validator(0, nil) == nil)
    await gates[0].open()
    _ = try await refreshed
    #expect(try await rows(sut, atLeast: 3) == [0, 1, 2])
    #expect(try await store.validator(0, nil) == "v0")
  }

  @Test func `the beginning of a page is not saved if the items that come after it cannot be read`() async throws {
    struct Unreadable: Error {}
    _ = try await sut(isHeld: { _ in false }).refresh()
    let isRead = Observed(false)
    let saved = CallRecorder<Bool>()
    var store = store
    store.page = { _ in
      isRead.replace(with: true)
      throw Unreadable()
    }
    store.replaceSome = { [replaceSome = store.replaceSome] updates in
      for update in updates { saved.record(update.isPart) }
      return try await replaceSome(updates)
    }
    server.change { $0.notes.insert(Note(id: 90, text: "new"), at: 0) }
    let sut = sut(store: store)
    async let refreshed = sut.refresh()
    await isRead.wait { $0 }
    await gates[0].open()
    _ = try await refreshed
    #expect(saved.all == [false])
  }

  @Test func `saved items of a page stay after its new beginning, also when the refresh is cancelled`() async throws {
    _ = try await sut(isHeld: { _ in false }).refresh()
    server.change { $0.notes.insert(Note(id: 90, text: "new"), at: 0) }
    let sut = sut()
    let refreshing = Task { try await sut.refresh() }
    #expect(try await rows(sut, atLeast: 4) == [90, 0, 1, 2])
    await gates[0].arrived()
    refreshing.cancel()
    await #expect(throws: CancellationError.self) { try await refreshing.value }
    #expect(try await rows(sut, atLeast: 4) == [90, 0, 1, 2])
  }

  @Test func `the beginning of a page that arrives after a newer refresh is ignored`() async throws {
    let late = Gate()
    let isFirst = Mutex(true)
    let server = server
    let sut = PagedList<Note>.notes(
      growing: { cursor, validator, _, part in
        let answer = try server.answer(cursor, nil)
        if cursor != nil,
          isFirst.withLock({ isFirst in
            defer { isFirst = false }
            return isFirst
          })
        {
          // The pause ignores cancellation, so the answer arrives late.
          try? await Task { try await late.pause() }.value
          part(Page([Note(id: 99, text: "late")], next: nil))
        }
        return answer
      }, pagesAhead: 0, store: store, now: { .distantPast })
    _ = try await sut.refresh()
    async let loaded = sut.load(3..<4)
    await late.arrived()
    _ = try await sut.refresh()
    await late.open()
    _ = try await loaded
    #expect(try await rows(sut, atLeast: 3) == [0, 1, 2])
  }

  @Test func `a refresh requests pages ahead once the first page begins, and a later load uses them`() async throws {
    server.change { $0.tellsCount = true }
    let sut = sut(pagesAhead: 2)
    async let refreshed = sut.refresh()
    for page in 0..<3 { await gates[page].arrived() }
    #expect(server.asked().map(\.page) == [0, 1, 2])
    #expect(try await rows(sut, atLeast: 1) == [0], "no page is shown before the previous one is complete")
    for page in [2, 1, 0] { await gates[page].open() }
    _ = try await refreshed
    async let loaded = sut.load(0..<9)
    _ = try await loaded
    #expect(try await rows(sut, atLeast: 9) == Array(0..<9))
    #expect(server.asked().isEmpty)
  }

  @Test func `a page ahead is requested only after the page before it has begun`() async throws {
    server.change { $0.tellsCount = true }
    let asks = Gate()
    let sut = PagedList<Note>.notes(
      growing: { [server] cursor, _, _, part in
        let answer = try server.answer(cursor, nil)
        if cursor == Cursor("1") { try await asks.pause() }
        guard case .changed(let page, _) = answer else { return answer }
        part(Page([], next: page.next, ahead: page.ahead))
        return answer
      }, pagesAhead: 2, store: store, now: { .distantPast })
    _ = try await sut.refresh()
    await asks.arrived()
    #expect(server.asked().map(\.page) == [0, 1])
    await asks.open()
    _ = try await sut.load(0..<9)
    #expect(server.asked().map(\.page) == [2])
  }

  @Test func `a page ahead is requested when the page before it fails`() async throws {
    server.change { $0.tellsCount = true }
    let second = Gate()
    let sut = PagedList<Note>.notes(
      growing: { [server] cursor, _, _, part in
        let answer = try server.answer(cursor, nil)
        guard case .changed(let page, _) = answer else { return answer }
        if cursor == nil { part(Page([], next: page.next, ahead: page.ahead)) }
        if cursor == Cursor("1") { throw ListServer.ServerDown() }
        if cursor == Cursor("2") { try await second.pause() }
        return answer
      }, pagesAhead: 2, store: store, now: { .distantPast })
    _ = try await sut.refresh()
    await second.arrived()
    #expect(server.asked().map(\.page) == [0, 1, 2])
    await second.open()
  }

  @Test func `a cancelled load drops its requests, and the next load sends them again`() async throws {
    server.change { $0.tellsCount = true }
    let sut = sut(isHeld: { $0 > 0 })
    _ = try await sut.refresh()
    let loading = Task { try await sut.load(0..<9) }
    for page in 1..<3 { await gates[page].arrived() }
    loading.cancel()
    await #expect(throws: CancellationError.self) { try await loading.value }
    _ = server.asked()
    // A cancelled request may still be at the gate, so open it until the new one has passed.
    let opening = Task { [gates] in while !Task.isCancelled { await gates[1].open() } }
    _ = try await sut.load(0..<6)
    opening.cancel()
    await opening.value
    #expect(try await rows(sut, atLeast: 6) == Array(0..<6))
    #expect(server.asked().map(\.page) == [1])
  }

  @Test func `a walk requests pages ahead and yields each when it is complete`() async throws {
    server.change { $0.tellsCount = true }
    var walk = sut(pagesAhead: 2).pages().makeAsyncIterator()
    let first = Task { [gates] in
      for page in 0..<3 { await gates[page].arrived() }
      for gate in gates { await gate.open() }
    }
    var shown: [[Int]] = []
    while let page = try await walk.next() { shown.append(page.value.map(\.id)) }
    _ = await first.value
    #expect(shown == [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]])
    #expect(server.asked().map(\.page).sorted() == [0, 1, 2, 3])
  }

  @Test func `one load of rows beyond the end requests several pages, at most six`() async throws {
    let server = ListServer(count: 60)
    let sut = PagedList<Note>.notes(remote: server.remote, store: store, now: { .distantPast })
    _ = try await sut.refresh()
    _ = try await sut.load(0..<14)
    #expect(server.asked().map(\.page) == [0, 1, 2, 3, 4])
    _ = try await sut.load(0..<Int.max)
    #expect(server.asked().map(\.page) == [5, 6, 7, 8, 9, 10])
    #expect(try await sut.window(.row(0), 0, 0).count == 33)
  }
}
