import CommandLine
import Foundation
import Screen
import Settings
import Testing

/// Tests that the man page and the completions agree with the help and the parser.
@Suite(.timeLimit(.minutes(5)))
struct ManPageTests {
  /// The options in the help, with their short forms.
  private var options: [String] {
    Invocation.help.matches(of: /(?m)^  (?:(-\w), |    )(--[a-z-]+)/).flatMap {
      [$0.1, $0.2].compactMap { $0 }.map(String.init)
    }
  }

  /// The commands in the help.
  private var commands: Set<String> {
    Set(Invocation.help.matches(of: /(?m)^  satchel ([a-z]+)/).map { String($0.1) })
  }

  @Test func `the options and commands are found in the text of the help`() {
    #expect(options.count > 25)
    #expect(Set(options).isSuperset(of: ["--since", "-t"]))
    #expect(commands.isSuperset(of: ["posts", "sync", "forget", "completions", "help"]))
  }

  @Test func `the man page has every command, option, variable and exit status`() {
    let page = Invocation.manPage().replacing("\\-", with: "-")
    #expect(page.hasPrefix(".TH SATCHEL 1 "))
    for command in commands { #expect(page.contains(".B \"satchel \(command)"), "\(command)") }
    for option in options { #expect(page.contains(option), "\(option)") }
    for row in Invocation.ExitStatus.table { #expect(page.contains(".B \"\(row.status.rawValue)\"\n\(row.meaning)")) }
    for name in Setting.all.compactMap(\.variable) + ["XDG_STATE_HOME", "NO_COLOR"] {
      #expect(page.contains(".B \"\(name)"), "\(name)")
    }
  }

  @Test func `the man page is ASCII and contains only known macros`() {
    let macros = Set(
      Invocation.manPage().split(separator: "\n").filter { $0.hasPrefix(".") || $0.hasPrefix("'") }
        .map { $0.prefix { $0 != " " } })
    #expect(macros == [".TH", ".SH", ".SS", ".PP", ".TP", ".B"])
    #expect(Invocation.manPage().unicodeScalars.allSatisfy { $0.isASCII })
    #expect(Invocation.manPage().contains("TITLE\\[u2026]"))
    #expect(Invocation.manPage().contains("B\\[u00E1]nh"))
  }

  @Test func `the parser accepts every usage line of the man page`() throws {
    let usages = UsageLine.all(inManPage: Invocation.manPage())
    #expect(usages.count >= 18)
    for usage in usages {
      for words in usage.commandLines { #expect(throws: Never.self, "\(words)") { try parse(words) } }
    }
    // An example of the expansion.
    #expect(
      UsageLine("a b|c [--d N|--e] TITLE…").commandLines.map { $0.joined(separator: " ") } == [
        "a b oil", "a b oil oil and milk", "a b --d 3 oil", "a b --d 3 oil oil and milk", "a b --e oil",
        "a b --e oil oil and milk", "a c oil", "a c oil oil and milk", "a c --d 3 oil", "a c --d 3 oil oil and milk",
        "a c --e oil", "a c --e oil oil and milk",
      ])
  }

  @Test func `every documented option is accepted by at least one command`() throws {
    let commands = [
      ["posts"], ["feeds"], ["feeds", "add", "a"], ["feeds", "export"], ["feeds", "refresh"], ["sync"], ["todos"],
      ["forget", "posts"], ["forget", "server", "http://h", "--state-too"], ["bookmark", "post", "1"], ["fetch"],
      ["help"],
    ]
    let options = UsageLine.all(inManPage: Invocation.manPage(), section: "OPTIONS")
    #expect(options.count > 25)
    for option in options {
      for words in option.spellings.flatMap(\.commandLines) {
        #expect(commands.contains { (try? parse($0 + words)) != nil }, "\(words)")
      }
    }
  }

  @Test(arguments: FeedRuleKey.all.map(\.name)) func `the man page explains every key of a feed's rules`(key: String) {
    let page = Invocation.manPage().replacing("\\-", with: "-")
    #expect(page.components(separatedBy: "\"feeds.\(key)").count == 2)
  }

  @Test(arguments: [
    (
      "FILES",
      ["~/.config/satchel/config.json5", "~/.config/satchel/feeds", "~/.cache/satchel/", "~/.local/state/satchel/"]
    ),
    (
      "FEEDS FILE",
      [
        "https://xkcd.com/atom.xml comics", "~Comics", "xml !", "exec:COMMAND", "filter:COMMAND:URL",
        "query:TITLE:CONDITION",
      ]
    ),
  ])
  func `the man page names the files, and the syntax of the feeds file`(section: String, texts: [String]) throws {
    let page = Invocation.manPage().replacing("\\-", with: "-").replacing("\\(ti", with: "~")
    let start = try #require(page.range(of: ".SH \(section)\n")).upperBound
    let text = page[start...].components(separatedBy: ".SH ")[0]
    #expect(texts.filter { !text.contains($0) } == [])
  }

  @Test func `the help of feeds names the file`() async throws {
    let help = try await CommandLineTests().run("help feeds").text
    #expect(help.contains("open the file of the feeds, satchel/feeds in the\n"))
  }

  private func parse(_ words: [String]) throws -> Invocation {
    try Invocation(
      arguments: words, environment: [:], caches: URL(filePath: "/"), states: URL(filePath: "/states"),
      file: .stub("{ servers: { work: 'http://work' } }"))
  }

  @Test func `help, help --man and completions print their texts`() async throws {
    let base = CommandLineTests()
    #expect(try await base.run("help --man").text == Invocation.manPage())
    let keys = KeySection("On a post", [KeyHelp("c", "the comments, and back"), KeyHelp("'", "-")])
    let page = Invocation.manPage(keys: [keys])
    #expect(
      page.contains(
        ".SH KEYS\n.SS \"On a post\"\n.TP\n.B \"c\"\nthe comments, and back\n.TP\n.B \"\\&\\(aq\"\n\\-\n.SH "),
      "\(page)")
    #expect(try await base.run("help").text == Invocation.help)
    for shell in Shell.allCases {
      #expect(try await base.run("completions \(shell)").text == Invocation.completions(for: shell))
    }
  }

  @Test(arguments: [
    ("completions", "completions needs one shell: bash, zsh or fish"),
    ("completions bash zsh", "completions takes one shell at a time"),
    ("completions fihs", "completions takes bash, zsh or fish, not fihs; did you mean fish?"),
    ("posts --man", "--man belongs to help: satchel help --man"),
  ])
  func `an invalid help or completions command line is rejected with an explanation`(line: String, complaint: String)
    async throws
  {
    let error = await #expect(throws: UsageError.self) { try await CommandLineTests().run(line) }
    #expect(error?.message.hasPrefix(complaint) == true, "\(error?.message ?? "")")
  }
}
