import DatabaseLive
import FlagsStore
import Observed
import PositionsStore
import PositionsStoreLive
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PositionsStoreTests {
  struct Failed: Error {}
  let list = PositionKey(ItemKind("list"), "posts")
  let other = PositionKey(ItemKind("list"), "comics")
  let clock = TestClock()

  @Test func `the stub has no positions, and every endpoint of the failing store throws`() async throws {
    try await PositionsStore.stub.save([list: "1"])
    #expect(try await PositionsStore.stub.positions([list]).isEmpty)
    await #expect(throws: Failed.self) { try await PositionsStore.failing(Failed()).save([:]) }
    await #expect(throws: Failed.self) { try await PositionsStore.failing(Failed()).positions([]) }
  }

  /// Returns a store that records all saved positions.
  func recording(
    _ saved: CallRecorder<[PositionKey: String]>, _ store: PositionsStore = .live(database: .memory()),
    then: @escaping @Sendable () -> Void = {}
  ) -> PositionsStore {
    PositionsStore(
      positions: store.positions,
      save: {
        saved.record($0)
        try await store.save($0)
        then()
      })
  }

  @Test func `the saver saves changed positions a second after the first change, with their latest values`() async {
    let saved = CallRecorder<[PositionKey: String]>()
    let position = Observed("1")
    let told = AsyncStream.makeStream(of: Void.self)
    let sut = PositionSaver(recording(saved) { told.continuation.yield() }, clock: clock)
    sut.change(list) { position.value }
    await clock.sleeping()
    clock.advance(by: .milliseconds(900))
    #expect(saved.all.isEmpty)
    position.update { $0 = "2" }
    sut.change(list) { position.value }
    sut.change(other) { "x" }
    clock.advance(by: .milliseconds(200))
    for await _ in told.stream { break }
    #expect(saved.all == [[list: "2", other: "x"]])
  }

  @Test func `the saver saves a later change a second after it`() async {
    let saved = CallRecorder<[PositionKey: String]>()
    let told = AsyncStream.makeStream(of: Void.self)
    let sut = PositionSaver(recording(saved) { told.continuation.yield() }, clock: clock)
    var cached = told.stream.makeAsyncIterator()
    for position in ["1", "2"] {
      sut.change(list) { position }
      await clock.sleeping()
      clock.advance(by: .seconds(1))
      await cached.next()
    }
    #expect(saved.all == [[list: "1"], [list: "2"]])
  }

  @Test func `the saver runs one timer, however many positions change`() async {
    let told = AsyncStream.makeStream(of: Void.self)
    let sut = PositionSaver(recording(CallRecorder()) { told.continuation.yield() }, clock: clock)
    var cached = told.stream.makeAsyncIterator()
    // If the saver started more than one timer, one of the rounds would show it.
    for round in 0..<20 {
      for number in 0..<100 { sut.change(list) { "\(round) \(number)" } }
      await clock.sleeping()
      #expect(clock.remaining == [.seconds(1)])
      clock.advance(by: .seconds(1))
      await cached.next()
    }
  }

  @Test func `the saver does not write an unchanged or missing position`() async throws {
    let saved = CallRecorder<[PositionKey: String]>()
    let store = PositionsStore.live(database: .memory())
    try await store.save([list: "1"])
    let sut = PositionSaver(recording(saved, store), clock: clock)
    #expect(await sut.position(list) == "1")
    sut.change(list) { "1" }
    sut.change(other) { nil }
    await sut.finish()
    #expect(saved.all.isEmpty)
    sut.change(list) { "2" }
    await sut.finish()
    sut.change(list) { "1" }
    await sut.finish()
    #expect(saved.all == [[list: "2"], [list: "1"]])
    await sut.finish()
    #expect(saved.all.count == 2)
  }

  @Test func `the saver saves a position later that its store could not save`() async {
    let saved = CallRecorder<[PositionKey: String]>()
    let isFailing = Observed(true)
    var store = recording(saved)
    store.save = { [save = store.save] in
      if isFailing.value { throw Failed() }
      try await save($0)
    }
    let sut = PositionSaver(store, clock: clock)
    sut.change(list) { "1" }
    sut.change(other) { "x" }
    await sut.finish()
    #expect(await sut.position(list) == "1")
    sut.change(list) { "2" }
    isFailing.update { $0 = false }
    await sut.finish()
    #expect(saved.all == [[list: "2", other: "x"]])
    #expect(await sut.position(list) == "2")
  }
}
