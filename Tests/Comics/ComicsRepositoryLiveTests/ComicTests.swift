import CachedResource
import ComicDomain
import ComicsRepository
import Database
import DatabaseLive
import Foundation
import NetworkClient
import PagedList
import Pictures
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ComicTests {
  let scenario = ComicsScenario(latest: 40)
  let down = NetworkClient.Error.unreachable(.refused)

  var server: ComicServer { scenario.server }

  func detail(_ sut: ComicsRepository, _ number: Int) async throws -> Loaded<Comic> {
    try await sut.detail(Comic.ID(number))
  }

  @Test func `detail revalidates a comic cached by the list, updates it, and falls back to it offline`() async throws {
    let sut = scenario.repository()
    _ = try await sut.list.refresh()
    let loaded = try await detail(sut, 38)
    #expect(loaded.value.title == "Comic 38")
    #expect(loaded.provenance == .server)
    #expect(server.read { $0.confirmed } == 1)
    server.change { $0.edits[38] = "New title" }
    #expect(try await detail(sut, 38).value.title == "New title")
    #expect(try await sut.list.rows()[2].title == "New title")
    server.change { $0.failure = .unreachable(.refused) }
    let cached = try await detail(scenario.repository(), 38)
    #expect(cached.provenance == .cache)
    #expect(cached.failure as? NetworkClient.Error == down)
    #expect(cached.value.title == "New title")
    #expect(await sut.cachedComic(Comic.ID(38))?.value.title == "New title")
    #expect(await sut.cachedComic(Comic.ID(7)) == nil)
  }

  @Test func `detail throws 404 for a comic that does not exist`() async throws {
    let sut = scenario.repository()
    server.change { $0.gaps = [12] }
    for number in [12, 41, 0, -1] {
      let failure = await #expect(throws: NoCachedCopy.self) { try await detail(sut, number) }
      #expect(failure?.failure as? NetworkClient.Error == .rejected(status: 404))
    }
    #expect(await sut.cachedComic(Comic.ID(12)) == nil)
  }

  @Test func `detail returns the cached copy of a comic that the server has removed`() async throws {
    let sut = scenario.repository()
    _ = try await detail(sut, 12)
    server.change { $0.gaps = [12] }
    #expect(try await detail(sut, 12).provenance == .cache)
    #expect(try await detail(sut, 12).value.title == "Comic 12")
  }

  @Test func `latest returns the server's newest comic, or the newest cached one offline`() async throws {
    let sut = scenario.repository()
    server.change { $0.failure = .unreachable(.refused) }
    await #expect(throws: NoCachedCopy.self) { try await sut.latest() }
    server.change { $0.failure = nil }
    _ = try await sut.list.refresh()
    server.change { $0.latest = 41 }
    let latest = try await sut.latest()
    #expect(latest.value.id.number == 41)
    #expect(latest.provenance == .server)
    server.change { $0.failure = .unreachable(.refused) }
    let cached = try await scenario.repository().latest()
    #expect(cached.value.id.number == 41)
    #expect(cached.provenance == .cache)
    #expect(cached.failure as? NetworkClient.Error == down)
  }

  @Test func `comics that were only opened are listed offline`() async throws {
    for number in [7, 31, 12] { _ = try await detail(scenario.repository(), number) }
    server.change { $0.failure = .unreachable(.refused) }
    let sut = scenario.repository()
    #expect(try await sut.latest().value.id.number == 31)
    #expect([7, 12, 31].contains(try await sut.random().number))
    let (pages, failure) = await walked(sut)
    #expect(pages.map { $0.value.map(\.id.number) } == [[31, 12, 7]])
    #expect(pages.map(\.provenance) == [.cache])
    #expect(failure == down)
  }

  @Test func `an offline walk continues after the cached pages with older cached comics`() async throws {
    // Comics of pages that are requested ahead may be saved after the refresh has ended.
    server.change { for number in 13...35 { $0.failures[number] = .rejected(status: 500) } }
    _ = try await scenario.repository().list.refresh()
    for number in [38, 3, 12] { _ = try await detail(scenario.repository(), number) }
    server.change { $0.failure = .unreachable(.refused) }
    let (pages, failure) = await walked(scenario.repository())
    #expect(pages.map { $0.value.map(\.id.number) } == [[40, 39, 38, 37, 36], [12, 3]])
    #expect(failure == down)
  }

  @Test func `an offline walk of an empty cache fails without a page`() async throws {
    server.change { $0.failure = .unreachable(.refused) }
    let (pages, failure) = await walked(scenario.repository())
    #expect(pages.isEmpty)
    #expect(failure == down)
  }

  /// Returns the pages of a walk, and the failure that ended it.
  private func walked(
    _ sut: ComicsRepository
  ) async -> (pages: [Loaded<[ComicEntry]>], failure: NetworkClient.Error?) {
    var pages: [Loaded<[ComicEntry]>] = []
    do {
      for try await page in sut.list.pages() { pages.append(page) }
      return (pages, nil)
    } catch {
      return (pages, (error as? NoCachedCopy)?.failure as? NetworkClient.Error)
    }
  }

  @Test func `neighbour returns the next number with a comic, cached or not`() async throws {
    server.change { $0.gaps = [38, 37, 5, 1] }
    let sut = scenario.repository()
    _ = try await sut.list.refresh()
    let steps: [(Int, ComicStep, Int?)] = [
      (39, .older, 36), (36, .newer, 39), (6, .older, 4), (4, .newer, 6), (40, .newer, nil), (2, .older, nil),
      (99, .older, 40), (99, .newer, nil), (41, .older, 40), (0, .newer, 2), (-3, .older, nil),
      (.max, .older, 40), (.max, .newer, nil), (.min, .older, nil),
    ]
    for (number, step, expected) in steps {
      #expect(try await sut.neighbour(Comic.ID(number), step)?.number == expected, "\(number) \(step)")
    }
    server.change { $0.latest = 41 }
    #expect(try await sut.neighbour(Comic.ID(40), .newer)?.number == 41)
    _ = server.asked()
    #expect(try await sut.neighbour(Comic.ID(39), .older)?.number == 36)
    #expect(try await sut.neighbour(Comic.ID(6), .older)?.number == 4)
    #expect(server.asked() == [])
    server.change { $0.failure = .unreachable(.refused) }
    await #expect(throws: down) { try await sut.neighbour(Comic.ID(4), .older) }
  }

  @Test func `random returns any comic but never a gap, and a cached one offline`() async throws {
    server.change { state in state.gaps = Set(1...39).subtracting([7, 9]) }
    let sut = scenario.repository()
    var seen: Set<Int> = []
    for _ in 0..<40 { seen.insert(try await sut.random().number) }
    #expect(seen.isSubset(of: [40, 7, 9]))
    #expect(seen.count > 1)
    server.change { $0.failure = .unreachable(.refused) }
    let other = ComicsScenario(server).repository()
    await #expect(throws: NoCachedCopy.self) { try await other.random() }
    server.change { $0.failure = nil }
    _ = try await other.list.refresh()
    server.change { $0.failure = .unreachable(.refused) }
    #expect(try await other.random().number == 40)
  }

  @Test func `random returns the same comic for the same seed`() async throws {
    let numbers = try await (0..<2).asyncMap { _ in try await scenario.repository(seed: 7).random().number }
    #expect(numbers[0] == numbers[1])
  }

  @Test func `a picture is cached and requested once per run`() async throws {
    let sut = scenario.repository()
    let address = try #require(server.comics[0].picture)
    #expect(await sut.cachedPicture(address) == nil)
    #expect(try await sut.picture(address).provenance == .server)
    #expect(try await sut.picture(address).value.bytes == Picture.sample)
    #expect(server.read { $0.pictures } == ["40.png"])
    let later = scenario.repository()
    #expect(await later.cachedPicture(address)?.bytes == Picture.sample)
    #expect(server.read { $0.pictures.count } == 1)
    for _ in 0..<2 { #expect(try await later.picture(address).failure == nil) }
    #expect(server.read { $0.pictures.count } == 2)
    server.change { $0.failure = .unreachable(.refused) }
    let offline = try await scenario.repository().picture(address)
    #expect(offline.provenance == .cache)
    #expect(offline.failure as? NetworkClient.Error == down)
  }

  @Test func `picture throws the reason for a failure`() async throws {
    let sut = scenario.repository()
    let address = try #require(server.comics[0].picture)
    server.change { $0.pictureFailure = Picture.Error.unknownFormat }
    let failure = await #expect(throws: NoCachedCopy.self) { try await sut.picture(address) }
    #expect(failure?.failure as? Picture.Error == .unknownFormat)
    server.change { $0.pictureFailure = nil }
    #expect(try await sut.picture(address).provenance == .server)
  }

  @Test func `a picture that cannot be saved is returned and held in memory`() async throws {
    var scenario = scenario
    scenario.cache = ComicsScenario.unwritable(.memory())
    scenario.cache.fallback = MemoryFallback(memory: .memory(), movesWhenBusy: false)
    let sut = scenario.repository()
    let address = try #require(server.comics[0].picture)
    #expect(try await sut.picture(address).value.bytes == Picture.sample)
    #expect(await sut.cachedPicture(address)?.bytes == Picture.sample)
  }
}

extension Range<Int> {
  fileprivate func asyncMap<Value>(_ transform: (Int) async throws -> Value) async rethrows -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await transform(element)) }
    return values
  }
}
