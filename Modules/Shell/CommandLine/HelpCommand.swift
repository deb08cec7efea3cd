import Settings

extension Command {
  /// Prints the help or the man page, or the help of a command: `help feeds` and `feeds --help`.
  static let help = Command(
    name: "help",
    usages: ["help [COMMAND]": "print this text, or the part of a command", "help --man": "print the man page"],
    options: [.man], ignoresSettings: true
  ) { words, _ throws(UsageError) in
    let names = words.has("--help") ? words.operands : words.arguments
    let isManPage = words.has("--man") && !words.has("--help")
    let isGroup = names.count == 1 && all.contains { $0.group == names[0] }
    if !words.has("--help"), !names.isEmpty, !isGroup {
      let name = try named(names).name
      if name != names.joined(separator: " ") { throw UsageError("help takes one command: satchel help \(name)") }
    }
    return Action(needsDatabases: false) { run in
      let text = isManPage ? Invocation.manPage(keys: run.keys()) : help(of: names) ?? Invocation.help
      try run.output.write(text)
    }
  }

  /// Prints the version of the program.
  static let version = Command(name: "", ignoresSettings: true) { _, _ in
    Action(needsDatabases: false) { run in try run.output.write("satchel \(Invocation.version)\n") }
  }

  /// Returns the help of the command that begins with some words, or of all with the same first word; nil for none.
  private static func help(of names: [String]) -> String? {
    let one = all.filter { $0.verb != nil && !$0.usages.isEmpty && $0.name == names.prefix(2).joined(separator: " ") }
    let commands = one.isEmpty ? all.filter { $0.group == names.first } : one
    if commands.isEmpty { return nil }
    let options = Option.all.filter { option in commands.contains { $0.options.contains(option) } }.map(\.row)
    return """
      Usage:
      \(entries(Invocation.usages(of: commands)))
      \(options.isEmpty ? "" : "\nOptions:\n\(options.joined(separator: "\n"))\n")
      All commands and options: satchel --help

      """
  }
}

extension Option {
  static let man = Option("--man", in: .reading, "help: print the man page")

  fileprivate var row: String { entry((letter == nil ? "    " : "") + usage, help) }
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
      \(entries(usages(of: Command.all)))

      \(placement)

      \(options.joined(separator: "\n\n"))

      Configuration file, in JSON5; options and environment override it:
      \(entries(keys))

      Environment:
      \(entries(environment))

      Exit status:
      \(entries(statuses))

      Examples:
      \(examples.map { "  " + $0.term.padded(to: 47) + $0.help.joined() }.joined(separator: "\n"))

      """
  }

  static let introduction = """
    It shows the latest from a server, and saves what it has shown. When the
    server cannot be reached it shows the saved copy, and says so.
    """

  static let placement = """
    Options can go anywhere, as --name value or --name=value; -- ends them.
    Letters can be joined: -qf json is --quiet --format json.
    """

  /// An entry of the help and the man page: a term, and its explanation, line by line.
  typealias Entry = (term: String, help: [String])

  /// Returns the ways to call commands.
  static func usages(of commands: [Command]) -> [Entry] {
    commands.flatMap(\.usages).map { ("satchel " + $0.key, $0.value.lines) }
  }

  /// The keys of the configuration file with the placeholders of their values.
  static var keys: [Entry] {
    var keys: [Entry] = [
      (
        "servers: {NAME: URL or {…}, …}",
        ["servers for @NAME, each an address, or {}", "with what is below servers.NAME"]
      )
    ]
    for setting in Setting.all {
      setting.key.map { keys.append(("\(setting.name): \($0.value)", [$0.help])) }
      if setting.name == "feeds" { keys += FeedRuleKey.all.map { ("feeds.\($0.name): \($0.value)", $0.help) } }
    }
    for setting in Setting.all {
      setting.serverKey.map { keys.append(("servers.NAME.\(setting.nameInServer): \($0.value)", [$0.help])) }
    }
    return keys
  }

  /// The environment variables that the program reads.
  static var environment: [Entry] {
    let settings = Setting.all.filter { $0.variable?.hasPrefix("SATCHEL_") == true }
    return settings.map { setting in
      (setting.variable ?? "", [setting.option.map { "default for \($0.name)" } ?? setting.key?.help ?? ""])
    } + [
      ("XDG_CACHE_HOME", ["the user's cache folder (Linux) [default: ~/.cache]"]),
      ("XDG_CONFIG_HOME", ["the user's configuration folder (Linux)", "[default: ~/.config]"]),
      ("XDG_STATE_HOME", ["the user's state folder (Linux)", "[default: ~/.local/state]"]),
      ("http_proxy, https_proxy, all_proxy, no_proxy", ["proxies, as curl understands them"]),
      ("NO_COLOR, TERM, COLORTERM", ["which colours the reader may use"]),
      ("BROWSER", ["command that opens an address"]),
      ("VISUAL, EDITOR", ["command that opens the file of the feeds"]),
      ("SSL_CERT_FILE, SSL_CERT_DIR", ["certificate authorities, instead of the system's"]),
    ]
  }

  static var statuses: [Entry] { ExitStatus.table.map { ("\($0.status.rawValue)", [$0.meaning]) } }

  /// Commands for a beginner.
  static let examples: [Entry] = [
    ("satchel posts", ["every title"]),
    ("satchel posts -n 5 -s https://example.org", ["five titles from another server"]),
    ("satchel posts --search 'banh mi'", ["finds Bánh mì, too"]),
    ("satchel @work posts", ["from a server that has a name"]),
    ("satchel comic latest", ["the newest comic"]),
    ("satchel post 1 --offline", ["a post as last seen"]),
    ("satchel todo add 'wind the lighthouse'", ["works offline, too"]),
    ("satchel sync --since 4w", ["comments of the last four weeks"]),
    ("satchel fetch && satchel fetch --last", ["the same code twice"]),
    ("satchel posts -f json | jq -r '.[].title'", ["titles for a program"]),
  ]
}

private func entries(_ entries: [Invocation.Entry]) -> String { entries.map(entry).joined(separator: "\n") }

/// Returns a term with its explanation on the right, or below if the term is too long.
private func entry(_ term: String, _ help: [String]) -> String {
  let isBelow = help.isEmpty || term.count >= 27
  let lines =
    (isBelow ? [term] : [term.padded(to: 27) + help[0]])
    + help.dropFirst(isBelow ? 0 : 1).map { String(repeating: " ", count: 27) + $0 }
  return lines.map { "  " + $0 }.joined(separator: "\n")
}

extension String {
  var lines: [String] { split(separator: "\n").map(String.init) }

  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
