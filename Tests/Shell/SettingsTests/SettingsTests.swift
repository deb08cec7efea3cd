import Foundation
import NetworkClient
import Settings
import Testing

struct SettingsTests {
  func read(_ bytes: [UInt8]) -> ConfigurationFile {
    ConfigurationFile(SettingsFile(path: "/c") { _ in .init(bytes) }, options: [:], environment: [:])
  }

  /// Returns the settings for a file with this text.
  func settings(_ text: String, _ options: [String: String] = [:], server: String? = nil) throws -> Settings {
    let file = read(Array(text.utf8))
    #expect(file.problem == nil)
    var settings = Settings(file: file, caches: URL(filePath: "/caches"), states: URL(filePath: "/states"))
    try settings.read(options: options, server: server, environment: [:])
    return settings
  }

  /// Returns "LINE: MESSAGE" for an error in the file, or an empty text.
  func problem(_ text: String) -> String { problem(Array(text.utf8)) }

  func problem(_ bytes: [UInt8]) -> String {
    let message = read(bytes).problem?.message ?? ""
    return String(message.trimmingPrefix("/c:").trimmingPrefix(" "))
  }

  func fileSource(line: Int) -> SettingOrigin { SettingOrigin(source: .file, line: line) }

  @Test func `every setting is read, with its line`() throws {
    let text = """
      {
        server: "@work",
        servers: {
          home: "http://localhost:8000",
          work: {
            address: "https://w.example",
            comics: "https://xkcd.com", todos: "https://t.example", fetch: "https://f.example",
            sections: ["fetch", "posts"],
            timeout: .5,
          },
        },
        sections: ["todos"], theme: "dark",
        browser: "firefox %s",
        timeout: 5,
        keep: "1.5 GiB",
      }
      """
    let work = try settings(text)
    #expect(work.file.servers.map(\.name) == ["home", "work"])
    #expect(work.server.absoluteString == "https://w.example")
    #expect(work.comicsServer.absoluteString == "https://xkcd.com")
    #expect(work.todosServer.absoluteString == "https://t.example")
    #expect(work.fetchServer.absoluteString == "https://f.example")
    #expect(work.sections == [.fetch, .posts])
    #expect(work.theme == .dark)
    #expect(work.browser == "firefox %s")
    #expect(work.timeout == .milliseconds(500))
    #expect(work.keep == 3 << 29)
    #expect(
      work.origins == [
        "server": fileSource(line: 6), "comics": fileSource(line: 7), "todos": fileSource(line: 7),
        "fetch": fileSource(line: 7), "sections": fileSource(line: 8), "theme": fileSource(line: 12),
        "browser": fileSource(line: 13), "timeout": fileSource(line: 9), "keep": fileSource(line: 15),
      ])
    let home = try settings(text, server: "home")
    #expect(home.server.absoluteString == "http://localhost:8000")
    #expect(home.comicsServer == home.server)
    #expect(home.sections == [.todos])
    #expect(home.timeout == .seconds(5))
    #expect(home.origins["sections"] == fileSource(line: 12))
    #expect(home.origins["timeout"] == fileSource(line: 14))
    #expect(home.origins["server"] == SettingOrigin(source: .option, name: "@home", line: 4))
    #expect(home.origins["todos"] == SettingOrigin(source: .option, name: "@home", line: 4))
  }

  /// Texts below the size limit of the file, each of which once took seconds of processor time.
  static let long = [
    "{ servers: {"
      + (0..<20_000).map { "s\($0): { address: 'http://h', comics: '@s\($0 + 1)' }, " }.joined() + "} }",
    "{ server: '@x', servers: { " + (0..<40_000).map { "serv\($0): 'http://h', " }.joined() + "} }",
    "{ server: '@\(String(repeating: "x", count: 500_000))', servers: { "
      + (0..<20_000).map { "s\($0): 'http://h', " }.joined() + "} }",
    "{ theme: '\(String(repeating: "x", count: 1_000_000))' }",
    "{ \(String(repeating: "x", count: 1_000_000)): 5 }",
    "{ servers: { \(String(repeating: "x", count: 1_000_000)): 5 } }",
    "{ servers: { a: '\(String(repeating: "x", count: 1_000_000))' } }",
    "{ servers: { a: { address: 'http://h', todos: '@\(String(repeating: "x", count: 1_000_000))' } } }",
    "{ timeout: '\(String(repeating: "x", count: 1_000_000))' }",
  ]

  @Test(.timeLimit(.minutes(1)), arguments: long.indices)
  func `a large file with an error is rejected quickly with a short message`(index: Int) {
    let problem = problem(Self.long[index])
    #expect(problem.count < 500, "\(problem.count)")
    #expect(problem.hasPrefix("1: "), "\(problem.count)")
  }

  @Test(arguments: [
    ("file:/tmp/a.xml", "file:///tmp/a.xml"), ("file:///tmp//a.xml#b", "file:///tmp/a.xml"),
    ("file:///tmp/a%20b.xml", "file:///tmp/a%20b.xml"), ("http://h:08000/a", "http://h:8000/a"),
    ("http://h:80/a", "http://h/a"), ("https://h:443", "https://h"), ("https://h:80/a?b=c", "https://h:80/a?b=c"),
    ("http://[::1]:8000/", "http://[::1]:8000/"), ("http://h//a", "http://h//a"),
  ])
  func `spellings of one address become the same address`(text: String, address: String) throws {
    #expect(try settings("{ server: '\(text)' }").server.absoluteString == address)
  }

  @Test func `a chain of server names is followed through at most 8 servers`() {
    func way(_ count: Int) -> String {
      let servers = (1...count).map { (number: Int) -> String in
        "s\(number): { address: 'http://h', comics: '@s\(number + 1)' }, "
      }.joined()
      return problem("{ servers: { \(servers) s\(count + 1): 'http://x' } }")
    }
    #expect(way(8) == "")
    #expect(way(9) == "1: servers.s1.comics leads through more than 8 servers; write an address")
  }

  @Test(arguments: ["", "{}", "// nothing yet\n", "\u{FEFF}{\r\n}\r\n"])
  func `a file without settings leaves every setting at its default`(text: String) throws {
    let sut = try settings(text)
    #expect(sut == Settings(file: sut.file, caches: URL(filePath: "/caches"), states: URL(filePath: "/states")))
    #expect(sut.file.isThere)
  }

  @Test(arguments: [("/a/b", "/a/b/"), ("/a/./b", "/a/c/../b"), ("/states/satchel", nil)])
  func `saved copies and state cannot share a folder`(cache: String, state: String?) throws {
    var sut = Settings(
      file: ConfigurationFile(path: ""), caches: URL(filePath: "/caches"), states: URL(filePath: "/states"))
    let options = ["--cache": cache, "--state": state].compactMapValues { $0 }
    try sut.read(options: options, server: nil, environment: [:])
    let error = #expect(throws: UsageError.self) { try sut.checkFolders() }
    #expect(error?.message.hasPrefix("saved copies and state cannot share the folder /") == true)
    #expect(error?.advice == "Name another one with --state or --cache")
  }

  @Test func `the table contains the key of every setting, with a help text and unique names`() {
    #expect(
      Setting.all.filter { $0.key != nil }.map(\.name)
        == ["server", "sections", "feeds", "theme", "browser", "player", "timeout", "keep"])
    #expect(
      Setting.all.filter { $0.serverKey != nil }.map(\.nameInServer)
        == ["address", "comics", "todos", "fetch", "sections", "timeout"])
    for key in Setting.all.flatMap({ [$0.key, $0.serverKey] }).compactMap({ $0 }) {
      #expect(!key.help.isEmpty)
      #expect(!key.value.isEmpty)
    }
    for names in [Setting.all.map(\.name), Setting.all.compactMap(\.option?.name), Setting.all.compactMap(\.variable)] {
      #expect(Set(names).count == names.count)
    }
  }

  @Test func `a section of a server may refer to another server by name`() throws {
    let text = """
      { servers: {
        work: { address: "http://w", comics: "@home",
          todos: "@home", fetch: "@xkcd" },
        home: { address: "http://h", comics: "@xkcd" },
        xkcd: "http://x",
      } }
      """
    let work = try settings(text, server: "work")
    #expect(work.comicsServer.absoluteString == "http://x", "the comics of home are those of xkcd")
    #expect(work.todosServer.absoluteString == "http://h")
    #expect(work.fetchServer.absoluteString == "http://x")
    #expect(["comics", "todos", "fetch"].map { work.origins[$0]?.line } == [2, 3, 3])
  }

  @Test(
    arguments: [
      ([:], [:], "", []), (["--server": "http://h"], [:], "", ["server", "comics", "todos", "fetch"]),
      ([:], ["SATCHEL_SERVER": "http://h"], "", ["server", "comics", "todos", "fetch"]),
      ([:], ["SATCHEL_SERVER": ""], "", []), ([:], ["SATCHEL_TODOS_SERVER": "http://h"], "", ["todos"]),
      (["--comics-server": "http://h"], [:], "{ theme: 'dark' }", ["comics"]),
      ([:], [:], "{ server: 'http://h' }", ["server", "comics", "todos", "fetch"]),
      ([:], [:], "{ servers: { work: 'http://w' } }", []),
      (["--configuration": "stub"], [:], "", ["server", "comics", "todos", "fetch"]),
    ] as [([String: String], [String: String], String, [String])])
  func `an option, a variable or the file names a server, and that of posts stands in for the others`(
    options: [String: String], environment: [String: String], text: String, named: [String]
  ) throws {
    let file = ConfigurationFile(.stub(text.isEmpty ? nil : text), options: options, environment: environment)
    var sut = Settings(file: file, caches: URL(filePath: "/caches"), states: URL(filePath: "/states"))
    try sut.read(options: options, server: nil, environment: environment)
    #expect(["server", "comics", "todos", "fetch"].filter { sut.namesServer($0) } == named)
    #expect(sut.namesServer() == named.contains("server"))
  }

  @Test(
    arguments: [
      ([:], "work", [:], true, "http://c"), (["--server": "@work"], nil, [:], true, "http://c"),
      (["--server": "http://h"], nil, [:], true, "http://v"),
      ([:], nil, ["SATCHEL_SERVER": "@work"], false, "http://v"), ([:], nil, [:], false, "http://v"),
    ] as [([String: String], String?, [String: String], Bool, String)])
  func `a server of the file named on the command line overrides the variables of its sections`(
    options: [String: String], server: String?, environment: [String: String], isOnCommandLine: Bool, comics: String
  ) throws {
    let environment = environment.merging(["SATCHEL_COMICS_SERVER": "http://v"]) { $1 }
    let file = read(Array("{ servers: { work: { address: 'http://w', comics: 'http://c' } } }".utf8))
    var sut = Settings(file: file, caches: URL(filePath: "/caches"), states: URL(filePath: "/states"))
    try sut.read(options: options, server: server, environment: environment)
    #expect(sut.isServerOnCommandLine == isOnCommandLine)
    #expect(sut.comicsServer.absoluteString == comics)
  }

  @Test func `user names and passwords are separated from addresses`() throws {
    let text = """
      { servers: { work: { address: "https://me:p%40ss@w.example/feed%20x|y?a=b", comics: "http://only@c.example" } } }
      """
    let work = try settings(text, server: "work")
    #expect(work.server.absoluteString == "https://w.example/feed%20x%7Cy?a=b")
    #expect(work.comicsServer.absoluteString == "http://c.example")
    #expect(work.credentials.map(\.user) == ["me", "only"])
    #expect(work.credentials.map(\.password) == ["p@ss", ""])
    #expect(work.credentials.map(\.origin.host) == ["w.example", "c.example"])
    #expect(work.file.servers.map(\.address) == ["https://w.example/feed%20x%7Cy?a=b"])
  }

  @Test func `the address of a section is its own, that of the server's posts, or the given one`() throws {
    let sut = try settings("{ servers: { work: { address: 'http://w',\n comics: 'http://c' } } }").file
    let comics = try sut.address("@work", of: "comics")
    #expect(comics.address.url.absoluteString == "http://c")
    #expect(comics.line == 2)
    let posts = try sut.address("@work", of: "todos")
    #expect(posts.address.url.absoluteString == "http://w")
    #expect(posts.line == 1)
    #expect(posts.server?.name == "work")
    let given = try sut.address("http://g", of: "comics")
    #expect(given.address.url.absoluteString == "http://g")
    #expect(given.line == nil)
    #expect(given.server == nil)
    #expect(throws: ValueError("names @home, which is not a server; there are @work")) {
      try sut.address("@home", of: "comics")
    }
  }

  @Test(arguments: [
    (
      "{ servers: { work: {\n address: 'http://h', comics: '@wrok' } } }",
      "2: servers.work.comics names @wrok, which is not a server; did you mean @work?"
    ),
    (
      "{ servers: { work: { address: 'http://h', comics: '@work' } } }",
      "1: servers.work.comics names @work, which leads back here; write an address"
    ),
    (
      "{ servers: { a: { address: 'http://h', todos: '@b' }, b: { address: 'http://i', todos: '@a' } } }",
      "1: servers.a.todos names @b, which leads back here; write an address"
    ),
    ("{ servers: { a: '@b', b: 'http://h' } }", "1: servers.a needs an address such as http://localhost:8000, not @b"),
    (
      "{ servers: { a: { address: '@b' }, b: 'http://h' } }",
      "1: servers.a.address needs an address such as http://localhost:8000, not @b"
    ),
    (
      "{ servers: { a: { address: 'http://h', comics: '@b' }, b: 5 } }",
      "1: servers.a.comics names @b, which has no address"
    ),
  ])
  func `a server name that cannot be resolved is reported with its line`(text: String, complaint: String) {
    #expect(problem(text).hasPrefix(complaint), "\(problem(text))")
  }

  @Test(arguments: [
    ("{\n tymeout: 5 }", "2: there is no setting tymeout; did you mean timeout?"),
    ("{ colour: 1 }", "1: there is no setting colour"),
    ("{ timeouts: { connect: 5 } }", "1: there is no setting timeouts; did you mean timeout?"),
    ("{ timeout: { connect: 5 } }", "1: timeout needs seconds from 0.001 to 86400, such as 2.5, not an object"),
    ("{ servers: { a: {\n adress: 'http://h' } } }", "2: there is no setting servers.a.adress; did you mean address?"),
    ("{ 'a\\u0007': 1 }", "1: there is no setting a\u{7}"),
    ("{ theme: 'dark',\n theme: 'light' }", "2: theme is set again; it was in line 1"),
    ("{ servers: { a: 'http://h', a: 'http://i' } }", "1: servers.a is set again"),
    ("{ servers: { 'a b': 'http://h' } }", "1: a server's name needs to be letters, digits, -, _ and ., not \"a b\""),
    ("{ servers: [] }", "1: servers needs an object such as { work: \"https://…\" }, not a list"),
    ("{ servers: { a: {} } }", "1: servers.a needs an address: { address: \"https://…\" }"),
    ("{ servers: { a: 5 } }", "1: servers.a needs an address in quotes, not 5"),
    (
      "{ servers: { a: 'h:80' } }",
      "1: servers.a needs an address such as http://localhost:8000, not h:80; did you mean http://h:80?"
    ),
    (
      "{ servers: { a: { address: 'http://h', comics: null } } }",
      "1: servers.a.comics needs an address in quotes, not null"
    ),
    (
      "{ server: '@wrok',\n servers: { work: 'http://h' } }",
      "1: server names @wrok, which is not a server; did you mean @work?"
    ),
    (
      "{ server: '@x', servers: { work: 'http://h', home: 'http://i' } }",
      "1: server names @x, which is not a server; there are @work, @home"
    ),
    ("{ server: '@x' }", "1: server names @x, which is not a server; no server has a name"),
    ("{ server: 'work', servers: { work: 'http://h' } }", "1: server needs @ before a name; did you mean @work?"),
    ("{ server: 'ftp://h' }", "1: server needs an address such as http://localhost:8000, not ftp://h"),
    ("{ server: true }", "1: server needs an address or \"@\" and a name, in quotes, not true"),
    (
      "{ sections: 'posts' }",
      "1: sections needs a list of \"feeds\", \"posts\", \"comics\", \"todos\", \"fetch\", not \"posts\""
    ),
    ("{ sections: [] }", "1: sections needs a list of"),
    ("{ sections: [\n1] }", "1: sections needs a list of"),
    (
      "{ sections: ['post'] }",
      "1: sections can hold feeds, posts, comics, todos, fetch, not post; did you mean posts?"
    ),
    ("{ sections: ['posts', 'posts'] }", "1: sections holds posts twice"),
    ("{ theme: 'drak' }", "1: theme needs one of auto, light, dark, none, not drak; did you mean dark?"),
    ("{ theme: 1 }", "1: theme needs one of \"auto\", \"light\", \"dark\", \"none\", not 1"),
    ("{ browser: '' }", "1: browser needs a command in quotes"), ("{ browser: 'a\\0' }", "1: browser needs a command"),
    ("{ timeout: '5' }", "1: timeout needs seconds from 0.001 to 86400, such as 2.5, not \"5\""),
    ("{ timeout: 0 }", "1: timeout needs seconds from 0.001 to 86400, such as 2.5, not 0"),
    ("{ timeout: NaN }", "1: timeout needs seconds"), ("{ timeout: -Infinity }", "1: timeout needs seconds"),
    ("{ keep: 5 }", "1: keep needs a size in quotes, such as \"1 GiB\", not 5"),
    ("{ keep: '5 parsecs' }", "1: keep needs a size such as 1 GiB or 500 MB, not 5 parsecs"),
    ("{ keep: '5 B' }", "1: keep needs at least 1 MiB, not 5 B"),
    ("[]", "1: expected { and settings, not a list"), ("\n5", "2: expected { and settings, not 5"),
    ("{\n a\n}", "3: expected : after a, found }"),
    ("{ theme: dark }", "1: expected a value (text stands in quotes), found dark"),
  ])
  func `an invalid setting is reported with its line and what was expected`(text: String, complaint: String) {
    #expect(problem(text).hasPrefix(complaint), "\(problem(text))")
  }

  @Test func `a file of 1 MiB is read, and a longer one is rejected`() {
    #expect(problem([UInt8](repeating: 32, count: (1 << 20) + 1)) == "it is longer than 1 MiB")
    #expect(problem([UInt8](repeating: 32, count: 1 << 20)) == "")
  }

  @Test(.timeLimit(.minutes(5)))
  func `20,000 servers are read, and an unknown key of 900,000 letters is rejected`() {
    let servers = (0..<20_000).map { "s\($0): 'http://h'" }.joined(separator: ",")
    #expect(problem("{ servers: { \(servers) } }") == "")
    #expect(problem("{ \(String(repeating: "x", count: 900_000)): 1 }").hasPrefix("1: there is no setting xxx"))
  }
}
