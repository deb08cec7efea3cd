import Feed
import Foundation
import ItemsLoader
import Store
import TestSupport
import Testing

/// A list that comes whole.
@Suite(.timeLimit(.minutes(5)))
struct WholeTests {
  struct Down: Error, Equatable {}
  struct Full: Error, Equatable {}

  let old = Date(timeIntervalSince1970: 1_000)
  let today = Date(timeIntervalSince1970: 2_000)
  let answers = Calls<Result<[Note], Down>>()
  let store = Store<Int, StoredCopy<[Note]>>.memory()

  private func notes(_ ids: ClosedRange<Int>) -> [Note] { ids.map { Note(id: $0, text: "note \($0)") } }

  private func sut(_ store: Store<Int, StoredCopy<[Note]>>? = nil) -> Feed<Note> {
    let loader = ItemsLoader.live(
      remote: { [answers] _ in .changed(try answers.all.last?.get() ?? [], validator: nil) },
      store: store ?? self.store,
      key: 1, now: { [today] in today })
    return .whole(loader, text: \.text, now: { [today] in today })
  }

  private func keep(_ ids: ClosedRange<Int>) async throws {
    try await store.insert(StoredCopy(notes(ids), fetchedAt: old), 1)
  }

  @Test func `what is kept is shown at once, and then the latest, all of it`() async throws {
    try await keep(1...3)
    answers.record(.success(notes(0...4)))
    let sut = sut()
    let before = try await sut.window(.row(0), 0, 9)
    #expect(before.items == notes(1...3) && before.isComplete && before.fetchedAt == old)
    #expect(try await sut.refresh().keepingFailure == nil)
    let after = try await sut.window(.item(3, orRow: 0), 9, 9)
    #expect(after.items == notes(0...4) && after.anchor == 3 && after.isComplete && after.fetchedAt == today)
    #expect(try await sut.arrivals(.distantPast, 9).sorted() == [0, 4])
    #expect(try await store.value(1)?.value == notes(0...4))
    answers.record(.success(notes(4...4)))
    _ = try await sut.refresh()
    #expect(try await sut.window(.row(0), 0, 9).items == notes(4...4), "what the server no longer lists is gone")
  }

  @Test func `without a server what is kept stays, and why is told`() async throws {
    try await keep(1...2)
    answers.record(.failure(Down()))
    let sut = sut()
    await #expect(throws: Down.self) { try await sut.refresh() }
    let window = try await sut.window(.row(0), 0, 9)
    #expect(window.items == notes(1...2) && window.fetchedAt == old)
    let pages = try await sut.walk().reduce(into: []) { $0.append($1) }
    #expect(pages.map(\.value) == [notes(1...2)] && pages[0].origin == .kept && pages[0].fetchedAt == old)
    #expect(pages[0].failure is Down)
  }

  @Test func `with nothing kept either, the list is empty and not known to be whole`() async throws {
    answers.record(.failure(Down()))
    let sut = sut()
    await #expect(throws: Down.self) { try await sut.refresh() }
    let window = try await sut.window(.row(0), 0, 9)
    #expect(window.items.isEmpty && !window.isComplete && window.fetchedAt == nil)
    let error = await #expect(throws: NothingKept.self) { for try await _ in sut.walk() {} }
    #expect(error?.failure is Down)
  }

  @Test func `what cannot be kept is shown, and that is told`() async throws {
    try await keep(1...2)
    answers.record(.success(notes(1...3)))
    var full = store
    full.insert = { _, _ in throw Full() }
    let sut = sut(full)
    #expect(try await sut.refresh().keepingFailure is Full)
    #expect(try await sut.window(.row(0), 0, 9).items == notes(1...3))
    #expect(try await sut.walk().reduce(into: []) { $0.append($1) }.map { $0.keepingFailure is Full } == [true])
  }

  @Test func `what is kept is found, and sorted, before the server was asked`() async throws {
    try await keep(1...3)
    #expect(try await sut().search("note 2").reduce(into: []) { $0 += $1 }.count == 1)
    #expect(try await sut().keys(.title).reduce(into: []) { $0 += $1 }.map(\.id) == [1, 2, 3])
    #expect(try await sut().places([3, 9]).keys.sorted() == [3])
    #expect(try await sut().walk().reduce(into: []) { $0.append($1) }.map(\.value) == [[]])
  }

  @Test func `it is asked for once, whoever asks, and rows cost nothing then`() async throws {
    let asked = Calls<Int>()
    let loader = ItemsLoader(
      load: { [self] in
        asked.record(1)
        return LoadResult(notes(1...3), from: .server, fetchedAt: today)
      }, kept: { nil })
    let sut = Feed.whole(loader, now: { [today] in today })
    _ = try await sut.refresh()
    _ = try await sut.load(0..<9)
    #expect(try await sut.loadRest().reduce(into: []) { $0.append($1) } == [])
    #expect(asked.all.count == 1)
  }
}
