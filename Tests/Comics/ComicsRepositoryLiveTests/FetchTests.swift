import CachedResource
import ComicDomain
import ComicsRepository
import ComicsService
import NetworkClient
import PagedList
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct FetchTests {
  struct OtherError: Error {}

  let scenario = ComicsScenario(latest: 3)

  /// The server's service, with another answer for comic 2.
  func service(_ answer: @escaping @Sendable () throws -> Revalidation<Comic>) -> ComicsService {
    var service = scenario.server.service
    service.comic = { [comic = service.comic] id, validator in
      try await id.number == 2 ? answer() : comic(id, validator)
    }
    return service
  }

  @Test func `a comic is fetched without a validator and saved with its own`() async throws {
    var service = scenario.server.service
    let asked = CallRecorder<String?>()
    service.comic = { id, validator in
      asked.record(validator)
      return .changed(Comic(id: id, title: "t"), validator: "v\(id)")
    }
    let sut = scenario.repository(service: service)
    #expect(try await sut.neighbour(Comic.ID(3), .older) == Comic.ID(2))
    #expect(try await sut.detail(Comic.ID(2)).value.title == "t")
    #expect(asked.all == [nil, "v2"])
    _ = try await sut.list.refresh()
    #expect(try await sut.detail(Comic.ID(1)).value.title == "t")
    #expect(asked.all == [nil, "v2", nil, "v1"])
  }

  @Test(arguments: [NetworkClient.Error.unreachable(.lost), .rejected(status: 500), .undecodable("")])
  func `a comic that fails is returned as a failure`(error: NetworkClient.Error) async throws {
    let sut = scenario.repository(service: service { throw error })
    _ = try await sut.list.refresh()
    #expect(try await sut.list.rows()[1].content == .failed(error))
    await #expect(throws: error) { try await sut.neighbour(Comic.ID(3), .older) }
  }

  @Test(arguments: [404, 410]) func `a comic that the server does not have is a gap`(status: Int) async throws {
    let sut = scenario.repository(service: service { throw NetworkClient.Error.rejected(status: status) })
    #expect(try await sut.neighbour(Comic.ID(3), .older) == Comic.ID(1))
    _ = try await sut.list.refresh()
    #expect(try await sut.list.numbers() == [3, 1])
  }

  @Test func `an unchanged response without a validator is a failure`() async throws {
    let sut = scenario.repository(service: service { .unchanged })
    _ = try await sut.list.refresh()
    #expect(try await sut.list.rows()[1].content == .failed(.rejected(status: 304)))
    await #expect(throws: NetworkClient.Error.rejected(status: 304)) { try await sut.neighbour(Comic.ID(3), .older) }
  }

  @Test func `an error of another kind is an answer that cannot be read`() async throws {
    let sut = scenario.repository(service: service { throw OtherError() })
    _ = try await sut.list.refresh()
    #expect(try await sut.list.rows()[1].content == .failed(.undecodable("OtherError()")))
  }

  @Test func `a cancellation is thrown`() async {
    let sut = scenario.repository(service: service { throw CancellationError() })
    await #expect(throws: CancellationError.self) { try await sut.list.refresh() }
    await #expect(throws: CancellationError.self) { try await sut.neighbour(Comic.ID(3), .older) }
  }
}
