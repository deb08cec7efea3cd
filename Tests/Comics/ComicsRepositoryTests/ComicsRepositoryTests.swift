import CachedResource
import ComicDomain
import ComicsRepository
import DatabaseLive
import FlagsRepository
import FlagsStore
import FlagsStoreLive
import Foundation
import NetworkClient
import PagedList
import Pictures
import Sync
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ComicsRepositoryTests {
  struct Failed: Error {}

  @Test func `a stub has the samples, newest first`() async throws {
    let sut = ComicsRepository.stub()
    let rows = try await sut.list.window(.row(0), 0, 9).items
    #expect(rows.map(\.id.number) == [5, 4, 2, 1])
    #expect(rows.map(\.title) == [Comic].samples.map(\.title))
    let five = try #require([Comic].samples.first)
    #expect(try await sut.detail(five.id).value == five)
    #expect(await sut.cachedComic(five.id)?.value == five)
    #expect(try await sut.latest().value == five)
    #expect(try await sut.random() == five.id)
    let address = try #require(five.picture)
    #expect(try await sut.picture(address).value.bytes == Picture.sample)
    #expect(await sut.cachedPicture(address)?.bytes == Picture.sample)
    try await sut.download.item(five.id)
  }

  @Test func `a stub has only the samples, and neighbour skips gaps`() async throws {
    let sut = ComicsRepository.stub()
    await #expect(throws: NoCachedCopy.self) { try await sut.detail(Comic.ID(3)) }
    #expect(await sut.cachedComic(Comic.ID(3)) == nil)
    #expect(try await sut.neighbour(Comic.ID(4), .older) == Comic.ID(2))
    #expect(try await sut.neighbour(Comic.ID(2), .newer) == Comic.ID(4))
    #expect(try await sut.neighbour(Comic.ID(5), .newer) == nil)
    #expect(try await sut.neighbour(Comic.ID(1), .older) == nil)
  }

  @Test func `a stub's bookmarks agree in both lists and on the comic, and can be undone`() async throws {
    let sut = ComicsRepository.stub(flags: .live(database: .memory()))
    var marks = sut.flags.flags(of: Comic.ID(2)).makeAsyncIterator()
    #expect(await marks.next()?.isBookmarked == false)
    let undo = try #require(try await sut.flags.setBookmarked(Comic.ID(2), true))
    #expect(await marks.next()?.isBookmarked == true)
    #expect(try await sut.flags.setBookmarked(Comic.ID(2), true) == nil)
    #expect(try await sut.list.window(.row(0), 0, 9).items.filter(\.flags.isBookmarked).map(\.id.number) == [2])
    #expect(
      try await sut.list.reader.window(ListQuery(scope: .bookmarked), .row(0), 0, 9).items.map(\.title) == ["紙飛行機"])
    try await sut.flags.undo(undo)
    #expect(await marks.next()?.isBookmarked == false)
    #expect(try await sut.list.reader.count(ListQuery(scope: .bookmarked)) == 0)
    #expect(try await sut.flags.setBookmarked(Comic.ID(2), false) == nil)
  }

  @Test func `a stub has rows for failed comics`() async throws {
    let reason = NetworkClient.Error.rejected(status: 500)
    let sut = ComicsRepository.stub(failed: [Comic.ID(3): reason, Comic.ID(2): reason])
    let rows = try await sut.list.window(.row(0), 0, 9).items
    #expect(rows.map(\.id.number) == [5, 4, 3, 2, 1])
    #expect(rows.map { $0.content == .failed(reason) } == [false, false, true, true, false])
    #expect(rows.map(\.title) == ["Tide Table", "Clichéd Weather", nil, nil, "Hello"])
  }

  @Test func `every endpoint of a failing repository throws, and nothing is cached`() async throws {
    let sut = ComicsRepository.failing(Failed())
    let id = Comic.ID(1)
    let address = try #require(URL(string: "http://host/1.png"))
    await #expect(throws: Failed.self) { try await sut.list.refresh() }
    await #expect(throws: Failed.self) { try await sut.detail(id) }
    await #expect(throws: Failed.self) { try await sut.latest() }
    await #expect(throws: Failed.self) { try await sut.neighbour(id, .older) }
    await #expect(throws: Failed.self) { try await sut.random() }
    await #expect(throws: Failed.self) { try await sut.picture(address) }
    await #expect(throws: Failed.self) { try await sut.flags.setBookmarked(id, true) }
    await #expect(throws: Failed.self) { try await sut.flags.undo(.read(.random(), count: 1)) }
    await #expect(throws: Failed.self) { try await sut.download.item(id) }
    #expect(await sut.cachedComic(id) == nil)
    #expect(await sut.cachedPicture(address) == nil)
    await #expect(throws: Failed.self) { try await sut.flags.flags([id]) }
  }
}
