public import Screen
import Settings

extension Invocation {
  /// The man page, in roff with the macros of man(7), from the tables of commands, options and settings.
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

/// A document in roff.
private struct Roff {
  private(set) var text = ""
  private var isBegun = false

  mutating func line(_ line: String) { text += line + "\n" }

  mutating func section(_ name: String) {
    line(".SH " + name)
    isBegun = true
  }

  mutating func subsection(_ name: String) { line(#".SS "\#(escaped(name))""#) }

  /// A paragraph, which is filled. No line of text may begin like a macro.
  mutating func text(_ paragraph: String) {
    // A heading begins a paragraph.
    if !isBegun { line(".PP") }
    isBegun = false
    for line in paragraph.split(separator: "\n") { self.line(escaped(String(line))) }
  }

  /// A term, and its meaning, indented. A term without one shares the next term's.
  mutating func entry(_ term: String, _ meaning: [String]) {
    isBegun = false
    line(".TP")
    line(#".B "\#(escaped(term))""#)
    for part in meaning { line(escaped(part)) }
    if meaning.isEmpty { line(#"\&"#) }
  }

  /// The text with escapes for backslashes, quotes, hyphens that are typed, and all that is not ASCII.
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
      default: escaped += #"\[u"# + hexadecimal(scalar.value) + "]"
      }
    }
    return escaped
  }

  private func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
