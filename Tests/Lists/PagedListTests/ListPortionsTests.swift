import CachedResource
import DatabaseLive
import Foundation
import PagedList
import Testing

/// Reading a list in portions while it changes.
@Suite(.timeLimit(.minutes(5)))
struct ListPortionsTests {
  private let store = ListStore<Note>.notes(.memory())

  private func put(_ ids: Int...) async throws {
    _ = try await store.replace(
      PageUpdate(
        number: 0, cursor: nil, page: Page(ids.map { Note(id: $0, text: "note \($0)") }, next: nil), validator: nil,
        fetchedAt: .distantPast, checked: RangeSet()))
  }

  private func ids(_ window: ListWindow<Listed<Note>>?) -> [Int]? { window?.items.map(\.id) }

  @Test func `the portions of a list are its rows, and the last one is followed by nil`() async throws {
    try await put(1, 2, 3, 4, 5)
    var sut = ListPortions(store.reader, ListQuery())
    #expect(try await ids(sut.next(2)) == [1, 2])
    let second = try await sut.next(2)
    #expect(ids(second) == [3, 4])
    #expect(second?.first == 2)
    #expect(try await ids(sut.next(2)) == [5])
    #expect(try await sut.next(2) == nil)
    #expect(try await sut.next(2) == nil)
  }

  @Test func `an empty list has one portion without rows`() async throws {
    var sut = ListPortions(store.reader, ListQuery())
    #expect(try await ids(sut.next(2)) == [])
    #expect(try await sut.next(2) == nil)
  }

  @Test func `items that arrive before the portion repeat none`() async throws {
    try await put(1, 2, 3, 4)
    var sut = ListPortions(store.reader, ListQuery())
    #expect(try await ids(sut.next(2)) == [1, 2])
    try await put(7, 8, 9, 1, 2, 3, 4)
    #expect(try await ids(sut.next(2)) == [3, 4])
    #expect(try await sut.next(2) == nil)
  }

  @Test func `a removal leaves out no other item, also that of the last one read`() async throws {
    try await put(1, 2, 3, 4, 5, 6, 7)
    var sut = ListPortions(store.reader, ListQuery())
    #expect(try await ids(sut.next(3)) == [1, 2, 3])
    try await put(2, 3, 4, 5, 6, 7)
    #expect(try await ids(sut.next(1)) == [4])
    try await put(2, 3, 5, 6, 7)
    #expect(try await ids(sut.next(9)) == [5, 6, 7])
    try await put(2, 3, 5, 6)
    #expect(try await sut.next(9) == nil)
  }
}
