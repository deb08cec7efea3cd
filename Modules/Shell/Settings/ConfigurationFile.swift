import Essentials
import FeedRules

/// The contents of the configuration file, checked: all settings are valid.
public struct ConfigurationFile: Equatable, Sendable {
  /// The path of the file.
  public let path: String
  /// Whether the file exists.
  public private(set) var isThere = false
  /// The servers, in the order of the file.
  public private(set) var servers: [NamedServer] = []
  /// The rules for feeds.
  private(set) var feedRules = FeedRules()
  /// The other settings, by key.
  private(set) var members: [String: JSON5] = [:]
  /// The reason why the whole file is ignored; nil for a valid or missing file.
  public private(set) var problem: UsageError?

  /// The longest file that is read, in bytes.
  public static let sizeLimit = 1 << 20

  /// Creates the value for a file that has not been read.
  public init(path: String) { self.path = path }

  /// Reads the file that an option or a variable names, or the default file, which need not exist.
  public init(_ file: SettingsFile, options: [String: String], environment: [String: String]) {
    let named = Setting.config.given(options, environment)
    path = named?.text ?? file.path
    do {
      guard let contents = try file.read(path) else {
        problem = named.map {
          UsageError(
            "there is no configuration file \($0.text)", advice: "Write it, or name another with \($0.name).",
            isInFile: true)
        }
        return
      }
      isThere = true
      try read(contents)
    } catch let error as SettingsFile.Unreadable {
      isThere = true
      problem = UsageError(
        "cannot read the configuration file \(path) (\(error.reason))",
        advice: "Make it readable, or name another with --config.", isInFile: true)
    } catch {
      servers = []
      problem = error as? UsageError
    }
  }

  private func wrong(
    _ line: Int?, _ message: String, advice: String = "What can be set: satchel help"
  ) -> UsageError {
    UsageError("\(path)\(line.map { ":\($0)" } ?? ""): \(message)", advice: advice, isInFile: true)
  }

  private mutating func read(_ contents: SettingsFile.Contents) throws(UsageError) {
    guard contents.bytes.count <= Self.sizeLimit else { throw wrong(nil, "it is longer than 1 MiB") }
    let document: JSON5?
    do { document = try JSON5.parse(contents.bytes) } catch { throw wrong(error.line, error.message) }
    guard let document else { return }
    guard case .object(let members) = document.content else {
      throw wrong(document.line, "expected { and settings, not \(document.inWords)")
    }
    let known = Setting.all.filter { $0.key != nil }
    let values = try unique(members, of: ["servers"] + known.map(\.name), path: "")
    if let value = values["servers"] { try readServers(value) }
    if let value = values["feeds"] { feedRules = try readFeeds(value) }
    var scratch = Settings(file: self, caches: URL(filePath: "/"), states: URL(filePath: "/"))
    for setting in known {
      try check(values[setting.name], setting.name) { value throws(ValueError) in
        try setting.set(&scratch, .file(value))
      }
    }
    // As in ssh: a command that another user may have written does not run.
    for name in ["browser", "player"] where contents.isWritableByAll {
      guard let command = values[name] else { continue }
      throw wrong(
        command.line, "\(name) is a command, and everybody may write to this file",
        advice: "Look at what is in it, then: chmod o-w \(path)")
    }
    self.members = values
  }

  /// Returns the members of an object by key.
  /// - Parameter names: The keys that there are; nil for any.
  /// - Throws: `UsageError` for a key that is not among `names` or occurs twice.
  private func unique(
    _ members: [JSON5.Member], of names: [String]?, path: String
  ) throws(UsageError) -> [String: JSON5] {
    var lines: [String: Int] = [:]
    for member in members {
      if let names, !names.contains(member.key) {
        throw wrong(
          member.line, "there is no setting \(path)\(member.key.excerpt)\(suggestion(for: member.key, in: names))")
      }
      if let line = lines.updateValue(member.line, forKey: member.key) {
        throw wrong(member.line, "\(path)\(member.key.excerpt) is set again; it was in line \(line)")
      }
    }
    return byKey(members)
  }

  private func check<Value>(
    _ value: JSON5?, _ path: String, _ use: (JSON5) throws(ValueError) -> Value
  ) throws(UsageError) {
    guard let value else { return }
    do { _ = try use(value) } catch { throw wrong(error.line ?? value.line, "\(path) \(error.needs)") }
  }

  /// Reads `{ work: "https://…", home: { address: "http://…", … } }`.
  private mutating func readServers(_ value: JSON5) throws(UsageError) {
    guard case .object(let members) = value.content else {
      throw wrong(value.line, "servers needs an object such as { work: \"https://…\" }, not \(value.inWords)")
    }
    servers = members.map { member in
      guard case .object(let parts) = member.value.content else {
        return NamedServer(name: member.key, members: ["address": member.value])
      }
      return NamedServer(name: member.key, members: byKey(parts))
    }
    _ = try unique(members, of: nil, path: "servers.")
    let known = Setting.all.filter { $0.serverKey != nil }
    var scratch = Settings(file: self, caches: URL(filePath: "/"), states: URL(filePath: "/"))
    for member in members {
      guard !member.key.isEmpty, member.key.allSatisfy({ $0.isLetter || $0.isNumber || "-_.".contains($0) }) else {
        throw wrong(
          member.line, "a server's name needs to be letters, digits, -, _ and ., not \"\(member.key.excerpt)\"")
      }
      let path = "servers.\(member.key.excerpt)"
      guard case .object(let parts) = member.value.content else {
        try check(member.value, path) { value throws(ValueError) in try url(value) }
        continue
      }
      let values = try unique(parts, of: known.map(\.nameInServer), path: "\(path).")
      for setting in known {
        try check(values[setting.nameInServer], "\(path).\(setting.nameInServer)") { value throws(ValueError) in
          if setting.isServer {
            _ = try url(value, setting.name, in: setting.name == "server" ? [] : [member.key])
          } else {
            _ = try setting.set(&scratch, .file(value))
          }
        }
      }
      guard values["address"] != nil else {
        throw wrong(member.value.line, "\(path) needs an address: { address: \"https://…\" }")
      }
    }
  }

  /// Reads `[{ match: "@news", mute: ["…"] }, …]`.
  private func readFeeds(_ value: JSON5) throws(UsageError) -> FeedRules {
    guard case .array(let elements) = value.content else {
      throw wrong(value.line, "feeds needs a list such as [{ match: \"@news\", mute: [\"ad\"] }], not \(value.inWords)")
    }
    let known = FeedRuleKey.all
    var rules = FeedRules()
    for element in elements {
      guard case .object(let members) = element.content else {
        throw wrong(
          element.line, "feeds needs rules such as { match: \"@news\", mute: [\"ad\"] }, not \(element.inWords)")
      }
      let values = try unique(members, of: known.map(\.name), path: "feeds.")
      var rule = FeedRule()
      for key in known {
        try check(values[key.name], "feeds.\(key.name)") { value throws(ValueError) in try key.read(value, &rule) }
      }
      if rule == FeedRule(rule.match) {
        let names = known.dropFirst().map(\.name).joined(separator: ", ")
        throw wrong(element.line, "a rule in feeds needs one of \(names)")
      }
      rules.all.append(rule)
    }
    return rules
  }

  private func byKey(_ members: [JSON5.Member]) -> [String: JSON5] {
    Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
  }

  private func url(_ value: JSON5, _ part: String = "", in server: [String] = []) throws(ValueError) -> URL {
    let text = try Written.file(value).text("an address in quotes")
    return server.isEmpty ? try ServerAddress(text).url : try address(text, of: part, via: server).address.url
  }
}
