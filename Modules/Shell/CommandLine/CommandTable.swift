import KeptServers

/// A command as it is written, explained and looked up.
struct CommandEntry {
  /// The word that names it.
  var name: String
  /// Each way to write it, behind the program's name, and what that does, a line each.
  var usages: [(text: String, help: [String])]
  /// The words that may stand behind it; each may be followed by an item of a list.
  var words: [(text: String, items: Items?)] = []
  /// The list that one item of may stand behind it.
  var items: Items?

  /// A list of which items are named on the command line: the name of the command that prints it.
  enum Items: String, CaseIterable {
    case posts, comics, todos
    /// Those that have a name: `config servers`.
    case servers
  }

  static let all: [CommandEntry] = [
    CommandEntry(
      name: "posts",
      usages: [
        (
          "posts [--limit N] [--search TEXT] [--unread] [--bookmarked]",
          ["print the titles: ID, tab, title, one per line"]
        )
      ]),
    CommandEntry(
      name: "post", usages: [("post ID", ["print a post: title, text, author, comments"])], items: .posts),
    CommandEntry(
      name: "comics",
      usages: [
        (
          "comics [--limit N] [--search TEXT] [--unread] [--bookmarked]",
          ["print the comics, newest first: number, tab, title"]
        )
      ]),
    CommandEntry(
      name: "comic",
      usages: [
        (
          "comic N|latest|random",
          ["print a comic: title, hover text, number, date,", "picture address, transcript"]
        )
      ],
      words: [("latest", nil), ("random", nil)], items: .comics),
    CommandEntry(
      name: "bookmark",
      usages: [
        ("bookmark post ID [--remove]", []),
        ("bookmark comic N [--remove]", ["bookmark it, and save all of it for offline use"]),
      ],
      words: [("post", .posts), ("comic", .comics)]),
    CommandEntry(
      name: "todos",
      usages: [
        ("todos [--open|--done]", ["print the to-dos: ID, tab, box, tab, title"]),
        ("todos --deliver", ["send waiting changes, and report the result"]),
      ]),
    CommandEntry(
      name: "todo",
      usages: [
        ("todo add TITLE…", ["add one for each title; - reads standard input"]),
        ("todo done|reopen|delete|show ID", []),
        (
          "todo rename ID TITLE",
          ["change one, here at once and on the server as", "soon as it answers; IDs can be shortened"]
        ),
      ],
      words: [("add", nil)] + ["done", "reopen", "delete", "show", "rename"].map { ($0, .todos) }),
    CommandEntry(
      name: "fetch", usages: [("fetch [--last]", ["fetch a response code; print it and the count"])]),
    CommandEntry(
      name: "sync",
      usages: [
        (
          "sync [posts|comics|todos]",
          [
            "get everything for a time without a network, and", "send waiting changes; ctrl-c stops, and running",
            "it again goes on",
          ]
        )
      ],
      words: [("posts", nil), ("comics", nil), ("todos", nil)]),
    CommandEntry(
      name: "status", usages: [("status", ["print what is saved of each server, and where"])]),
    CommandEntry(
      name: "forget",
      usages: [
        ("forget posts|comics [URL] [--state-too]", []),
        (
          "forget server URL [--state-too]",
          [
            "remove what is saved of a server (URL or @NAME),", "and print how much; what is not a cache only with",
            "--state-too",
          ]
        ),
        ("forget server URL --state-too --force", ["to-dos that were never sent, too"]),
      ],
      words: KeptPart.allCases.map { ($0.rawValue, .servers) }),
    CommandEntry(
      name: "doctor",
      usages: [
        (
          "doctor",
          ["check libraries, terminal, folders and servers,", "and print what to do where something is wrong"]
        )
      ]),
    CommandEntry(
      name: "config",
      usages: [
        ("config", ["print every setting, and where it comes from"]),
        ("config servers", ["print the servers that have a name"]),
      ],
      words: [("servers", nil)]),
    CommandEntry(
      name: "completions",
      usages: [("completions bash|zsh|fish", ["print what completes commands in a shell"])],
      words: Shell.allCases.map { ($0.rawValue, nil) }),
    CommandEntry(
      name: "help",
      usages: [("help [--man]", ["print this text, or the man page; --help after a", "command prints its part"])]),
  ]
}
