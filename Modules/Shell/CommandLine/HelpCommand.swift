import Settings

extension Command {
  /// Prints the help or the man page, or the help of a command: `help feeds` and `feeds --help`.
  static let help = Command(
    name: "help",
    usages: ["help [COMMAND]": "print this text, or the part of a command", "help --man": "print the man page"],
    options: [.man], isAlwaysThere: true
  ) { words, _ in
    let names = words.has("--help") ? words.operands : words.arguments
    let isManPage = words.has("--man") && !words.has("--help")
    return Action(needsDatabases: false) { run in
      let text = isManPage ? Invocation.manPage(keys: run.keys()) : help(of: names) ?? Invocation.help
      try run.output.write(text)
      return .shown
    }
  }

  /// Prints the version of the program.
  static let version = Command(name: "", isAlwaysThere: true) { _, _ in
    Action(needsDatabases: false) { run in
      try run.output.write("satchel \(Invocation.version)\n")
      return .shown
    }
  }

  /// Returns the help of the command that begins with some words, or of all with the same first word; nil for none.
  private static func help(of names: [String]) -> String? {
    let one = all.filter { $0.verb != nil && !$0.usages.isEmpty && $0.name == names.prefix(2).joined(separator: " ") }
    let commands = one.isEmpty ? all.filter { $0.group == names.first } : one
    if commands.isEmpty { return nil }
    let options = Option.all.filter { option in commands.contains { $0.options.contains(option) } }.map(\.row)
    return """
      Usage:
      \(commands.flatMap(\.usages).map(row).joined(separator: "\n"))
      \(options.isEmpty ? "" : "\nOptions:\n\(options.joined(separator: "\n"))\n")
      All commands and options: satchel --help

      """
  }
}

extension Option {
  static let man = Option("--man", in: .reading, "help: print the man page")

  fileprivate var row: String { columns([(letter == nil ? "    " : "") + usage], help) }
}

extension Invocation {
  /// The help of the program.
  public static var help: String {
    let options = Option.Group.allCases.map { group in
      ([group.rawValue + ":"] + Option.all.filter { $0.group == group }.map(\.row)).joined(separator: "\n")
    }
    return """
      satchel – an offline-first reader for the terminal

      \(introduction)

      Usage:
        satchel                    open the reader, full screen; ? lists its keys
        satchel @NAME [command]    with a server of the configuration file
      \(Command.all.flatMap(\.usages).map(row).joined(separator: "\n"))

      Options can go anywhere, as --name value or --name=value; -- ends them.

      \(options.joined(separator: "\n\n"))

      Configuration file, in JSON5; options and environment go before it:
      \(keys.map { columns([$0.name], $0.help) }.joined(separator: "\n"))

      Environment:
      \(environment.map { columns($0.names, $0.help) }.joined(separator: "\n"))

      Exit status:
      \(ExitStatus.table.map { columns(["\($0.status.rawValue)"], [$0.meaning]) }.joined(separator: "\n"))

      Examples:
      \(examples.map { "  " + $0.command.padded(to: 47) + $0.meaning }.joined(separator: "\n"))

      """
  }

  static let introduction = """
    It shows the latest from a server, and saves what it has shown. When the
    server cannot be reached it shows the saved copy, and says so.
    """

  /// The keys of the configuration file, each with the placeholder of its value and an explanation, line by line.
  static var keys: [(name: String, value: String, help: [String])] {
    var keys = [
      (
        "servers", "{NAME: URL or {…}, …}",
        ["servers for @NAME, each an address, or {}", "with what is below servers.NAME"]
      )
    ]
    for setting in Setting.all {
      setting.key.map { keys.append((setting.name, $0.value, [$0.help])) }
      if setting.name == "feeds" { keys += FeedRuleKey.all.map { ("feeds.\($0.name)", $0.value, $0.help) } }
    }
    for setting in Setting.all {
      setting.serverKey.map { keys.append(("servers.NAME.\(setting.nameInServer)", $0.value, [$0.help])) }
    }
    return keys
  }

  /// The environment variables that the program reads, each with an explanation, line by line.
  static var environment: [(names: [String], help: [String])] {
    let settings = Setting.all.filter { $0.variable?.hasPrefix("SATCHEL_") == true }
    return settings.map { setting in
      ([setting.variable ?? ""], [setting.option.map { "default for \($0.name)" } ?? setting.key?.help ?? ""])
    } + systemVariables
  }

  private static let systemVariables: [(names: [String], help: [String])] = [
    (["XDG_CACHE_HOME"], ["the user's cache folder (Linux) [default: ~/.cache]"]),
    (["XDG_CONFIG_HOME"], ["the user's configuration folder (Linux)", "[default: ~/.config]"]),
    (["XDG_STATE_HOME"], ["the user's state folder (Linux)", "[default: ~/.local/state]"]),
    (["http_proxy, https_proxy,", "all_proxy, no_proxy"], ["", "proxies, as curl understands them"]),
    (["NO_COLOR, TERM, COLORTERM"], ["which colours the reader may use"]),
    (["BROWSER"], ["command that opens an address"]),
    (["VISUAL, EDITOR"], ["command that opens the file of the feeds"]),
    (["SSL_CERT_FILE,", "SSL_CERT_DIR"], ["", "certificate authorities, instead of the system's"]),
  ]

  /// Commands for a beginner.
  static let examples: [(command: String, meaning: String)] = [
    ("satchel posts", "every title"),
    ("satchel posts -n 5 -s https://example.org", "five titles from another server"),
    ("satchel posts --search 'banh mi'", "finds Bánh mì, too"),
    ("satchel @work posts", "from a server that has a name"),
    ("satchel comic latest", "the newest comic"),
    ("satchel post 1 --offline", "a post as last seen"),
    ("satchel todo add 'wind the lighthouse'", "works offline, too"),
    ("satchel sync --since 4w", "comments of the last four weeks"),
    ("satchel fetch && satchel fetch --last", "the same code twice"),
    ("satchel posts -f json | jq -r '.[].title'", "titles for a program"),
  ]
}

private func row(_ usage: (key: String, value: String)) -> String {
  let text = "satchel " + usage.key
  let help = usage.value.lines
  return text.count < 27 || help.isEmpty ? columns([text], help) : columns([text], [""]) + "\n" + columns([], help)
}

/// Returns lines with terms on the left and their explanations on the right.
private func columns(_ left: [String], _ right: [String]) -> String {
  (0..<max(left.count, right.count)).map { row in
    let left = row < left.count ? left[row] : ""
    let text = row < right.count && !right[row].isEmpty ? left.padded(to: 27) + right[row] : left
    return "  " + text
  }.joined(separator: "\n")
}

extension String {
  var lines: [String] { split(separator: "\n").map(String.init) }

  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
