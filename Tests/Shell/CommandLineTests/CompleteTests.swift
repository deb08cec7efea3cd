import ComicsRepository
import CommandLine
import FeedsRepository
import Foundation
import PostDomain
import PostsRepository
import Repositories
import Settings
import Subscriptions
import SubscriptionsStore
import TestSupport
import Testing
import TodosRepository

/// Tests of the words that the program offers to the completions of shells. `CompletionsTests` has the shells.
struct CompleteTests {
  private static let names: [String] = [
    "Anna", "b.example", "d.example/1", "d.example/2", "e.example/feed", "f.example/1", "f.example/2", "Größe",
  ]
  private static let verbs = ["add", "remove", "move", "edit", "import", "export", "refresh"]
  private static let feeds = """
    https://a.example/feed.xml "tech" "~Anna"
    http://www.b.example/ news tech "~Two words"
    https://c.example/?x=$(touch) "a b" "~$(touch)"
    https://d.example/1 ! "~Twice"
    https://d.example/2 "~Twice"
    https://e.example/feed
    https://f.example/1 "~News"
    https://f.example/2 "~news"
    https://f.example/3 "~Größe"

    """

  /// Returns the lines for a command line, whose last word, which may be empty, is completed.
  private func lines(
    _ line: String, _ posts: PostsRepository = .stub(), environment: [String: String] = [:]
  ) async throws -> [String] {
    let invocation = try parse(line, environment: environment)
    var repositories = Repositories.stub
    repositories.posts = posts
    repositories.feeds = .stub(feedRows(of: Self.feeds))
    repositories.subscriptions = .stub(SubscriptionFile(Array(Self.feeds.utf8)))
    let written = CallRecorder<String>()
    let output = CommandOutput(write: { written.record($0) }, note: { Issue.record("\($0)") })
    #expect(await invocation.run(repositories, output: output, now: { .distantPast }) == .success)
    return written.all.joined().split(separator: "\n").map(String.init)
  }

  private func parse(
    _ line: String, file: String = "{ servers: { work: 'http://work', home: 'http://home' } }",
    environment: [String: String] = [:]
  ) throws -> Invocation {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    return try Invocation(
      arguments: ["--offline", "--quiet", "complete", "--"] + words, environment: environment,
      caches: URL(filePath: "/"),
      states: URL(filePath: "/states"), file: .stub(file))
  }

  private func words(_ line: String, _ posts: PostsRepository = .stub()) async throws -> [String] {
    try await lines(line, posts).map { String($0.prefix { $0 != "\t" }) }
  }

  @Test func `every command and every named server is offered for the first word`() async throws {
    let commands = Set(Invocation.help.matches(of: /(?m)^  satchel ([a-z]+)/).map { String($0.1) })
    let lines = try await lines("")
    let words = lines.map { String($0.prefix { $0 != "\t" }) }
    #expect(Set(words) == commands.union(["@work", "@home"]))
    #expect(words.count == Set(words).count)
    #expect(lines.contains("post\tprint a post: title, text, author, comments"))
    #expect(lines.contains("@work\thttp://work"))
    #expect(try await self.words("@work ").contains("posts"))
    #expect(try await !self.words("@work ").contains("@home"))
  }

  @Test(arguments: [
    ("todo ", ["add", "done", "reopen", "delete", "show", "rename"]), ("config ", ["servers"]),
    ("--limit 3 completions ", ["bash", "zsh", "fish"]), ("sync ", ["feeds", "posts", "comics", "todos"]),
    ("forget server ", ["@work", "@home"]), ("forget comics @", ["@work", "@home"]), ("bookmark ", ["post", "comic"]),
    ("posts --format ", ["text", "json"]), ("posts -f ", ["text", "json"]),
    ("posts --format=", ["--format=text", "--format=json"]), ("posts --format=js", ["--format=text", "--format=json"]),
    ("--comics-server ", ["@work", "@home"]), ("posts --server=@w", ["--server=@work", "--server=@home"]),
    ("--server @w", ["@work", "@home"]), ("--cache ", [":folders"]), ("posts --config=/", [":files"]),
    ("posts ", []), ("nonsense ", []), ("feeds export ", []),
    ("feeds import ", [":files"]), ("post 1 ", []), ("todo done 1 ", []),
    ("posts -- -", []), ("posts -- --format=", []), ("help feeds ", verbs), ("help post ", []), ("help feeds add ", []),
    ("sync posts ", ["feeds", "comics", "todos"]), ("sync posts feeds comics todos ", []),
    ("feeds remove ", names), ("feeds remove Anna ", names), ("feeds move Anna ", []),
    ("feeds refresh ", names), ("feeds refresh Anna ", names),
    ("posts --feed=A", names.map { "--feed=\($0)" }),
    ("posts --tag ", ["tech", "news"]), ("feeds add x --tag ", ["tech", "news"]),
  ])
  func `the words that may follow are offered`(line: String, words: [String]) async throws {
    #expect(try await self.words(line) == words)
  }

  @Test func `help offers every command once`() async throws {
    let words = try await words("help ")
    #expect(words.contains("feeds"))
    #expect(Set(words).count == words.count)
  }

  @Test func `feeds are offered with their titles, and each word names one`() async throws {
    #expect(try await lines("feeds edit ").prefix(2) == ["Anna\tAnna", "b.example\tTwo words"])
    let sut = CommandLineFeedsTests()
    for word in try await words("feeds remove ") {
      let removed = try await sut.run("feeds remove \(word)", .stub(feedRows(of: Self.feeds)))
      #expect(removed.status == .success, "\(word)")
    }
  }

  @Test func `the options of the command are offered, and those of all`() async throws {
    let feeds = try await words("feeds add x --")
    for option in ["--tag", "--title", "--mark-read", "--server", "--quiet"] {
      #expect(feeds.contains(option), "\(option)")
    }
    for option in ["--sort", "--limit", "--all"] { #expect(!feeds.contains(option), "\(option)") }
    #expect(try await words("feeds -").contains("--sort"))
    #expect(try await words("forget -").contains("--state-too"))
    #expect(try await lines("-").contains("--offline\tdo not use the network; show what is saved"))
  }

  @Test(arguments: [
    ("@work post ", "http://work"), ("post -s http://a ", "http://a"), ("--server @home post ", "http://home"),
    ("post --server=http://a --limit 3 ", "http://a"), ("post ", "http://localhost:8000"),
    ("post -s http://a", "http://localhost:8000"),
  ])
  func `the items are those of the server on the line`(line: String, server: String) throws {
    let sut = try parse(line)
    #expect(sut.server.absoluteString == server)
    #expect(sut.isOffline)
    #expect(sut.format == .text)
  }

  @Test(arguments: [
    ("pos", ["SATCHEL_SERVER": "no address"]), ("-s no-address ", [:]), ("@nobody ", [:]),
    ("", ["SATCHEL_THEME": "pink"]),
  ])
  func `invalid settings leave the words that need none`(line: String, environment: [String: String]) async throws {
    let words = try await lines(line, environment: environment).map { String($0.prefix { $0 != "\t" }) }
    #expect(words.contains("posts"))
    #expect(words.contains("@work") != line.hasPrefix("@"))
    #expect(try await lines("todo \(line)", environment: environment).contains("add") == !line.hasPrefix("@"))
    #expect(try await lines("\(line)post ", environment: environment) == [])
    #expect(try await lines("todo done ", environment: ["SATCHEL_SERVER": "no address"]) == [])
  }

  @Test func `the folders on the line are used, and an invalid configuration file does not matter`() throws {
    let sut = try parse("post --cache /c --state=/s --format json ", file: "{")
    #expect(sut.cache.path() == "/c/")
    #expect(sut.state.path() == "/s/")
    #expect(sut.format == .text)
  }

  @Test func `saved items are offered with their titles, unless a shell could read one as more than a word`()
    async throws
  {
    let ids = [
      "10", "a-b.c_d", "-n", ".", "1;touch hit", "$(x)", "`x`", "1 #", "é", "क्ष", "\u{D4E};touch", "1\u{D4E} 2", "@x",
    ]
    let posts = PostsRepository.stub(ids.map { Post(id: Post.ID($0), userID: nil, title: "a\tb", body: "") })
    #expect(try await lines("post 1", posts) == ["10\ta b", "a-b.c_d\ta b", "é\ta b", "क्ष\ta b", "@x\ta b"])
    #expect(try await words("bookmark post ", posts) == ["10", "a-b.c_d", "é", "क्ष", "@x"])
    #expect(try await words("comic ").prefix(2) == ["latest", "random"])
    #expect(try await words("comic ").count > 2)
    #expect(try await lines("todo done ").contains { $0.contains("\t[ ] ") })
  }
}
