import CachedResource
import ComicDomain
import ComicsService
import NetworkClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ComicsServiceFetchTests {
  @Test func `a comic is fetched without a validator and returned with its own`() async throws {
    var sut = ComicsService.failing()
    let asked = CallRecorder<String?>()
    sut.comic = { id, validator in
      asked.record(validator)
      return .changed(Comic(id: id, title: "t"), validator: "v\(id)")
    }
    guard case .comic(let comic, "v7") = try await sut.fetched(Comic.ID(7)) else {
      Issue.record("no comic with the validator v7")
      return
    }
    #expect(comic.title == "t")
    #expect(asked.all == [nil])
  }

  @Test(arguments: [NetworkClient.Error.unreachable(.lost), .rejected(status: 500), .undecodable("")])
  func `a comic that fails is returned as a failure`(error: NetworkClient.Error) async throws {
    guard case .failed(Comic.ID(4), let failure) = try await ComicsService.failing(error).fetched(Comic.ID(4)) else {
      Issue.record("the comic is not a failure")
      return
    }
    #expect(failure as? NetworkClient.Error == error)
  }

  @Test(arguments: [404, 410]) func `a comic that the server does not have is a gap`(status: Int) async throws {
    let sut = ComicsService.failing(NetworkClient.Error.rejected(status: status))
    guard case .gap(Comic.ID(7)) = try await sut.fetched(Comic.ID(7)) else {
      Issue.record("the comic is not a gap")
      return
    }
  }

  @Test func `an unchanged response without a validator is a failure`() async throws {
    var sut = ComicsService.failing()
    sut.comic = { _, _ in .unchanged }
    guard case .failed(Comic.ID(1), let failure) = try await sut.fetched(Comic.ID(1)) else {
      Issue.record("the comic is not a failure")
      return
    }
    #expect(failure as? NetworkClient.Error == .rejected(status: 304))
  }

  @Test func `a cancellation is thrown`() async {
    await #expect(throws: CancellationError.self) {
      try await ComicsService.failing(CancellationError()).fetched(Comic.ID(1))
    }
  }
}
