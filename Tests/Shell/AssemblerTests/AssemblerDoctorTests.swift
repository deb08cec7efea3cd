import Assembler
import Database
import DatabaseLive
import Foundation
import NetworkClient
import ProcessTestSupport
import Repositories
import Settings
import Subscriptions
import SubscriptionsStore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct AssemblerDoctorTests {
  let base = AssemblerTests()

  @Test func `doctor prints versions, folders and answering servers when everything works`() async throws {
    let printed = try await base.run("doctor", .stub())
    let lines = printed.text.split(separator: "\n").map(String.init)
    #expect(printed.status == 0)
    #expect(!printed.text.contains("!"))
    #expect(lines[0] == "  satchel   0.1.0, a system")
    #expect(lines[1] == "  libcurl   8.0.0")
    #expect(lines[2].contains(#/^  SQLite +3\.\d+\.\d+$/#))
    #expect(lines.contains("  cache     /caches/satchel/"))
    #expect(lines.contains("  state     /states/satchel/"))
    #expect(lines.contains("  posts     http://localhost:8000 answers in 0 ms: 3 posts"))
    #expect(lines.contains("  comics    http://localhost:8000 answers in 0 ms: the latest is comic 5"))
    #expect(lines.contains("  to-dos    http://localhost:8000 answers in 0 ms: 4 to-dos"))
  }

  @Test func `doctor points out every failing check with advice, and exits with status 69`() async throws {
    let printed = try await base.run("doctor", .failing())
    #expect(printed.status == 69)
    #expect(printed.text.split(separator: "\n").count { $0.hasPrefix("! ") } == 7)
    #expect(printed.text.contains("! libcurl   no libcurl\n            Install the library libcurl, 7.68 or later."))
    #expect(printed.text.contains("! cache     /caches/satchel/: no permission for its folder"))
  }

  @Test func `doctor names a damaged state file and how to restore it`() async throws {
    var dependencies = Dependencies.stub()
    let name = FileName("a")
    let damaged = DatabaseError.damaged(file: "/state/a.db")
    dependencies.stateFiles = { [name: SavedFile(path: "/state/a.db", bytes: 8)] }
    dependencies.state = { _ in .failing(damaged) }
    let printed = try await base.run("doctor --offline", dependencies)
    #expect(printed.text.contains("/state/a.db is damaged\n            Restore a good copy"))
    #expect(printed.status == 69)
  }

  /// Returns sample content with some state in a database.
  private func dependencies(_ state: @escaping @Sendable () -> Database) async throws -> Dependencies {
    var dependencies = Dependencies.stub()
    dependencies.stateFiles = { [FileName("a"): SavedFile(path: "/a", bytes: 8)] }
    dependencies.state = { _ in state() }
    for line in ["bookmark post 1", "todo add a", "fetch"] {
      #expect(try await base.run(line, dependencies).status == 0, "\(line)")
    }
    #expect(try await base.run("doctor", dependencies).status == 0)
    return dependencies
  }

  @Test func `doctor notices damage behind the header of a state file`() async throws {
    let folder = TemporaryFolder()
    let file = folder.url.appending(path: "a.db")
    let dependencies = try await dependencies { .live(file: file, durability: .full, damage: .keep) }
    var bytes = try Data(contentsOf: file)
    for page in stride(from: 4_096, to: bytes.count, by: 4_096) {
      bytes.replaceSubrange(page..<page + 8, with: Data(repeating: 0xA5, count: 8))
    }
    try bytes.write(to: file)
    let printed = try await base.run("doctor", dependencies)
    #expect(printed.text.contains("\(file.path()) is damaged\n            Restore a good copy"), "\(printed.text)")
    #expect(printed.status == 69)
    #expect(try Data(contentsOf: file) == bytes)
  }

  @Test(arguments: ["todos", "outbox", "item_flags", "codes", "places"])
  func `doctor notices state of a newer version`(schema: String) async throws {
    let state = Database.memory()
    let dependencies = try await dependencies { state }
    try await state.write { connection in
      try connection.run("INSERT OR REPLACE INTO schemas (name, version) VALUES (?, 99)", .text(schema))
      try connection.confirm(99, of: schema)
    }
    let printed = try await base.run("doctor", dependencies)
    #expect(printed.text.contains("! state     /states/satchel/: a newer satchel wrote"), "\(printed.text)")
    #expect(printed.text.contains("choose another folder with --state."))
    #expect(printed.status == 69)
  }

  @Test func `doctor accepts a server without comics and to-dos, but not one without posts`() async throws {
    var dependencies = Dependencies.stub()
    dependencies.network = .failing(NetworkClient.Error.rejected(status: 404))
    let printed = try await base.run("doctor", dependencies)
    #expect(printed.text.contains("  comics    none at http://localhost:8000\n"))
    #expect(printed.text.contains("  to-dos    none at http://localhost:8000\n"))
    #expect(printed.text.contains("! posts     not found (404): http://localhost:8000\n"))
    #expect(printed.status == 69)
  }

  @Test func `doctor counts the entry of a feed`() async throws {
    var dependencies = Dependencies.stub()
    dependencies.network = NetworkClient { request in
      guard request.url.path().count < 2 else { throw NetworkClient.Error.rejected(status: 404) }
      return .init(url: request.url, body: Data("<rss><channel><item><guid>1</guid></item></channel></rss>".utf8))
    }
    #expect(try await base.run("doctor", dependencies).text.contains("a feed with 1 entry\n"))
  }

  @Test(arguments: [
    ("", [:], "16"), ("--theme none", [:], "none"), ("", ["NO_COLOR": "1"], "none"),
    ("--theme light", ["NO_COLOR": "1"], "16, on a light background"),
  ])
  func `doctor prints the colours of the reader`(
    option: String, environment: [String: String], colors: String
  ) async throws {
    let printed = try await base.run("doctor --offline \(option)", .stub(), environment: environment)
    #expect(printed.text.contains("  colours   \(colors)\n"), "\(printed.text)")
  }

  @Test func `doctor --offline asks no server`() async throws {
    var dependencies = Dependencies.stub()
    dependencies.network.send = unexpected("send")
    let printed = try await base.run("doctor --offline", dependencies)
    #expect(printed.text.contains("  posts     http://localhost:8000, not asked: offline mode (--offline)\n"))
    #expect(printed.status == 0)
  }

  @Test func `doctor says when it counted only the posts of the first page`() async throws {
    var dependencies = Dependencies.stub()
    dependencies.network.send = { [samples = dependencies.network] request in
      guard request.url.path() == "/posts" else { return try await samples.send(request) }
      let body = try await samples.send(request).body
      return .init(url: request.url, headers: [("Link", "</posts?_page=2>; rel=next")], body: body)
    }
    #expect(try await base.run("doctor", dependencies).text.contains("3 posts on the first page"))
  }

  @Test func `doctor names the configuration file and its errors`() async throws {
    let none = try await base.run("doctor --offline", .stub())
    #expect(none.text.contains("  config    /configs/satchel/config.json5, not there\n"))
    #expect(none.status == 0)
    let right = try await base.run("doctor --offline", .stub(), file: .stub("{}"))
    #expect(right.text.contains("  config    /configs/satchel/config.json5\n"))
    #expect(right.status == 0)
    let wrong = try await base.run("doctor --offline", .stub(), file: .stub("{\n them: 1 }"))
    #expect(
      wrong.text.contains(
        "! config    /configs/satchel/config.json5:2: there is no setting them; did you mean theme?\n            What can"
      ))
    #expect(wrong.status == 69)
  }

  @Test(arguments: ["doctor --offline", "config"])
  func `doctor and config report a rule that matches no feed, without failing`(command: String) async throws {
    var dependencies = Dependencies.stub()
    dependencies.subscriptions = .stub(SubscriptionFile(Array("https://a.org news\n".utf8)))
    let file = SettingsFile.stub(#"{ feeds: [{ match: "@nwes", quiet: true }] }"#)
    let printed = try await base.run(command, dependencies, file: file)
    #expect(printed.status == 0)
    let said = printed.text + printed.notes.joined(separator: "\n")
    #expect(said.contains("the rule for @nwes matches no feed; did you mean @news?"), "\(said)")
    #expect(!said.contains("?."))
    dependencies.subscriptions = .stub(SubscriptionFile(Array("https://a.org news\nb\n".utf8)))
    #expect(
      try await base.run("doctor --offline", dependencies, file: file).text.contains(
        "line 2 is not understood; the rule for @nwes matches no feed; did you mean @news?"))
  }

  @Test func `without a named server, doctor asks none and examines the feeds`() async throws {
    var dependencies = Dependencies.stub()
    dependencies.network.send = unexpected("send")
    func feeds(_ text: String) async throws -> [String] {
      dependencies.subscriptions = .stub(SubscriptionFile(Array(text.utf8)))
      let printed = try await base.run("doctor", dependencies, environment: [:])
      for subject in ["posts", "comics", "to-dos"] { #expect(!printed.text.contains("  \(subject) ")) }
      let lines = printed.text.split(separator: "\n").map(String.init)
      return lines.drop { !$0.dropFirst(2).hasPrefix("feeds ") } + ["\(printed.status)"]
    }
    #expect(try await feeds("https://a.org\nhttps://b.org\n") == ["  feeds     2 feeds in /satchel/feeds", "0"])
    #expect(
      try await feeds("") == [
        "! feeds     none in /satchel/feeds", "            Add one: satchel feeds add https://xkcd.com/atom.xml", "69",
      ])
    #expect(
      try await feeds("https://a.org\n\nftp://b\nc") == [
        "! feeds     1 feed in /satchel/feeds, line 3 is not understood, and 1 more",
        "            See why with: satchel feeds", "69",
      ])
    dependencies.network = Dependencies.stub().network
    let text = try await base.run("doctor --comics-server http://c", dependencies, environment: [:]).text
    #expect(text.contains("  comics    http://c answers in 0 ms: the latest is comic 5\n"))
    #expect(!text.contains("localhost"))
  }
}
