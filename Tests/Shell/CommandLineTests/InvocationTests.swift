import CommandLine
import Foundation
import Repositories
import Settings
import TestSupport
import Testing

struct InvocationTests {
  func parse(_ line: String, _ environment: [String: String] = [:]) throws -> Invocation {
    try Invocation(
      arguments: line.split(separator: " ").map(String.init), environment: environment,
      caches: URL(filePath: "/caches", directoryHint: .isDirectory),
      states: URL(filePath: "/states", directoryHint: .isDirectory))
  }

  /// Returns the parsed words after `satchel`.
  func words(_ line: String) throws -> Words { try parse(line).words }

  func message(_ line: String, _ environment: [String: String] = [:]) -> String {
    do { return "\(try parse(line, environment).words)" } catch { return (error as? UsageError)?.message ?? "\(error)" }
  }

  @Test func `an invocation without options has the documented defaults`() throws {
    let sut = try parse("posts")
    #expect(sut.words.operands == ["posts"])
    #expect(!sut.opensReader)
    #expect(sut.server == URL(string: "http://localhost:8000"))
    #expect(sut.cache.path() == "/caches/satchel/")
    #expect(sut.state.path() == "/states/satchel/")
    #expect(sut.timeout == .seconds(10))
    #expect(sut.configuration == .live)
    #expect(sut.format == .text)
    #expect(!sut.isOffline)
    #expect(!sut.isQuiet)
    #expect(Invocation.help.contains("[default: none; then your feeds are shown]"))
  }

  @Test(arguments: [
    "post 7 --server http://h --format=json -q", "--server=http://h post -q 7 --format json",
    "-q -f json -s http://h post -- 7", "post 7 -fjson -shttp://h -q", "--quiet -s=http://h -f=json -- post 7",
    "-qf json post 7 -shttp://h", "post -qfjson 7 -s http://h", "-qf=json -s http://h post 7",
  ])
  func `options may stand anywhere, in short or long form`(line: String) throws {
    let sut = try parse(line)
    #expect(sut.words.operands == ["post", "7"])
    #expect(sut.server.absoluteString == "http://h")
    #expect(sut.format == .json)
    #expect(sut.isQuiet)
  }

  @Test(arguments: ["--help", "-h", "help", "posts --help", "--version", "-V --timeout 0 -n none"])
  func `help and version print despite any other error`(line: String) async throws {
    let sut = try parse(line, ["SATCHEL_SERVER": "no address"])
    let text = try await printed(sut)
    let help = line.contains("posts") ? "Usage:\n  satchel posts" : "satchel – an offline"
    #expect(text.hasPrefix(line.lowercased().contains("v") ? "satchel 0" : help), "\(text)")
  }

  /// Returns the output of a command that needs no other dependencies.
  private func printed(_ invocation: Invocation) async throws -> String {
    let written = CallRecorder<String>()
    let output = CommandOutput(write: { written.record($0) }, note: { Issue.record("\($0)") })
    #expect(await invocation.run(.stub, output: output, now: { .distantPast }) == .success)
    return written.all.joined()
  }

  @Test func `an error message is one line without control characters`() {
    let error = #expect(throws: UsageError.self) { try parse("\u{7}\nposts") }
    #expect(error?.line.contains { $0 == "\u{7}" || $0.isNewline } == false)
  }

  @Test func `two dashes end the options`() throws {
    #expect(try words("post -- --offline").operands == ["post", "--offline"])
    #expect(try words("post -- -1").operands == ["post", "-1"])
    #expect(try words("post -- --offline").options == [:])
    #expect(try parse("--").opensReader)
  }

  @Test func `without a command the reader opens, unless an option asks for output`() throws {
    #expect(try parse("").opensReader)
    #expect(try parse("--offline --ascii").opensReader)
    #expect(try parse("--offline --ascii").isASCII)
    for line in ["posts", "--limit 3", "--search sea", "--format json", "--unread", "--bookmarked"] {
      #expect(try !parse(line).opensReader, "\(line)")
    }
    #expect(try words("posts --search=sea -n 3").options == ["--search": "sea", "--limit": "3"])
  }

  @Test(arguments: [
    ("--limit 1", "posts --limit 1"), ("--search radio", "posts --search radio"), ("-f json", "posts -f json"),
  ])
  func `an option that asks for output prints what posts prints`(line: String, posts: String) async throws {
    let text = try await printed(parse(line))
    #expect(!text.isEmpty)
    #expect(try await text == printed(parse(posts)))
  }

  @Test func `the last occurrence of a repeated option wins`() throws {
    #expect(try words("posts --limit 3 --limit=4").options == ["--limit": "4"])
  }

  @Test func `an option overrides its variable, and an empty variable counts as unset`() throws {
    let environment = ["SATCHEL_SERVER": "https://env/api", "SATCHEL_CACHE": "/env", "SATCHEL_STATE": "/env-state"]
    #expect(try parse("fetch", environment).state.path() == "/env-state/")
    #expect(try parse("fetch --state /mine", environment).state.path() == "/mine/")
    #expect(try parse("posts", environment).server.absoluteString == "https://env/api")
    #expect(try parse("posts", environment).cache.path() == "/env/")
    #expect(try parse("posts -s http://h -c /mine", environment).server.absoluteString == "http://h")
    #expect(try parse("posts -s http://h -c /mine", environment).cache.path() == "/mine/")
    let empty = ["SATCHEL_SERVER": "", "SATCHEL_CACHE": "", "SATCHEL_STATE": ""]
    #expect(try parse("posts", empty).settings == parse("posts").settings)
  }

  @Test(arguments: [("0.25", 250), ("2", 2_000), (".5", 500), ("86400", 86_400_000)])
  func `a timeout may have decimals`(text: String, milliseconds: Int) throws {
    #expect(try parse("posts --timeout \(text)").timeout == .milliseconds(milliseconds))
  }

  @Test(arguments: ["help", "--help", "-h posts", "posts --help", "--help --version", "nonsense --help", "help --last"])
  func `help is printed by a command or an option, whatever else is on the command line`(line: String) async throws {
    let text = try await printed(parse(line))
    #expect(text.hasPrefix(line.contains("post") ? "Usage:\n  satchel posts" : "satchel – an offline"), "\(text)")
  }

  @Test(arguments: [
    ("-1", "there is no option -1"), ("--foo", "there is no option --foo"),
    ("--no-color", "there is no option --no-color"),
    ("quit", "there is no command quit"), ("zzz", "there is no command zzz"),
    ("https://u:secret@h/a", "there is no command https://u:****@h/a; to open an address: satchel -s URL"),
    ("bookmark https://u:secret@h", "bookmark takes post or comic, not https://u:****@h"),
    ("posts -f yaml", "--format needs one of text, json, not yaml"),
    ("help zzz", "there is no command zzz"), ("help pots", "there is no command pots; did you mean posts?"),
  ])
  func `an unknown word is an error, with a suggestion only for a close match`(line: String, message: String) {
    let error = #expect(throws: UsageError.self) { try parse(line) }
    #expect(error?.message == message)
  }

  @Test(arguments: [("saved.atom", "/saved.atom"), ("feeds/my saved.atom", "/feeds/my%20saved.atom")])
  func `the address of a file is suggested for its name`(name: String, end: String) throws {
    func message(_ file: SettingsFile) -> String? {
      #expect(throws: UsageError.self) {
        try Invocation(
          arguments: ["-s", name], environment: [:], caches: URL(filePath: "/"), states: URL(filePath: "/"), file: file)
      }?.message
    }
    let text = try #require(message(SettingsFile(path: "/c") { $0 == name ? .init([]) : nil }))
    #expect(text.contains("not \(name); did you mean file:///"), "\(text)")
    #expect(text.hasSuffix("\(end)?"), "\(text)")
    #expect(message(.stub())?.contains("file:") == false)
  }

  @Test func `a suggestion ignores case`() throws {
    let error = #expect(throws: UsageError.self) { try parse("posts -f JSON") }
    #expect(error?.message.hasSuffix("not JSON; did you mean json?") == true)
  }

  @Test(arguments: [
    ([""], "the command is empty"), (["feeds", "remove", ""], "an argument of feeds is empty"),
    (["todo", "add", "oil", ""], "an argument of todo is empty"),
    (["posts", "--search", ""], "--search needs a value"),
  ])
  func `an empty command, argument or value is reported as such`(words: [String], message: String) {
    let error = #expect(throws: UsageError.self) {
      try Invocation(arguments: words, environment: [:], caches: URL(filePath: "/"), states: URL(filePath: "/states"))
    }
    #expect(error?.message.hasPrefix(message) == true)
  }

  @Test(arguments: [
    ("help feeds", "feeds [--sort ORDER]", "feeds refresh"), ("feeds --help", "feeds [--sort ORDER]", "feeds refresh"),
    ("help feeds move", "feeds move NAME URL", "feeds move"), ("feeds add x --help", "feeds add URL", "--mark-read"),
    ("todo delete --help", "todo add TITLE", "todo rename"), ("help help", "help [COMMAND]", "help --man"),
    ("help todo reopen", "todo add TITLE", "todo rename"), ("todo nope --help", "todo add TITLE", "todo rename"),
  ])
  func `the help of a command has its usages and its options`(line: String, first: String, other: String) async throws {
    let text = try await printed(parse(line))
    #expect(text.hasPrefix("Usage:\n  satchel \(first)"), "\(text)")
    #expect(text.contains(other))
    #expect(!text.contains("--server"))
  }

  @Test(arguments: [
    "comics", "comics --bookmarked -n 3 --search a", "comic 614", "comic latest", "comic random", "bookmark comic 5",
    "bookmark post a/b --remove", "posts --unread --bookmarked", "--unread", "comics --unread",
    "bookmark --remove comic 5",
  ])
  func `valid command lines for comics, posts and bookmarks are accepted`(line: String) throws {
    #expect(throws: Never.self) { try parse(line) }
  }

  @Test func `comics come from their own server if one is named, else from the posts' server`() throws {
    #expect(try parse("comics --server http://a").comicsServer.absoluteString == "http://a")
    let both = try parse("comics --server http://a --comics-server https://b")
    #expect(both.server.absoluteString == "http://a")
    #expect(both.comicsServer.absoluteString == "https://b")
    let named = try Invocation(
      arguments: ["comics"], environment: ["SATCHEL_COMICS_SERVER": "https://c", "SATCHEL_SERVER": "http://a"],
      caches: URL(filePath: "/"), states: URL(filePath: "/states"))
    #expect(named.server.absoluteString == "http://a")
    #expect(named.comicsServer.absoluteString == "https://c")
  }

  @Test(arguments: [
    ("--ofline", "there is no option --ofline; did you mean --offline?"),
    ("--sevrer=http://h", "there is no option --sevrer; did you mean --server?"),
    ("--conf stub", "there is no option --conf; did you mean --config?"),
    ("-v", "there is no option -v; did you mean -V?"), ("posts -qx", "there is no option -x"),
    ("posts -ofline", "there is no option -ofline; did you mean --offline?"),
    ("posts -qf", "--format needs a value: --format FORMAT"), ("posts -q=yes", "--quiet takes no value"),
    ("psots", "there is no command psots; did you mean posts?"),
    ("pots", "there is no command pots; did you mean post"),
    ("hlep", "there is no command hlep; did you mean help?"),
    ("posts 7", "posts takes no argument; to read one: satchel post ID"),
    ("help todo nope", "todo takes add, done, reopen, delete, show or rename, not nope"),
    ("help posts comics", "help takes one command: satchel help posts"),
    ("help feeds add x", "help takes one command: satchel help feeds add"),
    ("help nope", "there is no command nope"),
    ("post", "post needs an ID"),
    ("post 1 2", "post takes one ID at a time"),
    ("post 1 --limit 2", "--limit belongs to posts, comics and sync, not to post"),
    ("post 1 --search a", "--search belongs to posts and comics, not to post"),
    ("fetch --search a", "--search belongs to posts and comics, not to fetch"),
    ("posts --search", "--search needs a value: --search TEXT"),
    ("ftech", "there is no command ftech; did you mean fetch?"),
    ("comics 7", "comics takes no argument; to read one: satchel comic N"),
    ("comic", "comic needs a number, latest or random: satchel comic latest"),
    ("comic 1 2", "comic takes one number at a time"),
    ("comic 0", "comic takes a number from 1 up, latest or random, not 0"),
    ("comic lates", "not lates; did you mean latest?"),
    ("comic 99999999999999999999", "comic takes a number"),
    ("comic 1 --limit 2", "--limit belongs to posts, comics and sync, not to comic"),
    ("post 1 --bookmarked", "--bookmarked belongs to posts and comics, not to post"),
    ("fetch --unread", "--unread belongs to posts and comics, not to fetch"),
    ("comics --remove", "--remove belongs to bookmark, not to comics"),
    ("comics --last", "--last belongs to fetch"),
    ("bookmark", "bookmark needs post or comic"), ("bookmark 5", "bookmark takes post or comic, not 5"),
    ("bookmark comics 5", "bookmark takes post or comic, not comics; did you mean comic?"),
    ("bookmark comic 0", "bookmark comic needs a number from 1 up"),
    ("bookmark comic 1 2", "bookmark comic takes one comic at a time"),
    ("bookmark post 1 2", "bookmark post takes one post at a time"),
    ("bookmark post", "bookmark post needs an ID from satchel posts"),
    ("sync todo", "sync takes feeds, posts, comics or todos, not todo; did you mean todos?"),
    ("config servers extra", "config servers takes no argument"),
    ("config server", "config takes servers, not server;"),
    ("boomkark comic 1", "there is no command boomkark; did you mean bookmark?"),
    ("comics --comics-server host", "--comics-server needs an address"),
    ("fetch 7", "fetch takes no argument"),
    ("fetch --limit 2", "--limit belongs to posts, comics and sync, not to fetch"),
    ("feth --last", "there is no command feth; did you mean fetch?"),
    ("posts --last", "--last belongs to fetch: satchel fetch --last"),
    ("--last", "--last belongs to fetch"),
    ("fetch --last=1", "--last takes no value"),
    ("fetch --state", "--state needs a value: --state DIR"),
    ("posts --offline=yes", "--offline takes no value"),
    ("posts --limit", "--limit needs a value: --limit N"),
    ("posts --limit=", "--limit needs a value: --limit N"),
    ("posts --limit 0", "--limit needs a whole number from 1 up, not 0"),
    ("posts --limit -3", "--limit needs a whole number from 1 up, not -3"),
    ("posts --limit 1.5", "--limit needs a whole number"),
    ("posts --limit ٣", "--limit needs a whole number"),
    ("posts --limit 99999999999999999999", "--limit needs a whole number"),
    ("posts --timeout 0", "--timeout needs seconds from 0.001 to 86400, such as 2.5, not 0"),
    ("posts --timeout nan", "--timeout needs seconds"),
    ("posts --timeout 1e9", "--timeout needs seconds"),
    ("posts --timeout 1.2.3", "--timeout needs seconds"),
    ("posts --format jason", "--format needs one of text, json, not jason; did you mean json?"),
    ("posts --configuration stubb", "--configuration needs one of live, stub, failing, not stubb; did you mean stub?"),
    ("posts --server localhost:8000", "did you mean http://localhost:8000?"),
    (
      "posts --server foo.com",
      "--server needs an address such as http://localhost:8000, not foo.com; did you mean https://foo.com?"
    ),
    (
      "posts --server foo.com/a",
      "--server needs an address such as http://localhost:8000, not foo.com/a; did you mean https://foo.com/a?"
    ),
    (
      "posts --server foo.com:443",
      "--server needs an address such as http://localhost:8000, not foo.com:443; did you mean https://foo.com:443?"
    ),
    (
      "posts --server foo.com:8080",
      "--server needs an address such as http://localhost:8000, not foo.com:8080; did you mean http://foo.com:8080?"
    ),
    (
      "posts --server localhost",
      "--server needs an address such as http://localhost:8000, not localhost; did you mean http://localhost?"
    ),
    (
      "posts --server 10.0.0.1",
      "--server needs an address such as http://localhost:8000, not 10.0.0.1; did you mean http://10.0.0.1?"
    ),
    ("posts --server ftp://h", "--server needs an address such as http://localhost:8000, not ftp://h"),
    ("posts --server http://", "--server needs an address"),
    ("posts --server http://h:99999", "--server needs an address"),
    ("posts --server http://me:secret@h/#a", "--server needs an address without a fragment: http://h/#a"),
    ("posts --server ftp://me:secret@h", "--server needs an address such as http://localhost:8000, not ftp://h"),
    ("posts --server http://h/#a", "without a fragment"),
    ("posts --comics-server http://h/?a=b", "needs an address of a server"),
  ])
  func `an invalid command line is rejected with what would be right, without passwords`(line: String, words: String) {
    #expect(message(line).contains(words))
    #expect(!message(line).contains("secret"))
  }

  @Test func `a usage error is one line that ends with what to try`() {
    #expect(throws: UsageError.self) { try parse("posts 7") }
    do { _ = try parse("posts 7") } catch {
      let line = (error as? UsageError)?.line
      #expect(line == "satchel: posts takes no argument; to read one: satchel post ID. Try: satchel --help")
    }
    do { _ = try parse("psots") } catch {
      let line = (error as? UsageError)?.line
      #expect(line == "satchel: there is no command psots; did you mean posts? Try: satchel --help")
    }
  }

  @Test func `an invalid variable is named in the message`() {
    #expect(message("posts", ["SATCHEL_SERVER": "nonsense"]).hasPrefix("SATCHEL_SERVER needs an address"))
  }

  @Test func `a word of 100,000 letters is rejected as an unknown command`() {
    let word = String(repeating: "x", count: 100_000)
    #expect(message(word).contains("there is no command"))
  }

  @Test func `the help fits 80 columns and names the common options and every exit status`() {
    let lines = Invocation.help.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 })
    for option in [
      "--server", "--offline", "--timeout", "--limit", "--cache", "--format", "--quiet", "--configuration", "--ascii",
      "--help",
      "--version", "--last", "--state",
    ] { #expect(Invocation.help.contains(" \(option)"), "\(option)") }
    for row in Invocation.ExitStatus.table {
      #expect(lines.contains { $0.hasPrefix("  \(row.status.rawValue) ") && $0.hasSuffix(row.meaning) })
    }
  }
}
