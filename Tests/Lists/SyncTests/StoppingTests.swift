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
    let world = World(count: 5, gate: gate)
    let run = Task { await world.run(workers: 2) }
    var asks = world.asks.stream.makeAsyncIterator()
    for _ in 0..<2 { await asks.next() }
    for _ in 0..<5 { await gate.open() }
    #expect(await run.ended.complete == 5)
    #expect(world.mostAtATime == 2)
  }

  @Test func `a cancelled sync retains its saved items, and the next run begins with the missing ones`() async throws {
    let gate = Gate()
    let world = World(count: 5, gate: gate)
    let tally = Observed(SyncTally())
    let run = Task { await world.run(SyncOptions(), tally) }
    for _ in 0..<2 { await gate.open() }
    await gate.arrived()
    run.cancel()
    await run.ended
    #expect((tally.value.stage, tally.value.saved, tally.value.complete) == (.completing, 5, 2))
    #expect(tally.value.failed == 0)
    #expect(tally.value.ending == nil)
    #expect(!tally.value.isWhole)
    world.advance()
    _ = world.takeAsked()
    let next = Task { await world.run() }
    for _ in 0..<5 { await gate.open() }
    #expect(await next.ended.isWhole)
    #expect(world.takeAsked().suffix(5) == ["2", "3", "4", "0", "1"])
  }

  @Test func `an item saved just before its download was cancelled counts as complete`() async throws {
    let (world, gate, savedAt) = (World(count: 1), Gate(), Observed<Date?>(nil))
    var source = world.source
    source.download = OfflineDownload(
      // A database returns nothing in a cancelled task.
      saved: { _ in Task.isCancelled ? .nothing : savedAt.value.map { .all($0) } ?? .item },
      item: { _ in
        try? await gate.pause()
        savedAt.replace(with: .distantFuture)
        throw CancellationError()
      })
    let tally = Observed(SyncTally())
    let run = Task { [source] in await world.run(SyncOptions(), tally, source: source) }
    await gate.arrived()
    run.cancel()
    await run.ended
    #expect((tally.value.complete, tally.value.visited) == (1, 1))
    #expect(!tally.value.isWhole)
  }

  @Test func `a sync cancelled while listing retains the listed items`() async throws {
    let (world, gate) = (World(count: 0), Gate())
    var source = world.source
    source.list.walk = { _, _ in
      let pages = Calls<Int>()
      return AsyncThrowingStream(unfolding: {
        if !pages.all.isEmpty { try await gate.pause() }
        pages.record(1)
        return Loaded((0..<3).map { Item(id: $0) }, from: .server, fetchedAt: .distantPast)
      })
    }
    let tally = Observed(SyncTally())
    let run = Task { [source] in await world.run(SyncOptions(), tally, source: source) }
    await gate.arrived()
    #expect((tally.value.stage, tally.value.listed, tally.value.saved) == (.listing, 3, 3))
    run.cancel()
    await run.ended
    #expect(tally.value.saved == 3)
    #expect(!tally.value.isWhole)
    #expect(tally.value.ending == nil)
  }

  @Test func `items saved by an earlier run are counted from the start`() async throws {
    let (world, gate) = (World(count: 7), Gate())
    _ = await world.run()
    var source = world.source
    source.list.walk = { _, _ in
      AsyncThrowingStream(unfolding: {
        try await gate.pause()
        return nil
      })
    }
    let tally = Observed(SyncTally())
    let run = Task { [source] in await world.run(SyncOptions(), tally, source: source) }
    await gate.arrived()
    #expect((tally.value.listed, tally.value.saved) == (0, 7))
    run.cancel()
    await run.ended
  }

  @Test func `a sync cancelled before it begins downloads no item`() async throws {
    let world = World(count: 5)
    let gate = Gate()
    let run = Task {
      try? await gate.pause()
      return await world.run()
    }
    await gate.arrived()
    run.cancel()
    #expect(await run.value.stage == .listing)
    #expect(world.takeAsked().filter { !$0.hasPrefix("page") } == [])
  }
}
