import CommandLine
import ContentDomain
import ContentService
import Database
import Foundation
import NetworkClient
import ResponseCodeStore
import TestSupport
import Testing

/// Tests of `fetch`.
extension CommandLineTests {
  static let code = UUID.sampleCode.text

  /// Returns a store with a count, which records the codes that are added.
  func store(_ count: Int, _ added: CallRecorder<UUID> = CallRecorder()) -> ResponseCodeStore {
    var store = ResponseCodeStore.stub(FetchedCodes(last: count == 0 ? nil : .sampleCode, count: count))
    let add = store.add
    store.add = {
      added.record($0)
      return try await add($0)
    }
    return store
  }

  @Test func `fetch prints the code and the count once both are saved`() async throws {
    let added = CallRecorder<UUID>()
    let sut: Content = (.stub(), store(2, added))
    #expect(
      try await run("fetch", content: sut)
        == RunResult(text: "\(Self.code)\nfetched 3 times\n", notes: [], status: .success))
    #expect(added.all == [.sampleCode])
    #expect(
      try await run("fetch --format json", content: sut).text == "{\"code\":\"\(Self.code)\",\"count\":3}\n")
    #expect(try await run("fetch", content: (.stub(), store(0))).text.hasSuffix("\nfetched 1 time\n"))
  }

  @Test func `fetch --last prints the saved code and count without the network`() async throws {
    let network = ContentService(fetchCurrentResponseCode: unexpected("fetch"))
    #expect(
      try await run("fetch --last", content: (network, store(7)))
        == RunResult(text: "\(Self.code)\nfetched 7 times\n", notes: [], status: .success))
    let none: Content = (network, store(0))
    #expect(try await run("fetch --last", content: none).text == "no response code yet\nfetched 0 times\n")
    #expect(try await run("fetch --last -f json", content: none).text == "{\"code\":null,\"count\":0}\n")
    #expect(try await run("fetch --last --offline", content: none).status == .success)
  }

  @Test(arguments: [
    (
      NetworkClient.Error.unreachable(.refused),
      "connection refused: http://host; nothing changed. "
        + "Start the server, or check its address."
    ),
    (
      .unreachable(.misdirected(to: "file:///etc/passwd")),
      "redirect not followed: file:///etc/passwd; nothing changed. "
        + "Check the server's address."
    ),
    (
      .undecodable("developers only"),
      "unexpected answer: http://host; nothing changed. "
        + "Check the server's address."
    ),
    (
      .unreachable(.notUsed),
      "offline mode (--offline); nothing changed. "
        + "Leave out --offline, or print the last one: satchel fetch --last"
    ),
  ])
  func `a failed fetch says what failed, that nothing changed, and what to do`(
    error: NetworkClient.Error, line: String
  ) async throws {
    var store = store(1)
    store.add = unexpected("add")
    let sut: Content = (.failing(error), store)
    for command in ["fetch", "fetch --format json", "fetch --quiet"] {
      #expect(
        try await run(command, content: sut) == RunResult(text: "", notes: ["satchel: " + line], status: .unavailable))
    }
  }

  @Test(arguments: [
    (
      DatabaseError.noSpace,
      "cannot save in /states/satchel/ (disk full); nothing changed. "
        + "Free some space, or choose another folder with --state."
    ),
    (
      .busy,
      "cannot save in /states/satchel/ (another satchel is using its folder); nothing changed. "
        + "Try again when it is done."
    ),
    (
      .readOnly,
      "cannot save in /states/satchel/ (read-only disk); nothing changed. "
        + "Choose a folder on another disk with --state."
    ),
    (
      .unavailable,
      "cannot save in /states/satchel/ (SQLite is not installed); nothing changed. "
        + "Install the library libsqlite3."
    ),
  ])
  func `fetch does not print a code that cannot be saved`(error: DatabaseError, line: String) async throws {
    var store = store(1)
    store.add = { _ in throw error }
    #expect(
      try await run("fetch", content: (.stub(), store))
        == RunResult(text: "", notes: ["satchel: " + line], status: .unavailable))
    store.prepare = { throw error }
    let content = ContentService(fetchCurrentResponseCode: unexpected("fetch"))
    #expect(try await run("fetch", content: (content, store)).notes == ["satchel: " + line])
  }

  @Test(arguments: [
    (
      DatabaseError.damaged(file: "/x.db"), "/x.db is damaged",
      "Restore a good copy or move it away, or choose another folder with --state."
    ),
    (.newer(file: "/x.db"), "a newer satchel wrote /x.db", "Use that one, or choose another folder with --state."),
    (.notPermitted, "no permission for its folder", "Check who owns it, or choose another folder with --state."),
    (.failed("Is a directory"), "is a directory", "Check the folder, or choose another one with --state."),
  ])
  func `fetch sends no request when the saved count cannot be read`(error: DatabaseError, why: String, advice: String)
    async throws
  {
    let content = ContentService(fetchCurrentResponseCode: unexpected("fetch"))
    let printed = try await run("fetch", content: (content, .failing(error)))
    #expect(
      printed
        == RunResult(
          text: "",
          notes: [
            "satchel: cannot read the last response code in /states/satchel/ (\(why)); nothing changed. "
              + advice
          ], status: .unavailable))
  }

  @Test func `fetch --last fails with a notice when the saved code cannot be read`() async throws {
    #expect(
      try await run("fetch --last", content: (.stub(), .failing()))
        == RunResult(
          text: "",
          notes: [
            "satchel: cannot read the last response code in /states/satchel/ (no permission for its folder). "
              + "Check who owns it, or choose another folder with --state."
          ], status: .unavailable))
  }

  @Test func `fetch counts a code even when it cannot be printed`() async throws {
    let added = CallRecorder<UUID>()
    let printed = try await run("fetch", content: (.stub(), store(1, added)), write: .failed("No space left on device"))
    #expect(printed.status == .outputFailed)
    #expect(added.all.count == 1)
    #expect(
      printed.notes == [
        "satchel: cannot write the output: No space left on device. "
          + "What was changed is saved; see it with: satchel fetch --last"
      ])
  }
}
