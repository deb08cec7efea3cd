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
    page.entries(usages(of: Command.all))
    page.section("OPTIONS")
    page.text(placement)
    for group in Option.Group.allCases {
      page.subsection(group.rawValue)
      page.entries(Option.all.filter { $0.group == group }.map { ($0.usage, $0.help) })
    }
    if !keys.isEmpty { page.section("KEYS") }
    for section in keys {
      page.subsection(section.title)
      page.entries(section.keys.map { ($0.keys, [$0.meaning]) })
    }
    page.section("CONFIGURATION FILE")
    page.text("Settings in JSON5. Options go before the environment, and that before the file.")
    page.entries(Self.keys)
    page.section("FEEDS FILE")
    page.text("The feeds that you read, in the syntax of newsboat's urls: a line each, then its title and its tags.")
    page.text("A word with spaces is in double quotes. Lines that begin with # are comments.")
    page.entries(feedsFile)
    for (title, entries) in [
      ("FILES", files), ("EXIT STATUS", statuses), ("ENVIRONMENT", environment), ("EXAMPLES", examples),
    ] {
      page.section(title)
      page.entries(entries)
    }
    return page.text
  }
}

extension Invocation {
  /// The syntax of the file of the feeds.
  private static let feedsFile: [Entry] = [
    ("https://xkcd.com/atom.xml", ["a feed; file:/// and a path for a file"]),
    ("https://xkcd.com/atom.xml comics \"long reads\"", ["with the tags comics and long reads"]),
    ("https://xkcd.com/atom.xml \"~Comics\"", ["with the title Comics"]),
    ("https://xkcd.com/atom.xml !", ["not in the list of feeds; its posts are in All and in its tags"]),
    ("\"exec:COMMAND\"", ["the output of a command for the shell, at most 64 MiB in a minute"]),
    ("\"filter:COMMAND:URL\"", ["the output of a command that reads the feed"]),
    (
      "\"query:TITLE:CONDITION\"",
      [
        "posts of all feeds by unread, tags, title and age:",
        "\"query:New:unread = \\\"yes\\\" and age < 2\"",
      ]
    ),
  ]

  /// The files of the program, unless an option or the environment names others.
  private static let files: [Entry] = [
    ("~/.config/satchel/config.json5", ["settings; --config or SATCHEL_CONFIG names another file"]),
    ("~/.config/satchel/feeds", ["the feeds; satchel feeds edit opens it"]),
    ("~/.cache/satchel/", ["saved copies; --cache or SATCHEL_CACHE names another folder"]),
    (
      "~/.local/state/satchel/",
      ["read marks, bookmarks and to-dos, which are not a cache;", "--state or SATCHEL_STATE names another folder"]
    ),
  ]
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

  /// Adds terms and their indented explanations. A term without one shares that of the next term.
  mutating func entries(_ entries: [Invocation.Entry]) {
    for (term, help) in entries {
      isBegun = false
      line(".TP")
      line(#".B "\#(escaped(term))""#)
      for part in help { line(escaped(part)) }
      if help.isEmpty { line(#"\&"#) }
    }
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
