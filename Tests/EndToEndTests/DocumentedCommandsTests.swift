import Foundation
import Testing

/// Runs every command in the README, the help and the man page, and compares the output.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct DocumentedCommandsTests {
  /// README commands that take too long here or print the folders of another user, with the scripts and tests
  /// that run them instead.
  static let elsewhere = [
    CommandTestedElsewhere(
      command: "swift test", runner: ".ci/run", call: #"sed -n 's/^\$ \(swift test\)$/\1/p' README.md"#),
    CommandTestedElsewhere(
      command: "swift build", runner: ".ci/release", call: #"sed -n 's/^\$ \(swift build .*\)$/\1/p' README.md"#),
    CommandTestedElsewhere(
      command: "server/demo", runner: "server/test_demo.py", call: #"self.root / "server" / "demo")"#),
    CommandTestedElsewhere(command: ".tools/install", runner: ".tools/try-install", call: #".tools/install "$folder""#),
    CommandTestedElsewhere(
      command: "satchel @work config", runner: "Tests/ReadmeTests/ReadmeTests.swift", call: "satchel @work config.*"),
  ]

  struct CommandTestedElsewhere: CustomTestStringConvertible, Sendable {
    var command: String
    var runner: String
    /// The part of the runner that runs the command.
    var call: String
    var testDescription: String { command }
  }

  /// The text of the README and of the article with its longer examples.
  private var documents: String {
    get throws { try ["README.md", "App/Satchel.docc/CommandLine.md"].map(text).joined(separator: "\n") }
  }

  @Test func `every documented command succeeds and prints its documented output`() async throws {
    let transcripts = Transcript.all(in: try documents)
    #expect(transcripts.count > 10)
    let shell = try await Shell()
    for transcript in transcripts {
      let commands = transcript.filter { command in !Self.elsewhere.contains { command.line.hasPrefix($0.command) } }
      for (command, result) in zip(commands, try await shell.run(commands.map(\.line))) {
        #expect(result.status == 0, "\(command.line)\n\(result.output)")
        // The README omits some outputs; those may be anything.
        if command.output != "" {
          #expect(result.output.withoutWhatVaries == command.output.withoutWhatVaries, "\(command.line)")
        }
      }
    }
  }

  @Test(arguments: elsewhere)
  func `each excluded command is documented and run by its named script`(elsewhere: CommandTestedElsewhere) throws {
    #expect(try text(elsewhere.runner).contains(elsewhere.call))
    #expect(Transcript.all(in: try documents).joined().contains { $0.line.hasPrefix(elsewhere.command) })
  }

  /// The meaning of each example in the help, the number of lines that it prints if that is known, and a pattern of the
  /// first.
  static let examples: [(meaning: String, count: Int?, first: String)] = [
    ("every title", 133, ".+"), ("five titles from another server", 5, ".+"),
    ("finds Bánh mì, too", 1, ".*Bánh mì.*"), ("from a server that has a name", 133, ".+"),
    ("the newest comic", nil, "Snow on the Platform"), ("a post as last seen", nil, "Slack water"),
    ("works offline, too", 1, ".*wind the lighthouse"), ("comments of the last four weeks", nil, "posts: .+"),
    ("the same code twice", 4, ".+"), ("titles for a program", 133, "Slack water"),
  ]

  @Test func `the examples of the help and the man page print what they describe`() async throws {
    let shell = try await Shell()
    let texts = try await shell.run(["satchel --help", "satchel help --man"]).map(\.output)
    let examples = Transcript.examples(inHelp: texts[0])
    #expect(examples.map(\.meaning) == Self.examples.map(\.meaning))
    #expect(examples.map(\.line) == Transcript.examples(inManPage: texts[1]))
    for (example, result) in zip(Self.examples, try await shell.run(examples.map(\.line))) {
      #expect(result.status == 0, "\(example.meaning): \(result)")
      let lines = result.output.split(separator: "\n").map(String.init)
      if let count = example.count { #expect(lines.count == count, "\(example.meaning)") }
      let first = try #require(lines.first, "\(example.meaning)")
      #expect(first.wholeMatch(of: try Regex(example.first)) != nil, "\(example.meaning): \(first)")
      if example.meaning == "the same code twice" { #expect(lines.dropFirst(2).first == first) }
    }
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
