import Essentials
import Messages
import Settings
import TextLayout

/// Prints every setting that holds, and where it comes from.
func printSettings(_ invocation: Invocation, report: Report) throws {
  let rows = Setting.allCases.map { ($0, invocation.value(of: $0), invocation.origins[$0]) }
  let path = invocation.settingsFile.path
  switch invocation.format {
  case .text:
    let lines = rows.map { setting, value, origin in
      (setting.rawValue, TextLayout.line(value.text), origin?.text(path: TextLayout.line(path)) ?? "default")
    }
    let (width, valueWidth) = (10, (lines.map(\.1.count).max() ?? 0) + 2)
    for (name, value, origin) in lines {
      try report.output.write(name.padded(to: width) + value.padded(to: valueWidth) + origin + "\n")
    }
  case .json:
    let objects = rows.map { setting, value, origin in
      #"  {"setting":"\#(setting)","value":\#(value.json),\#(origin.json(path: path))}"#
    }
    try report.output.write("[\n\(objects.joined(separator: ",\n"))\n]\n")
  }
}

/// Prints the servers that have a name, a line each: `@`, the name, a tab and the address.
func printServers(_ invocation: Invocation, report: Report) throws {
  let servers = invocation.settingsFile.settings.servers
  switch invocation.format {
  case .text:
    for server in servers {
      try report.output.write("@\(server.name)\t\(TextLayout.line(server.address.value.absoluteString))\n")
    }
  case .json:
    let objects = servers.map { server in
      #"{"name":\#(server.name.json),"server":\#(server.address.value.absoluteString.json)}"#
    }
    try report.output.write(objects.isEmpty ? "[]\n" : "[\n  \(objects.joined(separator: ",\n  "))\n]\n")
  }
  if servers.isEmpty { report.notice("no server has a name in \(invocation.settingsFile.path).") }
}

extension Invocation {
  /// The value of a setting, for people and for programs.
  fileprivate func value(of setting: Setting) -> (text: String, json: String) {
    func text(_ text: String) -> (String, String) { (text, text.json) }
    switch setting {
    case .config:
      return (
        settingsFile.path + (settingsFile.isThere ? "" : " (not there)"),
        settingsFile.isThere ? settingsFile.path.json : "null"
      )
    case .server: return text(server.absoluteString)
    case .comics: return text(comicsServer.absoluteString)
    case .todos: return text(todosServer.absoluteString)
    case .fetch: return text(fetchServer.absoluteString)
    case .sections:
      let names = sections.map(\.rawValue)
      return (names.joined(separator: ", "), "[\(names.map(\.json).joined(separator: ","))]")
    case .theme: return text(theme.rawValue)
    case .browser: return (browser ?? "the desktop's", browser.json)
    case .timeout:
      let seconds = timeout / .seconds(1)
      let number = Int(exactly: seconds).map(String.init) ?? "\(seconds)"
      return ("\(number) s", number)
    case .keep: return (Messages.size(keep), "\(keep)")
    case .cache: return text(cache.path(percentEncoded: false))
    case .state: return text(state.path(percentEncoded: false))
    }
  }
}

extension SettingOrigin {
  fileprivate func text(path: String) -> String {
    let place = line.map { "\(path):\($0)" }
    return switch source {
    case .file: place ?? path
    case .variable(let name), .option(let name): ([name] + [place].compactMap { $0 }).joined(separator: ", ")
    }
  }
}

extension SettingOrigin? {
  /// `"origin", "name", "file", "line"`; what there is not is null.
  fileprivate func json(path: String) -> String {
    let (kind, name): (String, String?) =
      switch self?.source {
      case nil: ("default", nil)
      case .file: ("file", nil)
      case .variable(let name): ("environment", name)
      case .option(let name): ("option", name)
      }
    let (file, line) = (self?.line.map { _ in path }, (self?.line).map(String.init) ?? "null")
    return #""origin":"\#(kind)","name":\#(name.json),"file":\#(file.json),"line":\#(line)"#
  }
}
