// Commands, their options, and plain output.

import Essentials
import Settings

/// A command: its text in help, man page and completions, its arguments, and the work it does.
struct Command: Sendable {
  /// The word that names it.
  let name: String
  /// Each way to write it, behind the program's name, and an explanation in lines.
  let usages: KeyValuePairs<String, String>
  /// The options of this command, apart from those of all commands.
  var options: [Option] = []
  /// The words that may stand behind it; each may be followed by an item of a list.
  var words: [(text: String, items: Items?)] = []
  /// The list that one item of may stand behind it.
  var items: Items?
  /// Whether it runs whatever else is wrong with the command line, the environment and the configuration file.
  var isAlwaysThere = false
  /// Understands its words, and returns the work.
  let action: @Sendable (_ words: Words, _ file: ConfigurationFile) throws(UsageError) -> Action

  /// A list whose items are named on the command line: the name of the command that prints it.
  enum Items: String {
    case posts, comics, todos
    /// Those that have a name: `config servers`.
    case servers
  }

  /// All commands, in the order of the help.
  static let all: [Command] = [
    posts, post, comics, comic, bookmark, todos, todo, fetch, sync, status, forget, doctor, config, completions, help,
  ]
}

/// The work of a command.
struct Action: Sendable {
  /// The server that its failures are about.
  var server: any KeyPath<Settings, URL> & Sendable = \.server
  /// Whether it opens the reader where there is a terminal.
  var opensReader = false
  /// Whether it downloads everything: it takes long, may be stopped, and says how far it came.
  var downloadsEverything = false
  /// Whether it does nothing without SQLite.
  var needsDatabases = true
  /// Whether it saves copies, for which there must be room.
  var saves = false
  /// Does it.
  /// - Throws: `OutputError`, or an error that is about its server.
  let run: @Sendable (_ run: CommandRun) async throws -> Invocation.ExitStatus
}

extension Command {
  /// The command that is meant by these words; without one it is the reader, unless an option asks for output.
  static func named(by words: Words) throws(UsageError) -> Command {
    if words.has("--help") { return help }
    if words.has("--version") { return version }
    let name = words.operands.first ?? "posts"
    // Help is there whatever else is wrong.
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
  /// The options of single commands, in the order of the help.
  static let ofCommands: [Option] = [
    limit, search, unread, bookmarked, since, pictures, stateToo, force, remove, open, done, deliver, man, last,
  ]

  static let limit = Option("--limit", "-n", value: "N", in: .reading, "posts, comics, sync: only the first N")
  static let search = Option(
    "--search", value: "TEXT", in: .reading, "posts, comics: only titles with all these words,",
    "in any order; offline, only saved titles")
  static let unread = Option("--unread", in: .reading, "posts, comics: only unread ones")
  static let bookmarked = Option("--bookmarked", in: .reading, "posts, comics: only bookmarked ones, newest first")

  /// All options, in the order of the help.
  static let all: [Option] = {
    let settings = Setting.all.compactMap(\.option)
    let others = [
      Option("--help", "-h", in: .trying, "print this text"),
      Option("--version", "-V", in: .trying, "print the version"),
    ]
    return Group.allCases.flatMap { group in (settings + ofCommands + others).filter { $0.group == group } }
  }()

  /// The commands that it belongs to; none for one of all commands.
  var commands: [String] { Command.all.filter { $0.options.contains(self) }.map(\.name) }
}
