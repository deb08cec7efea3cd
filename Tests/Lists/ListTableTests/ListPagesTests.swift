import CachedResource
import PagedList
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ListPagesTests {
  @Test func `an item that moves to another page leaves its old page, which loses its validator`() async throws {
    let sut = try await NoteStore.pages([1, 2], [3, 4], [5, 6])
    let outcome = try await sut.put(1, [6, 3], checked: RangeSet(0..<1))
    #expect(outcome.items == [6, 3])
    #expect(outcome.isNextCached == true)
    #expect(try await sut.all == [1, 2, 6, 3, 4, 5])
    #expect(try await sut.validator(2, cursor(2)) == nil, "a page that lost an item has no validator")
    #expect(try await sut.validator(1, cursor(1)) == "v")
  }

  @Test func `an item stays on an earlier page that was just checked, and moves from any other page`() async throws {
    let sut = try await NoteStore.pages([1, 2], [6, 3], [4, 5])
    try await sut.put(2, [1, 5], isLast: true, checked: RangeSet(0..<2))
    #expect(try await sut.all == [1, 2, 6, 3, 5])
    #expect(try await sut.validator(2, cursor(2)) == nil, "a page with missing items has no validator")
    #expect(try await sut.validator(0, nil) == "v")
    try await sut.put(2, [1, 5], isLast: true, checked: RangeSet(1..<2))
    #expect(try await sut.all == [2, 6, 3, 1, 5], "an earlier page that was not just requested loses the item")
    try await sut.put(0, [1, 2], checked: RangeSet(1..<3))
    #expect(try await sut.all == [1, 2, 6, 3, 5], "a later page loses the item")
  }

  @Test func `an item that a page repeats is listed once, in the order of the new page`() async throws {
    let sut = try await NoteStore.pages([1, 2], [6, 3], [5])
    let outcome = try await sut.put(0, [2, 1, 2], checked: RangeSet(0..<3))
    #expect(outcome.items == [2, 1])
    #expect(outcome.count == 5)
    #expect(try await sut.validator(0, nil) == "v", "a duplicate within a page is not a missing item")
    #expect(try await sut.all == [2, 1, 6, 3, 5])
    #expect(try await sut.found("text") == [2, 1, 6, 3, 5])
  }

  @Test func `an item that left its page is assumed to be on the next page until that page arrives`() async throws {
    let sut = try await NoteStore.pages([1, 2, 3], [4, 5], [6])
    try await sut.put(0, [0, 1])
    #expect(try await sut.all == [0, 1, 2, 3, 4, 5, 6])
    #expect(try await sut.window(.item(3, orRow: 0), 0, 0).anchor == 3)
    #expect(try await sut.found("3") == [3])
    #expect(try await sut.validator(1, cursor(1)) == "v", "the next page keeps its validator")
    try await sut.put(0, [0])
    #expect(
      try await sut.all == [0, 1, 2, 3, 4, 5, 6], "items that leave the page later stand before those that left earlier"
    )
    try await sut.put(1, [3, 4], checked: RangeSet(0..<1))
    #expect(try await sut.all == [0, 3, 4, 5, 6], "items that are not on the next page either are removed")
  }

  @Test func `confirming a page removes the items that were only assumed to be on it`() async throws {
    let sut = try await NoteStore.pages([0], [3, 4, 5], [6])
    try await sut.put(1, [3, 4], checked: RangeSet(0..<1))
    #expect(try await sut.all == [0, 3, 4, 5, 6])
    let confirmed = try #require(try await sut.confirm(2, cursor(2), "v"))
    #expect(confirmed.items == nil)
    #expect(confirmed.count == 4)
    #expect(confirmed.next == nil)
    #expect(try await sut.all == [0, 3, 4, 6])
    #expect(try await sut.confirm(2, cursor(2), "w") == nil, "another validator confirms nothing")
    #expect(try await sut.confirm(2, cursor(1), "v") == nil, "another cursor confirms nothing")
    #expect(try await sut.confirm(1, cursor(1), "v")?.isNextCached == true)
  }

  @Test func `an item that left its page is not pushed down to a page that was just checked`() async throws {
    let sut = try await NoteStore.pages([0], [3, 4], [6])
    try await sut.put(1, [4], checked: RangeSet([0..<1, 2..<3]))
    #expect(try await sut.all == [0, 4, 6])
  }

  @Test func `an item that left the last page is removed`() async throws {
    let sut = try await NoteStore.pages([0], [4], [6])
    try await sut.put(0, [9], isLast: true)
    #expect(try await sut.all == [9])
  }

  @Test func `the validator belongs to a page's cursor and newest answer, and unreadable items drop it`() async throws {
    let sut = try await NoteStore.pages([1, 2], [3])
    #expect(try await sut.validator(0, nil) == "v")
    #expect(try await sut.validator(0, Cursor("")) == nil)
    #expect(try await sut.validator(1, nil) == nil)
    try await sut.put(0, [1, 2], validator: nil)
    #expect(try await sut.validator(0, nil) == nil, "a page may have no validator")
    try await sut.put(0, [1, 2], validator: "w")
    #expect(try await sut.validator(0, nil) == "w")
    try await sut.put(0, [1, 2], unreadable: 1)
    #expect(try await sut.validator(0, nil) == nil, "a page with unreadable items has no validator")
  }

  @Test func `the newest content of an item is listed and searched`() async throws {
    let sut = try await NoteStore.pages([1, 2], [3])
    try await sut.put(0, [Note(id: 1, text: "other"), 2], validator: "x")
    #expect(try await sut.all.first == Note(id: 1, text: "other"))
    #expect(try await sut.rowKeys("other").count == 1)
    #expect(try await sut.rowKeys("1") == [])
  }

  @Test func `consecutive pages are saved in one call with an outcome for each`() async throws {
    let sut = NoteStore.notes()
    let outcomes = try await sut.replaceSome([
      update(0, [1, 2], next: cursor(1)), update(1, [2, 3], next: cursor(2)), update(2, [4], next: nil),
    ])
    #expect(outcomes.map(\.items) == [[1, 2], [3], [4]])
    #expect(outcomes.map(\.count) == [2, 3, 4])
    #expect(outcomes.map(\.next) == [cursor(1), cursor(2), nil])
    #expect(try await sut.all == [1, 2, 3, 4])
  }

  @Test func `replaceSome skips pages that the page before does not lead to`() async throws {
    let circle = try await NoteStore.notes().replaceSome([
      update(0, [1], next: cursor(1)), update(1, [5], next: cursor(1)), update(2, [6], next: nil),
    ])
    #expect(circle.map(\.linkFailure) == [nil, .leadsInCircles])
    let sut = try await NoteStore.pages([1, 2], [3], [4])
    let elsewhere = try await sut.replaceSome([update(0, [7], next: cursor(2)), update(1, [8], next: nil)])
    #expect(elsewhere.count == 1)
    let gone = try await sut.replaceSome([update(4, [9], next: cursor(5)), update(5, [10], next: nil)])
    #expect(gone.map(\.isCached) == [false], "no page is saved after one that is not saved")
  }

  private func update(_ page: Int, _ notes: [Note], next: Cursor?) -> PageUpdate<Note> {
    PageUpdate(
      number: page, cursor: cursor(page), page: Page(notes, next: next), validator: "v", fetchedAt: Note.date,
      checked: RangeSet(0..<page))
  }
}
