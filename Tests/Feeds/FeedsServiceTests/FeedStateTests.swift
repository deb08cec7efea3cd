import FeedsService
import Foundation
import Testing

struct FeedStateTests {
  @Test func `a state comes back from JSON as it was, and an older one without newer values`() throws {
    var state = FeedState()
    state.etag = "\"a\u{301}\""
    state.pausedUntil = Date(timeIntervalSinceReferenceDate: 0.5)
    state.failures = 3
    #expect(try JSONDecoder().decode(FeedState.self, from: JSONEncoder().encode(state)) == state)
    #expect(try JSONDecoder().decode(FeedState.self, from: Data("{}".utf8)) == FeedState())
  }
}
