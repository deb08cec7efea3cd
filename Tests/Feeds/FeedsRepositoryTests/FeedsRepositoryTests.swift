import FeedsRepository
import Foundation
import Subscriptions
import Testing

struct FeedsRepositoryTests {
  private struct ServerDown: Error {}

  private func subscription(_ address: String) throws -> Subscription {
    Subscription(try Subscription.Source(address))
  }

  @Test func `the stub adds a feed once, removes it and restores it`() async throws {
    let sut = FeedsRepository.stub()
    var options = AddOptions()
    options.title = "A"
    #expect(try await sut.add("https://a.example/", options).addition == .added)
    #expect(try await sut.add("http://www.a.example", options).addition == .unchanged)
    #expect(try await sut.rows().map(\.title) == ["A"])
    let removed = try #require(try await sut.remove("a.example"))
    #expect(try await sut.rows() == [])
    #expect(try await sut.remove("a.example") == nil)
    try await sut.restore(removed)
    #expect(try await sut.rows().map(\.id) == [.feed("a.example")])
  }

  @Test func `the stub adds several feeds, moves one and refreshes the existing ones`() async throws {
    let sut = FeedsRepository.stub()
    let feeds = [try subscription("https://a.example"), try subscription("https://b.example")]
    #expect(try await sut.addAll(feeds, .old) == [.added, .added])
    #expect(try await sut.addAll(feeds, .old) == [.unchanged, .unchanged])
    #expect(try await sut.move("a.example", .web(try #require(URL(string: "https://c.example")))) == true)
    #expect(try await sut.move("a.example", .web(try #require(URL(string: "https://d.example")))) == false)
    #expect(try await sut.refresh([.all], .due).answered == ["c.example": 0, "b.example": 0])
    #expect(try await sut.refresh([.feed("b.example")], .all).answered == ["b.example": 0])
  }

  @Test func `rows, addAll and importEntries of the failing repository throw`() async throws {
    let sut = FeedsRepository.failing(ServerDown())
    await #expect(throws: ServerDown.self) { try await sut.rows() }
    await #expect(throws: ServerDown.self) { try await sut.addAll([], .old) }
    await #expect(throws: ServerDown.self) { try await sut.importEntries("a", []) }
  }

  @Test func `rows are equal when their failures read the same`() throws {
    var left = FeedRow(.all, title: "All")
    var right = FeedRow(.all, title: "All")
    left.failure = .init(ServerDown(), since: Date(timeIntervalSince1970: 1))
    #expect(left != right)
    right.failure = .init(ServerDown(), since: Date(timeIntervalSince1970: 1))
    #expect(left == right)
    right.failure = .init(CancellationError(), since: Date(timeIntervalSince1970: 1))
    #expect(left != right)
  }
}
