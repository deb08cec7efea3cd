import Foundation
import NetworkClient
import NetworkClientLive
import Testing

/// Tests of every fault of the fixture server, with the real client and with the command line.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct FaultTests {
  struct Fault: CustomTestStringConvertible, Sendable {
    /// The name of the fault on the server.
    var name: String
    /// Returns whether the client's result is right: an error, or nil for an answer.
    var isExpected: @Sendable (NetworkClient.Error?) -> Bool
    /// The clause in the program's message.
    var clause: String
    /// The timeout in seconds. It is long if the answer comes at once, because the machine may be busy, and less than a
    /// second if the server asks the client to wait for a second.
    var timeout = 0.5
    /// Whether the server asks for a pause, which is saved.
    var wantsPause: Bool { ["unavailable", "too-many"].contains(name) }
    var testDescription: String { name }

    init(
      _ name: String, _ error: NetworkClient.Error?, _ clause: String, timeout: Double = 0.5
    ) {
      self.init(name, clause, timeout: timeout) { $0 == error }
    }

    init(
      _ name: String, _ clause: String, timeout: Double = 0.5,
      _ isExpected: @escaping @Sendable (NetworkClient.Error?) -> Bool
    ) {
      self.name = name
      self.isExpected = isExpected
      self.clause = clause
      self.timeout = timeout
    }

    static func isMisdirected(_ error: NetworkClient.Error?) -> Bool {
      if case .unreachable(.misdirected)? = error { true } else { false }
    }
  }

  static let paused = "requests to the server are paused until "
  static let notWhatWasAskedFor = "unexpected answer: "
  static let page = "an HTML page, not data: "
  static let otherKinds = [
    "JSON, but neither posts nor a feed: ", "damaged JSON: ", "an empty answer: ", "an HTML page without a feed: ",
    "neither posts nor a feed: ",
  ]
  static let brokeOff = "connection lost: "
  static let tooLarge = NetworkClient.Error.tooLarge(limit: 64 << 20)

  static let failures = [
    Fault("error-500", .rejected(status: 500), "server error (500): ", timeout: 60),
    Fault("unavailable", .rejected(status: 503), "server unavailable (503): ", timeout: 0.9),
    Fault("too-many", .rejected(status: 429), "too many requests (429): ", timeout: 0.9),
    Fault("not-found", .rejected(status: 404), "not found (404): ", timeout: 60),
    Fault("redirect-loop", .unreachable(.circular), "redirect leads back to itself: ", timeout: 60),
    Fault("redirect-file", "redirect not followed: file:///etc/passwd", timeout: 60, Fault.isMisdirected),
    Fault(
      "redirect-host", .unreachable(.elsewhere(at: "http://localhost:1", .refused)),
      "connection refused: http://localhost:1, redirected from ", timeout: 60),
    Fault("hang", .unreachable(.timedOut), "no answer in time: "),
    Fault("drip", .unreachable(.incomplete), "answer not complete in time: "),
    Fault("reset", .unreachable(.lost), brokeOff, timeout: 60),
    Fault("cut-headers", .unreachable(.lost), brokeOff, timeout: 60),
    Fault("truncate", .unreachable(.lost), brokeOff, timeout: 60),
    Fault("bad-length", .unreachable(.notHTTP), "not an HTTP server: ", timeout: 60),
    Fault("bad-chunks", .unreachable(.lost), brokeOff, timeout: 60),
    Fault("huge", tooLarge, "answer larger than 64 MiB: ", timeout: 60),
    Fault("gzip-bomb", tooLarge, "answer larger than 64 MiB: ", timeout: 60),
    Fault("invalid", nil, notWhatWasAskedFor, timeout: 60),
    Fault("wrong-type", nil, notWhatWasAskedFor, timeout: 60),
    Fault("no-body", nil, notWhatWasAskedFor, timeout: 60),
    Fault("not-json", nil, page, timeout: 60),
    Fault("deep", nil, notWhatWasAskedFor, timeout: 60),
  ]

  @Test(arguments: failures)
  func `the network client reports each fault as its error`(fault: Fault) async throws {
    let server = try await FixtureServer("--fault", fault.name)
    let client = NetworkClient.live(timeout: .seconds(fault.timeout), environment: [:])
    var error: NetworkClient.Error?
    do {
      _ = try await client.send(.init(server.url.appending(path: "posts")))
    } catch let thrown {
      error = try #require(thrown as? NetworkClient.Error)
    }
    #expect(fault.isExpected(error), "\(String(describing: error))")
  }

  @Test(arguments: failures)
  func `a fault without a cached copy fails with its message and caches nothing`(fault: Fault) async throws {
    let server = try await FixtureServer("--fault", fault.name)
    let reader = try ReaderProgram(server: server.url)
    for command in [["posts"], ["posts", "--format", "json"], ["post", "1"], ["comics"], ["comic", "1"]] {
      let ended = try await reader.run(command, timeout: fault.timeout)
      let isMissing = fault.name == "not-found" && command.last == "1"
      #expect(ended.status == (isMissing ? 66 : 69))
      #expect(ended.output == "")
      // The error for an address that may be a feed names the kind of the answer.
      let isOther = command[0] == "posts" && [Self.notWhatWasAskedFor, Self.page].contains(fault.clause)
      // So does the pause that the server has asked for.
      let isPaused = command == ["posts", "--format", "json"] && fault.wantsPause
      let clauses =
        isOther
        ? Self.otherKinds
        : [isMissing ? "there is no \(command[0]) 1" : fault.clause] + (isPaused ? [Self.paused] : [])
      #expect(clauses.contains { ended.notes.contains($0) }, "\(ended.notes)")
      #expect(ended.notes.hasSuffix("\n"))
      #expect(ended.notes.dropLast().contains("\n") == false)
    }
    if fault.wantsPause {
      let offline = try await reader.run("posts", "--offline")
      #expect(offline.status == 69)
      #expect(offline.output == "")
    } else {
      #expect(try reader.cached() == [:])
    }
  }

  @Test(arguments: failures)
  func `a fault with a cached copy shows the copy and the reason, and leaves it unchanged`(fault: Fault) async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    let posts = try await reader.run("posts")
    let post = try await reader.run("post", "1")
    let comics = try await reader.run("comics")
    let comic = try await reader.run("comic", "1")
    for ended in [posts, post, comics, comic] {
      #expect(ended.status == 0)
      #expect(ended.notes == "")
    }

    try await server.control(#"{"fault": "\#(fault.name)"}"#)
    for (command, before) in [
      (["posts"], posts), (["post", "1"], post), (["comics"], comics), (["comic", "1"], comic),
    ] {
      let ended = try await reader.run(command, timeout: fault.timeout)
      #expect(ended.status == 0, "\(ended.notes)")
      #expect(ended.output == before.output)
      #expect(ended.notes.contains(fault.clause), "\(ended.notes)")
      #expect(ended.notes.contains("; showing the copy saved just now."), "\(ended.notes)")
      #expect(ended.notes.hasSuffix("\n"))
      #expect(ended.notes.dropLast().contains("\n") == false)
    }
    #expect(try await reader.run("posts", "--offline").output == posts.output)
    #expect(try await reader.run("post", "1", "--offline").output == post.output)
    #expect(try await reader.run("comics", "--offline").output == comics.output)

    try await server.control(#"{"fault": null}"#)
    #expect(try await reader.run("posts") == posts)
  }

  @Test func `a list with invalid elements is shown and saved without them, and their number is reported`() async throws
  {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    let whole = try await reader.run("posts").output.split(separator: "\n")
    try await server.control(#"{"fault": "malformed"}"#)
    let online = try await reader.run("posts")
    let part = online.output.split(separator: "\n")
    #expect(online.status == 0)
    #expect(!part.isEmpty)
    #expect(Set(part).isSubset(of: whole))
    // The server adds an invalid item after each valid one.
    #expect(online.notes == "satchel: \(part.count) unreadable items left out: \(server.url.absoluteString).\n")
    await server.stop()
    #expect(try await reader.run("posts").output == online.output)
  }

  @Test func `an empty list is a valid answer and is saved as one`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    #expect(try await reader.run("posts").output != "")
    try await server.control(#"{"fault": "empty"}"#)
    let online = try await reader.run("posts")
    #expect(online.status == 0)
    #expect(online.output == "")
    #expect(online.notes.contains("no posts yet"))
    await server.stop()
    let offline = try await reader.run("posts", "--format", "json")
    #expect(offline.status == 0)
    #expect(offline.output == "[]\n")
  }

  @Test func `a false 304 confirms a cached copy, and is a failure without one`() async throws {
    let server = try await FixtureServer("--fault", "lying-304")
    let reader = try ReaderProgram(server: server.url)
    let fresh = try await reader.run("posts")
    #expect(fresh.status == 69)
    #expect(fresh.notes.contains("unexpected “not modified” (304)"))
    try await server.control(#"{"fault": null}"#)
    let posts = try await reader.run("posts")
    try await server.control(#"{"fault": "lying-304"}"#)
    #expect(try await reader.run("posts") == posts)
  }
}

extension ReaderProgram {
  fileprivate func run(_ command: [String], timeout: Double) async throws -> Ended {
    try await run(arguments: command + ["--timeout", "\(timeout)"])
  }
}
