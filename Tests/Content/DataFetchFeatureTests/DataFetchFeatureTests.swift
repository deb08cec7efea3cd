import ContentDomain
import ContentService
import DataFetchFeature
import Database
import Foundation
import NetworkClient
import Observed
import ResponseCodeStore
import Screen
import StyleGuide
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct DataFetchFeatureTests {
  let clock = TestClock()
  let gate = Gate()
  let reported = CallRecorder<String>()
  let copied = CallRecorder<String>()
  let added = CallRecorder<UUID>()
  let old = FetchedCodes(last: UUID(), count: 4)
  let refused = "connection refused: http://host"
  var explained: String { "\(refused). Start the server, or check its address." }

  func sut(
    _ content: ContentService = .stub(), _ store: ResponseCodeStore? = nil
  ) throws -> DataFetchViewModel {
    var environment = ScreenEnvironment.stub(server: try #require(URL(string: "http://host")), clock: clock)
    environment.report = { [reported] in reported.record($0) }
    environment.copy = { [copied] in copied.record($0) }
    return .live(content, store ?? self.store, environment)
  }

  /// A store that has the old codes, and records added ones.
  var store: ResponseCodeStore {
    var store = ResponseCodeStore.stub(old)
    let add = store.add
    store.add = { [added] in
      added.record($0)
      return try await add($0)
    }
    return store
  }

  /// A service that returns the sample code when the gate opens.
  var slow: ContentService {
    ContentService { [gate] in
      try await gate.pause()
      return .sampleCode
    }
  }

  @Test func `the initial state has no code and no count`() throws {
    let sut = try sut()
    #expect(sut.state() == DataFetchState())
    #expect(sut.state().timesFetched == nil)
    #expect(sut.state().responseCode == nil)
  }

  @Test func `appearing restores the code and count without the network`() async throws {
    let sut = try sut(ContentService(fetchCurrentResponseCode: unexpected("fetch")))
    await sut.send(.reload).value
    #expect(sut.state().responseCode == old.last)
    #expect(sut.state().timesFetched == 4)
    #expect(sut.state().failure == nil)
    #expect(sut.state().button.phase == .ready)
  }

  @Test func `appearing with an empty store shows no code and a count of zero`() async throws {
    let sut = try sut(.stub(), .stub(FetchedCodes()))
    await sut.send(.reload).value
    #expect(sut.state().responseCode == nil)
    #expect(sut.state().timesFetched == 0)
  }

  @Test func `a store that cannot be read shows a failure and reports it`() async throws {
    let sut = try sut(.stub(), .failing())
    await sut.send(.reload).value
    let sentence = "cannot read the last response code (no permission for its folder)"
    #expect(sut.state().failure == sentence)
    #expect(sut.state().timesFetched == nil)
    #expect(reported.all == ["\(sentence). Check who owns it, or choose another folder with --state."])
  }

  @Test func `a fetch shows its code and count only after they were saved`() async throws {
    let keeping = Gate()
    var store = store
    let add = store.add
    store.add = { code in
      try await keeping.pause()
      return try await add(code)
    }
    let sut = try sut(.stub(), store)
    await sut.send(.reload).value
    let fetch = sut.send(.fetch)
    await keeping.arrived()
    #expect(sut.state().responseCode == old.last)
    #expect(sut.state().timesFetched == 4)
    await keeping.open()
    await fetch.value
    #expect(sut.state().responseCode == .sampleCode)
    #expect(sut.state().timesFetched == 5)
    #expect(added.all == [.sampleCode])
    #expect(sut.state().button.phase == .ready)
    #expect(sut.state().failure == nil)
  }

  @Test func `a failure changes neither code nor count, is reported, and cleared by the next try`() async throws {
    let isDown = CallRecorder<Bool>()
    isDown.record(true)
    let sut = try sut(
      ContentService { [gate] in
        if isDown.all.last == true { throw NetworkClient.Error.unreachable(.refused) }
        try await gate.pause()
        return .sampleCode
      })
    await sut.send(.reload).value
    await sut.send(.fetch).value
    #expect(sut.state().responseCode == old.last)
    #expect(sut.state().timesFetched == 4)
    #expect(sut.state().failure == refused)
    #expect(reported.all == [explained])
    #expect(added.all == [])
    isDown.record(false)
    clock.advance(by: .seconds(1))
    let next = sut.send(.fetch)
    await gate.arrived()
    #expect(sut.state().failure == nil)
    #expect(sut.state().timesFetched == 4)
    await gate.open()
    await next.value
    #expect(sut.state().timesFetched == 5)
    #expect(sut.state().responseCode == .sampleCode)
  }

  @Test func `a code that cannot be saved is not shown`() async throws {
    var store = store
    store.add = { _ in throw DatabaseError.noSpace }
    let sut = try sut(.stub(), store)
    await sut.send(.fetch).value
    #expect(sut.state().responseCode == nil)
    #expect(sut.state().failure == "cannot save (disk full)")
    #expect(
      reported.all == ["cannot save (disk full). Free some space, or choose another folder with --state."])
  }

  @Test(arguments: [
    (DatabaseError.damaged(file: "/x.db"), "/x.db is damaged"), (.newer(file: "/x.db"), "a newer satchel wrote /x.db"),
  ])
  func `a fetch does not ask the service if the store is damaged or newer`(error: DatabaseError, why: String)
    async throws
  {
    let sut = try sut(ContentService(fetchCurrentResponseCode: unexpected("fetch")), .failing(error))
    await sut.send(.fetch).value
    #expect(sut.state().failure == "cannot read the last response code (\(why))")
    #expect(sut.state().button.phase == .ready)
  }

  @Test func `reload shows codes fetched by another process but never a lower count`() async throws {
    let numbers = CallRecorder<Int>()
    numbers.record(4)
    let codes = (1...9).map { _ in UUID() }
    var store = store
    store.codes = { numbers.all.last.map { FetchedCodes(last: codes[$0 - 1], count: $0) } ?? FetchedCodes() }
    let sut = try sut(.stub(), store)
    await sut.send(.reload).value
    await sut.send(.copy).value
    numbers.record(7)
    await sut.send(.reload).value
    #expect(sut.state().timesFetched == 7)
    #expect(sut.state().responseCode == codes[6])
    #expect(sut.state().notice == nil, "the notice about the copy is gone")
    numbers.record(5)
    await sut.send(.reload).value
    #expect(sut.state().timesFetched == 7)
    #expect(sut.state().responseCode == codes[6])
  }

  @Test func `a failed reload shows the failure and leaves the code and count`() async throws {
    let isDamaged = CallRecorder<Bool>()
    var store = store
    store.codes = { [old] in if isDamaged.all.isEmpty { old } else { throw DatabaseError.damaged(file: "/x.db") } }
    let sut = try sut(.stub(), store)
    await sut.send(.reload).value
    isDamaged.record(true)
    await sut.send(.reload).value
    #expect(sut.state().failure == "cannot read the last response code (/x.db is damaged)")
    #expect(sut.state().timesFetched == 4)
    #expect(sut.state().responseCode == old.last)
  }

  /// Returns a store that has the old codes. A read that begins while the screen opens waits for the gate, then calls
  /// `look`.
  func slow(_ isOpening: CallRecorder<Bool>, _ look: @escaping @Sendable () throws -> Void) -> ResponseCodeStore {
    var store = store
    store.codes = { [gate, old] in
      guard isOpening.all.last == true else { return old }
      try await gate.pause()
      try look()
      return old
    }
    return store
  }

  @Test func `a late first read does not overwrite the result of a fetch`() async throws {
    let isOpening = CallRecorder<Bool>()
    let sut = try sut(.stub(), slow(isOpening) {})
    isOpening.record(true)
    let opening = sut.send(.reload)
    await gate.arrived()
    isOpening.record(false)
    await sut.send(.fetch).value
    await gate.open()
    await opening.value
    #expect(sut.state().responseCode == .sampleCode)
    #expect(sut.state().timesFetched == 5)
  }

  @Test func `a late failure of the first read does not replace the outcome of a fetch`() async throws {
    let isOpening = CallRecorder<Bool>()
    let isDown = CallRecorder<Bool>()
    let sut = try sut(
      ContentService {
        if isDown.all.last == true { throw NetworkClient.Error.unreachable(.refused) }
        return .sampleCode
      }, slow(isOpening) { throw DatabaseError.notPermitted })
    for isDownNow in [true, false] {
      isDown.record(isDownNow)
      isOpening.record(true)
      let opening = sut.send(.reload)
      await gate.arrived()
      isOpening.record(false)
      clock.advance(by: .seconds(1))
      await sut.send(.fetch).value
      await gate.open()
      await opening.value
      #expect(sut.state().failure == (isDownNow ? refused : nil))
      #expect(reported.all == [explained])
    }
    #expect(sut.state().timesFetched == 5)
  }

  @Test func `a fetch can be cancelled, which changes nothing and is no failure`() async throws {
    let sut = try sut(slow)
    await sut.send(.reload).value
    await sut.send(.cancel).value
    #expect(sut.state().notice == nil, "there was no fetch to cancel")
    let fetch = sut.send(.fetch)
    await gate.arrived()
    await sut.send(.cancel).value
    await fetch.value
    #expect(sut.state().notice == "Cancelled.")
    #expect(sut.state().responseCode == old.last)
    #expect(sut.state().timesFetched == 4)
    #expect(added.all == [])
    #expect(sut.state().failure == nil)
    #expect(reported.all == [])
    #expect(sut.state().button.phase == .ready)
    clock.advance(by: .seconds(1))
    let next = sut.send(.fetch)
    await gate.open()
    await next.value
    #expect(sut.state().timesFetched == 5)
    #expect(sut.state().notice == nil)
  }

  @Test func `leaving the screen cancels the fetch without a failure`() async throws {
    let sut = try sut(slow)
    let fetch = sut.send(.fetch)
    await gate.arrived()
    _ = sut.send(.disappeared)
    await fetch.value
    #expect(sut.state().failure == nil)
    #expect(reported.all == [])
    #expect(added.all == [])
  }

  @Test func `copying copies the code as the server wrote it`() async throws {
    let sut = try sut()
    await sut.send(.copy).value
    #expect(copied.all == [])
    #expect(sut.state().notice == "Nothing to copy yet.")
    await sut.send(.fetch).value
    await sut.send(.copy).value
    #expect(copied.all == ["5a7c4e10-0ff1-4e51-8b0a-0ff11ef12570"])
    #expect(sut.state().notice == "Copied.")
  }
}
