import Essentials
import ScreenEnvironment
import Subprocess

/// The user's browser: what `BROWSER` or the configuration file names, else what the desktop opens addresses with.
struct Browser: Sendable {
  /// Commands between colons; nil for the desktop's.
  var named: String?
  var environment: [String: String]
  let clock: any Clock<Duration>

  /// How long a command may take to fail, for that to be noticed. One that works may run as long as its window is open.
  private static let failureDelay = Duration.milliseconds(300)

  /// Opens the address with the first command that can be started and does not fail at once.
  func open(_ url: URL) async throws {
    let candidates = candidates
    for command in candidates where isThere(command.name) {
      if await starts(command.script, url) { return }
    }
    throw BrowserError(tried: candidates.map(\.name))
  }

  /// Starts a command; false when it could not be started, or has failed at once.
  private func starts(_ script: String, _ url: URL) async -> Bool {
    // The address is an argument of its own, never part of what the shell reads.
    guard
      let process = try? Subprocess(
        "/bin/sh", ["-c", script, "sh", url.absoluteString], environment: environment, isLeader: true)
    else { return false }
    let (statuses, ended) = AsyncStream.makeStream(of: Int32.self)
    process.onEnd { status in
      ended.yield(status)
      ended.finish()
    }
    let waiting = Task {
      try await clock.sleep(for: Self.failureDelay)
      ended.finish()
    }
    defer { waiting.cancel() }
    for await status in statuses { return status == 0 }
    return true
  }

  private var candidates: [(name: String, script: String)] {
    let named = (named ?? "").split(separator: ":").map(String.init)
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
