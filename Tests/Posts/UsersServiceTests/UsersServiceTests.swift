import ItemsLoader
import NetworkClient
import PostDomain
import TestSupport
import Testing
import UsersService

struct UsersServiceTests {
  @Test func `a stub offers the samples`() async throws {
    #expect(try await UsersService.stub().users(nil) == .changed([User].samples, validator: nil))
  }

  @Test func `failing fails`() async {
    await #expect(throws: NetworkClient.Error.unreachable(.refused)) { try await UsersService.failing().users(nil) }
  }
}
