import CachedResource
import Database
import DatabaseLive
import Foundation
import ListTable
import Observed
import PagedList
import Store
import Synchronization
import TestSupport
import Testing

extension PagedListTests {
  @Test func `the first step of a walk requests only the first page`() async throws {
    server.change { $0.tellsCount = true }
    var walk = sut().pages().makeAsyncIterator()
    _ = try await walk.next()
    #expect(server.asked().map(\.page) == [0])
  }

  @Test(arguments: [(1, 1), (3, 1), (4, 2), (9, 3), (10, 4), (99, 4)])
  func `a walk with a limit requests no page beyond the limit`(limit: Int, pages: Int) async throws {
    server.change { $0.tellsCount = true }
    let sut = sut()
    let count = try await sut.walk(limit, true).reduce(into: 0) { $0 += $1.value.count }
    #expect(count == min(pages * 3, 10))
    #expect(server.asked().map(\.page).sorted() == Array(0..<pages))
    server.change { $0.isDown = true }
    #expect(try await sut.walk(limit, true).reduce(into: 0) { $0 += $1.value.count } == count)
  }

  @Test func `a long page is yielded in portions, and its unreadable items are reported once`() async throws {
    let notes = (0..<40_000).map { Note(id: $0, text: "\($0)") }
    let sut = PagedList<Note>.notes(
      remote: { _, _ in .changed(Page(notes, unreadable: 2), validator: nil) }, store: .notes(.memory()),
      now: { .distantPast })
    let portions = try await sut.pages().reduce(into: []) { $0.append($1) }
    #expect(portions.map(\.value.count) == [16_000, 16_000, 8_000])
    #expect(portions.flatMap(\.value) == notes)
    #expect(portions.map { ($0.failure as? UnreadableItems)?.count } == [2, nil, nil])
  }

  @Test func `a walk requests six pages at a time and yields them in order`() async throws {
    let server = ListServer(count: 60)
    server.change { $0.tellsCount = true }
    let gates = (0..<20).map { _ in Gate() }
    let running = Mutex((now: 0, most: 0))
    let sut = PagedList<Note>.notes(
      remote: { cursor, validator in
        let answer = try server.answer(cursor, validator)
        running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
        if let page = cursor.flatMap({ Int($0.text) }) { try await gates[page].pause() }
        running.withLock { $0.now -= 1 }
        return answer
      }, store: .notes(.memory()), now: { .distantPast })
    let walking = Task { try await sut.pages().reduce(into: []) { $0 += $1.value } }
    // The requests begin in any order, but the walk waits for the answers in that of the pages.
    for page in 1..<20 {
      for asked in gates[page...].prefix(6) { await asked.arrived() }
      await gates[page].open()
    }
    #expect(try await walking.value == server.notes)
    #expect(running.withLock { $0.most } == 6)
    #expect(server.asked().map(\.page).sorted() == Array(0..<20))
  }

  @Test func `pages whose answers have arrived are saved together and yielded one by one`() async throws {
    let server = ListServer(count: 900)
    let cached = CallRecorder<[Int]>()
    server.change { $0.tellsCount = true }
    var store = ListStore.notes(.memory())
    store.replaceSome = { [replaceSome = store.replaceSome] updates in
      cached.record(updates.map(\.number))
      return try await replaceSome(updates)
    }
    let sut = PagedList<Note>.notes(remote: server.remote, store: store, now: { .distantPast })
    let pages = try await walk(sut)
    #expect(pages.map(\.value.count) == Array(repeating: 3, count: 300))
    #expect(pages.flatMap(\.value) == server.notes)
    #expect(cached.all.flatMap(\.self) == Array(0..<300), "each page is saved once, in order")
    #expect(server.asked().map(\.page).sorted() == Array(0..<300), "each page is requested once")
    // Six pages are requested at a time, so in three hundred some arrive while another is being saved.
    #expect(cached.all.contains { $0.count > 1 })
    #expect(cached.all.allSatisfy { $0.count <= 6 })
  }

  @Test func `a second walk confirms every saved page`() async throws {
    let sut = sut()
    _ = try await walk(sut)
    _ = server.asked()
    var again = sut.pages().makeAsyncIterator()
    _ = try await again.next()
    _ = try await again.next()
    #expect(Set(server.asked().map(\.page)).isSubset(of: [0, 1, 2, 3]))
    #expect(try await again.next()?.value.count == 3)
    #expect(try await again.next()?.value.count == 1)
    #expect(try await again.next() == nil)
    #expect(server.state.withLock { $0.unchanged } == 4)
  }

  @Test(arguments: [0, 2, 4]) func `a walk reads a validator only for pages that may be saved`(cached: Int) async throws
  {
    let looks = CallRecorder<Int>()
    let store = ListStore.notes(.memory())
    server.change { $0.tellsCount = true }
    if cached > 0 {
      let before = sut(store)
      _ = try await before.refresh()
      _ = try await before.load(0..<cached * 3)
    }
    var counted = store
    counted.validator = { page, cursor in
      looks.record(page)
      return try await store.validator(page, cursor)
    }
    _ = server.asked()
    #expect(try await walk(sut(counted)).flatMap(\.value) == server.notes)
    #expect(looks.all.sorted() == Array(0..<max(1, cached)))
    #expect(server.asked().filter { $0.validator != nil }.map(\.page).sorted() == Array(0..<cached))
  }

  @Test func `an answer to a wrongly predicted cursor is not used`() async throws {
    let server = ListServer(count: 12)
    let sut = PagedList<Note>.notes(
      remote: { cursor, validator in
        guard case .changed(var page, _) = try server.answer(cursor, nil) else { throw CancellationError() }
        // The links advance by two, but the series by one.
        let number = cursor.flatMap { Int($0.text) } ?? 0
        page.next = number == 0 ? Cursor("1") : number == 1 ? Cursor("3") : nil
        page.ahead = CursorSeries(prefix: "", first: number + 1, suffix: "", step: 1, last: 9)
        return .changed(page, validator: validator)
      }, store: .notes(.memory()), now: { .distantPast })
    #expect(try await walk(sut).flatMap(\.value).map(\.id) == [0, 1, 2, 3, 4, 5, 9, 10, 11])
  }

  @Test func `a walk whose cursors have changed sends at most five wrong requests`() async throws {
    let sut = sut()
    server.change { $0.notes += (10..<60).map { Note(id: $0, text: "note \($0)") } }
    _ = try await walk(sut)
    _ = server.asked()
    let prefix = Mutex("x")
    let server = server
    let store = ListStore.notes(.memory())
    let other = PagedList<Note>.notes(
      remote: { cursor, validator in
        let number = cursor.map { Cursor(String($0.text.drop { !$0.isNumber })) }
        guard case .changed(var page, _) = try server.answer(number, nil) else { throw CancellationError() }
        page.next = page.next.map { next in Cursor(prefix.withLock { $0 } + next.text) }
        return .changed(page, validator: validator)
      }, store: store, now: { .distantPast })
    for name in ["x", "y"] {
      prefix.withLock { $0 = name }
      #expect(try await walk(other).flatMap(\.value) == server.notes)
      #expect(server.asked().count <= 20 + 5)
    }
  }

  @Test func `a walk yields cached pages after a failure without further requests`() async throws {
    let sut = sut()
    _ = try await walk(sut)
    dates.record(today + 60)
    server.change { $0.isDown = true }
    _ = server.asked()
    let offline = try await walk(sut)
    #expect(offline.flatMap(\.value) == server.notes)
    #expect(Set(offline.map(\.provenance)) == [.cache])
    #expect(Set(offline.map(\.fetchedAt)) == [today])
    #expect(offline.compactMap { $0.failure as? ListServer.ServerDown }.count == offline.count)
    #expect(server.asked().count == 1)

    server.change { $0.isDown = false }
    var broken = sut.pages().makeAsyncIterator()
    #expect(try await broken.next()?.provenance == .server)
    server.change { $0.isDown = true }
    #expect(try await broken.next()?.provenance == .cache)
    _ = server.asked()
    #expect(try await broken.next()?.fetchedAt == today)
    #expect(try await broken.next()?.value == [server.notes[9]])
    #expect(try await broken.next() == nil)
    #expect(server.asked().isEmpty)
  }

  @Test func `a walk without cached pages throws NoCachedCopy with the load and the reading failure`() async throws {
    server.change { $0.isDown = true }
    let nothing = await #expect(throws: NoCachedCopy.self) { try await self.walk(self.sut()) }
    #expect(nothing?.failure is ListServer.ServerDown)
    #expect(nothing?.readingFailure == nil)
    let unread = await #expect(throws: NoCachedCopy.self) {
      try await self.walk(self.sut(.notes(.failing(DatabaseError.notPermitted))))
    }
    #expect(unread?.readingFailure as? DatabaseError == .notPermitted)

    server.change { $0.isDown = false }
    let sut = sut()
    _ = try await sut.refresh()
    server.change { $0.isDown = true }
    let pages = CallRecorder<[Note]>()
    let rest = await #expect(throws: NoCachedCopy.self) {
      for try await page in sut.pages() { pages.record(page.value) }
    }
    #expect(pages.all == [Array(server.notes.prefix(3))])
    #expect(rest?.failure is ListServer.ServerDown)
  }

  @Test func `a cancelled walk ends without items or throws CancellationError`() async throws {
    let gate = Gate()
    let sut = PagedList<Note>.notes(
      remote: { _, _ in
        try await gate.pause()
        return .unchanged
      }, store: .notes(.memory()), now: { .distantPast })
    let walking = Task { try await sut.pages().reduce(into: []) { $0 += $1.value } }
    await gate.arrived()
    walking.cancel()
    switch await walking.result {
    case .success(let notes): #expect(notes.isEmpty)
    case .failure(let error): #expect(error is CancellationError)
    }
  }

  @Test func `a circular link ends a list and is reported as a link failure`() async throws {
    server.change { $0.circle = (page: 2, target: 1) }
    let sut = sut()
    let pages = try await walk(sut)
    #expect(pages.map { $0.failure as? LinkFailure } == [nil, nil, .leadsInCircles])
    #expect(pages.allSatisfy { $0.provenance == .server })
    #expect(pages.flatMap(\.value).count == 9)
    #expect(try await sut.window(.row(0), 0, 0).isComplete)
    _ = try await sut.refresh()
    #expect(try await sut.load(6..<20).warning as? LinkFailure == .leadsInCircles)
  }

  @Test func `a bad link is reported before unreadable items, of the same page and of others`() async throws {
    server.change {
      $0.circle = (page: 2, target: 1)
      $0.unreadable = [1: 3, 2: 2]
    }
    let sut = sut()
    #expect(try await sut.refresh().warning == nil)
    #expect(try await sut.load(3..<20).warning as? LinkFailure == .leadsInCircles)
    #expect(try await walk(sut).last?.failure as? LinkFailure == .leadsInCircles)
  }

  @Test func `unreadable items of a page are reported by refresh, load and walk`() async throws {
    server.change { $0.unreadable = [0: 2, 1: 1, 2: 4] }
    let sut = sut()
    #expect(try await sut.refresh().warning as? UnreadableItems == UnreadableItems(2))
    #expect(try await sut.load(0..<9).warning as? UnreadableItems == UnreadableItems(5))
    #expect(try await walk(sut).map { $0.failure as? UnreadableItems } == [2, 1, 4, 0].map(UnreadableItems.init))
    server.change { $0.unreadable = [:] }
    #expect(try await sut.refresh().warning == nil)
  }

  @Test(arguments: [0, 1, 3], [nil, DatabaseError.noSpace])
  func `a confirmed page that can no longer be read is requested again`(
    page: Int, failure: DatabaseError?
  ) async throws {
    let store = ListStore.notes(.memory())
    _ = try await walk(sut(store))
    var forgotten = store
    forgotten.page = { number in
      if number == page {
        if let failure { throw failure }
        try await store.removeAll()
      }
      return try await store.page(number)
    }
    #expect(try await walk(sut(forgotten)).flatMap(\.value) == server.notes)
  }

  @Test func `a page that changes in the cache while the server confirms it is requested again`() async throws {
    let sut = sut()
    _ = try await walk(sut)
    let server = server
    let gate = Gate()
    let store = ListStore.notes(.memory())
    let held = PagedList<Note>.notes(
      remote: { cursor, validator in
        let answer = try server.answer(cursor, validator)
        if validator != nil { try await gate.pause() }
        return answer
      }, store: store, now: { .distantPast })
    _ = try await held.pages().reduce(into: 0) { $0 += $1.value.count }
    async let refreshed = held.refresh()
    await gate.arrived()
    // Another change of the page happens while the page is being requested.
    try await store.singles.insert(CachedCopy(Note(id: 0, text: "edited"), fetchedAt: .distantPast), 0)
    await gate.open()
    _ = try await refreshed
    #expect(try await all(held) == server.notes)
  }
}
