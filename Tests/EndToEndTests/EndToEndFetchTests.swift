import Foundation
import NetworkClientTestSupport
import Testing

/// Tests of `satchel fetch` with every fault of the fixture server.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct EndToEndFetchTests {
  @Test func `fetch prints and saves the code and count, and --last prints them offline`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    #expect(
      try await reader.run("fetch", "--last")
        == .init(output: "no response code yet\nfetched 0 times\n", notes: "", status: 0))
    #expect(try await reader.known() == SavedCode(code: nil, count: 0))
    #expect(try reader.files(in: reader.state) == [:], "`fetch --last` writes no file")

    var codes: Set<String> = []
    for count in 1...3 {
      let fetched = try await reader.run("fetch")
      let lines = fetched.output.split(separator: "\n")
      #expect(lines.count == 2)
      #expect(lines.last == "fetched \(count) \(count == 1 ? "time" : "times")")
      #expect(fetched.status == 0)
      #expect(fetched.notes == "")
      let code = try #require(lines.first.map(String.init))
      #expect(UUID(uuidString: code)?.uuidString.lowercased() == code)
      codes.insert(code)
      #expect(try await reader.known() == SavedCode(code: code, count: count))
      #expect(try await reader.run("fetch", "--last") == fetched)
    }
    #expect(codes.count == 3)
    #expect(try await server.requests().count == 6)
    await server.stop()
    #expect(try await reader.known().count == 3)
  }

  struct Failure: CustomTestStringConvertible, Sendable {
    var fault: String
    var clause: String
    var timeout = 10.0
    var testDescription: String { fault }
  }

  static let notWhatWasAskedFor = "unexpected answer: "

  static let failures =
    // `invalid` changes posts and similar items, but not codes. A post may redirect to another host, a code may not.
    FaultTests.failures.filter { !["invalid", "redirect-host"].contains($0.name) }.map {
      Failure(fault: $0.name, clause: $0.clause, timeout: $0.timeout)
    } + [
      Failure(fault: "redirect-host", clause: "redirect not followed: "),
      Failure(fault: "next-elsewhere", clause: "redirect not followed: "),
      Failure(
        fault: "next-file", clause: "redirect not followed: file:///etc/passwd; nothing changed."),
      Failure(fault: "next-missing", clause: notWhatWasAskedFor),
      Failure(fault: "next-type", clause: notWhatWasAskedFor),
      Failure(fault: "code-type", clause: notWhatWasAskedFor),
      Failure(fault: "code-missing", clause: notWhatWasAskedFor),
    ]

  @Test(arguments: failures)
  func `every fault prints one line and changes neither code nor count`(failure: Failure) async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    #expect(try await reader.run("fetch").status == 0)
    let known = try await reader.known()
    let files = try reader.files(in: reader.state)

    try await server.control(#"{"fault": "\#(failure.fault)"}"#)
    for format in ["text", "json"] {
      let ended = try await reader.run("fetch", "--timeout", "\(failure.timeout)", "--format", format)
      #expect(ended.status == 69)
      #expect(ended.output == "")
      #expect(ended.notes.hasPrefix("satchel: "), "\(ended.notes)")
      #expect(ended.notes.contains(failure.clause), "\(ended.notes)")
      #expect(ended.notes.contains("; nothing changed. "))
      #expect(ended.notes.hasSuffix("\n"))
      #expect(!ended.notes.dropLast().contains("\n"))
    }
    #expect(try reader.files(in: reader.state) == files)
    #expect(try await reader.known() == known)

    try await server.control(#"{"fault": null}"#)
    #expect(try await reader.run("fetch").output.hasSuffix("\nfetched 2 times\n"))
  }

  @Test func `a path that the server rejects fails with its status`() async throws {
    let host = try LoopbackHost { request in
      request.target == "/"
        ? .answer(text: #"{"next_path": "http://\#(request.header("Host") ?? "")/old/"}"#)
        : .answer(400, text: #"{"error": "This path was not the last one handed out."}"#)
    }
    let ended = try await ReaderProgram(server: host.url("")).run("fetch")
    #expect(ended.status == 69)
    #expect(ended.notes.contains("status 400: "))
  }

  @Test func `a next path on another host is not requested`() async throws {
    let elsewhere = try LoopbackHost(.answer(text: #"{"path": "x", "response_code": "\#(UUID())"}"#))
    let next = elsewhere.url("/x").absoluteString
    let host = try LoopbackHost(.answer(text: #"{"next_path": "\#(next)"}"#))
    let ended = try await ReaderProgram(server: host.url("")).run("fetch")
    #expect(ended.status == 69)
    #expect(ended.notes.contains("redirect not followed: \(next)"))
    #expect(elsewhere.requests.isEmpty)
    #expect(host.requests.count == 1)
  }

  @Test func `a redirect to another host is not followed`() async throws {
    let elsewhere = try LoopbackHost(.answer(text: #"{"path": "x", "response_code": "\(UUID())"}"#))
    let next = elsewhere.url("/x").absoluteString
    let host = try LoopbackHost { request in
      request.target == "/" ? .answer(text: #"{"next_path": "/way/"}"#) : .redirect(to: next)
    }
    let ended = try await ReaderProgram(server: host.url("")).run("fetch")
    #expect(ended.status == 69)
    #expect(ended.notes.contains("redirect not followed: \(next)"))
    #expect(elsewhere.requests.isEmpty)
  }

  @Test func `fetch --offline sends no request and prints advice`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    let ended = try await reader.run("fetch", "--offline")
    #expect(ended.status == 69)
    #expect(ended.output == "")
    #expect(
      ended.notes
        == "satchel: offline mode (--offline); nothing changed. "
        + "Leave out --offline, or print the last one: satchel fetch --last\n")
    #expect(try await server.requests().isEmpty)
    #expect(try reader.files(in: reader.state) == [:], "a refused fetch writes no file")
  }
}

/// The output of `fetch --format json`.
struct SavedCode: Decodable, Equatable {
  var code: String?
  var count: Int
}

extension ReaderProgram {
  /// Returns the saved code and count, without the network.
  func known() async throws -> SavedCode {
    let ended = try await run("fetch", "--last", "--format", "json")
    return try JSONDecoder().decode(SavedCode.self, from: Data(ended.output.utf8))
  }
}
