import CachedResource
import Foundation
import Testing

/// The combined provenance of several results, and transformed values.
struct CombinedProvenanceTests {
  struct ServerDown: Error {}
  struct DiskFull: Error {}

  let monday = Date(timeIntervalSince1970: 1)
  let tuesday = Date(timeIntervalSince1970: 2)

  @Test func `a server result has no cache date and no failure`() {
    var sut = CombinedProvenance()
    sut.add(Loaded(1, from: .server, fetchedAt: monday))
    #expect(sut.cachedAt == nil)
    #expect(sut.failure == nil)
    #expect(sut.isFromServer)
  }

  @Test(arguments: [true, false])
  func `combined cached results have the date of the oldest`(isOldestFirst: Bool) {
    var sut = CombinedProvenance()
    for date in isOldestFirst ? [monday, tuesday] : [tuesday, monday] {
      sut.add(Loaded("a", from: .cache, fetchedAt: date))
    }
    sut.add(Loaded(1, from: .server, fetchedAt: .distantPast))
    #expect(sut.cachedAt == monday)
  }

  @Test func `the first of several failures is reported`() {
    var sut = CombinedProvenance()
    sut.add(Loaded(1, from: .cache, fetchedAt: monday, failure: ServerDown()))
    sut.add(Loaded(1, from: .cache, fetchedAt: monday, failure: DiskFull()))
    sut.addMissing(DiskFull())
    #expect(sut.failure is ServerDown)
    #expect(!sut.isFromServer)
  }

  @Test func `unreadable items add up, and any other failure takes precedence over them`() {
    var sut = CombinedProvenance()
    for count in [2, 3] {
      sut.add(Loaded(1, from: .server, fetchedAt: monday, failure: UnreadableItems(count)))
      sut.add(Loaded(1, from: .server, fetchedAt: monday))
    }
    #expect(sut.failure as? UnreadableItems == UnreadableItems(5))
    sut.add(Loaded(1, from: .cache, fetchedAt: monday, failure: ServerDown()))
    sut.add(Loaded(1, from: .server, fetchedAt: monday, failure: UnreadableItems(1)))
    #expect(sut.failure is ServerDown)
  }

  @Test func `a missing result reports the load failure of its NoCachedCopy, or its own error`() {
    var sut = CombinedProvenance()
    sut.addMissing(NoCachedCopy(failure: ServerDown(), readingFailure: DiskFull()))
    #expect(sut.failure is ServerDown)
    sut = CombinedProvenance()
    sut.addMissing(DiskFull())
    #expect(sut.failure is DiskFull)
    #expect(sut.cachedAt == nil)
  }

  @Test func `a part made here, without a copy of the server's, has no cache date`() {
    var sut = CombinedProvenance()
    sut.add(Loaded(1, from: .cache, fetchedAt: monday, failure: NoCachedCopy(failure: ServerDown())))
    #expect(sut.cachedAt == nil)
    #expect(sut.failure is ServerDown)
  }

  @Test func `mapping an answer, a cached copy or a load changes only the value`() {
    #expect(Revalidation<[Int]>.unchanged.map(\.count) == .unchanged)
    #expect(Revalidation.changed([1, 2], validator: "v").map(\.count) == .changed(2, validator: "v"))
    let copy = CachedCopy([1, 2], fetchedAt: monday, validator: "v")
    #expect(copy.map(\.count) == CachedCopy(2, fetchedAt: monday, validator: "v"))
    let load = Loaded([1, 2], from: .cache, fetchedAt: monday, failure: ServerDown()).map(\.count)
    #expect(load.value == 2)
    #expect(load.provenance == .cache)
    #expect(load.fetchedAt == monday)
    #expect(load.failure is ServerDown)
  }
}
