import CachedResource
import Database
import DatabaseLive
import FlagsStore
import Foundation
import ListTable
import Observed
import PagedList
import Store
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PagedListTests {
  let server = ListServer(count: 10)
  let dates = CallRecorder<Date>()
  let today = Date(timeIntervalSince1970: 2_000)

  func sut(_ store: ListStore<Note> = .notes(.memory())) -> PagedList<Note> {
    .notes(
      remote: server.remote, store: store,
      now: { [today, dates] in dates.all.last ?? today })
  }

  func all(_ sut: PagedList<Note>) async throws -> [Note] { try await sut.window(.row(0), 0, .max).items }

  func walk(_ sut: PagedList<Note>) async throws -> [Loaded<[Note]>] {
    try await sut.pages().reduce(into: []) { $0.append($1) }
  }

  @Test func `a refresh requests the first page and lists it`() async throws {
    let sut = sut()
    _ = try await sut.refresh()
    let window = try await sut.window(.row(0), 0, 9)
    #expect(window.items == Array(server.notes.prefix(3)))
    #expect(!window.isComplete)
    #expect(window.fetchedAt == today)
    #expect(server.asked().map(\.page) == [0])
  }

  @Test func `a walk with flags throws if they cannot be read, and one without returns the items`() async throws {
    struct Damaged: Error {}
    let list = PagedList<Listed<Note>>.live(
      remote: server.remote, store: .notes(.memory()), flags: .failing(Damaged()), now: { .distantPast })
    await #expect(throws: Damaged.self) { for try await _ in list.walk(nil, true) {} }
    #expect(try await list.walk(nil, false).reduce(0) { $0 + $1.value.count } == 10)
  }

  @Test func `loading rows requests each of their pages once, including pages beyond the end`()
    async throws
  {
    let sut = sut()
    _ = try await walk(sut)
    _ = server.asked()
    _ = try await sut.refresh()
    _ = try await sut.load(4..<8)
    #expect(server.asked().map(\.page).sorted() == [0, 1, 2])
    _ = try await sut.load(0..<9)
    #expect(server.asked().isEmpty)

    let fresh = self.sut()
    _ = try await fresh.load(0..<1)
    #expect(server.asked().map(\.page) == [0])
    _ = try await fresh.load(2..<4)
    #expect(server.asked().map(\.page) == [1])
    #expect(try await fresh.window(.row(0), 0, 0).count == 6)
    _ = try await fresh.load(100..<101)
    #expect(server.asked().map(\.page) == [2, 3])
    for _ in 0..<3 { _ = try await fresh.load(100..<101) }
    #expect(server.asked().isEmpty)
    #expect(try await fresh.window(.row(0), 0, 0).isComplete)
  }

  @Test func `rows that a query lacks are looked for on the next pages`() async throws {
    let sut = sut()
    _ = try await sut.refresh()
    _ = server.asked()
    _ = try await sut.load(ListQuery(text: "nowhere"), 0..<1)
    #expect(server.asked().map(\.page) == [1])
  }

  @Test func `loading a page does not request an already checked page after it again`() async throws {
    let sut = sut()
    _ = try await walk(sut)
    _ = try await sut.refresh()
    _ = try await sut.load(6..<9)
    _ = server.asked()
    _ = try await sut.load(3..<9)
    #expect(server.asked().map(\.page) == [1])
  }

  @Test func `pages after a page that now leads elsewhere are requested again`() async throws {
    let sut = sut()
    _ = try await walk(sut)
    _ = try await sut.refresh()
    _ = try await sut.load(6..<9)
    server.change { $0.circle = (page: 1, target: 3) }
    _ = server.asked()
    _ = try await sut.load(3..<6)
    _ = try await sut.load(6..<7)
    #expect(server.asked().map(\.page) == [1, 3])
    #expect(try await all(sut) == Array(server.notes.prefix(6) + server.notes.suffix(1)))
  }

  @Test func `answers that arrive at the same time are saved one after the other`() async throws {
    let gate = Gate()
    let server = server
    let saved = CallRecorder<Int>()
    let (answers, answered) = AsyncStream.makeStream(of: Void.self)
    var store = ListStore.notes(.memory())
    let isHeld = Mutex(false)
    store.replaceSome = { [replaceSome = store.replaceSome] updates in
      for update in updates { saved.record(update.number) }
      if isHeld.withLock({ $0 }) { try? await gate.pause() }
      return try await replaceSome(updates)
    }
    let sut = PagedList<Note>.notes(
      remote: { cursor, validator in
        let answer = try server.answer(cursor, validator)
        if isHeld.withLock({ $0 }) { answered.yield() }
        return answer
      }, store: store, now: { .distantPast })
    _ = try await walk(sut)
    _ = try await sut.refresh()
    server.change { for index in $0.notes.indices { $0.notes[index].text += " again" } }
    isHeld.withLock { $0 = true }
    let before = saved.all.count
    async let first = sut.load(3..<4)
    await gate.arrived()
    async let second = sut.load(6..<7)
    var iterator = answers.makeAsyncIterator()
    for _ in 1...2 { await iterator.next() }
    _ = try await all(sut)
    #expect(saved.all.count == before + 1, "the first page is being saved")
    isHeld.withLock { $0 = false }
    await gate.open()
    _ = try await (first, second)
    #expect(saved.all.count == before + 2)
  }

  @Test func `loading rows beyond the end continues after a page without new items`() async throws {
    let sut = sut()
    _ = try await sut.refresh()
    server.change { $0.notes.insert(contentsOf: $0.notes.prefix(3), at: 3) }
    _ = try await sut.load(3..<4)
    #expect(server.asked().map(\.page) == [0, 1, 2])
    #expect(try await sut.window(.row(0), 0, 0).count == 6)
  }

  @Test func `unchanged pages are confirmed without writing anything`() async throws {
    let database = Database.memory()
    let writes = CallRecorder<Void>()
    var counted = database
    counted.writing = { work in
      writes.record(())
      try await database.writing(work)
    }
    _ = try await walk(sut(.notes(counted)))
    #expect(writes.all.count == 4)
    _ = server.asked()
    dates.record(today + 60)
    let sut = sut(.notes(counted))
    let again = try await walk(sut)
    #expect(writes.all.count == 4)
    #expect(server.asked().allSatisfy { $0.validator != nil })
    #expect(server.state.withLock { $0.unchanged } == 4)
    #expect(again.flatMap(\.value) == server.notes)
    #expect(Set(again.map(\.provenance)) == [.server])
    #expect(Set(again.map(\.fetchedAt)) == [today + 60])
    #expect(again.compactMap { $0.failure.map(String.init(describing:)) } == [])
    #expect(try await sut.window(.row(0), 0, 0).fetchedAt == today + 60)
    _ = try await sut.refresh()
    _ = try await sut.load(0..<9)
    #expect(writes.all.count == 4)
  }

  @Test func `an answer to a request from before the newest refresh is ignored`() async throws {
    let gate = Gate()
    let server = server
    let isHeld = Mutex(true)
    let sut = PagedList<Note>.notes(
      remote: { cursor, validator in
        let answer = try server.answer(cursor, validator)
        // The pause ignores cancellation, so the answer arrives late.
        if cursor != nil, isHeld.withLock({ $0 }) { try? await Task { try await gate.pause() }.value }
        return answer
      }, store: .notes(.memory()), now: { .distantPast })
    _ = try await sut.refresh()
    async let late = sut.load(3..<4)
    await gate.arrived()
    server.change { $0.notes.removeFirst(3) }
    _ = try await sut.refresh()
    await gate.open()
    _ = try await late
    #expect(try await all(sut) == Array(server.notes.prefix(3)))
    isHeld.withLock { $0 = false }
    _ = try await sut.load(3..<4)
    #expect(try await all(sut) == Array(server.notes.prefix(6)))
  }

  @Test func `a refresh during a running refresh joins it`() async throws {
    let gate = Gate()
    let server = server
    let sut = PagedList<Note>.notes(
      remote: { cursor, validator in
        try await gate.pause()
        return try server.answer(cursor, validator)
      }, store: .notes(.memory()), now: { .distantPast })
    async let first = sut.refresh()
    await gate.arrived()
    async let second = sut.refresh()
    async let third = sut.load(0..<1)
    await gate.open()
    _ = try await (first, second, third)
    #expect(server.asked().count == 1)
    async let next = sut.refresh()
    await gate.open()
    _ = try await next
    #expect(server.asked().count == 1)
  }

  @Test func `concurrent loads of one page share a request`() async throws {
    let gate = Gate()
    let server = server
    let looks = Observed(0)
    var store = ListStore.notes(.memory())
    store.extent = { [extent = store.extent] rows in
      let found = try await extent(rows)
      looks.update { $0 += 1 }
      return found
    }
    let sut = PagedList<Note>.notes(
      remote: { cursor, validator in
        let answer = try server.answer(cursor, validator)
        if cursor != nil { try await gate.pause() }
        return answer
      }, store: store, now: { .distantPast })
    _ = try await sut.refresh()
    async let first = sut.load(3..<4)
    await gate.arrived()
    let before = looks.value
    async let second = sut.load(3..<5)
    async let third = sut.load(3..<6)
    // Each call first reads the extent of the rows, and then the end of the list; another look may come between.
    await looks.wait { $0 >= before + 4 }
    _ = try await all(sut)
    await gate.open()
    _ = try await (first, second, third)
    #expect(server.asked().map(\.page) == [0, 1])
    #expect(try await all(sut) == Array(server.notes.prefix(6)))
  }

  @Test func `a page that another load has just saved is not requested again`() async throws {
    let gate = Gate()
    let server = server
    var store = ListStore.notes(.memory())
    // A load reads the last page just before it asks for the next one.
    store.page = { [page = store.page] number in
      let found = try await page(number)
      try await gate.pause()
      return found
    }
    let sut = PagedList<Note>.notes(remote: server.remote, store: store, now: { .distantPast })
    _ = try await sut.refresh()
    async let first = sut.load(3..<4)
    await gate.arrived()
    async let second = sut.load(3..<5)
    await gate.arrived(2)
    await gate.open()
    _ = try await first
    await gate.open()
    _ = try await second
    #expect(server.asked().map(\.page) == [0, 1])
    #expect(try await all(sut) == Array(server.notes.prefix(6)))
  }

  @Test func `a walk that begins during a refresh does not affect the next refresh`() async throws {
    let gate = Gate()
    let server = server
    let sut = PagedList<Note>.notes(
      remote: { cursor, validator in
        if cursor == nil { try await gate.pause() }
        return try server.answer(cursor, validator)
      }, store: .notes(.memory()), now: { .distantPast })
    async let late = sut.refresh()
    await gate.arrived()
    async let walked = walk(sut)
    await gate.open()
    await gate.open()
    _ = try await late
    #expect(try await walked.flatMap(\.value) == server.notes)
    _ = server.asked()
    async let refreshed = sut.refresh()
    await gate.open()
    _ = try await refreshed
    _ = try await sut.load(3..<4)
    #expect(server.asked().map(\.page) == [0, 1])
  }

  @Test func `a refresh fails if its answer is dropped for a walk whose request fails`() async throws {
    let gate = Gate()
    let server = server
    let sut = PagedList<Note>.notes(
      remote: { cursor, validator in
        // The first request is answered although it was cancelled.
        try await Task { try await gate.pause() }.value
        return try server.answer(cursor, validator)
      }, store: .notes(.memory()), now: { .distantPast })
    let late = Task { try await sut.refresh() }
    await gate.arrived()
    async let walked = walk(sut)
    await gate.arrived(2)
    await gate.open()
    server.change { $0.isDown = true }
    let opening = Task { while !Task.isCancelled { await gate.open() } }
    await #expect(throws: ListServer.ServerDown.self) { try await late.value }
    _ = try? await walked
    opening.cancel()
  }

  @Test func `cancelling the only refresh cancels its request, and cancelling one of two leaves the other`()
    async throws
  {
    let gate = Gate()
    let server = server
    let ended = Gate()
    let sut = PagedList<Note>.notes(
      remote: { cursor, validator in
        do { try await gate.pause() } catch {
          try? await Task { try await ended.pause() }.value
          throw error
        }
        return try server.answer(cursor, validator)
      }, store: .notes(.memory()), now: { .distantPast })
    let alone = Task { try await sut.refresh() }
    await gate.arrived()
    alone.cancel()
    await #expect(throws: CancellationError.self) { try await alone.value }
    await ended.open()

    let stays = Task { try await sut.refresh() }
    let leaves = Task { try await sut.refresh() }
    await gate.arrived()
    leaves.cancel()
    await #expect(throws: CancellationError.self) { try await leaves.value }
    await gate.open()
    _ = try await stays.value
    #expect(try await all(sut).count == 3)
  }

  @Test func `after a failure no load sends a request until the next refresh or loadRest`() async throws {
    let sut = sut()
    _ = try await sut.refresh()
    server.change { $0.isDown = true }
    await #expect(throws: ListServer.ServerDown.self) { try await sut.load(3..<4) }
    _ = server.asked()
    for _ in 0..<3 { _ = try await sut.load(3..<4) }
    #expect(server.asked().isEmpty)
    await #expect(throws: ListServer.ServerDown.self) { for try await _ in sut.loadRest() {} }
    #expect(server.asked().count == 1)
    #expect(try await all(sut).count == 3)
    server.change { $0.isDown = false }
    let counts = try await sut.loadRest().reduce(into: []) { $0.append($1) }
    #expect(counts == [6, 9, 10])
    #expect(try await all(sut) == server.notes)
    server.change { $0.isDown = true }
    await #expect(throws: ListServer.ServerDown.self) { try await sut.refresh() }
    _ = try await sut.load(0..<20)
    server.change { $0.isDown = false }
    _ = server.asked()
    _ = try await sut.refresh()
    _ = try await sut.load(0..<4)
    #expect(server.asked().map(\.page) == [0, 1])
  }

  @Test func `loadRest continues from the last page, which may have changed`() async throws {
    let sut = sut()
    _ = try await walk(sut)
    server.change { $0.notes += [Note(id: 90, text: "a"), Note(id: 91, text: "b"), Note(id: 92, text: "c")] }
    _ = try await sut.refresh()
    _ = server.asked()
    let counts = try await sut.loadRest().reduce(into: []) { $0.append($1) }
    #expect(counts == [12, 13])
    #expect(server.asked().map(\.page) == [3, 4])
    #expect(try await sut.loadRest().reduce(into: []) { $0.append($1) } == [])
    #expect(server.asked().isEmpty)
  }

  @Test func `the first refresh uses the prewarmed answer`() async throws {
    let sut = sut()
    await sut.prewarm()
    await sut.prewarm()
    _ = try await sut.refresh()
    #expect(server.asked().count == 1)
    _ = try await sut.refresh()
    #expect(server.asked().count == 1)
  }

  @Test func `a refresh repeats a request that failed while prewarming`() async throws {
    server.change { $0.isDown = true }
    let sut = sut()
    await sut.prewarm()
    server.change { $0.isDown = false }
    _ = try await sut.refresh()
    #expect(server.asked().count == 2)
    #expect(try await all(sut) == Array(server.notes.prefix(3)))
  }

  @Test func `a refresh sends a change signal, also when nothing has changed`() async throws {
    let sut = sut(.notes(.memory()))
    for _ in 0..<2 {
      var changes = sut.changes.stream().makeAsyncIterator()
      _ = try await sut.refresh()
      #expect(await changes.next() != nil)
    }
  }

  @Test func `a mapped list has the same rows, pages and search results`() async throws {
    let sut = sut().map { notes in notes.map { Note(id: $0.id, text: "other " + $0.text) } }
    let pages = try await sut.pages().reduce(into: [Loaded<[Note]>]()) { $0.append($1) }
    #expect(pages.flatMap(\.value).map(\.text) == server.notes.map { "other " + $0.text })
    let window = try await sut.window(.item(4, orRow: 0), 1, 1)
    #expect(window.items.map(\.id) == [3, 4, 5])
    #expect(window.anchor == 4)
    #expect(window.first == 3)
    #expect(window.count == 10)
    #expect(try await sut.reader.found("7").map(\.text) == ["other note 7"])
  }
}
