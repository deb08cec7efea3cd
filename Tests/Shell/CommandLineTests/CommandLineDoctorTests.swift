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
    DoctorFinding("libcurl", "8.0"), DoctorFinding("cache", "/c\u{1B}: disk full", advice: "Free some space."),
    DoctorFinding("to-dos", "12"),
  ]

  @Test func `doctor prints one line per finding, with its advice below`() async throws {
    let printed = try await base.run("doctor", findings: findings)
    #expect(
      printed
        == .init(
          text: """
              libcurl   8.0
            ! cache     /c␛: disk full
                        Free some space.
              to-dos    12

            """, notes: [], status: .unavailable))
    #expect(try await base.run("doctor", findings: [findings[0]]).status == .success)
  }

  @Test func `doctor prints each finding before it runs the next check`() async throws {
    let happenings = CallRecorder<String>()
    var repositories = Repositories.stub
    repositories.checks = ["a", "b"].map { name in
      {
        happenings.record("look at \(name)")
        return DoctorFinding(name, "")
      }
    }
    let output = CommandOutput(
      write: { happenings.record("print \($0.split(separator: " ").first ?? "")") }, note: { _ in })
    let invocation = try Invocation(
      arguments: ["doctor"], environment: [:], caches: URL(filePath: "/caches"), states: URL(filePath: "/states"))
    _ = await invocation.run(repositories, output: output, now: { CommandLineTests.now })
    #expect(happenings.all == ["look at a", "print a", "look at b", "print b"])
  }

  @Test func `a cancelled check is not printed, and no further check runs`() async throws {
    let gate = Gate()
    let later = CallRecorder<Int>()
    let printed = CallRecorder<String>()
    var repositories = Repositories.stub
    repositories.checks = [
      {
        try? await gate.pause()
        return DoctorFinding("a", "1")
      },
      {
        later.record(1)
        return DoctorFinding("b", "2")
      },
    ]
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

  @Test func `doctor --format json prints the same findings`() async throws {
    #expect(
      try await base.run("doctor -f json", findings: findings).text == """
        [
          {"subject":"libcurl","text":"8.0","advice":null},
          {"subject":"cache","text":"/c\\u001b: disk full","advice":"Free some space."},
          {"subject":"to-dos","text":"12","advice":null}
        ]

        """)
    #expect(try await base.run("doctor -f json").text == "[]\n")
  }

  @Test func `doctor takes no argument`() async throws {
    await #expect(throws: UsageError.self) { try await base.run("doctor x") }
  }
}
