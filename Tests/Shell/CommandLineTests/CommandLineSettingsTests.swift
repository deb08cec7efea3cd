import CommandLine
import Foundation
import Repositories
import Settings
import TestSupport
import Testing

/// Tests of the precedence of sources that set the same value.
@Suite(.timeLimit(.minutes(5)))
struct CommandLineSettingsTests {
  static let text = """
    {
      server: "@home", servers: {
        home: { address: "http://home", comics: "http://comics.home" },
        work: { address: "http://work",
          todos: "http://todos.work", fetch: "http://fetch.work",
          sections: ["todos", "posts"], timeout: 30 },
      },
      theme: "dark", browser: "lynx", timeout: 5, keep: "2 GiB", sections: ["comics"],
    }
    """

  func parse(
    _ line: String, _ environment: [String: String] = [:], file: SettingsFile = .stub(text)
  ) throws -> Invocation {
    try Invocation(
      arguments: line.split(separator: " ").map(String.init), environment: environment,
      caches: URL(filePath: "/caches"), states: URL(filePath: "/states"), file: file)
  }

  func line(_ line: String, _ environment: [String: String] = [:], file: SettingsFile = .stub(text)) -> String {
    do { return "\(try parse(line, environment, file: file).words)" } catch {
      return (error as? UsageError)?.line ?? ""
    }
  }

  func hosts(_ invocation: Invocation) -> [String?] {
    [invocation.server, invocation.comicsServer, invocation.todosServer, invocation.fetchServer].map { $0.host() }
  }

  @Test func `the file's values apply when no option or variable is set`() throws {
    let sut = try parse("posts")
    #expect(hosts(sut) == ["home", "comics.home", "home", "home"])
    #expect(sut.theme == .dark)
    #expect(sut.browser == "lynx")
    #expect(sut.timeout == .seconds(5))
    #expect(sut.keep == 2 << 30)
    #expect(sut.sections == [.comics])
  }

  @Test func `a named server applies every setting of its entry in the file`() throws {
    for line in ["@work", "@work posts", "--quiet @work posts", "posts --server @work"] {
      let sut = try parse(line)
      #expect(hosts(sut) == ["work", "work", "todos.work", "fetch.work"], "\(line)")
      #expect(sut.sections == [.todos, .posts])
      #expect(sut.timeout == .seconds(30))
      #expect(sut.theme == .dark)
    }
    #expect(try parse("@work").opensReader)
    #expect(try parse("@work todo add @home").words.operands == ["todo", "add", "@home"])
    #expect(try hosts(parse("posts", ["SATCHEL_SERVER": "@work"])) == ["work", "work", "todos.work", "fetch.work"])
  }

  @Test func `NO_COLOR overrides every theme but that of the option`() async throws {
    let environment = ["NO_COLOR": "1", "SATCHEL_THEME": "light"]
    let sut = try parse("posts", environment)
    #expect(sut.theme == .none)
    #expect(sut.settings.origins["theme"] == SettingOrigin(source: .environment, name: "NO_COLOR"))
    #expect(try parse("posts", ["NO_COLOR": "1"]).theme == .none)
    #expect(try parse("--theme dark posts", environment).theme == .dark)
    #expect(try parse("--theme auto posts", environment).theme == .auto)
    #expect(try await SettingsReportTests().print("config", environment).text.contains(/theme +none +NO_COLOR\n/))
  }

  @Test func `options override the environment, which overrides the file`() throws {
    let environment = [
      "SATCHEL_COMICS_SERVER": "http://comics.env", "SATCHEL_THEME": "light", "BROWSER": "w3m",
      "SATCHEL_FETCH_SERVER": "http://fetch.env",
    ]
    let sut = try parse("posts", environment)
    #expect(hosts(sut) == ["home", "comics.env", "home", "fetch.env"])
    #expect(sut.theme == .light)
    #expect(sut.browser == "w3m")
    #expect(try parse("posts", ["SATCHEL_THEME": "light", "NO_COLOR": ""]).theme == .light)
    let options = try parse(
      "@work --theme none --timeout 2 --fetch-server http://fetch.option --todos-server http://todos.option",
      environment)
    #expect(hosts(options) == ["work", "work", "todos.option", "fetch.option"])
    #expect(options.theme == .none)
    #expect(options.timeout == .seconds(2))
    #expect(try parse("posts --keep 5M", environment).keep == 5 << 20)
    let elsewhere = try parse("posts --server http://elsewhere", environment)
    #expect(hosts(elsewhere) == ["elsewhere", "comics.env", "elsewhere", "fetch.env"])
    #expect(elsewhere.sections == [.comics])
    #expect(elsewhere.timeout == .seconds(5))
    let variable = try parse("posts", ["SATCHEL_SERVER": "@work", "SATCHEL_COMICS_SERVER": "http://comics.env"])
    #expect(hosts(variable) == ["work", "comics.env", "todos.work", "fetch.work"])
  }

  @Test func `a server's name in a section's option or variable means that server's address for the section`() throws {
    let options = try parse("posts --server http://s --comics-server @home --todos-server @work --fetch-server @home")
    #expect(hosts(options) == ["s", "comics.home", "todos.work", "home"])
    #expect(options.sections == [.comics], "a name stands only for an address")
    #expect(options.timeout == .seconds(5), "a name stands only for an address")
    let variables = ["COMICS", "TODOS", "FETCH"].map { ("SATCHEL_\($0)_SERVER", "@work") }
    let environment = try parse("posts", Dictionary(uniqueKeysWithValues: variables))
    #expect(hosts(environment) == ["home", "work", "todos.work", "fetch.work"])
  }

  @Test(arguments: [
    ("forget posts @work", "posts http://work none"), ("forget comics @home", "comics http://comics.home none"),
    ("forget comics @work", "comics http://work none"),
    ("forget server @home --state-too", "server http://home delivered"),
    ("forget posts http://x", "posts http://x none"),
  ])
  func `forget accepts a server behind its section, by name or by address`(
    line: String, call: String
  ) async throws {
    let calls = CallRecorder<String>()
    var repositories = Repositories.stub
    repositories.localData.forget = { part, server, state in
      calls.record("\(part) \(server.absoluteString) \(state)")
      return Forgotten()
    }
    let output = CommandOutput(write: { _ in }, note: { Issue.record("\($0)") })
    #expect(try await parse(line).run(repositories, output: output, now: { .distantPast }) == .success)
    #expect(calls.all == [call])
  }

  @Test func `an option, then a variable, then the default decides which configuration file is read`() throws {
    let asked = CallRecorder<String>()
    let file = SettingsFile(path: "/standard") { path in
      asked.record(path)
      return .init([])
    }
    _ = try parse("posts", file: file)
    _ = try parse("posts", ["SATCHEL_CONFIG": "/variable"], file: file)
    _ = try parse("posts --config /option", ["SATCHEL_CONFIG": "/variable"], file: file)
    #expect(asked.all == ["/standard", "/variable", "/option"])
  }

  @Test(arguments: ["help", "--help", "help --man", "--version", "completions bash", "--config /nowhere help"])
  func `help, version and completions read no configuration file`(line: String) throws {
    _ = try parse(line, file: .failing(.init("it was read")))
  }

  @Test func `a missing configuration file is an error only when it was named`() throws {
    #expect(try hosts(parse("posts", file: .stub())) == ["localhost", "localhost", "localhost", "localhost"])
    #expect(
      line("posts --config /mine", file: .stub())
        == "satchel: there is no configuration file /mine. Write it, or name another with --config.")
    #expect(line("posts", ["SATCHEL_CONFIG": "/mine"], file: .stub()).hasSuffix("name another with SATCHEL_CONFIG."))
  }

  @Test(arguments: ["browser", "player"])
  func `a command in a configuration file that everybody may write is refused`(name: String) throws {
    let file = SettingsFile.stub("{\n \(name): 'firefox' }", path: "/c.json5", isWritableByAll: true)
    #expect(
      line("posts", file: file)
        == "satchel: /c.json5:2: \(name) is a command, and everybody may write to this file. "
        + "Look at what is in it, then: chmod o-w /c.json5")
    _ = try parse("posts", file: .stub("{ timeout: 5 }", isWritableByAll: true))
  }

  @Test func `an error in the configuration file is reported with the file, the line and the correction`() throws {
    let wrong = SettingsFile.stub("{\n tymeout: 5 }", path: "/c.json5")
    let error = #expect(throws: UsageError.self) { try parse("posts", file: wrong) }
    #expect(error?.status == .configuration)
    #expect(
      error?.line
        == "satchel: /c.json5:2: there is no setting tymeout; did you mean timeout? What can be set: satchel help")
    #expect(
      line("posts", file: .failing(.init("Permission denied"), path: "/c.json5"))
        == "satchel: cannot read the configuration file /c.json5 (Permission denied). "
        + "Make it readable, or name another with --config.")
    #expect(line("posts", file: .stub("{ '\u{1B}[2J\n' }")).filter { $0 == "\u{1B}" || $0.isNewline } == "")
  }

  @Test(arguments: [
    ("posts --keep lots", "--keep needs a size such as 1 GiB or 500 MB, not lots. Try"),
    ("posts --keep 5", "--keep needs at least 1 MiB, not 5. Try"),
    ("@wrok posts", "there is no server @wrok in /configs/satchel/config.json5; did you mean @work? Try"),
    ("@zzz posts", "there is no server @zzz in /configs/satchel/config.json5; there are @home, @work. Try"),
    ("posts --server @wrok", "--server names @wrok, which is not a server; did you mean @work? Try"),
    ("posts --server work", "--server needs @ before a name; did you mean @work? Try"),
    ("@work @home posts", "one server at a time, not @work and @home. Try"),
    ("@work -s http://h", "@work and --server both name a server; leave one out. Try"),
    ("@ posts", "@ needs the name of a server: @NAME. Try"),
    ("posts @work", "posts takes no argument; a server is named before it: satchel @work posts. Try"),
    ("config @work", "config takes servers, not @work; a server is named before it: satchel @work config. Try"),
    ("config severs", "config takes servers, not severs; did you mean servers? Try"),
    ("forget server @wrok", "forget server names @wrok, which is not a server; did you mean @work? Try"),
    ("forget posts @zzz", "forget posts names @zzz, which is not a server; there are @home, @work. Try"),
    ("forget comics work", "forget comics needs @ before a name; did you mean @work? Try"),
    ("posts --comics-server @wrok", "--comics-server names @wrok, which is not a server; did you mean @work? Try"),
    ("posts --todos-server home", "--todos-server needs @ before a name; did you mean @home? Try"),
    ("@work forget posts @home", "@work and forget posts @home both name a server; leave one out. Try"),
    ("forget posts @home -s http://h", "--server and forget posts @home both name a server; leave one out. Try"),
    (
      "forget comics @home --comics-server http://h",
      "--comics-server and forget comics @home both name a server; leave one out. Try"
    ),
  ])
  func `an invalid size or server name is rejected with a message that says what is right`(
    line: String, complaint: String
  ) {
    #expect(self.line(line).hasPrefix("satchel: \(complaint)"), "\(self.line(line))")
  }

  @Test func `a server's name needs a configuration file`() {
    #expect(
      line("@work", file: .stub()).hasPrefix(
        "satchel: there is no server @work, because there is no configuration file /configs/satchel/config.json5."))
  }

  @Test(arguments: ["@nope", "posts -s @nope"])
  func `a name that no server has is a wrong command line, with and without a configuration file`(line: String) {
    for file in [SettingsFile.stub(), .stub("{ servers: { work: 'http://work' } }")] {
      let error = #expect(throws: UsageError.self) { try parse(line, file: file) }
      #expect(error?.status == .usage, "\(error?.message ?? "")")
    }
  }

  @Test func `doctor runs despite an error in the configuration file`() throws {
    let sut = try parse("doctor", file: .stub("{ a: 1 }"))
    #expect(sut.file.problem?.message == "/configs/satchel/config.json5:1: there is no setting a")
    #expect(throws: UsageError.self) { try parse("@work doctor", file: .stub("{ a: 1 }")) }
  }
}

/// Tests of the output of `config`.
@Suite(.timeLimit(.minutes(5)))
struct SettingsReportTests {
  func print(
    _ line: String, _ environment: [String: String] = [:], file: SettingsFile = .stub(CommandLineSettingsTests.text)
  ) async throws -> (text: String, notes: [String]) {
    let written = CallRecorder<String>()
    let notes = CallRecorder<String>()
    let output = CommandOutput(write: { written.record($0) }, note: { notes.record($0) })
    let invocation = try CommandLineSettingsTests().parse(line, environment, file: file)
    #expect(await invocation.run(.stub, output: output, now: { .distantPast }) == .success)
    return (written.all.joined(), notes.all)
  }

  @Test func `config prints every setting with its origin`() async throws {
    let environment = ["BROWSER": "w3m", "SATCHEL_STATE": "/mine"]
    #expect(
      try await print("@work config --theme none", environment).text == """
        config    /configs/satchel/config.json5  default
        server    http://work                    @work, /configs/satchel/config.json5:4
        comics    http://work                    @work, /configs/satchel/config.json5:4
        todos     http://todos.work              @work, /configs/satchel/config.json5:5
        fetch     http://fetch.work              @work, /configs/satchel/config.json5:5
        sections  todos, posts                   /configs/satchel/config.json5:6
        feeds     no rules                       default
        theme     none                           --theme
        browser   w3m                            BROWSER
        player    the browser                    default
        timeout   30 s                           /configs/satchel/config.json5:6
        keep      2 GiB                          /configs/satchel/config.json5:8
        cache     /caches/satchel/               default
        state     /mine/                         SATCHEL_STATE

        """)
  }

  @Test func `config prints a server named by an option with the line of its address`() async throws {
    let text = try await print("config --comics-server @home")
    #expect(text.text.contains("comics    http://comics.home  "))
    #expect(text.text.contains("  --comics-server, /configs/satchel/config.json5:3\n"), "\(text.text)")
  }

  @Test func `without a file, config prints every setting as a default`() async throws {
    let text = try await print("config", file: .stub()).text
    #expect(text.hasPrefix("config    /configs/satchel/config.json5 (not there)"))
    #expect(text.split(separator: "\n").allSatisfy { $0.hasSuffix("  default") })
    #expect(text.contains("\ntimeout   10 s "))
    #expect(text.contains("\nkeep      1 GiB "))
  }

  @Test func `config -f json prints every setting with its origin`() async throws {
    let text = try await print("config -f json -t 2.5", ["SATCHEL_FETCH_SERVER": "http://f"]).text
    let place = #""file":"/configs/satchel/config.json5","line""#
    for object in [
      #"{"setting":"server","value":"http://home","origin":"file","name":null,\#(place):3}"#,
      #"{"setting":"fetch","value":"http://f","origin":"environment","name":"SATCHEL_FETCH_SERVER","file":null,"line":null}"#,
      #"{"setting":"timeout","value":2.5,"origin":"option","name":"--timeout","file":null,"line":null}"#,
      #"{"setting":"keep","value":2147483648,"origin":"file","name":null,\#(place):8}"#,
      #"{"setting":"sections","value":["comics"],"origin":"file","name":null,\#(place):8}"#,
    ] { #expect(text.contains(object), "\(text)") }
    let lines = try await print("config").text.split(separator: "\n")
    #expect((try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [Any])?.count == lines.count)
  }

  @Test func `config prints rules for feeds without the values of header fields`() async throws {
    let file = SettingsFile.stub(
      "{ feeds: [{ mute: ['a'] },\n { match: '@n', headers: { Cookie: 'secret' } }] }")
    let text = try await print("config", file: file).text
    #expect(text.contains("\nfeeds     2 rules "), "\(text)")
    let json = try await print("config -f json", file: file).text
    #expect(json.contains(#"{"setting":"feeds","value":["every feed: mute a","@n: headers Cookie"],"origin":"file","#))
    #expect(!(text + json).contains("secret"))
  }

  @Test func `config servers lists the named servers as text and as JSON`() async throws {
    #expect(try await print("config servers").text == "@home\thttp://home\n@work\thttp://work\n")
    #expect(
      try await print("config servers -f json").text == """
        [
          {"name":"home","server":"http://home"},
          {"name":"work","server":"http://work"}
        ]

        """)
    let none = try await print("config servers", file: .stub())
    #expect(none.text == "")
    #expect(none.notes == ["satchel: no server has a name in /configs/satchel/config.json5."])
    #expect(try await print("config servers -q -f json", file: .stub()).text == "[]\n")
  }

  @Test func `every setting is in the help and in the man page`() {
    let page = Invocation.manPage().replacing("\\-", with: "-")
    let keys =
      Setting.all.filter { $0.key != nil }.map(\.name)
      + Setting.all.filter { $0.serverKey != nil }.map { "servers.NAME.\($0.nameInServer)" }
    #expect(!keys.isEmpty)
    for name in keys + ["servers"] + FeedRuleKey.all.map({ "feeds.\($0.name)" }) {
      #expect(Invocation.help.contains("\n  \(name): "), "\(name)")
      #expect(page.contains(".B \"\(name): "), "\(name)")
    }
  }
}
