import ContentDomain
import ContentService
import CounterService
import DataFetchFeature
import FileStore
import Foundation
import LastResponseCodeService
import NetworkClient
import ScreenEnvironment
import StyleGuide
import TestClocks
import TestSupport
import Testing
import ViewModel

@Suite(.timeLimit(.minutes(1)))
struct DataFetchFeatureTests {
  let clock = TestClock()
  let gate = Gate()
  let reported = Calls<String>()
  let copied = Calls<String>()
  let updates = Calls<FetchedCode>()
  let old = FetchedCode(code: UUID(), number: 4)
  let refused = "cannot reach http://host (connection refused)"
  var explained: String { "\(refused). Start the server, or name another one with --server." }

  func sut(
    _ content: ContentService = .stub(), _ counter: CounterService? = nil, last: LastResponseCodeService? = nil
  ) throws -> DataFetchViewModel {
    var environment = ScreenEnvironment.stub(server: try #require(URL(string: "http://host")))
    environment.report = { [reported] in reported.record($0) }
    environment.copy = { [copied] in copied.record($0) }
    var known = LastResponseCodeService.stub(old)
    known.update = { [updates] in updates.record($0) }
    return .live(content, counter ?? .stub(4), last ?? known, environment, clock: clock)
  }

  /// Gives out the sample when the test says so.
  var slow: ContentService {
    ContentService { [gate] in
      try await gate.pause()
      return .sampleCode
    }
  }

  @Test func `before anything is known nothing is claimed`() throws {
    let sut = try sut()
    #expect(sut.state() == DataFetchState())
    #expect(sut.state().timesFetched == nil && sut.state().responseCode == nil)
  }

  @Test func `opened, it restores code and count without the network`() async throws {
    let sut = try sut(ContentService(fetchCurrentResponseCode: unexpected("fetch")))
    await sut.send(.appeared).value
    #expect(sut.state().responseCode == old.code && sut.state().timesFetched == 4)
    #expect(sut.state().failure == nil && sut.state().button.phase == .ready)
  }

  @Test func `opened for the first time, there is no code yet`() async throws {
    let sut = try sut(.stub(), .stub(0), last: .stub(nil))
    await sut.send(.appeared).value
    #expect(sut.state().responseCode == nil && sut.state().timesFetched == 0)
  }

  @Test func `a code that another process fetched between the two questions comes with its number`() async throws {
    let sut = try sut(.stub(), .stub(3), last: .stub(old))
    await sut.send(.appeared).value
    #expect(sut.state().responseCode == old.code && sut.state().timesFetched == 4)
  }

  @Test func `what cannot be read is a sentence, and reported`() async throws {
    let sut = try sut(.stub(), .failing())
    await sut.send(.appeared).value
    let sentence = "what was fetched before cannot be read (its folder may not be used)"
    #expect(sut.state().failure == sentence && sut.state().timesFetched == nil)
    #expect(reported.all == ["\(sentence). Make it yours, or name another folder with --state."])
  }

  @Test func `a fetch shows code and count when both are safe`() async throws {
    let keeping = Gate()
    var last = LastResponseCodeService.stub(old)
    last.update = { [updates] code in
      try await keeping.pause()
      updates.record(code)
    }
    let sut = try sut(.stub(), last: last)
    await sut.send(.appeared).value
    let fetch = sut.send(.fetch)
    await keeping.arrived()
    #expect(sut.state().responseCode == old.code && sut.state().timesFetched == 4)
    await keeping.open()
    await fetch.value
    #expect(sut.state().responseCode == .sampleCode && sut.state().timesFetched == 5)
    #expect(updates.all == [FetchedCode(code: .sampleCode, number: 5)])
    #expect(sut.state().button.phase == .ready && sut.state().failure == nil)
  }

  @Test func `a failure changes neither code nor count, is reported, and cleared by the next try`() async throws {
    let isDown = Calls<Bool>()
    isDown.record(true)
    let sut = try sut(
      ContentService { [gate] in
        if isDown.all.last == true { throw NetworkClient.Error.unreachable(.refused) }
        try await gate.pause()
        return .sampleCode
      })
    await sut.send(.appeared).value
    await sut.send(.fetch).value
    #expect(sut.state().responseCode == old.code && sut.state().timesFetched == 4)
    #expect(sut.state().failure == refused && reported.all == [explained] && updates.all == [])
    isDown.record(false)
    clock.advance(by: .seconds(1))
    let next = sut.send(.fetch)
    await gate.arrived()
    #expect(sut.state().failure == nil && sut.state().timesFetched == 4)
    await gate.open()
    await next.value
    #expect(sut.state().timesFetched == 5 && sut.state().responseCode == .sampleCode)
  }

  @Test func `a code that cannot be kept is not shown`() async throws {
    let counter = CounterService(count: { 4 }, increment: { _ in throw FileStoreError.noSpace })
    let sut = try sut(.stub(), counter)
    await sut.send(.fetch).value
    #expect(sut.state().responseCode == nil)
    #expect(sut.state().failure == "nothing can be kept (the disk is full)")
    #expect(
      reported.all == ["nothing can be kept (the disk is full). Make room there, or name another folder with --state."])
  }

  @Test(arguments: [(FileStoreError.damaged, "its file is damaged"), (.newer, "a newer satchel wrote it")])
  func `what could not be counted is not asked for`(error: FileStoreError, why: String) async throws {
    let sut = try sut(ContentService(fetchCurrentResponseCode: unexpected("fetch")), .failing(error))
    await sut.send(.fetch).value
    #expect(sut.state().failure == "what was fetched before cannot be read (\(why))")
    #expect(sut.state().button.phase == .ready)
  }

  @Test func `a count whose file could not be written is shown, and what is wrong is said`() async throws {
    var counter = CounterService.stub(4)
    counter.increment = { keep in
      try await keep(5)
      return .init(5, keepingFailure: FileStoreError.noSpace)
    }
    let sut = try sut(.stub(), counter)
    await sut.send(.fetch).value
    #expect(sut.state().timesFetched == 5 && sut.state().failure == nil)
    #expect(sut.state().notice == "The count is kept with the code only (the disk is full).")
    #expect(reported.all.count == 1)
  }

  @Test func `a look shows what another program fetched, but never less than is known`() async throws {
    let numbers = Calls<Int>()
    numbers.record(4)
    let codes = (1...9).map { _ in UUID() }
    var counter = CounterService.stub(4)
    counter.count = { numbers.all.last ?? 0 }
    let last = LastResponseCodeService(
      last: { numbers.all.last.map { FetchedCode(code: codes[$0 - 1], number: $0) } }, update: { _ in })
    let sut = try sut(.stub(), counter, last: last)
    await sut.send(.appeared).value
    await sut.send(.copy).value
    numbers.record(7)
    await sut.send(.reload).value
    #expect(sut.state().timesFetched == 7 && sut.state().responseCode == codes[6])
    #expect(sut.state().notice == nil, "that was copied is over")
    numbers.record(5)
    await sut.send(.reload).value
    #expect(sut.state().timesFetched == 7 && sut.state().responseCode == codes[6])
  }

  @Test func `a look that fails is said, and what is known stays`() async throws {
    let isDamaged = Calls<Bool>()
    var counter = CounterService.stub(4)
    counter.count = { if isDamaged.all.isEmpty { 4 } else { throw FileStoreError.damaged } }
    let sut = try sut(.stub(), counter)
    await sut.send(.appeared).value
    isDamaged.record(true)
    await sut.send(.reload).value
    #expect(sut.state().failure == "what was fetched before cannot be read (its file is damaged)")
    #expect(sut.state().timesFetched == 4 && sut.state().responseCode == old.code)
  }

  /// Counts to four; a look that begins with the section waits for the test.
  func slow(_ isOpening: Calls<Bool>, _ look: @escaping @Sendable () throws -> Int) -> CounterService {
    var counter = CounterService.stub(4)
    counter.count = { [gate] in
      guard isOpening.all.last == true else { return 4 }
      try await gate.pause()
      return try look()
    }
    return counter
  }

  @Test func `a fetch that was quicker than the first look is not overwritten by it`() async throws {
    let isOpening = Calls<Bool>()
    let sut = try sut(.stub(), slow(isOpening) { 4 })
    isOpening.record(true)
    let opening = sut.send(.appeared)
    await gate.arrived()
    isOpening.record(false)
    await sut.send(.fetch).value
    await gate.open()
    await opening.value
    #expect(sut.state().responseCode == .sampleCode && sut.state().timesFetched == 5)
  }

  @Test func `a first look that fails late does not cover what became of a try`() async throws {
    let (isOpening, isDown) = (Calls<Bool>(), Calls<Bool>())
    let sut = try sut(
      ContentService {
        if isDown.all.last == true { throw NetworkClient.Error.unreachable(.refused) }
        return .sampleCode
      }, slow(isOpening) { throw FileStoreError.notPermitted })
    for isDownNow in [true, false] {
      isDown.record(isDownNow)
      isOpening.record(true)
      let opening = sut.send(.appeared)
      await gate.arrived()
      isOpening.record(false)
      clock.advance(by: .seconds(1))
      await sut.send(.fetch).value
      await gate.open()
      await opening.value
      #expect(sut.state().failure == (isDownNow ? refused : nil) && reported.all == [explained])
    }
    #expect(sut.state().timesFetched == 5)
  }

  @Test func `a fetch can be given up, which changes nothing and is no failure`() async throws {
    let sut = try sut(slow)
    await sut.send(.appeared).value
    await sut.send(.cancel).value
    #expect(sut.state().notice == nil, "there was nothing to give up")
    let fetch = sut.send(.fetch)
    await gate.arrived()
    await sut.send(.cancel).value
    await fetch.value
    #expect(sut.state().notice == "Given up.")
    #expect(sut.state().responseCode == old.code && sut.state().timesFetched == 4 && updates.all == [])
    #expect(sut.state().failure == nil && reported.all == [] && sut.state().button.phase == .ready)
    clock.advance(by: .seconds(1))
    let next = sut.send(.fetch)
    await gate.open()
    await next.value
    #expect(sut.state().timesFetched == 5 && sut.state().notice == nil)
  }

  @Test func `leaving gives up the fetch, which is no failure`() async throws {
    let sut = try sut(slow)
    let fetch = sut.send(.fetch)
    await gate.arrived()
    _ = sut.send(.disappeared)
    await fetch.value
    #expect(sut.state().failure == nil && reported.all == [] && updates.all == [])
  }

  @Test func `copying copies the code as the server wrote it`() async throws {
    let sut = try sut()
    await sut.send(.copy).value
    #expect(copied.all == [] && sut.state().notice == "There is nothing to copy yet.")
    await sut.send(.fetch).value
    await sut.send(.copy).value
    #expect(copied.all == ["5a7c4e10-0ff1-4e51-8b0a-0ff11ef12570"])
    #expect(sut.state().notice == "Copied.")
  }
}
