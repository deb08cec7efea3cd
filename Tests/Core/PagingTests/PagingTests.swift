import Foundation
import ItemsLoader
import Paging
import Store
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PagingTests {
  struct Failed: Error {}

  let store = Store<Cursor?, StoredCopy<Page<Int>>>.memory()
  let today = Date(timeIntervalSince1970: 2_000)

  func sut(
    remote: @escaping @Sendable (Cursor?, String?) async throws -> Revalidation<Page<Int>>
  ) -> Pages<Int> {
    .live(remote: remote, store: store, key: { $0 }, now: { [today] in today })
  }

  /// Pages by the number that their cursor names; a missing one fails.
  func server(_ pages: [String: Page<Int>]) -> @Sendable (Cursor?, String?) async throws -> Revalidation<Page<Int>> {
    { cursor, _ in
      guard let page = pages[cursor?.text ?? ""] else { throw Failed() }
      return .changed(page, validator: "v\(cursor?.text ?? "")")
    }
  }

  func all(_ pages: Pages<Int>) async throws -> [[Int]] {
    try await pages.all(by: \.self).reduce(into: []) { $0.append($1.value) }
  }

  @Test func `pages follow their cursors to the end`() async throws {
    let sut = sut(remote: server(["": Page([1, 2], next: Cursor("2")), "2": Page([3])]))
    #expect(try await all(sut) == [[1, 2], [3]])
  }

  @Test func `each page is kept by itself with its validator`() async throws {
    let sut = sut(remote: server(["": Page([1], next: Cursor("2")), "2": Page([2])]))
    _ = try await all(sut)
    #expect(try await store.value(nil) == StoredCopy(Page([1], next: Cursor("2")), fetchedAt: today, validator: "v"))
    #expect(try await store.value(Cursor("2")) == StoredCopy(Page([2]), fetchedAt: today, validator: "v2"))
  }

  @Test func `an item seen twice is shown once`() async throws {
    let sut = sut(remote: server(["": Page([1, 2, 1], next: Cursor("2")), "2": Page([2, 3])]))
    #expect(try await all(sut) == [[1, 2], [3]])
  }

  @Test func `once the server failed, kept pages answer without asking it again`() async throws {
    for (cursor, page) in [(nil, Page([1], next: Cursor("2"))), (Cursor("2"), Page([2]))] {
      try await store.insert(StoredCopy(page, fetchedAt: .distantPast), cursor)
    }
    let asked = Calls<Cursor?>()
    let sut = sut { cursor, _ in
      asked.record(cursor)
      throw Failed()
    }
    let pages = try await sut.all(by: \.self).reduce(into: [LoadResult<[Int]>]()) { $0.append($1) }
    #expect(pages.map(\.value) == [[1], [2]])
    #expect(pages.map(\.origin) == [.kept, .kept])
    #expect(pages.allSatisfy { $0.failure is Failed })
    #expect(asked.all == [nil])
  }

  @Test func `a page that is not kept is asked for even after a failure`() async throws {
    try await store.insert(StoredCopy(Page([1], next: Cursor("2")), fetchedAt: .distantPast), nil)
    #expect(try await all(sut(remote: server(["2": Page([2])]))) == [[1], [2]])
  }

  @Test func `a page that had to be asked for does not begin the asking again`() async throws {
    for (cursor, page) in [
      (nil, Page([1], next: Cursor("2"))), (Cursor("3"), Page([3], next: Cursor("4"))), (Cursor("4"), Page([4])),
    ] { try await store.insert(StoredCopy(page, fetchedAt: .distantPast), cursor) }
    let asked = Calls<Cursor?>()
    let sut = sut { cursor, _ in
      asked.record(cursor)
      guard cursor?.text == "2" else { throw Failed() }
      return .changed(Page([2], next: Cursor("3")), validator: nil)
    }
    #expect(try await all(sut) == [[1], [2], [3], [4]])
    #expect(asked.all == [nil, Cursor("2")])
  }

  @Test func `a failure in the middle comes after what could be shown`() async throws {
    var iterator = sut(remote: server(["": Page([1], next: Cursor("2"))])).all(by: \.self).makeAsyncIterator()
    #expect(try await iterator.next()?.value == [1])
    await #expect(throws: NothingKept.self) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }

  @Test func `links that lead in circles end`() async throws {
    let circle = sut(remote: server(["": Page([1], next: Cursor("2")), "2": Page([2], next: Cursor("2"))]))
    await #expect(throws: PagesInCircles.self) { try await self.all(circle) }

    let spiral = sut { cursor, _ in
      .changed(Page([1], next: Cursor(String((cursor.flatMap { Int($0.text) } ?? 0) + 1))), validator: nil)
    }
    await #expect(throws: PagesInCircles.self) { try await self.all(spiral) }
  }

  @Test func `something new begins the count of pages without it again`() async throws {
    let same = Array(repeating: [1], count: 6)
    #expect(try await all(.stub([[1]] + same + [[2]] + same + [[3]])).last == [3])
  }

  @Test(arguments: [9, 10])
  func `ten pages in a row without anything new are a circle`(count: Int) async throws {
    let sut = Pages.stub([[1]] + Array(repeating: [1], count: count) + [[2]])
    if count < 10 {
      #expect(try await all(sut).last == [2])
    } else {
      await #expect(throws: PagesInCircles.self) { try await self.all(sut) }
    }
  }

  @Test func `an empty page in the middle does not end the list`() async throws {
    let sut = sut(
      remote: server(["": Page([1], next: Cursor("2")), "2": Page([], next: Cursor("3")), "3": Page([2])]))
    #expect(try await all(sut) == [[1], [], [2]])
  }

  @Test func `prewarm loads the first page once, and the first to ask gets it`() async throws {
    let asked = Calls<Cursor?>()
    let sut = sut { cursor, _ in
      asked.record(cursor)
      return .changed(Page([1]), validator: nil)
    }
    await sut.prewarm()
    await sut.prewarm()
    #expect(try await sut.page(nil).value.items == [1])
    #expect(asked.all == [nil])
    _ = try await sut.page(nil)
    #expect(asked.all == [nil, nil])
  }

  @Test func `kept asks nobody`() async throws {
    let sut = sut(remote: unexpected("remote"))
    #expect(await sut.kept(nil) == nil)
    try await store.insert(StoredCopy(Page([1]), fetchedAt: today), nil)
    #expect(await sut.kept(nil)?.value.items == [1])
  }

  @Test func `map changes items and nothing else`() async throws {
    let sut = Pages.stub([[1], [2]]).map(String.init)
    #expect(try await sut.page(nil).value == Page(["1"], next: Cursor("1")))
    #expect(try await sut.page(Cursor("1")).value == Page(["2"]))
  }

  @Test func `a cursor is written as its text`() throws {
    #expect(String(decoding: try JSONEncoder().encode([Cursor("a")]), as: UTF8.self) == #"["a"]"#)
    #expect(try JSONDecoder().decode([Cursor].self, from: Data(#"["a"]"#.utf8)) == [Cursor("a")])
  }

  @Test func `failing fails and keeps nothing`() async {
    await #expect(throws: Failed.self) { try await Pages<Int>.failing(Failed()).page(nil) }
    #expect(await Pages<Int>.failing(Failed()).kept(nil) == nil)
  }
}
