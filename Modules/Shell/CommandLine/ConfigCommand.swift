import Essentials
import Messages
import Settings
import TextLayout

extension Command {
  /// Prints every setting and its source, or the named servers.
  static let config = Command(
    name: "config",
    usages: [
      "config": "print every setting, and where it comes from",
      "config servers": "print the servers that have a name",
    ],
    words: [("servers", nil)]
  ) { words, _ throws(UsageError) in
    if let word = words.arguments.first, words.arguments != ["servers"] {
      throw UsageError("config takes nothing, or servers, not \(word)\(suggestion(for: word, in: ["servers"]))")
    }
    let showsServers = !words.arguments.isEmpty
    return Action(needsDatabases: false) { run in
      try showsServers ? run.printServers() : run.printSettings()
      if !showsServers { await run.tellMismatches() }
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
    switch settings.format {
    case .text:
      let width = (rows.map { TextLayout.line($0.value.text).count }.max() ?? 0) + 2
      for (name, value, origin) in rows {
        let origin = origin?.text(path: TextLayout.line(path)) ?? "default"
        try output.write("\(name.padded(to: 10))\(TextLayout.line(value.text).padded(to: width))\(origin)\n")
      }
    case .json:
      let objects = rows.map { name, value, origin in
        #"{"setting":"\#(name)","value":\#(value.json),\#(origin.json(path: path))}"#
      }
      try output.write(objects.jsonLines)
    }
  }

  /// Prints the named servers, a line each: `@` and the name, a tab and the address.
  fileprivate func printServers() throws {
    let servers = settings.file.servers
    switch settings.format {
    case .text:
      for server in servers { try output.write("@\(server.name)\t\(TextLayout.line(server.address))\n") }
    case .json:
      try output.write(servers.map { #"{"name":\#($0.name.json),"server":\#($0.address.json)}"# }.jsonLines)
    }
    if servers.isEmpty { notice("no server has a name in \(settings.file.path).") }
  }
}

extension ShownValue {
  fileprivate var text: String {
    switch self {
    case .text(let text), .none(let text): text
    case .list(let texts): texts.joined(separator: ", ")
    case .parts(let count, _): count
    case .seconds: "\(json) s"
    case .bytes(let count): Messages.size(count)
    }
  }

  fileprivate var json: String {
    switch self {
    case .text(let text): text.json
    case .none: "null"
    case .list(let texts), .parts(_, let texts): "[\(texts.map(\.json).joined(separator: ","))]"
    case .seconds(let seconds): Int(exactly: seconds).map(String.init) ?? "\(seconds)"
    case .bytes(let count): "\(count)"
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
  /// `"origin", "name", "file", "line"`; null for missing values.
  fileprivate func json(path: String) -> String {
    let (kind, name): (String, String?) =
      switch self?.source {
      case nil: ("default", nil)
      case .file: ("file", nil)
      case .variable(let name): ("environment", name)
      case .option(let name): ("option", name)
      }
    let line = self?.line
    let place = #""file":\#(line.map { _ in path }.json),"line":\#(line.map(String.init) ?? "null")"#
    return #""origin":"\#(kind)","name":\#(name.json),\#(place)"#
  }
}
