import CachedResource
import ComicDomain
import ComicsRepository
import Database
import DatabaseLive
import FlagsStore
import Foundation
import NetworkClient
import Observed
import PagedList
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ListTests {
  let scenario = ComicsScenario(latest: 40)

  var server: ComicServer { scenario.server }

  func load(_ sut: ComicsRepository, _ rows: Range<Int> = 0..<100) async throws {
    _ = try await sut.list.refresh()
    for _ in 0..<3 { _ = try await sut.list.load(rows) }
  }

  @Test func `loading lists every comic down to the first and completes the list`() async throws {
    let sut = scenario.repository()
    try await load(sut)
    #expect(try await sut.list.numbers() == Array((1...40).reversed()))
    #expect(try await sut.list.window(.row(0), 0, 0).isComplete)
    #expect(server.asked().count == 40)
    let titles = try await sut.list.rows().map(\.content)
    #expect(titles == server.comics.map { .comic(title: $0.title, date: $0.date) })
  }

  @Test(arguments: [1, 5, 12, 30, 39, 60])
  func `a limited walk requests only as many comics as its limit`(limit: Int) async throws {
    let scenario = ComicsScenario(latest: 200)
    func first() async throws -> [Int] {
      try await scenario.repository().list.walk(limit, false).reduce(into: []) { $0 += $1.value.map(\.id.number) }
    }
    #expect(try await first() == Array((201 - limit...200).reversed()))
    #expect(scenario.server.asked().count == limit)
    #expect(try await first().count == limit)
    #expect(scenario.server.asked() == [nil])
    #expect(try await scenario.repository().list.numbers().count == limit)
    try await load(scenario.repository(), 0..<200)
  }

  @Test func `a gap in a limited walk costs one request and is replaced by the next comic`() async throws {
    server.change { $0.gaps = [38] }
    let numbers = try await scenario.repository().list.walk(5, false).reduce(into: []) {
      $0 += $1.value.map(\.id.number)
    }
    #expect(numbers == [40, 39, 37, 36, 35])
    #expect(server.asked().count == 6)
  }

  @Test func `the rest of the list loads after a limited walk without repeating its requests`() async throws {
    _ = try await scenario.repository().list.walk(12, false).reduce(into: 0) { $0 += $1.value.count }
    server.change { $0.latest = 41 }
    try await load(scenario.repository())
    #expect(try await scenario.repository().list.numbers() == Array((1...41).reversed()))
    #expect(server.asked().count == 12 + 29)
  }

  @Test func `a fully cached list requests only the latest comic`() async throws {
    try await load(scenario.repository())
    _ = server.asked()
    let sut = scenario.repository()
    try await load(sut)
    #expect(server.asked() == [nil])
    #expect(server.read { $0.confirmed } == 1)
    #expect(try await sut.list.numbers().count == 40)
  }

  @Test func `only new comics are requested when they shift the cached pages`() async throws {
    let sut = scenario.repository()
    try await load(sut)
    for latest in [41, 42, 49] {
      _ = server.asked()
      server.change { $0.latest = latest }
      try await load(sut)
      #expect(try await sut.list.numbers() == Array((1...latest).reversed()))
      #expect(server.asked().compactMap { $0 }.filter { $0 <= 40 || $0 == latest } == [])
    }
    #expect(try await scenario.repository().list.numbers() == Array((1...49).reversed()))
  }

  @Test func `new comics during scrolling leave no hole and no duplicate`() async throws {
    let sut = scenario.repository()
    _ = try await sut.list.refresh()
    _ = try await sut.list.load(0..<12)
    server.change { $0.latest = 43 }
    _ = try await sut.list.load(12..<30)
    #expect(try await sut.list.numbers().first == 40)
    _ = try await sut.list.refresh()
    _ = try await sut.list.load(0..<100)
    #expect(try await sut.list.numbers() == Array((1...43).reversed()))
  }

  @Test func `a gap is left out of the list and not requested again for a day`() async throws {
    server.change { $0.gaps = [38, 20, 1] }
    let sut = scenario.repository()
    try await load(sut)
    #expect(try await sut.list.numbers() == (2...40).reversed().filter { $0 != 38 && $0 != 20 })
    #expect(try await sut.list.window(.row(0), 0, 0).isComplete)
    _ = server.asked()
    server.change { $0.latest = 41 }
    try await load(scenario.repository())
    #expect(server.asked() == [nil])
    server.change {
      $0.latest = 42
      $0.gaps = [20, 1]
    }
    scenario.date.pass(24 * 60 * 60)
    try await load(sut)
    #expect(try await sut.list.numbers() == (2...42).reversed().filter { $0 != 20 })
  }

  @Test func `a gap from before the clock was set back is requested again`() async throws {
    server.change { $0.gaps = [38] }
    scenario.date.pass(366 * 24 * 60 * 60)
    _ = try await scenario.repository().list.refresh()
    scenario.date.pass(-366 * 24 * 60 * 60)
    server.change { $0.gaps = [] }
    #expect(try await scenario.repository().neighbour(Comic.ID(39), .older)?.number == 38)
  }

  @Test func `a page of only gaps is skipped and requested again by the next load`() async throws {
    server.change { $0.gaps = Set(26...35) }
    let sut = scenario.repository()
    try await load(sut)
    #expect(try await sut.list.numbers() == (1...40).reversed().filter { !(26...35).contains($0) })
    server.change { $0.gaps = [] }
    try await load(sut)
    #expect(try await sut.list.numbers() == Array((1...40).reversed()))
  }

  @Test func `a failed comic is a row with its failure, does not fail its page, and can be retried`() async throws {
    let failure = NetworkClient.Error.rejected(status: 500)
    server.change { $0.failures = [38: failure, 25: .unreachable(.timedOut)] }
    let first = scenario.repository()
    #expect(try await first.list.refresh().itemFailure as? NetworkClient.Error == failure)
    #expect(try await first.list.load(0..<14).itemFailure == nil)
    #expect(try await first.list.load(14..<24).itemFailure as? NetworkClient.Error == .unreachable(.timedOut))
    try await load(scenario.repository())
    let sut = scenario.repository()
    let rows = try await sut.list.rows()
    #expect(rows.map(\.id.number) == Array((1...40).reversed()))
    #expect(rows.filter { $0.title == nil }.map(\.content) == [.failed(failure), .failed(.unreachable(.timedOut))])

    server.change { $0.failures[38] = nil }
    var changes = sut.list.changes.stream().makeAsyncIterator()
    _ = try await sut.detail(Comic.ID(38))
    #expect(await changes.next() != nil)
    #expect(try await sut.list.rows()[2].title == "Comic 38")
    await #expect(throws: NoCachedCopy.self) { try await sut.detail(Comic.ID(25)) }

    _ = server.asked()
    server.change { $0.failures = [:] }
    try await load(sut)
    #expect(server.asked().compactMap { $0 } == [25])
    #expect(try await sut.list.rows().allSatisfy { $0.title != nil })
  }

  @Test func `a page whose comics all fail throws and adds no rows`() async throws {
    let sut = scenario.repository()
    for number in 1...35 { server.change { $0.failures[number] = .unreachable(.refused) } }
    _ = try await sut.list.refresh()
    await #expect(throws: NetworkClient.Error.unreachable(.refused)) { try await sut.list.load(0..<30) }
    #expect(try await sut.list.numbers() == [40, 39, 38, 37, 36])
  }

  @Test func `an offline refresh throws and leaves the cached list`() async throws {
    try await load(scenario.repository(), 0..<20)
    server.change { $0.failure = .unreachable(.refused) }
    let sut = scenario.repository()
    await #expect(throws: NetworkClient.Error.unreachable(.refused)) { try await sut.list.refresh() }
    #expect(try await sut.list.numbers() == Array((16...40).reversed()))
  }

  @Test func `a cache that cannot be written lists the server's comics from memory`() async throws {
    var scenario = scenario
    scenario.cache = ComicsScenario.unwritable(.memory())
    let fallback = MemoryFallback(memory: .memory(), movesWhenBusy: false)
    scenario.cache.fallback = fallback
    server.change { $0.failures[39] = .rejected(status: 500) }
    let sut = scenario.repository()
    _ = try await sut.list.refresh()
    #expect(fallback.failure == .noSpace)
    _ = try await sut.list.load(0..<100)
    #expect(try await sut.list.numbers() == Array((1...40).reversed()))
    server.change { $0.failures = [:] }
    var changes = sut.list.changes.stream().makeAsyncIterator()
    _ = try await sut.detail(Comic.ID(39))
    #expect(await changes.next() != nil)
    #expect(try await sut.list.rows()[1].title == "Comic 39")
    _ = server.asked()
    _ = try await sut.list.refresh()
    #expect(server.asked() == [nil])
  }

  @Test func `a walk returns all comics page by page, without gaps`() async throws {
    server.change { $0.gaps = [38] }
    var pages: [[Int]] = []
    for try await page in scenario.repository().list.pages() { pages.append(page.value.map(\.id.number)) }
    #expect(pages.first == [40, 39, 37, 36])
    let all: [Int] = (1...40).reversed()
    #expect(pages.flatMap { $0 } == all.filter { $0 != 38 })
  }

  @Test func `a search finds titles`() async throws {
    let sut = scenario.repository()
    try await load(sut)
    let found = try await sut.list.reader.found("comic 3").map(\.id.number)
    #expect(found == [39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 23, 13, 3])
  }
}
