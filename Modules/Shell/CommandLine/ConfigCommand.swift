import Essentials
import Messages
import Settings
import TextLayout

extension Command {
  /// Prints every setting and its source.
  static let config = Command(
    name: "config", usages: ["config": "print every setting, and where it comes from"]
  ) { _, _ in
    Action(needsDatabases: false) { run in
      try run.printSettings()
      await run.tellMismatches()
      return .shown
    }
  }

  /// Prints the named servers.
  static let configServers = Command(
    name: "config servers", usages: ["config servers": "print the servers that have a name"]
  ) { words, _ throws(UsageError) in
    try words.expectNoArguments()
    return Action(needsDatabases: false) { run in
      try run.printServers()
      return .shown
    }
  }
}

extension CommandRun {
  /// Prints the configuration file, then the settings that it can contain, then the others.
  fileprivate func printSettings() throws {
    let inFile = Setting.all.filter { $0.key != nil || $0.serverKey != nil }
    let others = Setting.all.filter { $0.variable != nil && $0.key == nil && $0.serverKey == nil }
    let rows = (others.filter { $0.name == "config" } + inFile + others.filter { $0.name != "config" }).map {
      (name: $0.name, value: $0.shown(settings), origin: settings.origins[$0.name])
    }
    let path = settings.file.path
    let width = (rows.map { TextLayout.line($0.value.text).count }.max() ?? 0) + 2
    let lines = rows.map { name, value, origin in
      let origin = origin?.text(path: TextLayout.line(path)) ?? "default"
      return "\(name.padded(to: 10))\(TextLayout.line(value.text).padded(to: width))\(origin)\n"
    }
    let objects = rows.map { name, value, origin in
      JSON(joining: [["setting": name.json, "value": value.json], origin.json(path: path)])
    }
    try print(lines: lines.joined(), json: objects)
  }

  /// Prints the named servers, a line each: `@` and the name, a tab and the address.
  fileprivate func printServers() throws {
    let servers = settings.file.servers
    try print(
      lines: servers.map { "@\($0.name)\t\(TextLayout.line($0.address))\n" }.joined(),
      json: servers.map { ["name": $0.name.json, "server": $0.address.json] })
    if servers.isEmpty { notice("no server has a name in \(settings.file.path).") }
  }
}

extension ShownValue {
  fileprivate var text: String {
    switch self {
    case .text(let text), .none(let text): text
    case .list(let texts): texts.joined(separator: ", ")
    case .parts(let count, _): count
    case .seconds: "\(json.text) s"
    case .bytes(let count): Messages.size(count)
    }
  }

  fileprivate var json: JSON {
    switch self {
    case .text(let text): text.json
    case .none: .null
    case .list(let texts), .parts(_, let texts): texts.json
    case .seconds(let seconds): seconds.json
    case .bytes(let count): count.json
    }
  }
}

extension SettingOrigin {
  fileprivate func text(path: String) -> String {
    let place = line.map { "\(path):\($0)" }
    return switch source {
    case .file: place ?? path
    case .variable(let name), .option(let name): name + (place.map { ", \($0)" } ?? "")
    }
  }
}

extension SettingOrigin? {
  /// The origin; null for missing values.
  fileprivate func json(path: String) -> JSON {
    let (kind, name): (String, String?) =
      switch self?.source {
      case nil: ("default", nil)
      case .file: ("file", nil)
      case .variable(let name): ("environment", name)
      case .option(let name): ("option", name)
      }
    let line = self?.line
    return ["origin": kind.json, "name": name.json, "file": (line == nil ? nil : path).json, "line": line.json]
  }
}
