import CachedResource
import PagedList
import TestSupport
import Testing

/// The end of a list, and links that cannot be followed.
@Suite(.timeLimit(.minutes(5)))
struct ListEndTests {
  @Test func `saving a last page removes the pages after it, and the list may grow again`() async throws {
    let sut = try await NoteStore.pages([1], [2], [3])
    let last = try await sut.put(1, [2, 4], isLast: true)
    #expect(try await sut.all == [1, 2, 4])
    #expect(last.count == 3)
    #expect(last.next == nil)
    #expect(last.isNextCached == false)
    #expect(try await sut.header(2) == nil)
    let further = try await sut.put(1, [2], next: Cursor("elsewhere"))
    #expect(further.next == Cursor("elsewhere"))
    #expect(further.isNextCached == false)
  }

  @Test(arguments: ["1", "2"])
  func `a page that links back to an earlier page ends the list and has no validator`(target: String) async throws {
    let sut = NoteStore.notes()
    try await sut.put(0, [1])
    try await sut.put(1, [2])
    let circle = try await sut.put(2, [3], next: Cursor(target))
    #expect(circle.next == nil)
    #expect(circle.linkFailure == .leadsInCircles)
    #expect(try await sut.window(.row(0), 0, 0).isComplete == true)
    #expect(try await sut.validator(2, cursor(2)) == nil)
  }

  @Test(arguments: [cursor(1), cursor(2), nil])
  func `a page with a bad link still leads to its former next page, and the pages after it stay`(next: Cursor?)
    async throws
  {
    let sut = try await NoteStore.pages([1], [2], [3], [4])
    let elsewhere = LinkFailure.leadsElsewhere(to: "http://else")
    let outcome = try await sut.replace(
      PageUpdate(
        number: 2, cursor: cursor(2), page: Page([5], next: next, linkFailure: next == nil ? elsewhere : nil),
        validator: "v", fetchedAt: Note.date, checked: RangeSet(0..<2)))
    #expect(outcome.next == cursor(3))
    #expect(outcome.linkFailure == (next == nil ? elsewhere : .leadsInCircles))
    #expect(try await sut.all == [1, 2, 5, 3, 4])
    #expect(try await sut.validator(2, cursor(2)) == nil, "a page with a bad link has no validator")
  }

  @Test func `ten pages in a row without a new item end the list, and nine do not`() async throws {
    let sut = NoteStore.notes()
    for page in 0..<11 {
      let outcome = try await sut.put(page, [1], checked: RangeSet(0..<page))
      #expect(outcome.items == (page == 0 ? [1] : []))
      #expect(outcome.next == (page == 10 ? nil : cursor(page + 1)))
      #expect(outcome.linkFailure == (page == 10 ? .nothingNew : nil))
    }
    #expect(try await sut.window(.row(0), 0, 0).isComplete == true)
  }

  @Test(arguments: [3, 5])
  func `a page that no page leads to returns only its unknown items and is not saved`(page: Int) async throws {
    let sut = NoteStore.notes()
    try await sut.put(0, [1])
    try await sut.put(1, [2])
    try await sut.put(2, [3], next: Cursor("elsewhere"))
    let stray = try await sut.put(page, [1, 7], checked: RangeSet(0..<1))
    #expect(stray.items == [7])
    #expect(stray.isCached == false)
    #expect(try await sut.all == [1, 2, 3])
  }
}
