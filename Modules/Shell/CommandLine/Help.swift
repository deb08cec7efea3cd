import Settings

extension Invocation {
  /// How the program is used.
  public static var help: String {
    """
    satchel – an offline-first reader for the terminal

    \(introduction)

    Usage:
      satchel                    open the reader, full screen; ? lists its keys
      satchel @NAME [command]    with a server of the configuration file
    \(CommandEntry.all.flatMap(\.usages).map(lines).joined(separator: "\n"))

    Options can go anywhere, as --name value or --name=value; -- ends them.

    \(Option.groups.map(section).joined(separator: "\n\n"))

    Configuration file, in JSON5; options and environment go before it:
    \(settings.map { columns([$0.name], $0.help) }.joined(separator: "\n"))

    Environment:
    \(environment.map { columns($0.names, $0.help) }.joined(separator: "\n"))

    Exit status:
    \(ExitStatus.table.map { columns(["\($0.status.rawValue)"], [$0.meaning]) }.joined(separator: "\n"))

    Examples:
    \(examples.map { "  " + $0.command.padded(to: 47) + $0.meaning }.joined(separator: "\n"))

    """
  }

  /// How one command is used; nil where there is none of this name.
  static func help(of command: String) -> String? {
    guard let entry = CommandEntry.all.first(where: { $0.name == command }) else { return nil }
    let names = Command.owners.filter { $0.owners.contains(command) }.map(\.option)
    let options = Option.all.filter { names.contains($0.name) }.flatMap(lines)
    return """
      Usage:
      \(entry.usages.map(lines).joined(separator: "\n"))
      \(options.isEmpty ? "" : "\nOptions:\n\(options.joined(separator: "\n"))\n")
      All commands and options: satchel --help

      """
  }

  static let introduction = """
    It shows the latest from a server, and saves what it has shown. When the
    server cannot be reached it shows the saved copy, and says so.
    """

  /// The settings of the configuration file, each with what stands for its value, and what it is for; a line each.
  static var settings: [(name: String, value: String, help: [String])] {
    Settings.entries.map { ($0.name, $0.value, $0.help) }
      + NamedServer.entries.map { ("servers.NAME.\($0.name)", $0.value, $0.help) }
  }

  /// The variables that are read, by their names, and what each is for; a line each.
  static let environment: [(names: [String], help: [String])] = [
    (["SATCHEL_SERVER"], ["default for --server"]),
    (["SATCHEL_COMICS_SERVER"], ["default for --comics-server"]),
    (["SATCHEL_TODOS_SERVER"], ["default for --todos-server"]),
    (["SATCHEL_FETCH_SERVER"], ["default for --fetch-server"]),
    (["SATCHEL_CONFIG"], ["default for --config"]),
    (["SATCHEL_CACHE"], ["default for --cache"]),
    (["SATCHEL_STATE"], ["default for --state"]),
    (["SATCHEL_THEME"], ["default for --theme"]),
    (["XDG_CACHE_HOME"], ["the user's cache folder (Linux) [default: ~/.cache]"]),
    (["XDG_CONFIG_HOME"], ["the user's configuration folder (Linux)", "[default: ~/.config]"]),
    (["XDG_STATE_HOME"], ["the user's state folder (Linux)", "[default: ~/.local/state]"]),
    (["http_proxy, https_proxy,", "all_proxy, no_proxy"], ["", "proxies, as curl understands them"]),
    (["NO_COLOR, TERM, COLORTERM"], ["which colours the reader may use"]),
    (["BROWSER"], ["command that opens an address"]),
    (["SSL_CERT_FILE,", "SSL_CERT_DIR"], ["", "certificate authorities, instead of the system's"]),
  ]

  /// Commands to begin with.
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

  private static func section(_ group: (title: String, options: [Option])) -> String {
    ([group.title + ":"] + group.options.flatMap(lines)).joined(separator: "\n")
  }

  private static func lines(_ option: Option) -> [String] {
    [columns([(option.letter == nil ? "    " : "") + option.usage], option.help)]
  }

  private static func lines(_ usage: (text: String, help: [String])) -> String {
    let text = "satchel " + usage.text
    return text.count < 27 || usage.help.isEmpty
      ? columns([text], usage.help) : columns([text], [""]) + "\n" + columns([], usage.help)
  }

  /// What is explained on the left, what it does on the right.
  private static func columns(_ left: [String], _ right: [String]) -> String {
    (0..<max(left.count, right.count)).map { row in
      let left = row < left.count ? left[row] : ""
      let text = row < right.count && !right[row].isEmpty ? left.padded(to: 27) + right[row] : left
      return "  " + text
    }.joined(separator: "\n")
  }
}

extension Invocation.ExitStatus {
  /// Every way to end, and what it means.
  public static let table: [(status: Invocation.ExitStatus, meaning: String)] = [
    (.shown, "shown, even if only the saved copy, or a part of it"),
    (.usage, "wrong command line"),
    (.noSuchItem, "no such post, comic, to-do or saved server"),
    (.unavailable, "nothing shown or changed; to-dos: not all sent"),
    (.outputFailed, "cannot write the output"),
    (.incomplete, "sync: not everything could be had; run it again"),
    (.configuration, "wrong configuration file"),
    (.interrupted, "sync: stopped by ctrl-c; what was saved stays"),
  ]
}

extension CustomStringConvertible {
  func padded(to width: Int) -> String {
    description + String(repeating: " ", count: max(1, width - description.count))
  }
}
