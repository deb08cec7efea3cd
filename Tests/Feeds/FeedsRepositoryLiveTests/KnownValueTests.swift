import FeedsRepository
import FeedsRepositoryLive
import Observed
import Subscriptions
import Testing

struct KnownValueTests {
  private let changes = ChangeSource()
  private let file = SubscriptionFile(Array("https://example.org/feed\n".utf8))

  @Test func `a known value is read again only after a change or from another source`() async throws {
    let sut = KnownValue<SubscriptionFile, [FeedRow]>(changes.signal)
    var reads = 0
    func rows(of file: SubscriptionFile) async throws -> [String] {
      try await sut.value(of: file) {
        reads += 1
        return [FeedRow(.all, title: "read \(reads)")]
      }.map(\.title)
    }
    #expect(try await rows(of: file) == ["read 1"])
    #expect(try await rows(of: file) == ["read 1"])
    changes.send()
    #expect(try await rows(of: file) == ["read 2"])
    #expect(try await rows(of: SubscriptionFile()) == ["read 3"])
  }

  @Test func `a change during a read causes another read, and a failed read is not saved`() async throws {
    let sut = KnownValue<SubscriptionFile, [FeedRow]>(changes.signal)
    let first = try await sut.value(of: file) {
      changes.send()
      return [FeedRow(.all, title: "before")]
    }
    #expect(first.map(\.title) == ["before"])
    await #expect(throws: CancellationError.self) { try await sut.value(of: file) { throw CancellationError() } }
    #expect(try await sut.value(of: file) { [FeedRow(.all, title: "after")] }.map(\.title) == ["after"])
    #expect(try await sut.value(of: file) { [] }.map(\.title) == ["after"])
  }
}
