import CachedResource
import Database
import DatabaseLive
import Foundation
import ListTable
import PagedList
import Store
import TestSupport
import Testing

/// Lists from which pages were removed.
@Suite(.timeLimit(.minutes(5)))
struct ShortenTests {
  let base = ListTableTests()
  var sut: ListStore<Note> { base.sut }

  /// Saves five pages of ten notes; the fifth ends the list.
  private func fill() async throws {
    for page in 0..<5 { try await base.put(page, base.notes(page * 10..<page * 10 + 10), isLast: page == 4) }
  }

  /// Returns the items, their number, and whether the end is known.
  private func all() async throws -> [String] {
    let window = try await sut.window(.row(0), 0, 99)
    return window.items.map { "\($0)" } + ["\(window.count) \(window.isComplete)"]
  }

  @Test func `shortening a list leaves its first pages intact, with a next cursor`() async throws {
    try await fill()
    try await sut.shorten(2, [])
    let window = try await sut.window(.row(0), 0, 99)
    #expect(window.items == base.notes(0..<20))
    #expect(window.count == 20)
    #expect(!window.isComplete)
    #expect(try await sut.extent(0..<99) == PageExtent(pages: 0..<2, pageCount: 2, count: 20))
    #expect(try await sut.header(1)?.next == cursor(2))
    #expect(try await sut.header(2) == nil)
    #expect(try await sut.validator(1, cursor(1)) == "v1")
    #expect(try await sut.reader.found("note 3").count == 2, "only 3 and 13 match, because 30 to 39 were removed")
    #expect(try await sut.singles.value(35) == nil)
    let far = try await sut.window(.item(35, orRow: 34), 1, 1)
    #expect(far.items == base.notes(18..<20), "an anchor after the new end is moved to the end")
  }

  @Test func `pages loaded again after shortening restore the list, and their items are not new`() async throws {
    try await fill()
    let before = try await all()
    try await sut.shorten(1, [])
    for page in 1..<5 { try await base.put(page, base.notes(page * 10..<page * 10 + 10), isLast: page == 4) }
    #expect(try await all() == before)
    #expect(try await sut.reader.all(ListQuery(condition: .arrived(after: .distantPast))) == [])
  }

  @Test func `shortening spares the given items, which stay saved by themselves`() async throws {
    try await fill()
    try await sut.singles.insert(CachedCopy(Note(id: 41, text: "note 41"), fetchedAt: .distantPast, validator: "w"), 41)
    try await sut.singles.insert(CachedCopy(Note(id: 42, text: "note 42"), fetchedAt: .distantPast), 42)
    for id in [98, 99] {
      try await sut.singles.insert(CachedCopy(Note(id: id, text: "alone"), fetchedAt: .distantPast), id)
    }
    try await sut.shorten(2, [5, 31, 41, 99, 1_000])
    for id in [31, 41, 99] { #expect(try await sut.singles.value(id)?.value.id == id) }
    #expect(try await sut.singles.value(41)?.validator == "w")
    for id in [30, 42, 98] { #expect(try await sut.singles.value(id) == nil, "\(id)") }
    #expect(try await sut.window(.row(0), 0, 99).items == base.notes(0..<20))
    try await base.put(2, base.notes(20..<30))
    try await base.put(3, base.notes(30..<40))
    #expect(try await sut.window(.row(0), 0, 99).items == base.notes(0..<40), "spared items are listed again")
    #expect(try await sut.singles.value(31)?.value == Note(id: 31, text: "note 31"))
  }

  @Test func `shortening never removes the first page, and does nothing to a list with fewer pages`() async throws {
    try await sut.shorten(1, [1])
    #expect(try await sut.extent(0..<9).pageCount == 0)
    try await fill()
    let before = try await all()
    try await sut.shorten(9, [])
    #expect(try await all() == before)
    try await sut.shorten(-1, [])
    #expect(try await sut.window(.row(0), 0, 99).items == base.notes(0..<10))
  }

  @Test func `a page that arrives after its previous page was removed is not saved`() async throws {
    try await fill()
    try await sut.shorten(2, [])
    let outcome = try await base.put(4, base.notes(40..<50), isLast: true)
    #expect(!outcome.isCached)
    #expect(try await sut.window(.row(0), 0, 99).count == 20)
  }
}
