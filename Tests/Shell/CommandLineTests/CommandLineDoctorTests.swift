import CommandLine
import Foundation
import Repositories
import Settings
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct CommandLineDoctorTests {
  let base = CommandLineTests()
  let findings = [
    Finding("libcurl", "8.0"), Finding("cache", "/c\u{1B}: disk full", advice: "Free some space."),
    Finding("to-dos", "12"),
  ]

  @Test func `each finding is a line, with what to do below it`() async throws {
    let printed = try await base.run("doctor", doctor: .stub(findings))
    #expect(
      printed
        == .init(
          text: """
              libcurl   8.0
            ! cache     /c␛: disk full
                        Free some space.
              to-dos    12

            """, notes: [], status: .unavailable))
    #expect(try await base.run("doctor", doctor: .stub([findings[0]])).status == .shown)
  }

  @Test func `nothing is looked at before what was found is printed`() async throws {
    let happenings = Calls<String>()
    var repositories = Repositories.stub
    repositories.doctor = Doctor(
      ["a", "b"].map { name in
        {
          happenings.record("look at \(name)")
          return Finding(name, "")
        }
      })
    let output = CommandOutput(
      write: { happenings.record("print \($0.split(separator: " ").first ?? "")") }, note: { _ in })
    let invocation = try Invocation(
      arguments: ["doctor"], environment: [:], caches: URL(filePath: "/caches"), states: URL(filePath: "/states"))
    _ = await invocation.run(repositories, output: output, now: { CommandLineTests.now })
    #expect(happenings.all == ["look at a", "print a", "look at b", "print b"])
  }

  @Test func `a check that is stopped is neither printed nor followed by another`() async throws {
    let (gate, later, printed) = (Gate(), Calls<Int>(), Calls<String>())
    var repositories = Repositories.stub
    repositories.doctor = Doctor([
      {
        try? await gate.pause()
        return Finding("a", "1")
      },
      {
        later.record(1)
        return Finding("b", "2")
      },
    ])
    let output = CommandOutput(write: { printed.record($0) }, note: { _ in })
    let invocation = try Invocation(
      arguments: ["doctor"], environment: [:], caches: URL(filePath: "/caches"), states: URL(filePath: "/states"))
    let running = Task { [repositories] in
      await invocation.run(repositories, output: output, now: { CommandLineTests.now })
    }
    await gate.arrived()
    running.cancel()
    #expect(await running.value == .interrupted)
    #expect(later.all == [])
    #expect(printed.all == [])
  }

  @Test func `it says the same to programs`() async throws {
    #expect(
      try await base.run("doctor -f json", doctor: .stub(findings)).text == """
        [
          {"subject":"libcurl","text":"8.0","advice":null},
          {"subject":"cache","text":"/c\\u001b: disk full","advice":"Free some space."},
          {"subject":"to-dos","text":"12","advice":null}
        ]

        """)
    #expect(try await base.run("doctor -f json").text == "[]\n")
  }

  @Test func `it takes no argument`() async throws {
    await #expect(throws: UsageError.self) { try await base.run("doctor x") }
  }
}
