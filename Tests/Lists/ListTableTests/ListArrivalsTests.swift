import CachedResource
import Essentials
import PagedList
import Store
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ListArrivalsTests {
  @Test func `items of pages that are loaded for the first time are not new`() async throws {
    let sut = NoteStore.notes()
    try await sut.put(0, [5, 6, 7])
    try await sut.put(1, [8, 9, 10])
    #expect(try await sut.new() == [])
  }

  @Test func `an item before known items is new, and an item that moved between pages is not`()
    async throws
  {
    let sut = NoteStore.notes()
    try await sut.put(0, [5, 6, 7])
    try await sut.put(1, [8, 9, 10])
    try await sut.put(0, [4, 5, 6])
    #expect(try await sut.new() == [4])
    try await sut.put(1, [7, 8, 9], checked: RangeSet(0..<1))
    try await sut.put(2, [10, 11, 12], checked: RangeSet(0..<2))
    #expect(try await sut.new() == [4], "an item that was away in between is not new")
    try await sut.put(2, [12, 13, 11], checked: RangeSet(0..<2))
    #expect(try await sut.new() == [4, 13], "an item before known ones on the last loaded page is new")
    try await sut.put(2, [11, 12, 14], checked: RangeSet(0..<2))
    #expect(try await sut.new() == [4], "an item after them is not new, and an item that left is not listed")
    try await sut.put(2, [13, 11, 12], checked: RangeSet(0..<2))
    #expect(try await sut.new() == [4, 13], "an item that returns keeps its arrival date")
    try await sut.put(0, [6, 5, 4])
    #expect(try await sut.new() == [4, 13], "another order makes no item new")
    #expect(try await sut.new(after: Note.date + 1) == [13])
    #expect(try await sut.new(after: Note.date + 2) == [], "an item that arrived at the date itself is not included")
  }

  @Test func `an item after the known end of a list is new, and an item that returns is not`()
    async throws
  {
    let sut = try await NoteStore.pages([1, 2], [3])
    try await sut.put(1, [3, 4])
    try await sut.put(2, [5], isLast: true)
    #expect(try await sut.new() == [4, 5])
    try await sut.put(0, [1], isLast: true)
    #expect(try await sut.all == [1])
    try await sut.put(0, [1, 2])
    try await sut.put(1, [3, 4])
    try await sut.put(2, [5, 6], isLast: true)
    #expect(try await sut.new() == [4, 5, 6])
  }

  @Test func `the first items of an empty list are not new`() async throws {
    let sut = try await NoteStore.pages([])
    try await sut.put(0, [1, 2], isLast: true)
    #expect(try await sut.new() == [])
  }

  @Test func `items of a first page that arrives in portions are not new`() async throws {
    let sut = NoteStore.notes()
    for notes: [Note] in [[3], [3, 2], [3, 2, 1]] { try await putPart(notes, in: sut) }
    try await sut.put(0, [3, 2, 1], isLast: true)
    #expect(try await sut.new() == [])
    try await sut.singles.insert(CachedCopy(4, fetchedAt: Note.date), 4)
    try await putPart([4, 3, 2, 1], in: sut)
    try await sut.put(0, [5, 4, 3, 2, 1], isLast: true)
    #expect(try await sut.new() == [4, 5], "an item that was loaded individually is new to the list")
  }

  @Test func `saving the beginning of a page does not remove later pages`() async throws {
    let sut = NoteStore.notes()
    try await sut.put(0, [3, 2, 1])
    try await sut.put(1, [8, 9, 10], isLast: true)
    try await putPart([4, 3, 2, 1], in: sut)
    #expect(try await sut.page(1) == [8, 9, 10])
    #expect(try await sut.header(0)?.next == sut.header(1)?.cursor)
    try await sut.put(0, [4, 3, 2, 1])
    #expect(try await sut.page(1) == [8, 9, 10])
    try await sut.put(0, [4, 3], isLast: true)
    #expect(try await sut.page(1) == nil)
  }

  /// Saves the beginning of the first page.
  private func putPart(_ notes: [Note], in store: NoteStore) async throws {
    var update = PageUpdate(
      number: 0, cursor: nil, page: Page(notes, next: nil), validator: nil, fetchedAt: Note.date,
      checked: RangeSet<Int>())
    update.isPart = true
    _ = try await store.replace(update)
  }
}
