import Foundation
import Settings
import Testing

struct SettingsTests {
  func problem(_ text: String) -> String {
    do {
      return "\(try Settings(Array(text.utf8)))"
    } catch { return "\(error.line.map { "\($0): " } ?? "")\(error.message)" }
  }

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
    let sut = try Settings(text.utf8)
    #expect(sut.server == Located(.named("work"), line: 2))
    #expect(sut.servers.map(\.name) == ["home", "work"])
    let (home, work) = (try #require(sut.named("home")), try #require(sut.named("work")))
    #expect(home.address == Located(try address("http://localhost:8000"), line: 4) && home.comics == nil)
    #expect(work.address == Located(try address("https://w.example"), line: 6))
    #expect(work.comics == Located(try address("https://xkcd.com"), line: 7))
    #expect(work.todos?.value.host() == "t.example" && work.fetch?.value.host() == "f.example")
    #expect(
      work.sections == Located([.fetch, .posts], line: 8) && work.timeout == Located(.milliseconds(500), line: 9))
    #expect(sut.sections == Located([.todos], line: 12) && sut.theme == Located(.dark, line: 12))
    #expect(sut.browser == Located("firefox %s", line: 13) && sut.timeout == Located(.seconds(5), line: 14))
    #expect(sut.keep == Located(3 << 29, line: 15))
  }

  /// Below the limit of a file; each kept the processor busy for seconds.
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
  func `a long file is read at once, and told in a short line`(index: Int) {
    let problem = problem(Self.long[index])
    #expect(problem.count < 500 && problem.hasPrefix("1: "), "\(problem.count)")
  }

  @Test func `a way through many servers is not followed to its end`() {
    func way(_ count: Int) -> String {
      let servers = (1...count).map { "s\($0): { address: 'http://h', comics: '@s\($0 + 1)' }, " }.joined()
      return problem("{ servers: { \(servers) s\(count + 1): 'http://x' } }")
    }
    #expect(way(8).hasPrefix("Settings("))
    #expect(way(9) == "1: servers.s1.comics leads through more than 8 servers; write an address")
  }

  @Test(arguments: ["", "{}", "// nothing yet\n", "\u{FEFF}{\r\n}\r\n"])
  func `a file that says nothing sets nothing`(text: String) throws {
    #expect(try Settings(text.utf8) == Settings())
  }

  @Test func `every setting and its parts are in the table`() {
    #expect(
      Set(Settings.entries.map(\.name)) == ["servers", "server", "sections", "theme", "browser", "timeout", "keep"])
    #expect(Set(NamedServer.entries.map(\.name)) == ["address", "comics", "todos", "fetch", "sections", "timeout"])
    #expect(Settings.entries.allSatisfy { !$0.help.isEmpty && !$0.value.isEmpty })
  }

  @Test func `a part of a server may be that of another, by its name`() throws {
    let text = """
      { servers: {
        work: { address: "http://w", comics: "@home",
          todos: "@home", fetch: "@xkcd" },
        home: { address: "http://h", comics: "@xkcd" },
        xkcd: "http://x",
      } }
      """
    let work = try #require(try Settings(text.utf8).named("work"))
    #expect(work.comics == Located(try address("http://x"), line: 2), "of home, whose comics are those of xkcd")
    #expect(work.todos == Located(try address("http://h"), line: 3))
    #expect(work.fetch == Located(try address("http://x"), line: 3))
  }

  @Test func `where a part of a server is, is its own address, that of its posts, or what was given`() throws {
    let sut = try Settings("{ servers: { work: { address: 'http://w',\n comics: 'http://c' } } }".utf8)
    let (comics, posts) = (
      try #require(sut.located(.named("work")) { $0.comics }), sut.located(.named("work")) { $0.todos }
    )
    #expect(comics.url.absoluteString == "http://c" && comics.line == 2)
    #expect(posts?.url.absoluteString == "http://w" && posts?.line == 1)
    let given = try #require(sut.located(.address(try address("http://g"))) { $0.comics })
    #expect(given.url.absoluteString == "http://g" && given.line == nil)
    #expect(sut.located(.named("home")) == nil)
  }

  @Test(arguments: [
    (
      "{ servers: { work: {\n address: 'http://h', comics: '@wrok' } } }",
      "2: servers.work.comics names @wrok, which is no server; did you mean @work?"
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
  func `a name that cannot stand for an address is told with its line`(text: String, complaint: String) {
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
      "1: server names @wrok, which is no server; did you mean @work?"
    ),
    (
      "{ server: '@x', servers: { work: 'http://h', home: 'http://i' } }",
      "1: server names @x, which is no server; there are @work, @home"
    ),
    ("{ server: '@x' }", "1: server names @x, which is no server; no server has a name"),
    ("{ server: 'work', servers: { work: 'http://h' } }", "1: server needs @ before a name; did you mean @work?"),
    ("{ server: 'ftp://h' }", "1: server needs an address such as http://localhost:8000, not ftp://h"),
    ("{ server: true }", "1: server needs an address or \"@\" and a name, in quotes, not true"),
    ("{ sections: 'posts' }", "1: sections needs a list of \"posts\", \"comics\", \"todos\", \"fetch\", not \"posts\""),
    ("{ sections: [] }", "1: sections needs a list of"),
    ("{ sections: [\n1] }", "1: sections needs a list of"),
    ("{ sections: ['post'] }", "1: sections can hold posts, comics, todos, fetch, not post; did you mean posts?"),
    ("{ sections: ['posts', 'posts'] }", "1: sections holds posts twice"),
    ("{ theme: 'drak' }", "1: theme is one of auto, light, dark, none, not drak; did you mean dark?"),
    ("{ theme: 1 }", "1: theme needs one of \"auto\", \"light\", \"dark\", \"none\", not 1"),
    ("{ browser: '' }", "1: browser needs a command in quotes"), ("{ browser: 'a\\0' }", "1: browser needs a command"),
    ("{ timeout: '5' }", "1: timeout needs seconds from 0.001 to 86400, such as 2.5, not \"5\""),
    ("{ timeout: 0 }", "1: timeout needs seconds from 0.001 to 86400, such as 2.5, not 0"),
    ("{ timeout: NaN }", "1: timeout needs seconds"), ("{ timeout: -Infinity }", "1: timeout needs seconds"),
    ("{ keep: 5 }", "1: keep needs a size in quotes, such as \"1 GiB\", not 5"),
    ("{ keep: '5 parsecs' }", "1: keep needs a size such as 1 GiB or 500 MB, not 5 parsecs"),
    ("{ keep: '5 B' }", "1: keep needs at least 1 MiB, not 5 B"),
    ("[]", "1: expected { and settings, not a list"), ("\n5", "2: expected { and settings, not 5"),
    ("{\n a\n}", "3: expected : behind a, found }"),
    ("{ theme: dark }", "1: expected a value (text stands in quotes), found dark"),
  ])
  func `what is wrong has its line, and what was expected`(text: String, complaint: String) {
    #expect(problem(text).hasPrefix(complaint), "\(problem(text))")
  }

  @Test func `a file without end is not read to its end`() {
    let error = #expect(throws: Settings.Problem.self) { try Settings([UInt8](repeating: 32, count: (1 << 20) + 1)) }
    #expect(error == Settings.Problem("it is longer than 1 MiB"))
    #expect((try? Settings([UInt8](repeating: 32, count: 1 << 20))) == Settings())
  }

  @Test(.timeLimit(.minutes(5)))
  func `thousands of servers and unknown settings are answered at once`() {
    let servers = (0..<20_000).map { "s\($0): 'http://h'" }.joined(separator: ",")
    #expect(!problem("{ servers: { \(servers) } }").hasPrefix("1:"))
    #expect(problem("{ \(String(repeating: "x", count: 900_000)): 1 }").hasPrefix("1: there is no setting xxx"))
  }
}
