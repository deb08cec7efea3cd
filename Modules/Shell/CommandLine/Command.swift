// Commands, their options, and plain output.

import Essentials
import PagedList
import Settings

/// A command: its text for the help, the man page and the completions, its arguments, and its work.
struct Command: Sendable {
  /// The word or the two words on the command line: "posts", "feeds add".
  let name: String
  /// The ways to call the command, without the program's name, and their explanations, line by line.
  var usages: KeyValuePairs<String, String> = [:]
  /// The options of this command only.
  var options: [Option] = []
  /// The words that may follow the command.
  var words: [String] = []
  /// The list with the items that may follow the command.
  var items: Items?
  /// Whether the command runs even if the command line, the environment or the configuration file is invalid.
  var ignoresSettings = false
  /// Parses the words of the command line, and returns the work.
  let action: @Sendable (_ words: Words, _ file: ConfigurationFile) throws(UsageError) -> Action

  /// A list whose items can be arguments.
  enum Items {
    case posts, comics, todos, servers, feeds, tags
  }

  /// The first word of the name.
  var group: String { String(name.prefix { $0 != " " }) }
  /// The second word of the name; nil for a name of one word.
  var verb: String? { name.contains(" ") ? String(name.dropFirst(group.count + 1)) : nil }
  /// Whether several words of a kind may follow the name.
  var takesSeveral: Bool { usages.contains { $0.key.contains("…") } }

  /// All commands, in the order of the help.
  static let all: [Command] =
    [feeds, feedsAdd, feedsRemove, feedsMove, feedsEdit, feedsImport, feedsExport, feedsRefresh]
    + [posts, post, comics, comic, bookmarkPost, bookmarkComic, todos] + todo + [fetch, sync, status] + forget
    + [doctor, config, configServers, completions, help]
}

/// The work of a command.
public struct Action: Sendable {
  /// The server that its error messages name.
  var server: any KeyPath<Settings, URL> & Sendable = \.server
  /// Whether the work opens the reader when there is a terminal.
  public internal(set) var opensReader = false
  /// Whether the work downloads everything: it takes long, can be stopped, and then reports its progress.
  public internal(set) var downloadsEverything = false
  /// Whether the work fails if nothing can be saved: a copy in memory is of no use to it.
  public internal(set) var needsDisk = false
  /// Whether the work needs SQLite.
  public internal(set) var needsDatabases = true
  /// Whether the work saves cached copies, so that space may have to be freed afterwards.
  var saves = false
  /// The command that prints what the work has changed; nil if it changes nothing. Such work is completed even if its
  /// output cannot be written.
  var result: String?
  /// Does the work.
  let run: Work

  /// Does the work of a command.
  /// - Throws: `CommandFailure`, `OutputError`, or an error about the action's server.
  typealias Work = @Sendable (_ run: CommandRun) async throws -> Void
}

extension Command {
  /// Returns the command that the words name. Without a name it is the reader, or `posts` if an option asks for output.
  static func named(by words: Words) throws(UsageError) -> Command {
    // Most runs open the reader, which begins sooner without the tables of commands and options.
    if words.operands.isEmpty, words.options.isEmpty { return reader }
    // `help` runs even with an option of another command.
    if words.has("--help") || words.operands.first == help.name { return help }
    if words.has("--version") { return version }
    if words.operands.first == complete.name { return complete }
    let command = try named(words.operands.isEmpty ? [posts.name] : words.operands)
    for option in Option.ofCommands where words.has(option.name) && !command.options.contains(option) {
      let owners = option.owners
      let example =
        [["fetch"], ["todos"], ["help"]].contains(owners)
        ? ": satchel \(owners[0]) \(option.name)" : ", not to \(command.name)"
      throw UsageError("\(option.name) belongs to \(owners.joined(by: "and"))\(example)")
    }
    let asksForOutput = words.has("--format") || posts.options.contains { words.has($0.name) }
    return words.operands.isEmpty && !asksForOutput ? reader : command
  }

  /// Returns the command that operands name.
  static func named(_ operands: [String]) throws(UsageError) -> Command {
    let name = operands[0]
    if operands.contains("") {
      throw UsageError(name.isEmpty ? "the command is empty" : "an argument of \(name) is empty")
    }
    let group = all.filter { $0.group == name }
    let verbs = group.compactMap(\.verb)
    if let command = group.first(where: { $0.name == operands.prefix(2).joined(separator: " ") }) { return command }
    if verbs.isEmpty, let command = group.first { return command }
    guard !group.isEmpty else {
      let isAddress = name.contains("://")
      let hint = isAddress ? "; to open an address: satchel -s URL" : suggestion(for: name, in: all.map(\.group))
      throw UsageError("there is no command \(withoutPassword(name))\(hint)")
    }
    guard operands.count > 1 else {
      throw UsageError("\(name) needs \(verbs.joined(by: "or"))", advice: "Try: satchel \(name) --help")
    }
    throw UsageError(operands[1], isNot: verbs, of: name)
  }
}

extension UsageError {
  /// Creates the error for a word that is none of those that may follow a command.
  init(_ word: String, isNot words: [String], of command: String) {
    let hint = word.hasPrefix("@") ? command.hint(at: word) : suggestion(for: word, in: words)
    self.init(
      "\(command) takes \(words.joined(by: "or")), not \(withoutPassword(word))\(hint)",
      advice: "Try: satchel \(command) --help")
  }
}

extension String {
  /// Returns the hint that a server is named before this command.
  func hint(at server: String) -> String { "; a server is named before it: satchel \(server) \(self)" }
}

extension [String] {
  /// The first three texts, and an ellipsis if there are more.
  var firstThree: String { prefix(3).joined(separator: ", ") + (count > 3 ? ", …" : "") }

  /// Returns the words as in a sentence: "posts, comics and sync".
  func joined(by conjunction: String) -> String {
    count < 2 ? joined() : "\(dropLast().joined(separator: ", ")) \(conjunction) \(self[count - 1])"
  }
}

extension Option {
  /// The options of individual commands.
  static let ofCommands = Command.all.flatMap(\.options).reduce(into: [Option]()) { options, option in
    if !options.contains(option) { options.append(option) }
  }

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
      Option("--help", "-h", in: .general, "print this text"),
      Option("--version", "-V", in: .general, "print the version"),
    ]
    return Group.allCases.flatMap { group in (settings + ofCommands + others).filter { $0.group == group } }
  }()

  /// The commands that have this option; only the first word where all commands with it do. Empty for an option of all
  /// commands.
  var owners: [String] {
    var owners: [String] = []
    for command in Command.all where command.options.contains(self) {
      let isShared = Command.all.allSatisfy { $0.group != command.group || $0.options.contains(self) }
      let owner = isShared ? command.group : command.name
      if !owners.contains(owner) { owners.append(owner) }
    }
    return owners
  }
}
