import Essentials
public import Screen
import Settings

extension Invocation {
  /// Returns the man page in roff with the macros of man(7), made from the tables of commands, options and settings.
  /// - Parameter keys: The keys of the reader.
  public static func manPage(keys: [KeySection] = []) -> String {
    var page = Roff()
    page.line(#".TH SATCHEL 1 \#(releaseDate) "satchel \#(version)" "User Commands""#)
    page.section("NAME")
    page.text("satchel - an offline-first reader for the terminal")
    page.section("SYNOPSIS")
    page.text("satchel [options] [@NAME] [command]")
    page.section("DESCRIPTION")
    page.text(introduction)
    page.text("Without a command the reader opens, full screen; ? lists its keys.")
    page.text("@NAME before the command stands for a server of the configuration file.")
    page.section("COMMANDS")
    for usage in Command.all.flatMap(\.usages) { page.entry("satchel " + usage.key, usage.value.lines) }
    page.section("OPTIONS")
    page.text("Options can go anywhere, as --name value or --name=value; -- ends them.")
    for group in Option.Group.allCases {
      page.subsection(group.rawValue)
      for option in Option.all where option.group == group { page.entry(option.usage, option.help) }
    }
    if !keys.isEmpty { page.section("KEYS") }
    for section in keys {
      page.subsection(section.title)
      for key in section.keys { page.entry(key.keys, [key.meaning]) }
    }
    page.section("CONFIGURATION FILE")
    page.text("Settings in JSON5. Options go before the environment, and that before the file.")
    for setting in Self.keys { page.entry("\(setting.name): \(setting.value)", setting.help) }
    page.section("EXIT STATUS")
    for row in ExitStatus.table { page.entry("\(row.status.rawValue)", [row.meaning]) }
    page.section("ENVIRONMENT")
    for variable in Self.environment { page.entry(variable.names.joined(separator: " "), variable.help) }
    page.section("EXAMPLES")
    for example in Self.examples { page.entry(example.command, [example.meaning]) }
    return page.text
  }
}

/// A roff document.
private struct Roff {
  private(set) var text = ""
  private var isBegun = false

  mutating func line(_ line: String) { text += line + "\n" }

  mutating func section(_ name: String) {
    line(".SH " + name)
    isBegun = true
  }

  mutating func subsection(_ name: String) { line(#".SS "\#(escaped(name))""#) }

  /// Adds a filled paragraph. Lines of text that look like a macro are escaped.
  mutating func text(_ paragraph: String) {
    // A heading starts a paragraph by itself.
    if !isBegun { line(".PP") }
    isBegun = false
    for line in paragraph.split(separator: "\n") { self.line(escaped(String(line))) }
  }

  /// Adds a term and its indented meaning. A term without a meaning shares the one of the next term.
  mutating func entry(_ term: String, _ meaning: [String]) {
    isBegun = false
    line(".TP")
    line(#".B "\#(escaped(term))""#)
    for part in meaning { line(escaped(part)) }
    if meaning.isEmpty { line(#"\&"#) }
  }

  /// Returns the text with escapes for backslashes, quotes, hyphens as typed, and characters outside ASCII.
  private func escaped(_ text: String) -> String {
    var escaped = text.hasPrefix(".") || text.hasPrefix("'") ? #"\&"# : ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += #"\e"#
      case "\"": escaped += #"\(dq"#
      case "'": escaped += #"\(aq"#
      case "-": escaped += #"\-"#
      case "~": escaped += #"\(ti"#
      case _ where scalar.isASCII: escaped.unicodeScalars.append(scalar)
      default: escaped += #"\[u"# + scalar.value.hexadecimal(digits: 4, uppercase: true) + "]"
      }
    }
    return escaped
  }
}
