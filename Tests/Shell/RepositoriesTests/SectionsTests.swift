import ComicDomain
import ComicsRepository
import DatabaseLive
import FlagsRepository
import FlagsStore
import FlagsStoreLive
import Foundation
import NetworkClient
import Observed
import PostDomain
import PostsRepository
import Repositories
import Sync
import TestSupport
import Testing
import TodosRepository

@Suite(.timeLimit(.minutes(5)))
struct SectionsTests {
  private func run(
    _ kind: SyncKind, _ repositories: Repositories, _ options: SyncOptions = SyncOptions()
  ) async -> SyncTally {
    let tally = Observed(SyncTally())
    await repositories.sync(kind, options, tally, now: { .distantPast })
    return tally.value
  }

  /// Returns repositories that record the downloaded IDs of each kind.
  private func recording(_ ids: CallRecorder<String>, _ flags: FlagsStore = .stub) -> Repositories {
    var repositories = Repositories.stub
    repositories.comics = .stub(flags: flags)
    repositories.posts.download.item = { ids.record($0.text) }
    repositories.comics.download.item = { ids.record("#\($0)") }
    return repositories
  }

  @Test func `syncing posts downloads every post`() async throws {
    let ids = CallRecorder<String>()
    let tally = await run(.posts, recording(ids))
    #expect(Set(ids.all) == Set([Post].samples.map(\.id.text)))
    #expect(tally.isComplete)
    #expect(tally.complete == [Post].samples.count)
  }

  @Test func `syncing comics downloads only the bookmarked comics, unless all pictures are requested`() async throws {
    let ids = CallRecorder<String>()
    var repositories = recording(ids, .live(database: .memory()))
    _ = try await repositories.comics.flags.setBookmarked(Comic.ID(2), true)
    let tally = await run(.comics, repositories)
    #expect(ids.all == ["#2"])
    #expect(tally.saved == [Comic].samples.count)
    #expect(tally.complete == 1)
    #expect(tally.expected == [Comic].samples.map(\.id.number).max())
    _ = await run(.comics, repositories, SyncOptions(allPictures: true))
    #expect(ids.all.count == 1 + [Comic].samples.count)
    repositories.posts = .failing(NetworkClient.Error.unreachable(.refused))
    #expect(await run(.posts, repositories).ending as? NetworkClient.Error == .unreachable(.refused))
  }

  @Test func `syncing comics since a day leaves out comics of earlier days`() async throws {
    let ids = CallRecorder<String>()
    // The dates of the sample comics are 29, 27 and 1 February 2024.
    let since = try Date("2024-02-27T00:00:00Z", strategy: .iso8601)
    _ = await run(.comics, recording(ids), SyncOptions(since: since, allPictures: true))
    #expect(ids.all.count == [Comic].samples.count - 1)
    #expect(!ids.all.contains("#2"))
  }

  @Test func `a comic that could not be loaded counts as a failure`() async throws {
    var repositories = Repositories.stub
    repositories.comics = .stub(failed: [Comic.ID(2): .rejected(status: 500)])
    let tally = await run(.comics, repositories)
    #expect(tally.failures.map(\.item) == ["comic 2"])
  }

  @Test func `syncing to-dos saves their list and downloads no further items`() async throws {
    let tally = await run(.todos, .stub)
    #expect(tally.isComplete)
    #expect(tally.saved > 0)
    #expect(tally.total == 0)
  }
}
