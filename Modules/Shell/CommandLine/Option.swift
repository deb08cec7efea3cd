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

  static let groups: [(title: String, options: [Option])] = [
    (
      "What is read",
      [
        Option(
          name: "--server", letter: "-s", value: "URL",
          help: ["the server to ask, http or https", "[default: http://localhost:8000]"]),
        Option(
          name: "--comics-server", value: "URL",
          help: ["the server of comics, such as https://xkcd.com", "[default: that of --server]"]),
        Option(
          name: "--todos-server", value: "URL",
          help: ["the server of to-dos", "[default: that of --server]"]),
        Option(name: "--offline", help: ["never touch the network: show what is kept"]),
        Option(
          name: "--timeout", letter: "-t", value: "SECONDS",
          help: [
            "how long one request may take, decimals allowed;", "post waits as long again for author and comments",
            "[default: 10]",
          ]),
        Option(name: "--limit", letter: "-n", value: "N", help: ["posts, comics: print only the first N titles"]),
        Option(
          name: "--search", value: "TEXT",
          help: [
            "posts, comics: only titles that hold all its words,", "in any order; offline, of those that are kept",
          ]),
        Option(name: "--bookmarked", help: ["posts, comics: those that are bookmarked, newest first"]),
        Option(name: "--unread", help: ["posts, comics: those that were not read"]),
        Option(name: "--remove", help: ["bookmark: take the bookmark away"]),
        Option(name: "--open", help: ["todos: those that are still to be done"]),
        Option(name: "--done", help: ["todos: those that are done"]),
        Option(name: "--deliver", help: ["todos: send what waits, and say what came of it"]),
        Option(name: "--last", help: ["fetch: print what is known, without the network"]),
      ]
    ),
    (
      "Where it is kept",
      [
        Option(
          name: "--cache", letter: "-c", value: "DIR",
          help: ["the folder for kept copies", "[default: satchel in the user's cache folder]"]),
        Option(
          name: "--state", value: "DIR",
          help: [
            "the folder for what cannot be had again: read marks,", "bookmarks, to-dos, fetch's code and count",
            "[default: satchel in the user's state folder]",
          ]),
      ]
    ),
    (
      "How it is shown",
      [
        Option(
          name: "--format", letter: "-f", value: "FORMAT", help: ["text, or json for programs", "[default: text]"]),
        Option(
          name: "--theme", value: "NAME",
          help: ["colours: auto, light, dark or none", "[default: auto, which asks the terminal]"]),
        Option(name: "--ascii", help: ["for a screen without Unicode"]),
        Option(name: "--quiet", letter: "-q", help: ["no notices on standard error, only errors"]),
      ]
    ),
    (
      "For a look around",
      [
        Option(
          name: "--configuration", value: "NAME",
          help: [
            "live; stub: sample content without network or disk;", "failing: every door to the world is shut",
            "[default: live]",
          ]),
        Option(name: "--help", letter: "-h", help: ["this text"]),
        Option(name: "--version", letter: "-V", help: ["the version"]),
      ]
    ),
  ]

  static let all = groups.flatMap(\.options)
}
