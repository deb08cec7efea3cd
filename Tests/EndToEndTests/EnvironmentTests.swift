import Foundation
import NetworkClientTestSupport
import ProcessTestSupport
import Testing

/// Tests of the program with the shell, the disk and the network around it.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct EnvironmentTests {
  /// An address at which nothing listens.
  let nowhere = URL(string: "http://127.0.0.1:1")!

  func sh(_ script: String, _ reader: ReaderProgram) async throws -> ReaderProgram.Ended {
    let program = try #require(ReaderProgram.program).path()
    let file = reader.folder.appending(path: "script.sh")
    try Data("satchel() { '\(program)' \"$@\"; }\n\(script)\n".utf8).write(to: file)
    return try await reader.run(arguments: [file.path()], executable: URL(filePath: "/bin/sh"))
  }

  @Test func `wrong usage prints one line and exits with 64`() async throws {
    let ended = try await ReaderProgram(server: nowhere).run("posts", "--ofline")
    #expect(ended.status == 64)
    #expect(ended.output == "")
    #expect(ended.notes == "satchel: there is no option --ofline; did you mean --offline? Try: satchel --help\n")
  }

  @Test func `help and version need no server`() async throws {
    let reader = try ReaderProgram(server: nowhere)
    #expect(try await reader.run("--help").output.hasPrefix("satchel – an offline-first reader"))
    #expect(try await reader.run("--version").output == "satchel 0.1.0\n")
  }

  @Test func `a closed pipe ends the program quietly with status 0`() async throws {
    let server = try await FixtureServer("--posts", "100000")
    let reader = try ReaderProgram(server: server.url)
    let ended = try await sh("{ satchel posts; echo $? >&2; } | head -1", reader)
    #expect(ended.output.split(separator: "\n").count == 1)
    #expect(ended.notes == "0\n")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `output that cannot be written exits with 74 and the reason`() async throws {
    let reader = try ReaderProgram(server: nowhere)
    for (redirection, reason) in [("/dev/full", "disk full"), ("&-", "bad file descriptor")] {
      let ended = try await sh("satchel posts --configuration stub >\(redirection); exit $?", reader)
      #expect(ended.status == 74)
      #expect(ended.notes == "satchel: cannot write the output: \(reason).\n")
    }
  }

  @Test func `a pipe with a path can be imported, and standard input that cannot be read is named`() async throws {
    let reader = try ReaderProgram(server: nowhere)
    let piped = try await sh("echo https://a.example/feed | satchel feeds import /dev/stdin -q", reader)
    #expect(piped.output == "1 added, 0 already there\n")
    #expect(piped.notes == "")
    let folder = try await sh("satchel feeds import - </", reader)
    #expect(folder.notes == "satchel: cannot read standard input (is a directory); nothing changed.\n")
    #expect(folder.status == 66)
  }

  @Test func `all output is written to a non-blocking pipe`() async throws {
    let title = String(repeating: "a", count: 99)
    let posts = (1...20_000).map { id in #"{"id":\#(id),"title":"\#(title)"}"# }
    let host = try LoopbackHost(.answer(text: "[" + posts.joined(separator: ",") + "]"))
    let reader = try ReaderProgram(server: host.url(""))
    let pipe = Pipe()
    #expect(fcntl(pipe.fileHandleForWriting.fileDescriptor, F_SETFL, O_NONBLOCK) == 0)
    let child = try reader.start(["posts"], output: pipe.fileHandleForWriting)
    try pipe.fileHandleForWriting.close()
    let output = try #require(try await aside { try pipe.fileHandleForReading.readToEnd() })
    #expect(output.split(separator: UInt8(ascii: "\n")).count == 20_000)
    #expect(await child.status == 0)
  }

  @Test func `the stub configuration shows samples, the failing one fails, and neither writes to disk`() async throws {
    let reader = try ReaderProgram(server: nowhere)
    let stub = try await reader.run("posts", "--configuration", "stub")
    #expect(stub.status == 0)
    #expect(stub.notes == "")
    #expect(stub.output.split(separator: "\n").count == 3)
    let failing = try await reader.run("posts", "--configuration", "failing")
    #expect(failing.status == 69)
    #expect(failing.output == "")
    #expect(try reader.cached() == [:])
  }

  @Test func `commands with an unwritable cache show the data and a note`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    let file = reader.folder.appending(path: "file")
    try Data().write(to: file)
    for cache in [file.path() + "/cache", "/dev/null", "/proc/satchel"] {
      for command in [["posts"], ["post", "1"]] {
        let ended = try await reader.run(arguments: command + ["--cache", cache])
        #expect(ended.status == 0)
        #expect(ended.output != "")
        #expect(ended.notes.contains("satchel: cannot save in \(cache)"), "\(ended.notes)")
        #expect(ended.notes.split(separator: "\n").count == 1)
      }
    }
  }

  @Test func `the cache consists of 0600 files in 0700 folders`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    _ = try await reader.run("posts")
    for path in try FileManager.default.subpathsOfDirectory(atPath: reader.cache.path()) + [""] {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: reader.cache.appending(path: path).path(percentEncoded: false))
      let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == (isFolder ? 0o700 : 0o600), "\(path)")
    }
  }

  @Test func `two servers are cached separately in one cache folder`() async throws {
    let one = try await FixtureServer()
    let two = try await FixtureServer("--posts", "3")
    let reader = try ReaderProgram(server: one.url)
    let first = try await reader.run("posts")
    let second = try await reader.run("posts", "--server", two.url.absoluteString)
    #expect(first.output != second.output)
    await one.stop()
    await two.stop()
    #expect(try await reader.run("posts").output == first.output)
    #expect(try await reader.run("posts", "--server=\(two.url.absoluteString)/").output == second.output)
    #expect(try await reader.run("posts", "--server", nowhere.absoluteString).status == 69)
  }

  @Test func `damaged cache files are set aside and count as missing`() async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    let online = try await reader.run("posts")
    for (path, data) in try reader.cached() {
      try data.prefix(data.count / 2).write(to: reader.cache.appending(path: path))
    }
    #expect(try await reader.run("posts", "--offline").status == 69)
    #expect(try reader.cached().keys.contains { $0.hasSuffix(".damaged") })
    #expect(try await reader.run("posts") == online)
    #expect(try await reader.run("posts", "--offline").output == online.output)
  }

  /// Returns the command that runs the program with limits on a resource.
  private func limited(_ resource: String, _ soft: Int, _ hard: Int, _ arguments: [String]) throws -> [String] {
    let program = try #require(ReaderProgram.program).path(percentEncoded: false)
    let limit =
      "import os, resource, sys; resource.setrlimit(resource.\(resource), (\(soft), \(hard))); "
      + "os.execv(sys.argv[1], sys.argv[1:])"
    return [ChildProcess.python, "-S", "-c", limit, program] + arguments
  }

  @Test(arguments: [5, 7, 8, 12, 47, 48])
  func `a low limit of open files is raised or reported`(count: Int) async throws {
    let server = try await FixtureServer()
    let reader = try ReaderProgram(server: server.url)
    let ended = try await reader.run(
      arguments: limited("RLIMIT_NOFILE", count, count, ["fetch"]), executable: URL(filePath: "/usr/bin/env"))
    if count < 48 {
      let why = "only \(count) files may be open at a time, and 48 are needed. Allow more: ulimit -n 1024"
      #expect(ended == .init(output: "", notes: "satchel: \(why)\n", status: 69))
    } else {
      #expect(ended.status == 0, "\(ended)")
      #expect(ended.output != "", "\(ended)")
    }
    let raised = try await reader.run(
      arguments: limited("RLIMIT_NOFILE", count, 4_096, ["fetch"]), executable: URL(filePath: "/usr/bin/env"))
    #expect(raised.status == 0, "\(raised)")
    #expect(raised.output != "", "\(raised)")
  }

  #if os(Linux)
    @Test(arguments: [300, 600])
    func `a low memory limit is reported without touching the terminal`(megabytes: Int) async throws {
      let arguments = try limited("RLIMIT_AS", megabytes << 20, megabytes << 20, [])
      var session = try ReaderSession(ReaderProgram(server: nowhere), program: ["/usr/bin/env"] + arguments)
      #expect(try await session.ended() == .init(status: 69, isGivenBack: true))
      let needed = megabytes < 512 ? 512 : 768
      #expect(
        session.display.plain
          == "satchel: only \(megabytes) MiB of memory may be reserved, and \(needed) are needed. "
          + "Allow more: ulimit -v \(needed << 10)\r\n")
    }
  #endif

  @Test func `the proxy variables are honoured`() async throws {
    let proxy = try LoopbackHost(.answer(text: #"[{"id":1,"title":"by proxy"}]"#))
    let reader = try ReaderProgram(server: URL(string: "http://satchel.invalid")!)
    let variables = ["http_proxy": proxy.url("").absoluteString]
    #expect(try await reader.run("posts", environment: variables).output == "1\tby proxy\n")
    #expect(proxy.requests.first?.target.hasPrefix("http://satchel.invalid/posts") == true)
    let direct = variables.merging(["no_proxy": "satchel.invalid", "SATCHEL_CACHE": "elsewhere"]) { $1 }
    #expect(try await reader.run("posts", environment: direct).notes.contains("unknown host"))
  }

  @Test func `a next page on another host is not followed`() async throws {
    let elsewhere = try LoopbackHost(.answer(text: "[]"))
    let host = try LoopbackHost(
      .answer(
        headers: ["Link: <\(elsewhere.url("/posts").absoluteString)>; rel=next"], text: #"[{"id":1,"title":"a"}]"#))
    let reader = try ReaderProgram(server: host.url(""))
    let ended = try await reader.run("posts")
    #expect(ended.output == "1\ta\n")
    #expect(ended.status == 0)
    #expect(
      ended.notes.hasSuffix(
        "next page on another server, not followed: \(elsewhere.url("/posts").absoluteString).\n"))
    #expect(elsewhere.requests.isEmpty)
    let offline = try await reader.run("posts", "--offline")
    #expect(offline.output == "1\ta\n")
    #expect(offline.status == 0)
  }

  @Test func `pages that link in a circle are shown once and saved`() async throws {
    let host = try LoopbackHost { request in
      let page = request.target.contains("_page=2") ? 2 : 1
      return .answer(
        headers: ["Link: <?_page=\(3 - page)>; rel=next"], text: #"[{"id":\#(page),"title":"a"}]"#)
    }
    let reader = try ReaderProgram(server: host.url(""))
    for arguments in [["posts"], ["posts"], ["posts", "--format", "text"]] {
      let ended = try await reader.run(arguments: arguments)
      #expect(ended.output == "1\ta\n2\ta\n")
      #expect(ended.status == 0)
      #expect(ended.notes.contains("next page already seen, not followed: "))
    }
    let offline = try await reader.run("posts", "--offline")
    #expect(offline.output == "1\ta\n2\ta\n")
    #expect(offline.status == 0)
  }

  @Test func `a search prints matching titles from the server or the cache`() async throws {
    let server = try await FixtureServer("--posts", "1000")
    let reader = try ReaderProgram(server: server.url)
    let title = try #require(try await reader.run("posts").output.split(separator: "\n").last)
    let word = try #require(title.split { !$0.isLetter }.last)
    let found = try await reader.run("posts", "--search", word.lowercased())
    #expect(found.status == 0)
    #expect(found.output.contains("\(title)\n"))
    #expect(found.notes == "")
    let offline = try await reader.run("posts", "--offline", "--search", word.lowercased())
    #expect(offline.status == 0)
    #expect(offline.output == found.output)
    #expect(offline.notes.contains("showing the copy saved"))
    let none = try await reader.run("posts", "--search", "no such words")
    #expect(none.status == 0)
    #expect(none.output == "")
    #expect(none.notes.contains(" in 1000 titles at "))
  }
}
