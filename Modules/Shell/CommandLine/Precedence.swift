import Essentials
import Settings

/// What can be set in more than one place.
enum Setting: String, CaseIterable {
  case config, server, comics, todos, fetch, sections, theme, browser, timeout, keep, cache, state
}

/// Where the value of a setting comes from.
struct SettingOrigin: Equatable, Sendable {
  /// The places, the one that goes before the others last.
  enum Source: Equatable, Sendable {
    case file
    case variable(String)
    case option(String)
  }

  var source: Source
  /// The line of the configuration file that the value is written in; nil where it is not written there.
  var line: Int?
}

/// The places that settings come from, and, of the settings that were asked for, where those came from.
struct Precedence {
  let words: Words
  let environment: [String: String]
  let file: ReadSettings
  private(set) var origins: [Setting: SettingOrigin] = [:]

  init(words: Words, environment: [String: String], file: ReadSettings) {
    (self.words, self.environment, self.file) = (words, environment, file)
    origins[.config] = given("--config", "SATCHEL_CONFIG").map { SettingOrigin(source: $0.source) }
  }

  /// What an option says, or else a variable; an empty variable says nothing.
  private func given(_ option: String?, _ variable: String?) -> (
    name: String, text: String, source: SettingOrigin.Source
  )? {
    if let option, let text = words.values[option] { return (option, text, .option(option)) }
    guard let variable, let text = environment[variable], !text.isEmpty else { return nil }
    return (variable, text, .variable(variable))
  }

  /// What holds of a setting; nil where nobody says anything.
  mutating func value<Value: Sendable & Equatable>(
    _ setting: Setting, _ option: String? = nil, _ variable: String? = nil, in located: Located<Value>?,
    _ parse: (String) throws(ValueError) -> Value
  ) throws(UsageError) -> Value? {
    if let given = given(option, variable) {
      origins[setting] = SettingOrigin(source: given.source)
      return try given.name.given(given.text, parse)
    }
    return value(setting, in: located)
  }

  /// What the configuration file says of a setting.
  mutating func value<Value: Sendable & Equatable>(_ setting: Setting, in located: Located<Value>?) -> Value? {
    origins[setting] = located.map { SettingOrigin(source: .file, line: $0.line) }
    return located?.value
  }

  mutating func folder(_ setting: Setting, _ option: String, _ variable: String, in parent: URL) throws(UsageError)
    -> URL
  {
    let folder = try value(setting, option, variable, in: Located<URL>?.none) { text throws(ValueError) in
      URL(filePath: text, directoryHint: .isDirectory)
    }
    return folder ?? parent.appending(path: "satchel", directoryHint: .isDirectory)
  }
}

extension Precedence {
  /// The addresses of a server's parts.
  struct Servers {
    var posts: URL
    var comics: URL
    var todos: URL
    var fetch: URL
    /// The named one, where that was chosen.
    var named: NamedServer?
  }

  /// What is asked: a name stands for all addresses that are written with it, and is as strong as where it was named.
  mutating func servers() throws(UsageError) -> Servers {
    var (source, choice) = (SettingOrigin.Source.file, ServerChoice.address(standardServer))
    if let name = words.server {
      (source, choice) = (.option("@\(name)"), .named(name))
      guard file.settings.named(name) != nil else { throw file.unknown(name) }
    } else if let given = given("--server", "SATCHEL_SERVER") {
      (source, choice) = (given.source, try given.name.given(given.text, file.settings.serverChoice))
      origins[.server] = SettingOrigin(source: source)
    } else if let server = file.settings.server {
      choice = server.value
      origins[.server] = SettingOrigin(source: .file, line: server.line)
    }
    var named: NamedServer?
    if case .named(let name) = choice { named = file.settings.named(name) }
    var posts = standardServer
    if case .address(let url) = choice { posts = url }
    if let address = named?.address {
      posts = address.value
      origins[.server] = SettingOrigin(source: source, line: address.line)
    }
    func part(
      _ setting: Setting, _ option: String, _ variable: String, _ own: (NamedServer) -> Located<URL>?
    ) throws(UsageError) -> URL {
      // Who names a server with the command does not mean the variable of another.
      var isNamedByOption = false
      if named != nil, case .option = source { isNamedByOption = true }
      if let given = given(option, isNamedByOption ? nil : variable) {
        let choice = try given.name.given(given.text, file.settings.serverChoice)
        let found = file.settings.located(choice, own)
        origins[setting] = SettingOrigin(source: given.source, line: found?.line)
        return found?.url ?? posts
      }
      guard let named, let found = file.settings.located(.named(named.name), own) else { return posts }
      origins[setting] = SettingOrigin(source: source, line: found.line)
      return found.url
    }
    return Servers(
      posts: posts, comics: try part(.comics, "--comics-server", "SATCHEL_COMICS_SERVER") { $0.comics },
      todos: try part(.todos, "--todos-server", "SATCHEL_TODOS_SERVER") { $0.todos },
      fetch: try part(.fetch, "--fetch-server", "SATCHEL_FETCH_SERVER") { $0.fetch }, named: named)
  }
}

private let standardServer = URL(string: "http://localhost:8000") ?? URL(filePath: "/")
