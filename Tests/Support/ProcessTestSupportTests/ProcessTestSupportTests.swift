import Foundation
import ProcessTestSupport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ProcessTestSupportTests {
  @Test func `a child's status is its exit status or the negated signal that killed it`() async throws {
    #expect(try await ChildProcess("sh", ["-c", "exit 7"]).status == 7)
    let child = try ChildProcess("sh", ["-c", "kill -9 $$"])
    #expect(await child.status == -9)
    #expect(await child.status == -9, "the status can be read again")
    #expect(!child.isRunning)
  }

  @Test func `a child receives its arguments, environment and folder`() async throws {
    let output = Pipe()
    let child = try ChildProcess(
      "sh", ["-c", "echo \"$1 $A ${HOME-none} $(pwd)\"", "sh", "a b"],
      environment: ["A": "1", "PATH": "/usr/bin:/bin"],
      folder: URL(filePath: "/"), output: output.fileHandleForWriting)
    try output.fileHandleForWriting.close()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    #expect(text == "a b 1 none /\n")
    #expect(await child.status == 0)
  }

  @Test func `a child inherits only the standard files and no blocked signals`() async throws {
    let cached = Pipe()
    defer { withExtendedLifetime(cached) {} }
    let child = try ChildProcess(
      "sh", ["-c", "[ ! -e /dev/fd/\(cached.fileHandleForReading.fileDescriptor) ] && kill -TERM $$"])
    #expect(await child.status == -15)
  }

  @Test func `a child receives signals and is killed when released`() async throws {
    let child = try ChildProcess("sleep", ["60"])
    child.signal(SIGTERM)
    #expect(await child.status == -15)

    let output = Pipe()
    var other: ChildProcess? = try ChildProcess("sleep", ["60"], output: output.fileHandleForWriting)
    try output.fileHandleForWriting.close()
    #expect(other?.isRunning == true)
    other = nil
    #expect(try output.fileHandleForReading.readToEnd() == nil, "the end of the pipe in the killed child is closed")
  }

  @Test func `starting a missing program throws`() {
    #expect(throws: POSIXError.self) { try ChildProcess("/nowhere/program", []) }
  }
}
