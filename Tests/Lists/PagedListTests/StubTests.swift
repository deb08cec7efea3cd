import CachedResource
import Database
import FlagsStore
import Foundation
import Observed
import PagedList
import TestSupport
import Testing

struct StubTests {
  struct Failed: Error {}

  let notes = (0..<5).map { Note(id: $0, text: "note \($0)") }

  @Test func `the in-memory list has windows, searches and pages of its items`() async throws {
    let sut = PagedList.inMemory(.unflagged(notes, text: \.text))
    for (row, anchor, items) in [(-3, 0, 0..<2), (0, 0, 0..<2), (2, 2, 1..<4), (4, 4, 3..<5), (99, 4, 3..<5)] {
      let window = try await sut.window(.row(row), 1, 1)
      #expect(window.items == Array(notes[items]))
      #expect(window.first == items.lowerBound)
      #expect(window.anchor == anchor)
      #expect(window.count == 5)
      #expect(window.isComplete)
    }
    #expect(try await sut.window(.item(3, orRow: 0), 0, 0).items.map(\.id) == [3])
    #expect(try await sut.window(.item(9, orRow: 1), 0, 0).items.map(\.id) == [1])
    #expect(try await PagedList<Note>.inMemory(.unflagged([])).window(.row(7), 2, 2).items == [])
    #expect(try await sut.reader.found("note 3").map(\.id) == [3])
    #expect(try await sut.reader.items([RowKey(1), RowKey(-1), RowKey(5)]).map(\.id) == [1])
    #expect(try await sut.pages().reduce(into: []) { $0 += $1.value } == notes)
    #expect(try await sut.loadRest().reduce(into: []) { $0.append($1) } == [])
    #expect(try await sut.load(0..<9).warning == nil)
  }

  @Test(arguments: [(3, 3), (7, 2), (9, 0)])
  func `a window in memory arranges the items once, whatever its anchor`(
    _ id: Int, _ row: Int
  ) async throws {
    let reads = CallRecorder<Int>()
    var flags = FlagsStore.stub
    flags.changed = { kind, since, limit in
      reads.record(limit)
      return try await FlagsStore.stub.changed(kind, since, limit)
    }
    let sut = ListReader.inMemory(notes[..<2] + [Note(id: 7, text: "other")] + notes[2...], text: \.text, flags: flags)
    let window = try await sut.window(ListQuery(text: "note"), .item(id, orRow: 0), 1, 0)
    #expect(window.anchor == row)
    #expect(window.items.last?.id == row)
    #expect(window.count == 5)
    #expect(reads.all.count == 1)
  }

  @Test func `the items of a sweep are written in portions until none is left`() async throws {
    let unwritten = Observed(["a", "b", "c"])
    let sweep = Sweep(ReadBatch(1), revision: 1, arrivals: 0..<9, written: "")
    var flags = FlagsStore.stub
    flags.unwrittenSweeps = { _ in unwritten.value.isEmpty ? [] : [sweep] }
    flags.addSwept = { _, _, ids in unwritten.update { $0.removeAll(where: ids.contains) } }
    var store = ListStore<Note>.notes(.failing(Failed()))
    store.flagsVersion = { .none }
    store.swept = { _, _ in Array(unwritten.value.prefix(2)) }
    try await store.saveReadItems(in: flags, ItemKind("note"))
    #expect(unwritten.value == [])
  }

  @Test func `the failing list is empty and throws on every load`() async throws {
    let sut = PagedList<Note>.failing(Failed())
    let window = try await sut.window(.row(0), 1, 1)
    #expect(window.items == [])
    #expect(!window.isComplete)
    #expect(window.fetchedAt == nil)
    await #expect(throws: Failed.self) { try await sut.refresh() }
    await #expect(throws: Failed.self) { try await sut.load(0..<1) }
    await #expect(throws: Failed.self) { for try await _ in sut.loadRest() {} }
    await #expect(throws: Failed.self) { for try await _ in sut.pages() {} }
  }
}
