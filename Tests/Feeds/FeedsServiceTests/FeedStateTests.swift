import CachedResource
import FeedsService
import Foundation
import NetworkClient
import Testing

struct FeedStateTests {
  @Test func `a state is restored from JSON, and missing values have their defaults`() throws {
    var state = FeedState()
    state.etag = "\"a\u{301}\""
    state.pausedUntil = Date(timeIntervalSinceReferenceDate: 0.5)
    state.failures = 3
    state.failure = FailureRecord(.unreachable(.elsewhere(at: "https://example.org", .refused)))
    state.skippedHours = [1, 23]
    state.freshFor = 0.1
    #expect(try JSONDecoder().decode(FeedState.self, from: JSONEncoder().encode(state)) == state)
    #expect(try JSONDecoder().decode(FeedState.self, from: Data("{}".utf8)) == FeedState())
  }

  @Test func `a feed has given a document, also if the last one was cut`() {
    var state = FeedState()
    #expect(!state.hasDocument)
    state.documentChecksum = "12-ab"
    #expect(state.hasDocument)
    state.documentChecksum = nil
    state.documentDate = Date(timeIntervalSince1970: 1)
    #expect(state.hasDocument)
  }

  @Test(arguments: [
    NetworkClient.Error.rejected(status: 404), .tooLarge(limit: 5), .undecodable("a \"b\""),
    .unreachable(.unknownHost), .unreachable(.elsewhere(at: "https://example.org", .other("x"))),
    .unreachable(.misdirected(to: "file:///")),
  ])
  func `a network error is restored from JSON`(error: NetworkClient.Error) throws {
    #expect(try restored(error) as? NetworkClient.Error == error)
  }

  @Test(arguments: [
    AnswerFailure.pageWithoutFeed, .pageWithFeed("https://example.org/a"), .otherJSON, .brokenJSON, .otherXML("rss2"),
    .empty, .unknownKind, .refusesPrograms(503), .pausedUntil(Date(timeIntervalSince1970: 1_767_225_600.25)), .ended,
    .noXML,
    .failedProgram(nil), .failedProgram(-9), .failedProgram(1, message: "lost"), .slowProgram,
    .unreadableFile("/tmp/a \"b\""),
  ])
  func `an answer failure is restored from JSON`(failure: AnswerFailure) throws {
    #expect(try restored(failure) as? AnswerFailure == failure)
  }

  @Test(arguments: [
    AnswerFailure.pageWithoutFeed, .otherJSON, .brokenJSON, .otherXML("rss2"), .empty, .unknownKind,
  ])
  func `a complete answer that is no feed is of another kind`(failure: AnswerFailure) {
    #expect(failure.isOfAnotherKind)
  }

  @Test(arguments: [
    AnswerFailure.refusesPrograms(403), .pausedUntil(Date(timeIntervalSince1970: 1)), .askedElsewhere, .ended, .noXML,
    .failedProgram(nil), .unreadableFile("/x"),
  ])
  func `a failure without a complete answer tells nothing about its kind`(failure: AnswerFailure) {
    #expect(!failure.isOfAnotherKind)
  }

  @Test func `the reason stays if its text is too long to be saved`() throws {
    let path = "/" + String(repeating: "a", count: 4_000)
    let failure = try restored(AnswerFailure.unreadableFile(path)) as? AnswerFailure
    #expect(failure == .unreadableFile(String(path.prefix(1_000))))
  }

  @Test func `other errors are restored from JSON as their text`() throws {
    struct Other: Error {}
    #expect(try restored(Other()) as? NetworkClient.Error == .unreachable(.other("Other()")))
    #expect(try restored(CancellationError()) != nil)
  }

  @Test(arguments: ["[]", "[\"later\",\"x\"]", "[\"rejected\"]", "[\"rejected\",\"x\"]", "[\"otherXML\"]"])
  func `an unknown failure reason is preserved, and the rest of the state is read`(words: String) throws {
    let text = "{\"etag\":\"1\",\"failure\":\(words)}"
    let state = try JSONDecoder().decode(FeedState.self, from: Data(text.utf8))
    #expect(state.etag == "1")
    #expect(state.failure?.feedFailure == nil)
    #expect(try JSONDecoder().decode(FeedState.self, from: JSONEncoder().encode(state)) == state)
  }

  private func restored(_ error: any Error) throws -> (any Error)? {
    let data = try JSONEncoder().encode(FailureRecord(feed: error))
    return try JSONDecoder().decode(FailureRecord.self, from: data).feedFailure
  }
}
