import CachedResource
import Foundation
import ItemDetail
import NetworkClient
import Observed
import StyleGuide
import TestSupport
import Testing

/// Every load is an attempt, and an older one never replaces the result of a newer one.
extension ItemDetailTests {
  /// Returns a load with one answer, which comes when the gate opens and ignores cancellation.
  func stubborn(_ result: Result<Loaded<Text>, any Error>, gate: Gate) -> Loads {
    let asked = CallRecorder<Void>()
    return Loads {
      asked.record(())
      guard asked.all.count == 1 else { return nil }
      try? await Task { try await gate.pause() }.value
      return try result.get()
    }
  }

  /// Returns texts that load at once, except for the first load of the first text.
  func source(
    first: Loads, neighbour: @escaping @Sendable (TextHeading, Int) async throws -> TextHeading? = { _, _ in nil }
  ) -> TextSource {
    let asked = CallRecorder<Int>()
    return source(
      neighbour: neighbour,
      changing: { [heading] source in
        let load = source.load
        source.load = { other in
          asked.record(other.id)
          return other.id == heading.id && asked.all.count { $0 == other.id } == 1 ? first : load(other)
        }
      })
  }

  var late: Loaded<Text> {
    Loaded(
      Text(heading: TextHeading(id: heading.id, title: "late")), from: .cache, fetchedAt: .distantPast, failure: down)
  }

  @Test func `a late answer for a text that is no longer shown changes nothing`() async {
    let gate = Gate()
    let sut = sut(
      source(first: stubborn(.success(late), gate: gate)) { _, _ in TextHeading(id: 2, title: "Second") })
    let first = sut.send(.appeared)
    await gate.arrived()
    await sut.send(.neighbour(1)).value
    let shown = sut.state()
    #expect(shown.heading.id == 2)
    #expect(shown.item.value?.heading.id == 2)
    #expect(!shown.item.isLoading)
    await gate.open()
    await first.value
    #expect(sut.state() == shown)
    #expect(reported.all == [])
  }

  @Test func `a late answer changes nothing when its text is shown again`() async {
    let gate = Gate()
    let sut = sut(
      source(first: stubborn(.success(late), gate: gate)) { TextHeading(id: $1 > 0 ? 2 : $0.id - 1, title: "Other") })
    let first = sut.send(.appeared)
    await gate.arrived()
    await sut.send(.neighbour(1)).value
    await sut.send(.neighbour(-1)).value
    let shown = sut.state()
    #expect(shown.item.value?.heading.id == heading.id)
    #expect(shown.heading.title != "late")
    await gate.open()
    await first.value
    #expect(sut.state() == shown)
    #expect(reported.all == [])
  }

  @Test func `a late failure changes nothing`() async {
    let gate = Gate()
    let sut = sut(source(first: stubborn(.failure(down), gate: gate)))
    let first = sut.send(.appeared)
    await gate.arrived()
    await sut.send(.reload).value
    let shown = sut.state()
    await gate.open()
    await first.value
    #expect(sut.state() == shown)
    #expect(shown.item.failure == nil)
    #expect(reported.all == [])
  }

  @Test func `an item stays loading when a reload replaces the running load`() async {
    let gate = Gate()
    var source = source()
    source.load = { [load = source.load] heading in
      let answers = load(heading)
      return Loads {
        try await gate.pause()
        var iterator = answers.makeAsyncIterator()
        return try await iterator.next()
      }
    }
    let sut = sut(source)
    let first = sut.send(.appeared)
    await gate.arrived()
    let second = sut.send(.reload)
    await first.value
    #expect(sut.state().item.isLoading)
    #expect(sut.state().item.failure == nil)
    await clock.sleeping()
    clock.advance(by: .seconds(1))
    await clock.sleeping()
    #expect(sut.state().tick == 0, "the spinner belongs to the second load")
    await gate.open()
    await gate.open()
    await second.value
    #expect(!sut.state().item.isLoading)
    #expect(sut.state().item.value?.heading.id == heading.id)
  }

  @Test func `a failed load is retried after five seconds, and its reason stays until a load succeeds`() async {
    let asked = CallRecorder<Int>()
    let sut = sut(
      changed { [down] source in
        let load = source.load
        source.load = { heading in
          asked.record(heading.id)
          return asked.all.count > 1 ? load(heading) : Loads { throw NoCachedCopy(failure: down) }
        }
      })
    await sut.send(.appeared).value
    #expect(sut.state().item.failure == downSentence)
    #expect(sut.state().item.value == nil)
    await clock.sleeping()
    #expect(clock.remaining == [.seconds(5)])
    clock.advance(by: .seconds(5))
    await sut.wait { !$0.item.isLoading && $0.item.value != nil }
    #expect(sut.state().item.failure == nil)
    #expect(asked.all == [1, 1])
    #expect(clock.remaining == [])
  }

  @Test func `a partially loaded item is retried after five seconds unless the page disappears`() async {
    let sut = sut(changed { $0.isPartial = { _ in true } })
    await sut.send(.appeared).value
    #expect(sut.state().item.value != nil)
    #expect(sut.state().item.failure == nil)
    await clock.sleeping()
    #expect(clock.remaining == [.seconds(5)])
    _ = sut.send(.disappeared)
    #expect(clock.remaining == [])
  }

  @Test func `a reload is shown as slow after 100 ms, and a shown error stays`() async {
    let gate = Gate()
    let asked = CallRecorder<Int>()
    let sut = sut(
      changed { [down] source in
        source.load = { heading in
          asked.record(heading.id)
          return Loads {
            if asked.all.count > 1 { try await gate.pause() }
            throw NoCachedCopy(failure: down)
          }
        }
      })
    await sut.send(.appeared).value
    let reload = sut.send(.reload)
    await gate.arrived()
    // One of the two sleepers is the pause before the next retry.
    await clock.sleeping(2)
    #expect(sut.state().item.failure == downSentence)
    #expect(!sut.state().isSlow)
    clock.advance(by: .milliseconds(100))
    await sut.wait { $0.isSlow }
    #expect(sut.state().item.failure == downSentence)
    #expect(sut.state().item.isLoading)
    await gate.open()
    await reload.value
    #expect(sut.state().item.failure == downSentence)
    #expect(!sut.state().item.isLoading)
    _ = sut.send(.disappeared)
  }

  @Test func `leaving the page cancels the load`() async {
    let gate = Gate()
    var source = source()
    source.load = { _ in
      Loads {
        try await gate.pause()
        return nil
      }
    }
    let sut = sut(source)
    let load = sut.send(.appeared)
    await gate.arrived()
    _ = sut.send(.disappeared)
    await load.value
    #expect(!sut.state().item.isLoading)
    #expect(sut.state().item.failure == nil)
    #expect(reported.all == [])
  }

  @Test func `the failure of an answer is not reported when its load is cancelled`() async {
    let (source, answers) = source(cached: nil)
    let sut = sut(source)
    let load = sut.send(.appeared)
    answers.yield(late)
    await sut.wait { $0.item.value != nil }
    _ = sut.send(.disappeared)
    await load.value
    #expect(reported.all == [])
    #expect(sut.state().notice == nil)
    #expect(!sut.state().item.isLoading)
  }

  @Test func `turns to neighbours are made one after the other, in the order of the keys`() async {
    let gate = Gate()
    let steps = CallRecorder<Int>()
    let sut = sut(
      source { from, step in
        steps.record(step)
        if steps.all.count == 1 { try? await gate.pause() }
        return TextHeading(id: from.id + 2 * step, title: "Neighbour")
      })
    let first = sut.send(.neighbour(1))
    await gate.arrived()
    let second = sut.send(.neighbour(-1))
    #expect(steps.all == [1])
    await gate.open()
    await first.value
    await second.value
    #expect(steps.all == [1, -1])
    #expect(sut.state().heading.id == 1)
  }

  @Test func `a partially cached text shows only that it is loading while the server is silent`()
    async
  {
    let (source, answers) = source(cached: text(note: nil))
    let sut = sut(source)
    let load = sut.send(.appeared)
    for silence in [1.0, 0.1, 0.9] {
      await clock.sleeping()
      clock.advance(by: .seconds(silence))
    }
    await clock.sleeping()
    #expect(sut.state().item.isLoading)
    #expect(sut.state().tick != nil)
    #expect(sut.state().item.failure == nil)
    #expect(sut.state().freshness == .cached(Self.now - 200, because: nil))
    #expect(sut.state().item.value == text(note: nil))
    #expect(reported.all == [])
    answers.yield(Loaded(text(), from: .server, fetchedAt: Self.now))
    answers.finish()
    await load.value
    #expect(sut.state().freshness == .live(Self.now))
    #expect(sut.state().item.value == text())
  }

  @Test(arguments: [(-200, -200), (0, 0), (200, 0)])
  func `the freshness of a text is the date of the server's answer, at most now`(date: Double, expected: Double) async {
    let (source, answers) = source(cached: nil)
    let sut = sut(source)
    let load = sut.send(.appeared)
    answers.yield(Loaded(text(), from: .server, fetchedAt: Self.now + date))
    answers.finish()
    await load.value
    #expect(sut.state().freshness == .live(Self.now + expected))
  }

  @Test func `a saved text is shown as offline when the network is not used`() async {
    let (source, answers) = source(cached: nil)
    let sut = sut(source)
    let load = sut.send(.appeared)
    answers.yield(
      Loaded(
        text(), from: .cache, fetchedAt: Self.now.addingTimeInterval(-200),
        failure: NetworkClient.Error.unreachable(.notUsed)))
    answers.finish()
    await load.value
    #expect(sut.state().freshness == .offline(Self.now - 200))
  }
}
