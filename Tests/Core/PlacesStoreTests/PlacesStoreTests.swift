import DatabaseLive
import ItemKind
import Observed
import PlacesStore
import PlacesStoreLive
import TestClocks
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PlacesStoreTests {
  struct Failed: Error {}
  let list = PlaceKey(ItemKind("list"), "posts")
  let other = PlaceKey(ItemKind("list"), "comics")
  let clock = TestClock()

  @Test func `the stub knows nothing, and failing fails at every endpoint`() async throws {
    try await PlacesStore.stub.save([list: "1"])
    #expect(try await PlacesStore.stub.places([list]).isEmpty)
    await #expect(throws: Failed.self) { try await PlacesStore.failing(Failed()).save([:]) }
    await #expect(throws: Failed.self) { try await PlacesStore.failing(Failed()).places([]) }
  }

  /// A store that records what is saved.
  func recording(
    _ saved: Calls<[PlaceKey: String]>, _ store: PlacesStore = .live(database: .memory()),
    then: @escaping @Sendable () -> Void = {}
  ) -> PlacesStore {
    PlacesStore(
      places: store.places,
      save: {
        saved.record($0)
        try await store.save($0)
        then()
      })
  }

  @Test func `what changes is kept a second after the first change, as it is then`() async {
    let saved = Calls<[PlaceKey: String]>()
    let place = Observed("1")
    let told = AsyncStream.makeStream(of: Void.self)
    let sut = PlaceKeeper(recording(saved) { told.continuation.yield() }, clock: clock)
    sut.change(list) { place.value }
    await clock.sleeping()
    clock.advance(by: .milliseconds(900))
    #expect(saved.all.isEmpty)
    place.update { $0 = "2" }
    sut.change(list) { place.value }
    sut.change(other) { "x" }
    clock.advance(by: .milliseconds(200))
    for await _ in told.stream { break }
    #expect(saved.all == [[list: "2", other: "x"]])
  }

  @Test func `what changes after that is kept a second later, too`() async {
    let saved = Calls<[PlaceKey: String]>()
    let told = AsyncStream.makeStream(of: Void.self)
    let sut = PlaceKeeper(recording(saved) { told.continuation.yield() }, clock: clock)
    var kept = told.stream.makeAsyncIterator()
    for place in ["1", "2"] {
      sut.change(list) { place }
      await clock.sleeping()
      clock.advance(by: .seconds(1))
      await kept.next()
    }
    #expect(saved.all == [[list: "1"], [list: "2"]])
  }

  @Test func `however much changes, one waits to keep it`() async {
    let told = AsyncStream.makeStream(of: Void.self)
    let sut = PlaceKeeper(recording(Calls()) { told.continuation.yield() }, clock: clock)
    var kept = told.stream.makeAsyncIterator()
    // Those that wait besides would be seen in one of the rounds.
    for round in 0..<20 {
      for number in 0..<100 { sut.change(list) { "\(round) \(number)" } }
      await clock.sleeping()
      #expect(clock.remaining == [.seconds(1)])
      clock.advance(by: .seconds(1))
      await kept.next()
    }
  }

  @Test func `what is at the end as it was kept is not written, nor what is no place`() async throws {
    let (saved, store) = (Calls<[PlaceKey: String]>(), PlacesStore.live(database: .memory()))
    try await store.save([list: "1"])
    let sut = PlaceKeeper(recording(saved, store), clock: clock)
    #expect(await sut.place(list) == "1")
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

  @Test func `what cannot be kept or read is nothing`() async {
    let sut = PlaceKeeper(.failing(Failed()), clock: clock)
    sut.change(list) { "1" }
    await sut.finish()
    #expect(await sut.place(list) == nil)
  }
}
