import CachedResource
import NetworkClient
import PostDomain
import TestSupport
import Testing
import UsersService

struct UsersServiceTests {
  @Test func `a stub lists the samples, and knows each and nobody else`() async throws {
    let sut = UsersService.stub()
    #expect(try await sut.users(nil) == .changed([User].samples, validator: nil))
    #expect(try await sut.user(User.ID(2), nil) == .changed([[User].samples[1]], validator: nil))
    #expect(try await sut.user(User.ID("none"), nil) == .changed([], validator: nil))
  }

  @Test func `failing fails`() async {
    let sut = UsersService.failing()
    await #expect(throws: NetworkClient.Error.unreachable(.refused)) { try await sut.users(nil) }
    await #expect(throws: NetworkClient.Error.unreachable(.refused)) { try await sut.user(User.ID(1), nil) }
  }
}
