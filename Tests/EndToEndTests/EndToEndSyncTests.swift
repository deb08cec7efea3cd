import Foundation
import NetworkClientTestSupport
import ProcessTestSupport
import Terminal
import Testing

/// Tests of `satchel sync`, and of reading offline afterwards.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct EndToEndSyncTests {
  @Test func `synced posts are readable offline, and the next sync gets only 304 responses`() async throws {
    let server = try await FixtureServer("--posts", "250")
    let reader = try ReaderProgram(server: server.url)
    _ = try await reader.run("bookmark", "comic", "61")
    let synced = try await reader.run("sync")
    #expect(
      synced
        == .init(
          output: """
            posts: 250 saved, 250 with author and comments
            comics: 60 saved, 1 complete
            to-dos: 12 saved, 0 delivered, 0 refused, 0 waiting to be sent

            """, notes: "", status: 0))
    let before = try await server.requests().count
    #expect(try await reader.run("sync") == synced)
    let requests = try await server.requests().dropFirst(before)
    #expect(requests.allSatisfy { $0.status == 304 }, "\(requests.filter { $0.status != 304 })")
    #expect(requests.count { $0.path.hasPrefix("/comments") } == 250)
    #expect(requests.count { $0.path.hasPrefix("/users") } == 1)
    await server.stop()
    let post = try await reader.run("post", "250", "--offline")
    #expect(post.status == 0)
    #expect(!post.output.contains("—"))
    #expect(post.output.contains("Author:"))
  }

  @Test(arguments: [([SIGINT], 130), ([SIGTERM], 143), ([SIGINT, SIGINT], 130)] as [([Int32], Int32)])
  func `a stopped sync saves its results without waiting for responses, and the next one continues`(
    signals: [Int32], status: Int32
  ) async throws {
    let server = try await FixtureServer("--posts", "300", "--latency", "20")
    let reader = try ReaderProgram(server: server.url)
    let file = reader.folder.appending(path: "stopped")
    try Data().write(to: file)
    // The timeout exceeds the test's time limit, so the program cannot end by waiting for answers.
    let child = try reader.start(["sync", "posts", "--timeout", "600"], output: FileHandle(forWritingTo: file))
    try await server.requests { $0.count { $0.path.hasPrefix("/comments") && $0.status == 200 } >= 30 }
    try await server.control(#"{"fault": "hang"}"#)
    for signal in signals { child.signal(signal) }
    #expect(await child.status == status)
    let line = try String(contentsOf: file, encoding: .utf8)
    let count = try #require(
      line.wholeMatch(of: /posts: 300 saved, (\d+) with author and comments\n/).flatMap { Int($0.1) })
    #expect((24..<300).contains(count), "\(line)")
    let before = try await server.requests().count
    try await server.control(#"{"latency": 0, "fault": null}"#)
    #expect(try await reader.run("sync", "posts").output == "posts: 300 saved, 300 with author and comments\n")
    let comments = try await server.requests().dropFirst(before).filter { $0.path.hasPrefix("/comments") }
    #expect(comments.count == 300)
    #expect(comments.count { $0.status == 200 } == 300 - count)
    #expect(comments.count { $0.status == 304 } == count)
    // At most six requests are in flight at once, and the server answers them in any order.
    #expect(comments.prefix(300 - count - 6).allSatisfy { $0.status == 200 }, "missing comments are requested first")
  }

  @Test func `SIGINT stops a sync with a hanging server and prints a note`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    // A new address is asked for its posts first.
    #expect(try await reader.run("posts", "--limit", "1").status == 0)
    let count = try await server.requests().count
    try await server.control(#"{"fault": "hang"}"#)
    let notes = reader.folder.appending(path: "notes")
    try Data().write(to: notes)
    let child = try reader.start(["sync"], output: nil, notes: FileHandle(forWritingTo: notes))
    try await server.requests { $0.count >= count + 3 }
    child.signal(SIGINT)
    #expect(await child.status == 130)
    #expect(try String(contentsOf: notes, encoding: .utf8).contains("satchel: stopped; what is saved stays."))
  }

  @Test func `SIGINT while an addition is sent prints the to-do, which is saved`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    try await server.control(#"{"fault": "hang"}"#)
    let output = reader.folder.appending(path: "output")
    try Data().write(to: output)
    let file = try FileHandle(forWritingTo: output)
    let child = try reader.start(["todo", "add", "precious"], output: file, notes: file)
    try await server.requests { !$0.isEmpty }
    child.signal(SIGINT)
    #expect(await child.status == -SIGINT)
    let text = try String(contentsOf: output, encoding: .utf8)
    #expect(text.contains("\t[ ]↑\tprecious\n"), "\(text)")
    #expect(text.contains("satchel: stopped; what was changed is saved, and will be sent later"), "\(text)")
    #expect(try await reader.run("todos", "--offline").output.contains("precious"))
  }

  @Test func `a hangup that the parent process ignores, as nohup does, stops no command`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    try await server.control(#"{"fault": "hang"}"#)
    let program = try #require(ReaderProgram.program).path()
    let child = try reader.start(
      ["-c", "trap '' HUP; exec '\(program)' posts --timeout 1"], executable: URL(filePath: "/bin/sh"), output: nil)
    try await server.requests { !$0.isEmpty }
    child.signal(SIGHUP)
    #expect(await child.status == 69)
  }

  @Test func `a post whose comments fail is named, and all others are synced`() async throws {
    let server = try await FixtureServer("--posts", "20")
    let reader = try ReaderProgram(server: server.url)
    try await server.control(#"{"fault": "error-500", "path": "/comments?postId=7"}"#)
    #expect(
      try await reader.run("sync", "posts")
        == .init(
          output: "posts: 20 saved, 19 with author and comments, 1 failed\n",
          notes: "satchel: post 7: server error (500): \(server.url).\n", status: 75))
    try await server.control(#"{"fault": null}"#)
    #expect(try await reader.run("sync", "posts").status == 0)
  }

  @Test(arguments: [
    "lying-304", "not-json", "wrong-type", "deep", "empty", "truncate", "no-body", "gzip-bomb", "redirect-loop",
  ])
  func `a sync with a faulty server loses no saved posts`(fault: String) async throws {
    let server = try await FixtureServer("--posts", "120")
    let reader = try ReaderProgram(server: server.url)
    _ = try await reader.run("sync", "posts")
    try await server.control(#"{"fault": "\#(fault)"}"#)
    let lied = try await reader.run("sync", "posts", "--timeout", "2")
    #expect(["empty", "lying-304"].contains(fault) || [69, 75].contains(lied.status), "\(lied)")
    try await server.control(#"{"fault": null}"#)
    #expect(try await reader.run("sync", "posts").output == "posts: 120 saved, 120 with author and comments\n")
  }

  @Test func `on a terminal a progress line is shown and replaced by the result`() async throws {
    let server = try await FixtureServer("--posts", "300", "--latency", "10")
    let reader = try ReaderProgram(server: server.url)
    var session = try ReaderSession(reader, ["sync", "posts"], size: Size(width: 60, height: 10))
    #expect(try await session.ended().status == 0)
    let plain = session.display.plain
    #expect(plain.contains(/posts \d+ of 300, \d+\/s, \d s left/), "\(plain)")
    let lines = plain.split(whereSeparator: \.isNewline)
    #expect(lines.last == "posts: 300 saved, 300 with author and comments", "\(lines)")
    #expect(!plain.contains("\u{1B}"))
  }
}
