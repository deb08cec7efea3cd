import CachedPictures
import CachedResource
import ComicDomain
import ComicsRepository
import Database
import DatabaseLive
import FlagsRepository
import FlagsStore
import Foundation
import NetworkClient
import Observed
import PagedList
import Pictures
import Store
import Sync
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct BookmarkTests {
  let scenario = ComicsScenario(latest: 40)

  var server: ComicServer { scenario.server }

  func bookmark(_ sut: ComicsRepository, _ numbers: Int...) async throws {
    for number in numbers { _ = try await sut.flags.setBookmarked(Comic.ID(number), true) }
  }

  @Test func `setting and undoing a bookmark shows at once in both lists and on the comic`() async throws {
    let sut = scenario.repository()
    _ = try await sut.list.refresh()
    var marks = sut.flags.flags(of: Comic.ID(38)).makeAsyncIterator()
    #expect(await marks.next()?.isBookmarked == false)
    var all = sut.list.changes.stream().makeAsyncIterator()
    let undo = try #require(try await sut.flags.setBookmarked(Comic.ID(38), true))
    #expect(await marks.next()?.isBookmarked == true)
    #expect(await all.next() != nil)
    #expect(try await sut.list.rows().filter(\.flags.isBookmarked).map(\.id.number) == [38])
    #expect(try await sut.bookmarked().map(\.title) == ["Comic 38"])
    try await sut.flags.undo(undo)
    #expect(await marks.next()?.isBookmarked == false)
    #expect(try await sut.list.rows().allSatisfy { !$0.flags.isBookmarked })
    #expect(try await sut.bookmarked().isEmpty)
  }

  @Test func `undoing the removal of a bookmark restores its position in the bookmarked list`() async throws {
    let sut = scenario.repository()
    _ = try await sut.list.refresh()
    try await bookmark(sut, 40, 36, 38)
    #expect(try await sut.bookmarked().map(\.id.number) == [38, 36, 40])
    let undo = try #require(try await sut.flags.setBookmarked(Comic.ID(36), false))
    #expect(try await sut.bookmarked().map(\.id.number) == [38, 40])
    try await sut.flags.undo(undo)
    #expect(try await sut.bookmarked().map(\.id.number) == [38, 36, 40])
    #expect(try await sut.flags.setBookmarked(Comic.ID(36), true) == nil)
    #expect(try await sut.flags.setBookmarked(Comic.ID(7), false) == nil)
  }

  @Test func `a downloaded picture that was removed from the cache is downloaded again`() async throws {
    let sut = scenario.repository()
    try await sut.download.item(Comic.ID(38))
    #expect(await sut.download.saved(Comic.ID(38)).date != nil)
    try await PicturesStore.live(database: scenario.cache).removeAll()
    #expect(await sut.download.saved(Comic.ID(38)).date == nil)
    try await sut.download.item(Comic.ID(38))
    #expect(await sut.download.saved(Comic.ID(38)).date != nil)
  }

  @Test func `a bookmark is seen by another repository on the same databases`() async throws {
    let one = scenario.repository()
    let other = scenario.repository()
    _ = try await one.list.refresh()
    try await bookmark(other, 39)
    #expect(try await one.list.rows().filter(\.flags.isBookmarked).map(\.id.number) == [39])
    #expect(try await one.bookmarked().map(\.id.number) == [39])
  }

  @Test(arguments: [404, 410])
  func `a missing picture is not requested again for a day`(status: Int) async throws {
    let sut = scenario.repository()
    server.change { $0.pictureFailure = NetworkClient.Error.rejected(status: status) }
    func keep() async throws { try await scenario.repository().download.item(Comic.ID(38)) }
    let error = await #expect(throws: FailureElsewhere.self) { try await sut.download.item(Comic.ID(38)) }
    #expect(error?.address == server.comics[2].picture?.absoluteString)
    #expect(error?.failure as? NetworkClient.Error == .rejected(status: status))
    for _ in 1...2 { await #expect(throws: NothingToDownload.self) { try await keep() } }
    #expect(await sut.download.saved(Comic.ID(38)).date == nil)
    #expect(server.read { $0.pictures }.count == 1)
    scenario.date.pass(24 * 60 * 60)
    await #expect(throws: FailureElsewhere.self) { try await keep() }
    server.change { $0.pictureFailure = nil }
    scenario.date.pass(24 * 60 * 60)
    try await keep()
    #expect(await sut.download.saved(Comic.ID(38)).date != nil)
    #expect(server.read { $0.pictures }.count == 3)
  }

  @Test func `a picture that failed with 503 is requested again by the next download`() async throws {
    server.change { $0.pictureFailure = NetworkClient.Error.rejected(status: 503) }
    for _ in 1...2 {
      await #expect(throws: FailureElsewhere.self) { try await scenario.repository().download.item(Comic.ID(38)) }
    }
    #expect(server.read { $0.pictures }.count == 2)
  }

  @Test func `downloaded bookmarks are available with their pictures offline`() async throws {
    let sut = scenario.repository()
    _ = try await sut.list.refresh()
    try await bookmark(sut, 38, 5)
    try await sut.download.item(Comic.ID(38))
    try await sut.download.item(Comic.ID(5))
    server.change { $0.failure = .unreachable(.refused) }
    let offline = scenario.repository()
    try await offline.list.refreshBookmarked()
    #expect(try await offline.bookmarked().map(\.title) == ["Comic 5", "Comic 38"])
    let address = try #require(await offline.cachedComic(Comic.ID(5))?.value.picture)
    #expect(await offline.cachedPicture(address)?.bytes == Picture.sample)
    let window = try await offline.list.reader.window(ListQuery(scope: .bookmarked), .row(0), 0, 9)
    #expect(window.isComplete)
    #expect(window.count == 2)
  }

  @Test func `bookmarking a comic downloads its picture`() async throws {
    let asked = Gate()
    let server = server
    var scenario = scenario
    scenario.cache = .memory()
    let sut = scenario.repository(
      pictures: .init { address, validator in
        try await asked.pause()
        return try await server.pictures.picture(address, validator)
      })
    _ = try await sut.list.refresh()
    try await bookmark(sut, 38)
    #expect(try await sut.bookmarked().map(\.id.number) == [38])
    await asked.arrived()
    async let joined: Void = sut.download.item(Comic.ID(38))
    await asked.open()
    try await joined
    #expect(await sut.cachedPicture(try #require(sut.cachedComic(Comic.ID(38))?.value.picture)) != nil)
    #expect(server.read { $0.pictures } == ["38.png"])
  }

  @Test func `a failed picture does not affect the bookmark and is requested by the next refresh`() async throws {
    server.change { $0.pictureFailure = NetworkClient.Error.rejected(status: 500) }
    let sut = scenario.repository()
    _ = try await sut.list.refresh()
    try await bookmark(sut, 38)
    let error = await #expect(throws: FailureElsewhere.self) { try await sut.download.item(Comic.ID(38)) }
    #expect(error?.address == server.comics[2].picture?.absoluteString)
    #expect(error?.failure as? NetworkClient.Error == .rejected(status: 500))
    try await sut.list.refreshBookmarked()
    #expect(try await sut.bookmarked().map(\.id.number) == [38])
    server.change { $0.pictureFailure = nil }
    try await sut.list.refreshBookmarked()
    #expect(await sut.cachedPicture(try #require(server.comics[2].picture)) != nil)
  }

  @Test func `a bookmarked comic that is not cached is listed as not saved until a refresh loads it`() async throws {
    server.change { $0.failure = .unreachable(.refused) }
    let sut = scenario.repository()
    try await bookmark(sut, 7)
    let bookmarked = try await sut.bookmarked()
    #expect(bookmarked.map(\.id) == [Comic.ID(7)])
    #expect(bookmarked.map(\.content) == [.notSaved])
    #expect(bookmarked.map(\.flags.isBookmarked) == [true])
    await #expect(throws: NetworkClient.Error.unreachable(.refused)) { try await sut.list.refreshBookmarked() }
    server.change { $0.failure = nil }
    var changes = sut.list.changes.stream().makeAsyncIterator()
    try await sut.list.refreshBookmarked()
    #expect(await changes.next() != nil)
    #expect(try await sut.bookmarked().map(\.title) == ["Comic 7"])
  }

  @Test func `a bookmark that cannot be saved throws and is not shown`() async throws {
    var scenario = scenario
    scenario.state = ComicsScenario.unwritable(.memory())
    let sut = scenario.repository()
    _ = try await sut.list.refresh()
    await #expect(throws: DatabaseError.noSpace) { try await sut.flags.setBookmarked(Comic.ID(40), true) }
    #expect(try await sut.list.rows().allSatisfy { !$0.flags.isBookmarked })
    #expect(server.read { $0.pictures.isEmpty })
  }

  @Test func `unreadable bookmarks fail the bookmarked list but not the list of all comics`()
    async throws
  {
    var scenario = scenario
    scenario.state = .failing(DatabaseError.damaged(file: "state.db"))
    let sut = scenario.repository()
    _ = try await sut.list.refresh()
    #expect(try await sut.list.rows().count == 5)
    await #expect(throws: DatabaseError.damaged(file: "state.db")) { try await sut.bookmarked() }
  }
}

extension ComicsRepository {
  /// Returns the bookmarked comics, newest bookmark first.
  func bookmarked() async throws -> [ComicEntry] {
    try await list.reader.window(ListQuery(scope: .bookmarked), .row(0), 0, 1_000).items
  }
}

extension BookmarkTests {
  @Test func `a comic counts as downloaded from the date its picture was saved`() async throws {
    let sut = scenario.repository()
    #expect(await sut.download.saved(Comic.ID(38)).date == nil)
    _ = try await sut.list.refresh()
    #expect(await sut.download.saved(Comic.ID(38)).date == nil, "its picture is not saved yet")
    let before = scenario.date.now
    try await sut.download.item(Comic.ID(38))
    let date = try #require(await sut.download.saved(Comic.ID(38)).date)
    #expect(date > before)
    #expect(date < scenario.date.now)
  }
}
