import CommandLine
import ContentDomain
import ContentService
import Database
import Foundation
import NetworkClient
import ResponseCodeStore
import TestSupport
import Testing

/// `fetch`, with the texts of `CommandLineTests`.
extension CommandLineTests {
  static let code = UUID.sampleCode.text

  /// Has counted so many, and remembers what is added.
  func store(_ count: Int, _ added: Calls<UUID> = Calls()) -> ResponseCodeStore {
    var store = ResponseCodeStore.stub(FetchedCodes(last: count == 0 ? nil : .sampleCode, count: count))
    let add = store.add
    store.add = {
      added.record($0)
      return try await add($0)
    }
    return store
  }

  @Test func `fetch prints the code and the count when both are safe`() async throws {
    let added = Calls<UUID>()
    let sut: Content = (.stub(), store(2, added))
    #expect(
      try await run("fetch", content: sut)
        == Printed(text: "\(Self.code)\nfetched 3 times\n", notes: [], status: .shown))
    #expect(added.all == [.sampleCode])
    #expect(
      try await run("fetch --format json", content: sut).text == "{\"code\":\"\(Self.code)\",\"count\":3}\n")
    #expect(try await run("fetch", content: (.stub(), store(0))).text.hasSuffix("\nfetched 1 time\n"))
  }

  @Test func `fetch --last prints what is known, without the network`() async throws {
    let network = ContentService(fetchCurrentResponseCode: unexpected("fetch"))
    #expect(
      try await run("fetch --last", content: (network, store(7)))
        == Printed(text: "\(Self.code)\nfetched 7 times\n", notes: [], status: .shown))
    let none: Content = (network, store(0))
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
    var store = store(1)
    store.add = unexpected("add")
    let sut: Content = (.failing(error), store)
    for command in ["fetch", "fetch --format json", "fetch --quiet"] {
      #expect(
        try await run(command, content: sut) == Printed(text: "", notes: ["satchel: " + line], status: .unavailable))
    }
  }

  @Test(arguments: [
    (
      DatabaseError.noSpace,
      "nothing can be kept in /states/satchel/ (the disk is full), and nothing changed. "
        + "Make room there, or name another folder with --state."
    ),
    (
      .busy,
      "nothing can be kept in /states/satchel/ (another satchel is using its folder), and nothing changed. "
        + "Try again when it is done."
    ),
    (
      .readOnly,
      "nothing can be kept in /states/satchel/ (the disk is read-only), and nothing changed. "
        + "Name a folder on another disk with --state."
    ),
    (
      .unavailable,
      "nothing can be kept in /states/satchel/ (SQLite is not installed), and nothing changed. "
        + "Install the library libsqlite3."
    ),
  ])
  func `a code that cannot be kept is not printed`(error: DatabaseError, line: String) async throws {
    var store = store(1)
    store.add = { _ in throw error }
    #expect(
      try await run("fetch", content: (.stub(), store))
        == Printed(text: "", notes: ["satchel: " + line], status: .unavailable))
    store.prepare = { throw error }
    let content = ContentService(fetchCurrentResponseCode: unexpected("fetch"))
    #expect(try await run("fetch", content: (content, store)).notes == ["satchel: " + line])
  }

  @Test(arguments: [
    (
      DatabaseError.damaged(file: "/x.db"), "/x.db is damaged",
      "Put back a good copy or move it away, or name another folder with --state."
    ),
    (.newer(file: "/x.db"), "a newer satchel wrote /x.db", "Use that one, or name another folder with --state."),
    (.notPermitted, "its folder may not be used", "Make it yours, or name another folder with --state."),
    (.failed("Is a directory"), "is a directory", "Mend the folder, or name another one with --state."),
  ])
  func `what could not be counted is not asked for`(error: DatabaseError, why: String, advice: String) async throws {
    let content = ContentService(fetchCurrentResponseCode: unexpected("fetch"))
    let printed = try await run("fetch", content: (content, .failing(error)))
    #expect(
      printed
        == Printed(
          text: "",
          notes: [
            "satchel: what was fetched before cannot be read in /states/satchel/ (\(why)), and nothing changed. "
              + advice
          ], status: .unavailable))
  }

  @Test func `what cannot be read is said, and is no nothing`() async throws {
    #expect(
      try await run("fetch --last", content: (.stub(), .failing()))
        == Printed(
          text: "",
          notes: [
            "satchel: what was fetched before cannot be read in /states/satchel/ (its folder may not be used). "
              + "Make it yours, or name another folder with --state."
          ], status: .unavailable))
  }

  @Test func `a code that was counted and cannot be printed is still counted`() async throws {
    let added = Calls<UUID>()
    let printed = try await run("fetch", content: (.stub(), store(1, added)), write: .failed("No space left on device"))
    #expect(printed.status == .outputFailed && added.all.count == 1)
    #expect(
      printed.notes == [
        "satchel: the output could not be written: No space left on device. "
          + "The code is counted and kept: satchel fetch --last"
      ])
  }
}
