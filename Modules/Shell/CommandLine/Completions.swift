/// A shell that commands can be completed in.
public enum Shell: String, CaseIterable, Sendable {
  /// GNU Bash, 4 or later.
  case bash
  /// The Z shell.
  case zsh
  /// The friendly interactive shell, 3 or later.
  case fish
}

extension Invocation {
  /// What completes commands in a shell, for the shell to read; made from the tables that the parser reads. IDs, and the
  /// titles that explain them, are those of what is saved: the server is not asked.
  public static func completions(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  /// What lists the items that are saved: an ID, a tab and what explains it, a line each.
  static func list(_ items: CommandEntry.Items) -> String {
    if items == .servers { return listServers }
    return "satchel \(items.rawValue) --offline --quiet" + (items == .todos ? "" : " --limit 10000") + " 2>/dev/null"
  }

  /// What lists the servers that have a name: `@`, the name, a tab and the address, a line each.
  static let listServers = "satchel config servers 2>/dev/null"

  /// The options that a value follows, each with its letter: in patterns, for `case`.
  static var valuePattern: String {
    Option.all.filter { $0.value != nil }.flatMap { [$0.letter, $0.name].compactMap { $0 } }.joined(separator: "|")
  }

  static func pattern(_ option: Option) -> String {
    [option.letter, option.name].compactMap { $0 }.joined(separator: "|")
  }

  static var commandNames: String { CommandEntry.all.map(\.name).joined(separator: " ") }

  /// The options that may stand with a command; nil for those that stand with every one.
  static func options(of command: String?) -> String {
    Option.all.filter { option in
      guard let owners = Command.owners.first(where: { $0.option == option.name })?.owners else { return true }
      return command.map(owners.contains) ?? false
    }.map(\.name).joined(separator: " ")
  }
}

extension Invocation {
  /// What bash and zsh do: which words may stand where, as branches of `case` on the command and the word behind it.
  static var operandCases: [(pattern: String, words: String, items: CommandEntry.Items?)] {
    CommandEntry.all.flatMap { command in
      let first = ("\(command.name):", command.words.map(\.text).joined(separator: " "), command.items)
      return [first]
        + command.words.compactMap { word in word.items.map { ("\(command.name):\(word.text)", "", $0) } }
    }.filter { !$0.1.isEmpty || $0.2 != nil }
  }

  /// Branches for the options whose values are known.
  static func valueCases(
    _ complete: (_ values: String) -> String, folder: String, file: String, server: String
  ) -> String {
    Option.all.compactMap { option in
      if let values = option.values { return "    \(pattern(option))) \(complete(values.joined(separator: " "))) ;;" }
      let others = ["DIR": folder, "FILE": file, "URL": server]
      return option.value.flatMap { others[$0] }.map { "    \(pattern(option))) \($0) ;;" }
    }.joined(separator: "\n")
  }

  /// Branches for the commands that have options of their own, and one for all others.
  static func optionCases(_ complete: (_ options: String) -> String) -> String {
    let owners = CommandEntry.all.map(\.name).filter { name in Command.owners.contains { $0.owners.contains(name) } }
    return
      (owners.map { "      \($0)) \(complete(options(of: $0))) ;;" } + ["      *) \(complete(options(of: nil))) ;;"])
      .joined(separator: "\n")
  }
}

extension Invocation {
  /// The branches of `operandCases`.
  static func operandBranches(
    words complete: (_ words: String) -> String, items list: (_ list: String) -> String
  ) -> String {
    operandCases.map { pattern, words, items in
      let parts = (words.isEmpty ? [] : [complete(words)]) + (items.map { [list(self.list($0))] } ?? [])
      return "    \(pattern)) \(parts.joined(separator: "; ")) ;;"
    }.joined(separator: "\n")
  }
}
