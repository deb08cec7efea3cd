import Database
import Foundation
import ItemsLoader
import Messages
import NetworkClient
import Paging
import TestSupport
import Testing

struct MessagesTests {
  let server = URL(string: "http://host:8000")!

  @Test(arguments: [
    (NetworkClient.Error.unreachable(.notUsed), "the network is not used (--offline)"),
    (.unreachable(.offline), "cannot reach http://host:8000 (no network)"),
    (.unreachable(.refused), "cannot reach http://host:8000 (connection refused)"),
    (.unreachable(.timedOut), "http://host:8000 did not answer in time"),
    (.unreachable(.misdirected(to: "file:///x")), "http://host:8000 points to file:///x, which is not followed"),
    (.unreachable(.other("no route")), "cannot reach http://host:8000 (no route)"),
    (.rejected(status: 404), "http://host:8000 answered with “not found” (404)"),
    (.rejected(status: 500), "http://host:8000 answered with an error of its own (500)"),
    (.rejected(status: 418), "http://host:8000 answered with status 418"),
    (.undecodable("at byte 3"), "http://host:8000 answered with something that is not what was asked for"),
    (.tooLarge(limit: 64 << 20), "the answer of http://host:8000 is larger than 64 MiB"),
    (.tooLarge(limit: 1 << 18), "the answer of http://host:8000 is larger than 256 KiB"),
  ])
  func `a failure says what happened, never in a developer's words`(error: NetworkClient.Error, clause: String) {
    #expect(Messages.failure(error, server: server) == clause)
    #expect(Messages.failure(NothingKept(failure: error), server: server) == clause)
    #expect(Messages.advice(NothingKept(failure: error)) == Messages.advice(error))
  }

  @Test(arguments: [
    (NetworkClient.Error.unreachable(.notUsed), "Go online once, without --offline, to keep a copy."),
    (.unreachable(.offline), "Connect to a network, and try again."),
    (.unreachable(.refused), "Start the server, or name another one with --server."),
    (.unreachable(.notHTTP), "Check the address of the server."),
    (.unreachable(.unknownHost), "Check the address of the server."), (.unreachable(.lost), "Try again."),
    (.undecodable(""), "Check the address of the server."), (.tooLarge(limit: 1), "Check the address of the server."),
    (.rejected(status: 403), "Check the address of the server."), (.rejected(status: 408), "Try again later."),
    (.rejected(status: 429), "Try again later."), (.rejected(status: 503), "Try again later."),
  ])
  func `the advice is for the failure at hand`(error: NetworkClient.Error, advice: String) {
    #expect(Messages.advice(error) == advice)
    #expect(Messages.explanation(error, server: server) == "\(Messages.failure(error, server: server)). \(advice)")
  }

  @Test(arguments: [
    NetworkClient.Cause.offline, .notUsed, .unknownHost, .refused, .timedOut, .lost, .untrusted, .notHTTP,
    .misdirected(to: "a"), .elsewhere(at: "http://c", .refused), .other("b"),
  ])
  func `every cause has words and advice of its own`(cause: NetworkClient.Cause) {
    let error = NetworkClient.Error.unreachable(cause)
    #expect(Messages.failure(error, server: server) != Messages.failure(CancellationError(), server: server))
    #expect(Messages.advice(error).hasSuffix("."))
  }

  @Test func `an address that nobody would read to its end is cut, and an empty one leads nowhere`() {
    func words(_ target: String) -> String {
      Messages.failure(NetworkClient.Error.unreachable(.misdirected(to: target)), server: server)
    }
    #expect(words(String(repeating: "x", count: 10_000_000)).count < 300)
    #expect(words("ftp://a") == "http://host:8000 points to ftp://a, which is not followed")
    #expect(words("") == "http://host:8000 points nowhere")
  }

  @Test func `what happened at another host is not blamed on the one that was asked`() {
    let error = NetworkClient.Error.unreachable(.elsewhere(at: "http://other:1", .timedOut))
    #expect(
      Messages.failure(error, server: server)
        == "http://host:8000 points elsewhere: http://other:1 did not answer in time")
    #expect(Messages.advice(error) == "Check the address of the server.")
  }

  @Test func `what is not spoken is what was asked for`() throws {
    let error = NetworkClient.Error.unreachable(.notHTTP)
    #expect(Messages.failure(error, server: server) == "http://host:8000 does not speak HTTP")
    let secure = try #require(URL(string: "https://host"))
    #expect(Messages.failure(error, server: secure) == "https://host does not speak HTTPS")
  }

  @Test func `failures of the pages and of the disk have words too`() {
    #expect(
      Messages.failure(LinkFailure.leadsInCircles, server: server) == "the pages of http://host:8000 lead in circles")
    #expect(Messages.keepingFailure(DatabaseError.noSpace) == "the disk is full")
    #expect(Messages.notKept(DatabaseError.noSpace) == "nothing can be kept (the disk is full)")
    #expect(Messages.keepingFailure(DatabaseError.notPermitted) == "its folder may not be used")
    #expect(Messages.keepingFailure(DatabaseError.failed("Not a directory")) == "not a directory")
    #expect(Messages.keepingFailure(CancellationError()) == "its folder does not work")
    let databaseErrors: [DatabaseError] = [
      .unavailable, .notPermitted, .readOnly, .noSpace, .busy, .damaged(file: "/a"), .newer(file: "/a"), .failed("X y"),
    ]
    #expect(
      databaseErrors.map(Messages.keepingFailure) == [
        "SQLite is not installed", "its folder may not be used", "the disk is read-only", "the disk is full",
        "another satchel is using its folder", "/a is damaged", "a newer satchel wrote /a", "x y",
      ])
    #expect(Set(databaseErrors.map { Messages.keepingAdvice($0, option: "--cache") }).count == databaseErrors.count)
    #expect(Messages.failure(DatabaseError.readOnly, server: server) == "nothing can be kept (the disk is read-only)")
    let advice = databaseErrors.map { Messages.keepingAdvice($0, option: "--cache") }
    #expect(advice.count { $0.hasSuffix(" with --cache.") } == databaseErrors.count - 2, "\(advice)")
  }

  @Test(arguments: [
    (0.0, "just now"), (59.9, "just now"), (60, "1 minute ago"), (3_599, "59 minutes ago"), (3_600, "1 hour ago"),
    (86_399, "23 hours ago"), (86_400, "1 day ago"), (2_629_800, "1 month ago"), (31_557_600, "1 year ago"),
    (63_115_200, "2 years ago"), (-500, "just now"), (1e300, "9999 years ago"), (.infinity, "9999 years ago"),
    (.nan, "just now"),
  ])
  func `an age is in the largest unit that fits`(seconds: Double, age: String) {
    let now = Date(timeIntervalSinceReferenceDate: 0)
    #expect(Messages.age(of: now.addingTimeInterval(-seconds), now: now) == age)
  }
}
