public import Essentials

extension Invocation {
  /// Understands a command line.
  /// - Parameters:
  ///   - arguments: without the program's name.
  ///   - environment: `SATCHEL_SERVER`, `SATCHEL_COMICS_SERVER`, `SATCHEL_TODOS_SERVER`, `SATCHEL_CACHE`,
  ///     `SATCHEL_STATE` and `SATCHEL_THEME` are read; an option goes before its variable.
  ///   - caches: the user's folder for what can be had again.
  ///   - states: the user's folder for what happened, which cannot.
  public init(
    arguments: [String], environment: [String: String], caches: URL, states: URL
  ) throws(UsageError) {
    var words = try Words(arguments)
    var environment = environment
    command = try Command(words)
    // Help is there whatever else is wrong, and so is the version.
    if [.help, .manPage, .version].contains(command) { (words, environment) = (Words(), [:]) }
    func value(_ option: String, _ variable: String) -> (source: String, text: String)? {
      if let text = words.values[option] { return (option, text) }
      return environment[variable].flatMap { $0.isEmpty ? nil : (variable, $0) }
    }
    server =
      if let server = value("--server", "SATCHEL_SERVER") {
        try address(server.text, from: server.source)
      } else {
        defaultServer
      }
    comicsServer =
      if let server = value("--comics-server", "SATCHEL_COMICS_SERVER") {
        try address(server.text, from: server.source)
      } else {
        server
      }
    todosServer =
      if let server = value("--todos-server", "SATCHEL_TODOS_SERVER") {
        try address(server.text, from: server.source)
      } else {
        server
      }
    func folder(_ option: String, _ variable: String, in parent: URL) -> URL {
      value(option, variable).map { URL(filePath: $0.text, directoryHint: .isDirectory) }
        ?? parent.appending(path: "satchel", directoryHint: .isDirectory)
    }
    cache = folder("--cache", "SATCHEL_CACHE", in: caches)
    state = folder("--state", "SATCHEL_STATE", in: states)
    timeout = try words.values["--timeout"].map(seconds) ?? .seconds(10)
    isOffline = words.flags.contains("--offline")
    configuration = try choice("--configuration", in: words) ?? .live
    format = try choice("--format", in: words) ?? .text
    theme =
      if let theme = value("--theme", "SATCHEL_THEME") {
        try choice(theme.text, for: theme.source)
      } else {
        .auto
      }
    isASCII = words.flags.contains("--ascii")
    isQuiet = words.flags.contains("--quiet")
  }
}

private let defaultServer = URL(string: "http://localhost:8000") ?? URL(filePath: "/")

extension Invocation.Command {
  fileprivate init(_ words: Words) throws(UsageError) {
    if words.flags.contains("--help") {
      self = .help
      return
    }
    if words.flags.contains("--version") {
      self = .version
      return
    }
    let arguments = words.operands.dropFirst()
    let commands = CommandEntry.all.map(\.name)
    for (option, owners) in Self.owners where words.values[option] != nil || words.flags.contains(option) {
      let command = words.operands.first ?? "posts"
      // Help is there whatever else is wrong.
      guard commands.contains(command), command != "help", !owners.contains(command) else { continue }
      let example =
        [["fetch"], ["comics"], ["todos"], ["help"]].contains(owners)
        ? ": satchel \(owners[0]) \(option)" : ", not to \(command)"
      throw UsageError("\(option) belongs to \(owners.listed)\(example)")
    }
    func list(_ name: String, one: String) throws(UsageError) -> (search: String, limit: Int?) {
      guard arguments.isEmpty else { throw UsageError("\(name) takes no argument; to read one: satchel \(one)") }
      return (words.values["--search"] ?? "", try words.values["--limit"].map(wholeNumber))
    }
    switch words.operands.first {
    case nil
    where ["--limit", "--format", "--search"].allSatisfy({ words.values[$0] == nil })
      && words.flags.isDisjoint(with: ["--bookmarked", "--unread"]):
      self = .reader
    case nil, "posts":
      let list = try list("posts", one: "post ID")
      self = .posts(
        search: list.search, limit: list.limit, isBookmarked: words.flags.contains("--bookmarked"),
        isUnread: words.flags.contains("--unread"))
    case "comics":
      let list = try list("comics", one: "comic N")
      self = .comics(
        search: list.search, limit: list.limit, isBookmarked: words.flags.contains("--bookmarked"),
        isUnread: words.flags.contains("--unread"))
    case "comic":
      self = .comic(try comicChoice(Array(arguments)))
    case "bookmark":
      self = .bookmark(try bookmarkChoice(Array(arguments)), isRemoved: words.flags.contains("--remove"))
    case "post":
      guard let id = arguments.first, !id.isEmpty else {
        throw UsageError("post needs an ID from satchel posts: satchel post ID")
      }
      guard arguments.count == 1 else { throw UsageError("post takes one ID at a time") }
      self = .post(id: id)
    case "todos":
      self = .todos(try .list(words.flags, Array(arguments)))
    case "todo":
      self = .todos(try .one(Array(arguments)))
    case "fetch":
      guard arguments.isEmpty else { throw UsageError("fetch takes no argument") }
      self = words.flags.contains("--last") ? .lastFetched : .fetch
    case "sync":
      self = .sync(try syncChoice(Array(arguments), words))
    case "status":
      guard arguments.isEmpty else { throw UsageError("status takes no argument") }
      self = .status
    case "doctor":
      guard arguments.isEmpty else { throw UsageError("doctor takes no argument") }
      self = .doctor
    case "forget":
      self = .forget(try forgetChoice(Array(arguments), words))
    case "completions":
      self = .completions(try shellChoice(Array(arguments)))
    case "help":
      self = words.flags.contains("--man") ? .manPage : .help
    case "":
      throw UsageError("the command is empty")
    case let other?:
      throw UsageError("there is no command \(other)\(suggestion(for: other, in: commands))")
    }
  }
}

extension Invocation.Command {
  /// The commands that an option is for.
  static let owners: [(option: String, owners: [String])] = [
    ("--last", ["fetch"]), ("--limit", ["posts", "comics", "sync"]), ("--search", ["posts", "comics"]),
    ("--bookmarked", ["posts", "comics"]), ("--unread", ["posts", "comics"]), ("--remove", ["bookmark"]),
    ("--open", ["todos"]), ("--done", ["todos"]),
    ("--deliver", ["todos"]), ("--since", ["sync"]), ("--pictures", ["sync"]),
    ("--state-too", ["forget"]), ("--man", ["help"]),
  ]
}

func choice<Choice: RawRepresentable<String> & CaseIterable>(
  _ option: String, in words: Words
) throws(UsageError) -> Choice? {
  guard let text = words.values[option] else { return nil }
  return try choice(text, for: option)
}

private func choice<Choice: RawRepresentable<String> & CaseIterable>(
  _ text: String, for option: String
) throws(UsageError) -> Choice {
  if let choice = Choice(rawValue: text) { return choice }
  let names = Choice.allCases.map(\.rawValue)
  throw UsageError(
    "\(option) is one of \(names.joined(separator: ", ")), not \(text)\(suggestion(for: text, in: names))")
}

func wholeNumber(_ text: String) throws(UsageError) -> Int {
  guard let number = positive(text) else { throw UsageError("--limit needs a whole number from 1 on, not \(text)") }
  return number
}

extension [String] {
  /// "a, b and c"
  fileprivate var listed: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " and " + self[count - 1]
  }
}

func positive(_ text: String) -> Int? {
  guard text.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(text), number > 0 else { return nil }
  return number
}

private func seconds(_ text: String) throws(UsageError) -> Duration {
  let isNumber = text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
  guard isNumber, let seconds = Double(text), seconds >= 0.001, seconds <= 86_400 else {
    throw UsageError("--timeout needs seconds from 0.001 to 86400, such as 2.5, not \(text)")
  }
  return .seconds(seconds)
}

func address(_ text: String, from source: String) throws(UsageError) -> URL {
  guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
    let host = url.host(), !host.isEmpty, (1...65_535).contains(url.port ?? 80)
  else {
    let guess = URL(string: "http://" + text).flatMap { text.contains("://") ? nil : $0.host() }
    let hint = guess.map { $0.isEmpty ? "" : "; did you mean http://\(text)?" } ?? ""
    throw UsageError("\(source) needs an address such as http://localhost:8000, not \(text)\(hint)")
  }
  guard url.user() == nil, url.password() == nil else {
    throw UsageError("\(source) cannot contain a user name or password")
  }
  guard url.query() == nil, url.fragment() == nil else {
    throw UsageError("\(source) needs an address without a query: \(text)")
  }
  return url
}
