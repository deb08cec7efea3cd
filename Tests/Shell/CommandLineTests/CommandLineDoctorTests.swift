import CommandLine
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
