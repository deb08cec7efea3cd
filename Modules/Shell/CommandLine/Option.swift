import Settings

/// An option as it is written, explained and looked up.
struct Option {
  /// With its two dashes.
  var name: String
  /// A dash and one letter.
  var letter: String?
  /// What stands for the value in the help; nil for an option without one.
  var value: String?
  /// What it does, for the help; a line each.
  var help: [String]
  /// The values there are; nil where it takes others.
  var values: [String]?

  /// How it is written: "-n, --limit N".
  var usage: String { (letter.map { "\($0), " } ?? "") + name + (value.map { " " + $0 } ?? "") }

  static let groups: [(title: String, options: [Option])] = [
    (
      "What to read",
      [
        Option(
          name: "--server", letter: "-s", value: "URL",
          help: ["server address, http or https; or @NAME", "[default: http://localhost:8000]"]),
        Option(
          name: "--comics-server", value: "URL",
          help: ["comics server: https://xkcd.com, or @NAME", "[default: same as --server]"]),
        Option(
          name: "--todos-server", value: "URL",
          help: ["to-do server, or @NAME", "[default: same as --server]"]),
        Option(
          name: "--fetch-server", value: "URL",
          help: ["server of the response code, or @NAME", "[default: same as --server]"]),
        Option(name: "--offline", help: ["do not use the network; show what is saved"]),
        Option(
          name: "--timeout", letter: "-t", value: "SECONDS",
          help: [
            "time limit for one request, decimals allowed;", "half of it for the connection; post allows as long",
            "again for author and comments",
            "[default: 10]",
          ]),
        Option(name: "--limit", letter: "-n", value: "N", help: ["posts, comics, sync: only the first N"]),
        Option(
          name: "--search", value: "TEXT",
          help: [
            "posts, comics: only titles with all these words,", "in any order; offline, only saved titles",
          ]),
        Option(name: "--unread", help: ["posts, comics: only unread ones"]),
        Option(name: "--bookmarked", help: ["posts, comics: only bookmarked ones, newest first"]),
        Option(
          name: "--since", value: "WHEN",
          help: [
            "sync: of older items no comments or pictures;", "a day (2026-01-31) or an age: 12h, 7d, 4w, 1y",
          ]),
        Option(
          name: "--pictures", value: "WHICH",
          help: ["sync: those of bookmarked comics, or all", "[default: bookmarked]"],
          values: PicturesChoice.allCases.map(\.rawValue)),
        Option(name: "--state-too", help: ["forget: bookmarks, read marks and to-dos, too"]),
        Option(
          name: "--force", help: ["forget server --state-too: to-dos that were", "never sent, too"]),
        Option(name: "--remove", help: ["bookmark: remove the bookmark"]),
        Option(name: "--open", help: ["todos: only open ones"]),
        Option(name: "--done", help: ["todos: only completed ones"]),
        Option(name: "--deliver", help: ["todos: send waiting changes, and report the result"]),
        Option(name: "--man", help: ["help: print the man page"]),
        Option(name: "--last", help: ["fetch: print the last code, without the network"]),
      ]
    ),
    (
      "Where to save it",
      [
        Option(
          name: "--cache", letter: "-c", value: "DIR",
          help: ["folder for saved copies", "[default: satchel in the user's cache folder]"]),
        Option(
          name: "--keep", value: "SIZE",
          help: ["most room for saved copies of all servers", "[default: 1 GiB]"]),
        Option(
          name: "--state", value: "DIR",
          help: [
            "folder for data that is not a cache: read marks,", "bookmarks, to-dos, fetch's code and count",
            "[default: satchel in the user's state folder]",
          ]),
      ]
    ),
    (
      "How to show it",
      [
        Option(
          name: "--format", letter: "-f", value: "FORMAT", help: ["text, or json for programs", "[default: text]"],
          values: Invocation.Format.allCases.map(\.rawValue)),
        Option(
          name: "--theme", value: "THEME",
          help: ["colours: auto, light, dark or none", "[default: auto, which asks the terminal]"],
          values: ReaderTheme.allCases.map(\.rawValue)),
        Option(name: "--ascii", help: ["ASCII only, for terminals without Unicode"]),
        Option(name: "--quiet", letter: "-q", help: ["no notices on standard error, only errors"]),
      ]
    ),
    (
      "Trying it out",
      [
        Option(
          name: "--configuration", value: "NAME",
          help: [
            "live; stub: sample content, no network or disk;", "failing: nothing works, to see the errors",
            "[default: live]",
          ],
          values: Invocation.Configuration.allCases.map(\.rawValue)),
        Option(
          name: "--config", value: "FILE",
          help: [
            "configuration file; /dev/null is none", "[default: satchel/config.json5 in the user's",
            "configuration folder]",
          ]),
        Option(name: "--help", letter: "-h", help: ["print this text"]),
        Option(name: "--version", letter: "-V", help: ["print the version"]),
      ]
    ),
  ]

  static let all = groups.flatMap(\.options)
}
