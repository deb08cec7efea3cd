import Foundation
import ScreenEnvironment

/// The user's browser: what `BROWSER` names, else what the desktop opens addresses with.
struct Browser: Sendable {
  let environment: [String: String]

  /// Starts the first that can be started, and does not wait for it.
  func open(_ url: URL) throws {
    let candidates = candidates
    for command in candidates {
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      // The address is an argument of its own, never part of what the shell reads.
      process.arguments = ["-c", command.script, "sh", url.absoluteString]
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      if isThere(command.name), (try? process.run()) != nil { return }
    }
    throw BrowserError(tried: candidates.map(\.name))
  }

  private var candidates: [(name: String, script: String)] {
    let named = (environment["BROWSER"] ?? "").split(separator: ":").map(String.init)
    let commands = named.isEmpty ? ["xdg-open", "open", "wslview"] : named
    return commands.map { command in
      let script = command.contains("%s") ? command.replacing("%s", with: "\"$1\"") : command + " \"$1\""
      return (String(command.prefix { $0 != " " }), "exec " + script)
    }
  }

  private func isThere(_ name: String) -> Bool {
    let folders = name.contains("/") ? [""] : (environment["PATH"] ?? "").split(separator: ":").map { $0 + "/" }
    return folders.contains { FileManager.default.isExecutableFile(atPath: $0 + name) }
  }
}
