import Essentials
import JSON5

/// A setting as it is written in the configuration file, explained and looked up.
public struct SettingEntry<Target> {
  /// Its key.
  public var name: String
  /// What stands for its value in the help.
  public var value: String
  /// What it does, for the help; a line each.
  public var help: [String]
  let read: (_ target: inout Target, _ value: JSON5, _ path: String) throws(Settings.Problem) -> Void
}

extension SettingEntry {
  /// A setting that is one value.
  init<Value>(
    _ name: String, _ value: String, _ help: [String], _ member: WritableKeyPath<Target, Located<Value>?>,
    _ parse: @escaping (Target, JSON5) throws(ValueError) -> Value
  ) {
    self.init(name: name, value: value, help: help) { target, value, path throws(Settings.Problem) in
      do throws(ValueError) {
        target[keyPath: member] = Located(try parse(target, value), line: value.line)
      } catch {
        throw Settings.Problem(line: value.line, "\(path) \(error.needs)")
      }
    }
  }
}

extension Settings {
  /// The settings there are.
  public static var entries: [SettingEntry<Settings>] {
    [
      SettingEntry(
        name: "servers", value: "{NAME: URL or {…}, …}",
        help: ["servers for @NAME, each an address, or {}", "with what is below servers.NAME"]
      ) { settings, value, path throws(Problem) in settings.servers = try namedServers(value, path) },
      SettingEntry("server", "URL or \"@NAME\"", ["the server when none is named"], \.server) {
        settings, value throws(ValueError) in
        try settings.serverChoice(try value.text("an address or \"@\" and a name, in quotes"))
      },
      SettingEntry(
        "sections", "[\"posts\", \"todos\", …]", ["sections that the reader shows, in this order"], \.sections
      ) {
        _, value throws(ValueError) in try readerSections(value)
      },
      SettingEntry("theme", "NAME", ["as --theme"], \.theme) { _, value throws(ValueError) in
        try choice(try value.text("one of \"auto\", \"light\", \"dark\", \"none\""))
      },
      SettingEntry("browser", "COMMAND", ["as BROWSER: %s is the address"], \.browser) { _, value throws(ValueError) in
        let command = try value.text("a command in quotes")
        guard !command.trimmed.isEmpty, !command.contains("\0") else { throw ValueError("needs a command in quotes") }
        return command
      },
      SettingEntry("timeout", "SECONDS", ["as --timeout"], \.timeout) { _, value throws(ValueError) in
        try timeLimit(value)
      },
      SettingEntry("keep", "SIZE", ["as --keep: \"1 GiB\", \"500 MB\""], \.keep) {
        _, value throws(ValueError) in
        try size(try value.text("a size in quotes, such as \"1 GiB\""))
      },
    ]
  }
}

extension NamedServer {
  /// What may be said of a named server.
  public static var entries: [SettingEntry<NamedServer>] {
    [
      SettingEntry(name: "address", value: "URL", help: ["of posts, and of what is not below"]) {
        server, value, path throws(Settings.Problem) in server.address = try located(value, path)
      },
      SettingEntry("comics", "URL", ["address of the comics, or \"@NAME\""], \.comics, anAddress),
      SettingEntry("todos", "URL", ["address of the to-dos, or \"@NAME\""], \.todos, anAddress),
      SettingEntry("fetch", "URL", ["address of the response code, or \"@NAME\""], \.fetch, anAddress),
      SettingEntry("sections", "[…]", ["as above, for this server"], \.sections) { _, value throws(ValueError) in
        try readerSections(value)
      },
      SettingEntry("timeout", "SECONDS", ["as above, for this server"], \.timeout) { _, value throws(ValueError) in
        try timeLimit(value)
      },
    ]
  }
}
