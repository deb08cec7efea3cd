import CommandLine
import ContentDomain
import ContentService
import CounterService
import FileStore
import Foundation
import LastResponseCodeService
import NetworkClient
import TestSupport
import Testing

/// `fetch`, with the texts of `CommandLineTests`.
extension CommandLineTests {
  static let code = UUID.sampleCode.text

  @Test func `fetch prints the code and the count when both are safe`() async throws {
    let kept = Calls<FetchedCode>()
    var last = LastResponseCodeService.stub()
    last.update = { kept.record($0) }
    let sut: Content = (.stub(), .stub(2), last)
    #expect(
      try await run("fetch", content: sut)
        == Printed(text: "\(Self.code)\nfetched 3 times\n", notes: [], status: .shown))
    #expect(kept.all == [FetchedCode(code: .sampleCode, number: 3)])
    #expect(
      try await run("fetch --format json", content: sut).text == "{\"code\":\"\(Self.code)\",\"count\":3}\n")
    #expect(try await run("fetch", content: (.stub(), .stub(0), last)).text.hasSuffix("\nfetched 1 time\n"))
  }

  @Test func `fetch --last prints what is known, without the network`() async throws {
    let network = ContentService(fetchCurrentResponseCode: unexpected("fetch"))
    let last = LastResponseCodeService.stub(FetchedCode(code: .sampleCode, number: 7))
    #expect(
      try await run("fetch --last", content: (network, .stub(7), last))
        == Printed(text: "\(Self.code)\nfetched 7 times\n", notes: [], status: .shown))
    #expect(
      try await run("fetch --last", content: (network, .stub(6), last)).text.hasSuffix("fetched 7 times\n"),
      "another process fetched in between")
    let none: Content = (network, .stub(0), .stub(nil))
    #expect(try await run("fetch --last", content: none).text == "no response code yet\nfetched 0 times\n")
    #expect(try await run("fetch --last -f json", content: none).text == "{\"code\":null,\"count\":0}\n")
    #expect(try await run("fetch --last --offline", content: none).status == .shown)
  }

  @Test(arguments: [
    (
      NetworkClient.Error.unreachable(.refused),
      "cannot reach http://host (connection refused), and nothing changed. "
        + "Start the server, or name another one with --server."
    ),
    (
      .unreachable(.misdirected(to: "file:///etc/passwd")),
      "http://host points to file:///etc/passwd, which is not followed, and nothing changed. "
        + "Check the address of the server."
    ),
    (
      .undecodable("developers only"),
      "http://host answered with something that is not what was asked for, and nothing changed. "
        + "Check the address of the server."
    ),
    (
      .unreachable(.notUsed),
      "the network is not used (--offline), and nothing changed. "
        + "Leave out --offline, or see what is known: satchel fetch --last"
    ),
  ])
  func `a fetch that failed says what failed, that nothing changed, and what to do`(
    error: NetworkClient.Error, line: String
  ) async throws {
    let sut: Content = (
      .failing(error), CounterService(count: { 1 }, increment: unexpected("increment")),
      LastResponseCodeService(last: unexpected("last"), update: unexpected("update"))
    )
    for command in ["fetch", "fetch --format json", "fetch --quiet"] {
      #expect(
        try await run(command, content: sut) == Printed(text: "", notes: ["satchel: " + line], status: .unavailable))
    }
  }

  @Test(arguments: [
    (
      FileStoreError.noSpace,
      "nothing can be kept in /states/satchel/ (the disk is full), and nothing changed. "
        + "Make room there, or name another folder with --state."
    ),
    (
      .busy,
      "nothing can be kept in /states/satchel/ (another satchel is using its folder), and nothing changed. "
        + "Try again when it is done."
    ),
  ])
  func `a code that cannot be kept is not printed`(error: FileStoreError, line: String) async throws {
    let counter = CounterService(count: { 1 }, increment: { _ in throw error })
    for sut: Content in [(.stub(), counter, .stub()), (.stub(), .stub(), .failing(error))] {
      #expect(
        try await run("fetch", content: sut) == Printed(text: "", notes: ["satchel: " + line], status: .unavailable))
    }
  }

  @Test(arguments: [
    (FileStoreError.damaged, "its file is damaged", "Mend the file, or name another folder with --state."),
    (.newer, "a newer satchel wrote it", "Use that one, or name another folder with --state."),
    (.notPermitted, "its folder may not be used", "Make it yours, or name another folder with --state."),
    (.failed("Is a directory"), "is a directory", "Mend the folder, or name another one with --state."),
  ])
  func `what could not be counted is not asked for`(error: FileStoreError, why: String, advice: String) async throws {
    let content = ContentService(fetchCurrentResponseCode: unexpected("fetch"))
    let printed = try await run("fetch", content: (content, .failing(error), .stub()))
    #expect(
      printed
        == Printed(
          text: "",
          notes: [
            "satchel: what was fetched before cannot be read in /states/satchel/ (\(why)), and nothing changed. "
              + advice
          ], status: .unavailable))
  }

  @Test func `a count whose file could not be written is printed, and what is wrong is said`() async throws {
    var counter = CounterService.stub()
    counter.increment = { keep in
      try await keep(2)
      return .init(2, keepingFailure: FileStoreError.noSpace)
    }
    let printed = try await run("fetch", content: (.stub(), counter, .stub()))
    #expect(printed.text.hasSuffix("fetched 2 times\n") && printed.status == .shown)
    #expect(
      printed.notes == [
        "satchel: the count is kept with the code only (the disk is full). "
          + "Make room there, or name another folder with --state."
      ])
    #expect(try await run("fetch -q", content: (.stub(), counter, .stub())).notes == [])
  }

  @Test func `what cannot be read is said, and is no nothing`() async throws {
    for sut: Content in [(.stub(), .failing(), .stub()), (.stub(), .stub(), .failing())] {
      #expect(
        try await run("fetch --last", content: sut)
          == Printed(
            text: "",
            notes: [
              "satchel: what was fetched before cannot be read in /states/satchel/ (its folder may not be used). "
                + "Make it yours, or name another folder with --state."
            ], status: .unavailable))
    }
  }

  @Test func `a code that was counted and cannot be printed is still counted`() async throws {
    let kept = Calls<FetchedCode>()
    var last = LastResponseCodeService.stub()
    last.update = { kept.record($0) }
    let printed = try await run("fetch", content: (.stub(), .stub(), last), write: .failed("No space left on device"))
    #expect(printed.status == .outputFailed && kept.all.count == 1)
    #expect(
      printed.notes == [
        "satchel: the output could not be written: No space left on device. "
          + "The code is counted and kept: satchel fetch --last"
      ])
  }
}
