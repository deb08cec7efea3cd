import CachedResource
import NetworkClient
import PostDomain
import TestSupport
import Testing
import UsersService

struct UsersServiceTests {
  @Test func `the stub lists the samples and finds only them by id`() async throws {
    let sut = UsersService.stub()
    #expect(try await sut.users(nil) == .changed([User].samples, validator: nil))
    #expect(try await sut.user(User.ID(2), nil) == .changed([[User].samples[1]], validator: nil))
    #expect(try await sut.user(User.ID("none"), nil) == .changed([], validator: nil))
  }

  @Test func `every endpoint of the failing service throws`() async {
    let sut = UsersService.failing()
    await #expect(throws: NetworkClient.Error.unreachable(.refused)) { try await sut.users(nil) }
    await #expect(throws: NetworkClient.Error.unreachable(.refused)) { try await sut.user(User.ID(1), nil) }
  }
}
