import Dispatch
import Observed
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ObservedTests {
  @Test func `wait sees the current value and then the newest`() async {
    let sut = Observed(1)
    let seen = CallRecorder<Int>()
    await sut.wait {
      seen.record($0)
      return $0 == 1
    }
    #expect(seen.all == [1])
    let waiting = Task {
      await sut.wait {
        seen.record($0)
        if $0 == 1 { for value in 2...3 { sut.replace(with: value) } }
        return $0 == 3
      }
    }
    await waiting.value
    #expect(seen.all == [1, 1, 3])
  }

  @Test func `update returns what the change returns`() {
    let sut = Observed([1])
    let last = sut.update { $0.popLast() }
    #expect(last == 1)
    #expect(sut.value == [])
  }

  @Test func `replace returns the previous value`() {
    let sut = Observed(1)
    #expect(sut.replace(with: 2) == 1)
    #expect(sut.value == 2)
  }

  @Test func `concurrent updates are not lost, and a watcher sees the last value`() async {
    for _ in 0..<20 {
      let sut = Observed(0)
      let watching = Task {
        await sut.wait { $0 == 100 }
        return !Task.isCancelled
      }
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<100 { group.addTask { sut.update { $0 += 1 } } }
      }
      #expect(await watching.value)
      #expect(sut.value == 100)
    }
  }

  @Test func `an update that throws leaves its change and notifies no watcher`() async {
    struct Refused: Error {}
    let sut = Observed(1)
    let told = CallRecorder<Void>()
    let stop = sut.changes.watch { told.record(()) }
    #expect(throws: Refused.self) {
      try sut.update { value throws -> Void in
        value = 2
        throw Refused()
      }
    }
    #expect(sut.value == 2)
    #expect(told.all.isEmpty)
    stop()
  }

  @Test func `a merged signal reports changes of all sources, filtered ones only if their condition holds`() {
    let first = Observed(0)
    let second = Observed(0)
    let told = CallRecorder<Int>()
    let sut = ChangeSignal.merging(first.changes, second.changes.filter { second.value > 1 }, .none)
    let stop = sut.watch { told.record(first.value * 10 + second.value) }
    first.replace(with: 1)
    second.replace(with: 1)
    #expect(told.all == [10])
    second.replace(with: 2)
    #expect(told.all == [10, 12])
    stop()
    first.replace(with: 2)
    second.replace(with: 3)
    #expect(told.all == [10, 12], "a stopped watcher is not called")
  }

  @Test func `a change notifies every watcher but those that stopped`() {
    let sut = Observed(0)
    let told = CallRecorder<String>()
    let stops = ["a", "b", "c"].map { name in sut.changes.watch { told.record(name) } }
    stops[1]()
    sut.replace(with: 1)
    #expect(told.all.sorted() == ["a", "c"])
    for stop in stops { stop() }
  }

  @Test func `wait returns when its task is cancelled`() async {
    let sut = Observed(1)
    let watching = Task { await sut.wait { _ in false } }
    watching.cancel()
    await watching.value
  }

  @Test func `a watcher can read, change, watch and stop watching while it is notified`() {
    let sut = Observed(0)
    let stops = Observed<[@Sendable () -> Void]>([])
    let stop = sut.changes.watch {
      if sut.value < 3 { sut.update { $0 += 1 } }
      let stop = sut.changes.watch {}
      stops.update { $0.append(stop) }
      for stop in stops.replace(with: []) { stop() }
    }
    sut.update { $0 += 1 }
    #expect(sut.value == 3)
    stop()
  }

  @Test func `a watcher can be cancelled during the notification of a change`() async {
    let sut = Observed(0)
    let (looks, looked) = AsyncStream.makeStream(of: Void.self)
    let changes = sut.changes.stream()
    let watching = Task {
      looked.yield()
      for await _ in changes { looked.yield() }
    }
    var iterator = looks.makeAsyncIterator()
    await iterator.next()
    let stop = sut.changes.watch { watching.cancel() }
    sut.replace(with: 1)
    await watching.value
    stop()
  }

  /// Checks for a deadlock of two locks taken in different orders: the task's, which `cancel` holds while it stops
  /// watching, and the value's.
  @Test func `cancelling watchers while the value changes does not deadlock`() async {
    let sut = Observed(0)
    for round in 0..<500 {
      let (looks, looked) = AsyncStream.makeStream(of: Void.self)
      let watching = Task.detached {
        looked.yield()
        for await _ in sut.changes.stream() { looked.yield() }
      }
      for await _ in looks { break }
      // Use other threads, so that no other test waits for this one; each round cancels a little later.
      DispatchQueue.concurrentPerform(iterations: 2) { side in
        for _ in 0..<(side == 0 ? 100 : round % 100) { sut.update { $0 += 1 } }
        if side == 1 { watching.cancel() }
      }
      await watching.value
    }
  }
}
