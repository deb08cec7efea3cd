import CachedResource
import Database
import Foundation
import NetworkClient
import Observed
import PagedList
import Store
import Sync
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SyncTests {
  let scenario = SyncScenario(count: 7)

  @Test func `a sync loads the whole list before it downloads the items`() async throws {
    let tally = await scenario.run()
    #expect(scenario.takeAsked() == ["page 0", "page 1", "page 2", "0", "1", "2", "3", "4", "5", "6"])
    #expect(tally.isComplete)
    #expect(tally.ending == nil)
    #expect((tally.listed, tally.saved, tally.total) == (7, 7, 7))
    #expect((tally.visited, tally.complete, tally.failed) == (7, 7, 0))
  }

  @Test func `missing items are downloaded before items saved by an earlier run`() async throws {
    _ = await scenario.run(SyncOptions(limit: 2))
    _ = scenario.takeAsked()
    scenario.advance()
    let tally = await scenario.run()
    #expect(scenario.takeAsked() == ["page 0", "page 1", "page 2", "2", "3", "4", "5", "6", "0", "1"])
    #expect((tally.visited, tally.complete) == (7, 7))
  }

  @Test func `an item that another process saved meanwhile is not requested again`() async throws {
    scenario.save(3)
    let tally = await scenario.run()
    #expect(!scenario.takeAsked().contains("3"))
    #expect((tally.visited, tally.complete, tally.total) == (7, 7, 7))
  }

  @Test func `a limit applies to both the list and the downloaded items`() async throws {
    let tally = await scenario.run(SyncOptions(limit: 4))
    #expect(scenario.takeAsked() == ["page 0", "page 1", "0", "1", "2", "3"])
    #expect((tally.saved, tally.total, tally.visited, tally.expected) == (6, 4, 4, 4))
  }

  @Test func `no page is requested after the page that reaches the limit`() async throws {
    let tally = await scenario.run(SyncOptions(limit: 3))
    #expect(scenario.takeAsked() == ["page 0", "0", "1", "2"])
    #expect((tally.listed, tally.total) == (3, 3))
  }

  @Test func `the expected count comes from the first item and is capped by the limit`() async throws {
    var source = scenario.source
    source.expected = { 100 - $0.id }
    #expect(await scenario.run(source: source).expected == 100)
    #expect(await scenario.run(SyncOptions(limit: 3), source: source).expected == 3)
    #expect(await scenario.run().expected == nil)
  }

  @Test func `a failed item is reported and does not stop the other downloads`() async throws {
    scenario.fail([2: NetworkClient.Error.rejected(status: 500), 5: NoCachedCopy(failure: scenario.down)])
    let tally = await scenario.run()
    #expect(!tally.isComplete)
    #expect(tally.stage == .done)
    #expect(tally.ending == nil)
    #expect((tally.visited, tally.complete, tally.failed) == (7, 5, 2))
    #expect(
      Set(tally.failures.map { "\($0.item) \($0.error)" }) == [
        "item 2 rejected(status: 500)", "item 5 \(scenario.down)",
      ])
  }

  @Test func `a saved item whose update fails counts as complete and as failed`() async throws {
    _ = await scenario.run()
    scenario.advance()
    scenario.fail([1: scenario.down])
    let tally = await scenario.run()
    #expect((tally.visited, tally.complete, tally.failed) == (7, 7, 1))
  }

  @Test func `listed items without content do not count as saved`() async throws {
    var source = scenario.source
    source.failure = { [down = scenario.down] in $0.id == 2 ? down : nil }
    let tally = await scenario.run(source: source)
    #expect((tally.listed, tally.saved, tally.total) == (7, 6, 7))
    #expect(!tally.isComplete)
  }

  @Test func `all failures are counted, and the first five are named`() async throws {
    scenario.fail(Dictionary(uniqueKeysWithValues: (0..<7).map { ($0, scenario.down) }))
    let tally = await scenario.run()
    #expect((tally.failed, tally.failures.count) == (7, 5))
  }

  @Test func `a sync ends after as many failures in a row as its patience allows`() async throws {
    scenario.fail(Dictionary(uniqueKeysWithValues: [0, 2, 3, 4, 5, 6].map { ($0, scenario.down) }))
    let tally = await scenario.run(patience: 3)
    #expect(scenario.takeAsked().suffix(5) == ["0", "1", "2", "3", "4"])
    #expect(tally.ending as? NetworkClient.Error == scenario.down)
    #expect((tally.failed, tally.complete, tally.stage) == (4, 1, .completing))
  }

  @Test func `a sync ends without further requests when the server becomes unreachable`() async throws {
    scenario.server.withLock { $0.failingPage = (1, NetworkClient.Error.unreachable(.lost)) }
    let tally = await scenario.run()
    #expect(scenario.takeAsked() == ["page 0", "page 1"])
    #expect(tally.ending as? NetworkClient.Error == .unreachable(.lost))
    #expect((tally.listed, tally.saved) == (3, 3))
    #expect(!tally.isComplete)
  }

  @Test func `items listed before a rejected page are downloaded`() async throws {
    scenario.server.withLock { $0.failingPage = (1, NetworkClient.Error.rejected(status: 500)) }
    let tally = await scenario.run()
    #expect(scenario.takeAsked() == ["page 0", "page 1", "0", "1", "2"])
    #expect(tally.ending as? NetworkClient.Error == .rejected(status: 500))
    #expect(tally.complete == 3)
    #expect(!tally.isComplete)
  }

  @Test func `cached items do not count as listed by the server`() async throws {
    _ = await scenario.run()
    scenario.server.withLock { $0.failingPage = (0, NetworkClient.Error.unreachable(.refused)) }
    let tally = await scenario.run()
    #expect((tally.listed, tally.saved) == (0, 7))
    #expect((tally.total, tally.complete) == (7, 7), "all items have their parts")
    #expect(scenario.takeAsked().last == "page 0", "no items are requested")
  }

  @Test func `complete items after the one at which a sync gives up are counted`() async throws {
    scenario.save(6)
    scenario.fail(Dictionary(uniqueKeysWithValues: (0..<6).map { ($0, scenario.down) }))
    let tally = await scenario.run(patience: 3)
    #expect(tally.ending as? NetworkClient.Error == scenario.down)
    #expect((tally.failed, tally.complete) == (3, 1))
  }

  @Test func `an item with nothing to download is neither complete nor failed`() async throws {
    scenario.fail([2: NothingToDownload()])
    let tally = await scenario.run()
    #expect(tally.isComplete)
    #expect((tally.visited, tally.complete, tally.failed) == (7, 6, 0))
  }

  @Test func `a list that ends with a link failure is not whole`() async throws {
    var source = scenario.source
    source.list.walk = { _, _ in
      AsyncThrowingStream {
        $0.yield(
          Loaded([Item(id: 0)], from: .server, fetchedAt: .distantPast, failure: LinkFailure.leadsInCircles))
        $0.finish()
      }
    }
    let tally = await scenario.run(source: source)
    #expect(tally.ending as? LinkFailure == .leadsInCircles)
    #expect(tally.listed == 1)
    #expect(!tally.isComplete)
  }

  @Test func `unreadable items count as failed, and the list continues after them`() async throws {
    var source = scenario.source
    source.list.walk = { _, _ in
      AsyncThrowingStream {
        for (id, unreadable) in [(0, 2), (1, 0), (2, 1)] {
          $0.yield(
            Loaded([Item(id: id)], from: .server, fetchedAt: .distantPast, failure: UnreadableItems(unreadable)))
        }
        $0.finish()
      }
    }
    let tally = await scenario.run(source: source)
    #expect((tally.listed, tally.failed, tally.unreadable) == (3, 3, 3))
    #expect(tally.ending == nil)
    #expect(!tally.isComplete)
  }

  @Test func `a sync ends with the database's error when nothing can be saved`() async throws {
    var source = scenario.source
    source.cacheFailure = { DatabaseError.noSpace }
    let unsaved = await scenario.run(source: source)
    #expect(unsaved.ending as? DatabaseError == .noSpace)
    #expect(unsaved.listed == 0)
    #expect(scenario.takeAsked().contains("0") == false)
    scenario.fail([0: DatabaseError.noSpace])
    let tally = await scenario.run()
    #expect(tally.ending as? DatabaseError == .noSpace)
    #expect(scenario.takeAsked() == ["page 0", "page 1", "page 2", "0"])
    #expect(tally.failed == 0, "a full disk does not count as a failed item")
  }

  @Test func `a sync ends with the database's error when the list cannot be read`() async throws {
    var source = scenario.source
    source.list.reader.window = { _, _, _, _ in throw DatabaseError.notPermitted }
    #expect(await scenario.run(source: source).ending as? DatabaseError == .notPermitted)
  }

  @Test func `an item for which the source has a failure counts as failed`() async throws {
    var source = scenario.source
    source.failure = { [down = scenario.down] in $0.id == 4 ? down : nil }
    let tally = await scenario.run(source: source)
    #expect(tally.failed == 1)
    #expect(tally.failures.first?.item == "item 4")
    #expect(!tally.isComplete)
  }
}
