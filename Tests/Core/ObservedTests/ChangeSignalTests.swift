import Observed
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ChangeSignalTests {
  @Test func `every stream receives a change sent after it was created`() async {
    let sut = ChangeSource()
    sut.send()
    var one = sut.signal.stream().makeAsyncIterator()
    var other = sut.signal.stream().makeAsyncIterator()
    sut.send()
    #expect(await one.next() != nil)
    #expect(await other.next() != nil)
  }

  @Test func `several changes before a stream is read are delivered as one`() async {
    let sut = ChangeSource()
    let (looks, looked) = AsyncStream.makeStream(of: Void.self)
    let changes = sut.signal.stream()
    for _ in 0..<10 { sut.send() }
    let watching = Task { for await _ in changes { looked.yield() } }
    var iterator = looks.makeAsyncIterator()
    _ = await iterator.next()
    watching.cancel()
    await watching.value
    looked.finish()
    #expect(await iterator.next() == nil)
  }

  @Test func `a cancelled watcher does not stop others from receiving changes`() async {
    let sut = ChangeSource()
    let gone = Task { for await _ in sut.signal.stream() { return } }
    gone.cancel()
    await gone.value
    var stream = sut.signal.stream().makeAsyncIterator()
    sut.send()
    #expect(await stream.next() != nil)
  }

  @Test func `watchers can start, stop and send concurrently`() async {
    let sut = ChangeSource()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<500 {
            var stream = sut.signal.stream().makeAsyncIterator()
            sut.send()
            _ = await stream.next()
          }
        }
      }
    }
  }

  @Test func `a merged signal watches each source once, as long as it has watchers`() {
    let source = ChangeSource()
    let watchers = Observed(0)
    let told = CallRecorder<String>()
    let counted = ChangeSignal { notify in
      watchers.update { $0 += 1 }
      let stop = source.signal.watch(notify)
      return {
        watchers.update { $0 -= 1 }
        stop()
      }
    }
    let sut = ChangeSignal.merging(counted, .none)
    #expect(watchers.value == 0)
    let stops = ["a", "b", "c"].map { name in sut.watch { told.record(name) } }
    #expect(watchers.value == 1)
    source.send()
    #expect(told.all.sorted() == ["a", "b", "c"])
    for stop in [stops[0], stops[0], stops[1]] { stop() }
    #expect(watchers.value == 1)
    stops[2]()
    #expect(watchers.value == 0)
    source.send()
    #expect(told.all.count == 3)
    let stop = sut.watch { told.record("d") }
    source.send()
    #expect(watchers.value == 1)
    #expect(told.all.last == "d")
    stop()
  }

  @Test func `reading delivers each new result once and leaves out nil`() async {
    let source = ChangeSource()
    let reads = Observed(0)
    let results: [Int?] = [1, 1, nil, 2, 2, 3]
    // Each read but the last causes the next.
    let sut = source.signal.reading { () -> Int? in
      let index = reads.update { reads in
        defer { reads += 1 }
        return reads
      }
      if index < results.count - 1 { source.send() }
      return results[index]
    }
    var told: [Int] = []
    for await value in sut {
      told.append(value)
      if value == 3 { break }
    }
    // A slow reader gets only the newest.
    #expect(told.last == 3)
    #expect(told == Set(told).sorted())
    #expect(Set(told).isSubset(of: [1, 2, 3]))
    #expect(reads.value == 6)
  }
}
