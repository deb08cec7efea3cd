import CachedResource
import Foundation
import Observed
import PagedList
import Sync
import TestSupport
import Testing

/// Concurrent downloads and cancelled runs.
@Suite(.timeLimit(.minutes(5)))
struct StoppingTests {
  @Test func `two workers download two items at a time`() async throws {
    let gate = Gate()
    let scenario = SyncScenario(count: 5, gate: gate)
    let run = Task { await scenario.run(workers: 2) }
    var asks = scenario.asks.stream.makeAsyncIterator()
    for _ in 0..<2 { await asks.next() }
    for _ in 0..<5 { await gate.open() }
    #expect(await run.ended.complete == 5)
    #expect(scenario.mostAtATime == 2)
  }

  @Test func `a cancelled sync retains its saved items, and the next run begins with the missing ones`() async throws {
    let gate = Gate()
    let scenario = SyncScenario(count: 5, gate: gate)
    let tally = Observed(SyncTally())
    let run = Task { await scenario.run(SyncOptions(), tally) }
    for _ in 0..<2 { await gate.open() }
    await gate.arrived()
    run.cancel()
    await run.ended
    #expect((tally.value.stage, tally.value.saved, tally.value.complete) == (.completing, 5, 2))
    #expect(tally.value.failed == 0)
    #expect(tally.value.ending == nil)
    #expect(!tally.value.isComplete)
    scenario.advance()
    _ = scenario.takeAsked()
    let next = Task { await scenario.run() }
    for _ in 0..<5 { await gate.open() }
    #expect(await next.ended.isComplete)
    #expect(scenario.takeAsked().suffix(5) == ["2", "3", "4", "0", "1"])
  }

  @Test func `a cancelled sync counts the complete items that it has not visited`() async throws {
    let gate = Gate()
    let scenario = SyncScenario(count: 5, gate: gate)
    for id in 2..<5 { scenario.save(id) }
    let tally = Observed(SyncTally())
    let run = Task { await scenario.run(SyncOptions(), tally) }
    await gate.arrived()
    run.cancel()
    await run.ended
    #expect((tally.value.isCounted, tally.value.complete) == (true, 3))
  }

  @Test func `an item saved just before its download was cancelled counts as complete`() async throws {
    let scenario = SyncScenario(count: 1)
    let gate = Gate()
    let savedAt = Observed<Date?>(nil)
    var source = scenario.source
    source.download = OfflineDownload(
      // A database returns nothing in a cancelled task.
      saved: { _ in Task.isCancelled ? .nothing : savedAt.value.map { .all($0) } ?? .item },
      item: { _ in
        try? await gate.pause()
        savedAt.replace(with: .distantFuture)
        throw CancellationError()
      })
    let tally = Observed(SyncTally())
    let run = Task { [source] in await scenario.run(SyncOptions(), tally, source: source) }
    await gate.arrived()
    run.cancel()
    await run.ended
    #expect((tally.value.complete, tally.value.visited) == (1, 1))
    #expect(!tally.value.isComplete)
  }

  @Test func `a sync cancelled while listing retains the listed items`() async throws {
    let scenario = SyncScenario(count: 0)
    let gate = Gate()
    var source = scenario.source
    source.list.walk = { _, _ in
      let pages = CallRecorder<Int>()
      return AsyncThrowingStream(unfolding: {
        if !pages.all.isEmpty { try await gate.pause() }
        pages.record(1)
        return Loaded((0..<3).map { Item(id: $0) }, from: .server, fetchedAt: .distantPast)
      })
    }
    let tally = Observed(SyncTally())
    let run = Task { [source] in await scenario.run(SyncOptions(), tally, source: source) }
    await gate.arrived()
    #expect((tally.value.stage, tally.value.listed, tally.value.saved) == (.listing, 3, 3))
    run.cancel()
    await run.ended
    #expect(tally.value.saved == 3)
    #expect(!tally.value.isComplete)
    #expect(tally.value.ending == nil)
  }

  @Test func `only items that were not saved before count as added`() async throws {
    let scenario = SyncScenario(count: 7)
    #expect(await scenario.run(SyncOptions(limit: 3)).added == 3)
    #expect(await scenario.run().added == 4)
    #expect(await scenario.run(SyncOptions(limit: 3)).added == 0)
  }

  @Test func `items saved by an earlier run are counted from the start`() async throws {
    let scenario = SyncScenario(count: 7)
    let gate = Gate()
    _ = await scenario.run()
    var source = scenario.source
    source.list.walk = { _, _ in
      AsyncThrowingStream(unfolding: {
        try await gate.pause()
        return nil
      })
    }
    let tally = Observed(SyncTally())
    let run = Task { [source] in await scenario.run(SyncOptions(), tally, source: source) }
    await gate.arrived()
    #expect((tally.value.listed, tally.value.saved) == (0, 7))
    run.cancel()
    await run.ended
    #expect(!tally.value.isCounted, "complete items are not counted before the list is there")
  }

  @Test func `a sync cancelled before it begins downloads no item`() async throws {
    let scenario = SyncScenario(count: 5)
    let gate = Gate()
    let run = Task {
      try? await gate.pause()
      return await scenario.run()
    }
    await gate.arrived()
    run.cancel()
    #expect(await run.value.stage == .listing)
    #expect(scenario.takeAsked().filter { !$0.hasPrefix("page") } == [])
  }
}
