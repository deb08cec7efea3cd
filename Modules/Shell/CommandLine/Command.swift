// Commands, their options, and plain output.

import Essentials
import PagedList
import Settings

/// A command: its text for the help, the man page and the completions, its arguments, and its work.
struct Command: Sendable {
  /// The name on the command line.
  let name: String
  /// The ways to call the command, without the program's name, and their explanations, line by line.
  let usages: KeyValuePairs<String, String>
  /// The options of this command only.
  var options: [Option] = []
  /// The words that may follow the command, and the list with the items that may follow each word.
  var words: [(text: String, items: Items?)] = []
  /// The list with the items that may follow the command.
  var items: Items?
  /// Whether the command runs even if the command line, the environment or the configuration file is invalid.
  var isAlwaysThere = false
  /// Parses the words of the command line, and returns the work.
  let action: @Sendable (_ words: Words, _ file: ConfigurationFile) throws(UsageError) -> Action

  /// A list whose items can be arguments; the raw value is the command that prints the list.
  enum Items: String {
    case posts, comics, todos
    /// The named servers, which `config servers` prints.
    case servers
  }

  /// All commands, in the order of the help.
  static let all: [Command] = [
    feeds, posts, post, comics, comic, bookmark, todos, todo, fetch, sync, status, forget, doctor, config, completions,
    help,
  ]
}

/// The work of a command.
public struct Action: Sendable {
  /// The server that its error messages name.
  var server: any KeyPath<Settings, URL> & Sendable = \.server
  /// Whether the work opens the reader when there is a terminal.
  public internal(set) var opensReader = false
  /// Whether the work downloads everything: it takes long, can be stopped, and then reports its progress.
  public internal(set) var downloadsEverything = false
  /// Whether the work needs SQLite.
  public internal(set) var needsDatabases = true
  /// Whether the work saves cached copies, so that space may have to be freed afterwards.
  var saves = false
  /// Does the work.
  let run: Work

  /// Does the work of a command, and returns the status to end with.
  /// - Throws: `OutputError`, or an error about the action's server.
  typealias Work = @Sendable (_ run: CommandRun) async throws -> Invocation.ExitStatus
}

extension Command {
  /// Returns the command that the words name. Without a name it is the reader, or `posts` if an option asks for output.
  static func named(by words: Words) throws(UsageError) -> Command {
    // Most runs open the reader, which begins sooner without the tables of commands and options.
    if words.operands.isEmpty, words.options.isEmpty { return reader }
    if words.has("--help") { return help }
    if words.has("--version") { return version }
    let name = words.operands.first ?? "posts"
    // `help` runs even with an option of another command.
    if let command = all.first(where: { $0.name == name }), name != "help" {
      for option in Option.ofCommands where words.has(option.name) && !command.options.contains(option) {
        let owners = option.commands
        let example =
          [["fetch"], ["todos"], ["help"]].contains(owners)
          ? ": satchel \(owners[0]) \(option.name)" : ", not to \(name)"
        let list = owners.dropLast().joined(separator: ", ")
        throw UsageError(
          "\(option.name) belongs to \(list.isEmpty ? "" : list + " and ")\(owners.last ?? "")\(example)")
      }
    }
    if words.operands.isEmpty, !words.has("--format"), posts.options.allSatisfy({ !words.has($0.name) }) {
      return reader
    }
    if let command = all.first(where: { $0.name == name }) { return command }
    if name.isEmpty { throw UsageError("the command is empty") }
    throw UsageError("there is no command \(name)\(suggestion(for: name, in: all.map(\.name)))")
  }
}

extension Option {
  /// The options of individual commands, in the order of the help.
  static let ofCommands: [Option] =
    ofLists + [
      feed, tag, muted, sort, title, markRead, refreshAll, new, strict, withPasswords, since, pictures, stateToo, force,
      remove, open, done, deliver, man, last,
    ]

  static let limit = Option("--limit", "-n", value: "N", in: .reading, "posts, comics, sync: only the first N")
  static let search = Option(
    "--search", value: "TEXT", in: .reading, "posts, comics: only titles with all these words,",
    "in any order; offline, only saved titles")
  static let bookmarked = Option("--bookmarked", in: .reading, "posts, comics: only bookmarked ones, newest first")

  /// Returns the option that turns a filter of posts and comics on.
  static func filter(_ filter: ListFilter) -> Self {
    switch filter {
    case .unread: Self("--unread", in: .reading, "posts, comics: only unread ones")
    }
  }

  /// All options, in the order of the help.
  static let all: [Option] = {
    let settings = Setting.all.compactMap(\.option)
    let others = [
      Option("--help", "-h", in: .trying, "print this text"),
      Option("--version", "-V", in: .trying, "print the version"),
    ]
    return Group.allCases.flatMap { group in (settings + ofCommands + others).filter { $0.group == group } }
  }()

  /// The commands that have this option; empty for an option of all commands.
  var commands: [String] { Command.all.filter { $0.options.contains(self) }.map(\.name) }
}
