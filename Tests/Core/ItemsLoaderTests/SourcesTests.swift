import Foundation
import ItemsLoader
import Testing

/// Where what is shown together comes from, and the values that a load passes on.
struct SourcesTests {
  struct Down: Error {}
  struct Full: Error {}

  let monday = Date(timeIntervalSince1970: 1)
  let tuesday = Date(timeIntervalSince1970: 2)

  @Test func `what the server gave has no age and no failure`() {
    var sut = Sources()
    sut.add(LoadResult(1, from: .server, fetchedAt: monday))
    #expect(sut.keptAt == nil)
    #expect(sut.failure == nil)
    #expect(sut.isFromServer)
  }

  @Test(arguments: [true, false])
  func `several kept parts are as old as the oldest`(isOldestFirst: Bool) {
    var sut = Sources()
    for date in isOldestFirst ? [monday, tuesday] : [tuesday, monday] {
      sut.add(LoadResult("a", from: .kept, fetchedAt: date))
    }
    sut.add(LoadResult(1, from: .server, fetchedAt: .distantPast))
    #expect(sut.keptAt == monday)
  }

  @Test func `the first reasons are told`() {
    var sut = Sources()
    sut.add(LoadResult(1, from: .kept, fetchedAt: monday, failure: Down()))
    sut.add(LoadResult(1, from: .kept, fetchedAt: monday, failure: Full()))
    sut.addMissing(Full())
    #expect(sut.failure is Down)
    #expect(!sut.isFromServer)
  }

  @Test func `unreadable items are counted together, and any other reason comes before them`() {
    var sut = Sources()
    for count in [2, 3] {
      sut.add(LoadResult(1, from: .server, fetchedAt: monday, failure: UnreadableItems(count)))
      sut.add(LoadResult(1, from: .server, fetchedAt: monday))
    }
    #expect(sut.failure as? UnreadableItems == UnreadableItems(5))
    sut.add(LoadResult(1, from: .kept, fetchedAt: monday, failure: Down()))
    sut.add(LoadResult(1, from: .server, fetchedAt: monday, failure: UnreadableItems(1)))
    #expect(sut.failure is Down)
  }

  @Test func `of what is missing it is told why the server did not have it`() {
    var sut = Sources()
    sut.addMissing(NothingKept(failure: Down(), readingFailure: Full()))
    #expect(sut.failure is Down)
    sut = Sources()
    sut.addMissing(Full())
    #expect(sut.failure is Full)
    #expect(sut.keptAt == nil)
  }

  @Test func `another value keeps everything else of an answer, a copy and a load`() {
    #expect(Revalidation<[Int]>.unchanged.map(\.count) == .unchanged)
    #expect(Revalidation.changed([1, 2], validator: "v").map(\.count) == .changed(2, validator: "v"))
    let copy = StoredCopy([1, 2], fetchedAt: monday, validator: "v")
    #expect(copy.map(\.count) == StoredCopy(2, fetchedAt: monday, validator: "v"))
    let load = LoadResult([1, 2], from: .kept, fetchedAt: monday, failure: Down()).map(\.count)
    #expect(load.value == 2)
    #expect(load.origin == .kept)
    #expect(load.fetchedAt == monday)
    #expect(load.failure is Down)
  }
}
