import CachedResource
import ComicDomain
import ComicsService
import NetworkClient
import TestSupport
import Testing

struct ComicsServiceTests {
  @Test func `a stub offers the samples, the newest as the latest`() async throws {
    let samples = [Comic].samples
    #expect(try await ComicsService.stub(samples.reversed()).latest(nil) == .changed(samples[0], validator: nil))
    #expect(try await ComicsService.stub().comic(samples[1].id, nil) == .changed(samples[1], validator: nil))
    await #expect(throws: NetworkClient.Error.rejected(status: 404)) {
      try await ComicsService.stub().comic(Comic.ID(3), nil)
    }
    await #expect(throws: NetworkClient.Error.rejected(status: 404)) { try await ComicsService.stub([]).latest(nil) }
  }

  @Test func `every endpoint of a failing service throws`() async {
    let sut = ComicsService.failing()
    await #expect(throws: NetworkClient.Error.unreachable(.refused)) { try await sut.latest(nil) }
    await #expect(throws: NetworkClient.Error.unreachable(.refused)) { try await sut.comic(Comic.ID(1), nil) }
  }
}
