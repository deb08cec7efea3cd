import Foundation
import Repositories
import Testing

@Suite(.timeLimit(.minutes(5)))
struct LocalDataTests {
  struct Broken: Error {}

  @Test func `a stub lists the given servers and returns the given result of forget`() async throws {
    let sut = LocalData.stub([ServerData(address: "a")], forgotten: Forgotten(bytes: 5))
    let server = try #require(URL(string: "http://a"))
    #expect(try await sut.forget(.posts, server, .none) == Forgotten(bytes: 5))
    #expect(try await sut.all().map(\.address) == ["a"])
  }

  @Test func `all and forget of the failing local data throw`() async throws {
    let sut = LocalData.failing(Broken())
    let server = try #require(URL(string: "http://a"))
    await #expect(throws: Broken.self) { try await sut.all() }
    await #expect(throws: Broken.self) { try await sut.forget(.posts, server, .none) }
    await #expect(throws: Broken.self) { try await sut.trim(1, []) }
  }
}
