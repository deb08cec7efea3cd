public import Essentials
public import Settings
import Suggestion

extension Invocation {
  /// Understands a command line. An option goes before its variable, that before the configuration file.
  /// - Parameters:
  ///   - arguments: without the program's name.
  ///   - environment: `SATCHEL_CONFIG`, `SATCHEL_SERVER`, `SATCHEL_COMICS_SERVER`, `SATCHEL_TODOS_SERVER`,
  ///     `SATCHEL_FETCH_SERVER`, `SATCHEL_CACHE`, `SATCHEL_STATE`, `SATCHEL_THEME` and `BROWSER` are read.
  ///   - caches: the user's folder for what can be had again.
  ///   - states: the user's folder for what happened, which cannot.
  ///   - file: the configuration file. It is read at most once, and not for help and the like.
  public init(
    arguments: [String], environment: [String: String], caches: URL, states: URL, file: SettingsFile = .stub()
  ) throws(UsageError) {
    var words = try Words(arguments)
    var (environment, file) = (environment, file)
    command = try Command(words)
    if command.isAlwaysThere { (words, environment, file) = (Words(), [:], .stub(path: file.path)) }
    var precedence = Precedence(
      words: words, environment: environment, file: try ReadSettings(file, words, environment))
    if let problem = precedence.file.problem, command != .doctor || words.server != nil { throw problem }
    if case .forget(var choice) = command {
      choice.server = try precedence.server(behind: choice.part)
      command = .forget(choice)
    }
    let servers = try precedence.servers()
    (server, comicsServer, todosServer, fetchServer) = (servers.posts, servers.comics, servers.todos, servers.fetch)
    let (settings, named) = (precedence.file.settings, servers.named)
    sections = precedence.value(.sections, in: named?.sections ?? settings.sections) ?? ReaderSection.allCases
    theme = try precedence.value(.theme, "--theme", "SATCHEL_THEME", in: settings.theme, choice) ?? .auto
    browser = try precedence.value(.browser, nil, "BROWSER", in: settings.browser) { $0 }
    timeout =
      try precedence.value(.timeout, "--timeout", in: named?.timeout ?? settings.timeout, seconds) ?? .seconds(10)
    keep = try precedence.value(.keep, "--keep", in: settings.keep, size) ?? 1 << 30
    cache = try precedence.folder(.cache, "--cache", "SATCHEL_CACHE", in: caches)
    state = try precedence.folder(.state, "--state", "SATCHEL_STATE", in: states)
    isOffline = words.flags.contains("--offline")
    configuration = try choice("--configuration", in: words) ?? .live
    format = try choice("--format", in: words) ?? .text
    isASCII = words.flags.contains("--ascii")
    isQuiet = words.flags.contains("--quiet")
    (origins, settingsFile) = (precedence.origins, precedence.file)
  }
}

extension Invocation.Command {
  fileprivate init(_ words: Words) throws(UsageError) {
    if words.flags.contains("--help") {
      self = .help(command: words.operands.first.flatMap { name in CommandEntry.all.first { $0.name == name }?.name })
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
    func none(of name: String) throws(UsageError) {
      guard let first = arguments.first else { return }
      let hint = first.hasPrefix("@") ? "; a server is named before it: satchel \(first) \(name)" : ""
      throw UsageError("\(name) takes no argument\(hint)")
    }
    func list(_ name: String, one: String) throws(UsageError) -> (search: String, limit: Int?) {
      if arguments.first?.hasPrefix("@") == true { try none(of: name) }
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
      try none(of: "fetch")
      self = words.flags.contains("--last") ? .lastFetched : .fetch
    case "sync":
      self = .sync(try syncChoice(Array(arguments), words))
    case "status":
      try none(of: "status")
      self = .status
    case "doctor":
      try none(of: "doctor")
      self = .doctor
    case "config":
      self = try configChoice(Array(arguments))
    case "forget":
      self = .forget(try forgetChoice(Array(arguments), words))
    case "completions":
      self = .completions(try shellChoice(Array(arguments)))
    case "help":
      self = words.flags.contains("--man") ? .manPage : .help()
    case "":
      throw UsageError("the command is empty")
    case let other?:
      throw UsageError("there is no command \(other)\(suggestion(for: other, in: commands))")
    }
  }
}

extension Invocation.Command {
  /// Whether it is there whatever else is wrong.
  fileprivate var isAlwaysThere: Bool {
    switch self {
    case .help, .manPage, .completions, .version: true
    default: false
    }
  }

  /// The commands that an option is for.
  static let owners: [(option: String, owners: [String])] = [
    ("--last", ["fetch"]), ("--limit", ["posts", "comics", "sync"]), ("--search", ["posts", "comics"]),
    ("--bookmarked", ["posts", "comics"]), ("--unread", ["posts", "comics"]), ("--remove", ["bookmark"]),
    ("--open", ["todos"]), ("--done", ["todos"]),
    ("--deliver", ["todos"]), ("--since", ["sync"]), ("--pictures", ["sync"]),
    ("--state-too", ["forget"]), ("--force", ["forget"]), ("--man", ["help"]),
  ]
}

func choice<Choice: RawRepresentable<String> & CaseIterable>(
  _ option: String, in words: Words
) throws(UsageError) -> Choice? {
  guard let text = words.values[option] else { return nil }
  return try option.given(text, choice)
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

extension String {
  /// What comes of a text that an option, a variable or a line of the configuration file gives, whose name this is.
  func given<Value>(_ text: String, _ parse: (String) throws(ValueError) -> Value) throws(UsageError) -> Value {
    do { return try parse(text) } catch { throw UsageError("\(self) \(error.needs)") }
  }
}
