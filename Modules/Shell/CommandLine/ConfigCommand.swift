import Essentials
import Settings
import TextLayout

extension Command {
  /// Prints every setting and its source.
  static let config = Command(
    name: "config", usages: ["config": "print every setting, and where it comes from"]
  ) { _, _ in
    Action(needsDatabases: false) { run in
      try run.printSettings()
      await run.reportMismatches()
    }
  }

  /// Prints the named servers.
  static let configServers = Command(
    name: "config servers", usages: ["config servers": "print the servers that have a name"]
  ) { words, _ throws(UsageError) in
    try words.expectNoArguments()
    return Action(needsDatabases: false) { run in try run.printServers() }
  }
}

extension CommandRun {
  /// Prints the settings, without those that only an option sets.
  fileprivate func printSettings() throws {
    let rows = Setting.all.filter { $0.variable != nil || $0.key != nil || $0.serverKey != nil }.map {
      (name: $0.name, value: $0.shown(settings), origin: settings.origins[$0.name])
    }
    let path = settings.file.path
    let width = (rows.map { TextLayout.line($0.value.text).count }.max() ?? 0) + 2
    let lines = rows.map { name, value, origin in
      let origin = origin?.text(path: TextLayout.line(path)) ?? "default"
      return "\(name.padded(to: 10))\(TextLayout.line(value.text).padded(to: width))\(origin)\n"
    }
    let objects = rows.map { name, value, origin in
      JSON(joining: [["setting": name.json, "value": value.value?.json ?? .null], origin.json(path: path)])
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

extension SettingOrigin {
  fileprivate func text(path: String) -> String {
    let parts = [name, line.map { "\(path):\($0)" }].compactMap(\.self)
    return parts.isEmpty ? path : parts.joined(separator: ", ")
  }
}

extension SettingOrigin? {
  /// The origin; null for missing values.
  fileprivate func json(path: String) -> JSON {
    let line = self?.line
    return [
      "origin": (self?.source.rawValue ?? "default").json, "name": (self?.name).json,
      "file": (line == nil ? nil : path).json, "line": line.json,
    ]
  }
}
