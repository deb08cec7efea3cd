import Feed
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct FeedTests {
  @Test func `a store in memory keeps a list by the rules`() async throws {
    try await checkFeedStore({ .memory(text: \.text) }, item: { Note(id: $0, text: $1) })
  }
}
