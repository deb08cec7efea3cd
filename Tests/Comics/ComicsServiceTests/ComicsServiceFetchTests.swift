import CachedResource
import ComicDomain
import ComicsService
import NetworkClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct FetchTests {
  func ids(_ numbers: ClosedRange<Int>) -> [Comic.ID] { numbers.reversed().map(Comic.ID.init) }

  @Test func `comics are returned in the order of the numbers, with gaps`() async throws {
    let comics = try await ComicsService.stub().comics(ids(1...5))
    #expect(comics.map(\.id.number) == [5, 4, 3, 2, 1])
    #expect(comics.map { if case .gap = $0 { true } else { false } } == [false, false, true, false, false])
  }

  @Test func `a comic is fetched without a validator and returned with its own`() async throws {
    var sut = ComicsService.failing()
    let asked = CallRecorder<String?>()
    sut.comic = { id, validator in
      asked.record(validator)
      return .changed(Comic(id: id, title: "t"), validator: "v\(id)")
    }
    guard case .comic(let comic, "v7") = try await sut.comics([Comic.ID(7)]).first else {
      Issue.record("no comic with the validator v7")
      return
    }
    #expect(comic.title == "t")
    #expect(asked.all == [nil])
  }

  @Test(arguments: [NetworkClient.Error.unreachable(.lost), .rejected(status: 500), .undecodable("")])
  func `a comic that fails is returned as a failure among the others`(error: NetworkClient.Error) async throws {
    var sut = ComicsService.stub()
    sut.comic = { [stub = sut] id, validator in
      if id == Comic.ID(4) { throw error }
      return try await stub.comic(id, validator)
    }
    let comics = try await sut.comics(ids(1...5))
    #expect(comics.map(\.id.number) == [5, 4, 3, 2, 1])
    guard case .failed(_, let failure) = comics[1] else {
      Issue.record("the comic is not a failure")
      return
    }
    #expect(failure as? NetworkClient.Error == error)
  }

  @Test(arguments: [404, 410]) func `a comic that the server does not have is a gap`(status: Int) async throws {
    let sut = ComicsService.failing(NetworkClient.Error.rejected(status: status))
    guard case .gap(Comic.ID(7))? = try await sut.comics([Comic.ID(7)]).first else {
      Issue.record("the comic is not a gap")
      return
    }
  }

  @Test func `an unchanged response without a validator is a failure`() async throws {
    var sut = ComicsService.failing()
    sut.comic = { _, _ in .unchanged }
    guard case .failed(Comic.ID(1), let failure)? = try await sut.comics([Comic.ID(1)]).first else {
      Issue.record("the comic is not a failure")
      return
    }
    #expect(failure as? NetworkClient.Error == .rejected(status: 304))
  }

  @Test func `a cancellation is thrown`() async {
    await #expect(throws: CancellationError.self) {
      try await ComicsService.failing(CancellationError()).comics([Comic.ID(1)])
    }
  }

  @Test func `twenty-nine comics, eight at a time, take four round trips`() async throws {
    let gates = (0..<30).map { _ in Gate() }
    let asked = CallRecorder<Int>()
    let shown = CallRecorder<Int>()
    var sut = ComicsService.failing()
    sut.comic = { id, _ in
      asked.record(id.number)
      try await gates[id.number].pause()
      return .changed(Comic(id: id, title: "t"), validator: nil)
    }
    async let comics = sut.comics(ids(1...29), limit: 8) { shown.record($0.id.number) }
    let numbers = Array((1...29).reversed())
    for first in stride(from: 0, to: numbers.count, by: 8) {
      let trip = numbers[first...].prefix(8)
      for number in trip { await gates[number].arrived() }
      #expect(Set(asked.all) == Set(numbers.prefix(trip.endIndex)))
      for number in trip { await gates[number].open() }
    }
    #expect(try await comics.map(\.id.number) == numbers)
    #expect(shown.all == numbers)
  }
}
