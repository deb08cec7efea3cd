import Foundation
import PagedList
import Sync
import Synchronization
import TestSupport
import Testing

/// Tests of the choice of items to download.
@Suite(.timeLimit(.minutes(5)))
struct ChoiceTests {
  let scenario = SyncScenario(count: 7)

  private func day(_ number: Int) -> Date { Date(timeIntervalSince1970: Double(number) * 86_400) }

  /// Sets the dates of the items from the first on; the others have none.
  private func date(_ days: [Int?]) {
    scenario.server.withLock { server in
      for (index, number) in days.enumerated() { server.items[index].date = number.map(day) }
    }
  }

  @Test func `items older than the date are listed but not downloaded, and undated ones are downloaded`() async throws {
    date([1, 9, nil, 5, 4, 5, 6])
    let tally = await scenario.run(SyncOptions(since: day(5)))
    #expect(scenario.takeAsked() == ["page 0", "page 1", "page 2", "1", "2", "3", "5", "6"])
    #expect((tally.visited, tally.complete, tally.total) == (7, 5, 7))
    #expect(tally.isComplete)
  }

  @Test(arguments: [
    ([9, 8, 4, 4, 4, 3, 2], ["0", "1"]), ([4, 4, 4, 4, 4, 4, 4], []), ([1, 2, 3, 4, 5, 6, 7], ["4", "5", "6"]),
  ])
  func `the whole list is loaded, whatever the order of its dates`(days: [Int], items: [String]) async throws {
    date(days)
    let tally = await scenario.run(SyncOptions(since: day(5)))
    #expect(scenario.takeAsked() == ["page 0", "page 1", "page 2"] + items)
    #expect((tally.listed, tally.saved) == (7, 7))
  }

  @Test func `a bookmarked item is downloaded once, even if it is not listed`() async throws {
    try await scenario.bookmark(1, 4, 20)
    let tally = await scenario.run()
    #expect(scenario.takeAsked().suffix(8) == ["0", "1", "2", "3", "4", "5", "6", "20"])
    #expect((tally.total, tally.visited, tally.complete) == (8, 8, 8))
  }

  @Test func `a bookmarked item is downloaded regardless of its age and the limit`() async throws {
    date([9, 1, 9, 9, 9, 9, 9])
    try await scenario.bookmark(1, 4, 20)
    let tally = await scenario.run(SyncOptions(limit: 3, since: day(5)))
    #expect(scenario.takeAsked().suffix(5) == ["0", "2", "20", "4", "1"])
    #expect((tally.total, tally.visited, tally.complete) == (6, 6, 5))
  }

  @Test func `only bookmarked items are downloaded when the source does not want all`() async throws {
    try await scenario.bookmark(1, 4, 20)
    var source = scenario.source
    source.wantsAll = { false }
    let tally = await scenario.run(source: source)
    #expect(scenario.takeAsked() == ["page 0", "page 1", "page 2", "20", "4", "1"])
    #expect((tally.total, tally.visited, tally.complete, tally.saved) == (3, 3, 3, 7))
    #expect(await scenario.run().total == 8)
  }

  @Test func `all items of a long list are downloaded`() async throws {
    let scenario = SyncScenario(count: 250)
    let tally = await scenario.run(workers: 6)
    #expect(tally.complete == 250)
    #expect(tally.isComplete)
    #expect(Set(scenario.takeAsked().suffix(250)).count == 250)
  }

  @Test func `a source without item downloads is complete after its last page`() async throws {
    var source = scenario.source
    source.download = nil
    let tally = await scenario.run(source: source)
    #expect(tally.isComplete)
    #expect(tally.listed == 7)
    #expect(tally.total == 0)
    #expect(scenario.takeAsked() == ["page 0", "page 1", "page 2"])
  }
}
