import CachedResource
import Observed
import PagedList
import Store
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ListReadingTests {
  @Test func `an empty store has no rows and is not complete`() async throws {
    let sut = NoteStore.notes()
    let window = try await sut.window(.row(7), 3, 3)
    #expect(window.items == [])
    #expect(window.count == 0)
    #expect(window.anchor == 0)
    #expect(window.isComplete == false)
    #expect(window.fetchedAt == nil)
    #expect(try await sut.header(0) == nil)
    #expect(try await sut.page(0) == nil)
    #expect(try await sut.validator(0, nil) == nil)
    #expect(try await sut.confirm(0, nil, "v") == nil)
    #expect(try await sut.extent(0..<9) == PageExtent(pages: 0..<0, pageCount: 0, count: 0))
    #expect(try await sut.rowKeys("text") == [])
    #expect(try await sut.new() == [])
    #expect(try await sut.reader.all(ListQuery(order: .title)) == [])
  }

  @Test func `pages are listed in order, including an empty one`() async throws {
    let sut = try await NoteStore.pages([1, 2], [], [3, 4, 5])
    #expect(try await sut.all == [1, 2, 3, 4, 5])
    #expect(try await sut.page(1) == [])
    #expect(try await sut.page(2) == [3, 4, 5])
  }

  @Test func `a page header has the page's cursor, the next cursor and the fetch date`() async throws {
    let sut = try await NoteStore.pages([1, 2], [], [3, 4, 5])
    #expect(try await sut.header(0) == PageHeader(cursor: nil, next: cursor(1), fetchedAt: Note.date))
    #expect(try await sut.header(3) == nil, "there is no page after the last")
  }

  @Test func `the extent of rows covers their pages and the empty pages after them`() async throws {
    let sut = try await NoteStore.pages([1, 2], [], [3, 4, 5])
    #expect(try await sut.extent(1..<3) == PageExtent(pages: 0..<3, pageCount: 3, count: 5))
    #expect(try await sut.extent(1..<2).pages == 0..<2, "the extent includes the empty page after the row")
    #expect(try await sut.extent(2..<3).pages == 2..<3, "the extent does not include the empty page before the row")
    #expect(try await sut.extent(4..<99).pages == 2..<3, "rows after the last one add no page")
    #expect(try await sut.extent(5..<99).pages.count == 0)
  }

  @Test func `a search finds items in the order of the list`() async throws {
    let sut = try await NoteStore.pages([1, 2], [], [3, 4, 5])
    #expect(try await sut.found("text 4") == [4])
    #expect(try await sut.found("text") == [1, 2, 3, 4, 5])
    #expect(try await sut.rowKeys("").count == 5, "an empty text finds everything")
    #expect(try await sut.rowKeys("4 text").count == 1, "words are found in any order")
    #expect(try await sut.rowKeys("Text") == [], "a typed capital matches only capitals")
  }

  @Test func `a removed item is neither read by its former row key nor found by a search`() async throws {
    let sut = try await NoteStore.pages([1, 2], [], [3, 4, 5])
    let rowKeys = try await sut.rowKeys("text 4")
    try await sut.put(2, [3, 5], isLast: true)
    #expect(try await sut.notes(at: rowKeys).filter { $0 != 5 } == [])
    #expect(try await sut.rowKeys("4") == [])
  }

  @Test func `a search in whole texts finds an item`() async throws {
    let sut = try await NoteStore.pages([3, 1], [2])
    #expect(try await sut.reader.found("text 1", inTexts: true).compactMap(\.item) == [1])
  }

  @Test func `ids are returned in the order of the query`() async throws {
    let sut = try await NoteStore.pages([3, 1], [2])
    try await sut.singles.insert(CachedCopy(9, fetchedAt: Note.date), 9)
    #expect(try await sut.reader.all(ListQuery(order: .listed)) == [3, 1, 2])
    #expect(try await sut.reader.all(ListQuery(order: .title)) == [1, 2, 3])
    #expect(
      try await sut.reader.all(ListQuery(order: .newest)) == [3, 1, 2],
      "items without dates stay in the order of the list")
  }

  @Test func `a window around a row has the total count, the completeness and the fetch date`() async throws {
    let sut = try await longList()
    let window = try await sut.window(.row(12), 3, 4)
    #expect(window.items == (9..<17).map { Note($0) })
    #expect(window.first == 9)
    #expect(window.anchor == 12)
    #expect(window.count == 25)
    #expect(window.isComplete == true)
    #expect(window.fetchedAt == Note.date)
  }

  @Test func `a window around a row outside the list is anchored at its first or last row`() async throws {
    let sut = try await longList()
    let end = try await sut.window(.row(.max), 2, .max)
    #expect(end.items == [22, 23, 24])
    #expect(end.anchor == 24)
    #expect(end.first == 22)
    let start = try await sut.window(.row(-5), .max, 1)
    #expect(start.items == [0, 1])
    #expect(start.first == 0)
    #expect(start.anchor == 0)
  }

  @Test func `a window with negative lengths contains only its anchor`() async throws {
    #expect(try await longList().window(.row(3), -1, -1).items == [3])
  }

  @Test func `a window is anchored at an item, or at the fallback row when the item is missing`() async throws {
    let sut = try await longList()
    let found = try await sut.window(.item(21, orRow: 0), 1, 1)
    #expect(found.items == [20, 21, 22])
    #expect(found.anchor == 21)
    #expect(found.first == 20)
    let gone = try await sut.window(.item(99, orRow: 7), 0, 0)
    #expect(gone.items == [7])
    #expect(gone.anchor == 7)
  }

  @Test func `a list with a next page is incomplete, and an empty last page completes it`() async throws {
    let sut = NoteStore.notes()
    try await sut.put(0, [1])
    #expect(try await sut.window(.row(0), 0, 0).isComplete == false)
    try await sut.put(0, [], isLast: true)
    let empty = try await sut.window(.row(0), 0, 0)
    #expect(empty.isComplete == true)
    #expect(empty.count == 0)
    #expect(empty.fetchedAt == Note.date)
  }

  @Test func `removeAll removes all pages and single items, and the list can be saved again`() async throws {
    let sut = try await NoteStore.pages([1, 2], [3])
    try await sut.singles.insert(CachedCopy(Note(id: 9, text: "alone"), fetchedAt: Note.date), 9)
    var signals = sut.changes.stream().makeAsyncIterator()
    try await sut.removeAll()
    #expect(await signals.next() != nil, "a change is signalled")
    #expect(try await sut.window(.row(0), 0, 9).count == 0)
    #expect(try await sut.window(.row(0), 0, 9).fetchedAt == nil)
    for page in 0...1 { #expect(try await sut.header(page) == nil) }
    for id in [1, 3, 9] { #expect(try await sut.singles.value(id) == nil) }
    try await sut.put(0, [3], isLast: true)
    #expect(try await sut.window(.row(0), 0, 9).items == [3])
  }

  /// Returns a list of 25 notes on three pages.
  private func longList() async throws -> NoteStore {
    try await .pages((0..<10).map { Note($0) }, (10..<20).map { Note($0) }, (20..<25).map { Note($0) })
  }
}
