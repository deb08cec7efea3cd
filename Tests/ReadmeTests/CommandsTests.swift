import CommandLine
import Foundation
import Settings
import Testing

/// The commands in the sentences of the README. `DocumentedCommandsTests` runs those in its blocks.
struct CommandsTests {
  /// A value for each word in capitals.
  private let examples = [
    "N": "1", "ID": "1", "URL": "http://localhost:8000", "TEXT": "text", "DIR": "/tmp", "SIZE": "1GiB",
  ]

  @Test func `the program accepts every command in the documentation's sentences`() throws {
    let commands = try readme.matches(of: /`satchel ([^`]+)`/).map { String($0.1) }
    #expect(commands.count > 10)
    for command in commands {
      let words = command.split(separator: " ").map { examples[String($0)] ?? String($0) }
      #expect(throws: Never.self, "satchel \(command)") {
        try Invocation(
          arguments: words, environment: [:], caches: URL(filePath: "/"), states: URL(filePath: "/states"),
          file: .stub("{ servers: { work: 'https://example.org' } }"))
      }
    }
  }

  @Test func `every documented option is in the program's help or belongs to a known tool`() throws {
    /// The options of the tools and of the fixture server.
    let others = ["check", "remove", "posts", "comics", "latency", "fault"]
    let help = Invocation.help
    for option in Set(try readme.matches(of: /`--([a-z-]+)/).map { String($0.1) }) {
      #expect(help.contains("--\(option)") || others.contains(option), "--\(option)")
    }
  }

  private var readme: String {
    get throws {
      let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
      return try ["README.md", "App/Satchel.docc/Reader.md", "App/Satchel.docc/CommandLine.md"].map { [root] in
        try String(contentsOf: root.appending(path: $0), encoding: .utf8)
      }.joined(separator: "\n")
    }
  }
}
