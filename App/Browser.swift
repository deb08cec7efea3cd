import Essentials
import Screen
import Subprocess
import Terminal

/// A program that opens addresses: the user's browser, or the player of audio and video files.
struct Browser: Sendable {
  /// The commands in the form of `BROWSER`, of which the first one that works opens an address.
  private let commands: [BrowserCommand]
  var environment: [String: String]
  let clock: any Clock<Duration>

  /// - Parameter commands: The commands to try; empty for the desktop's command for addresses.
  init(_ commands: [String], environment: [String: String], clock: any Clock<Duration>) {
    self.commands = (commands.isEmpty ? ["xdg-open", "open", "wslview"] : commands).map { BrowserCommand(text: $0) }
    self.environment = environment
    self.clock = clock
  }

  /// The desktop's command for addresses.
  var desktop: Self {
    var environment = environment
    // The desktop's own programs also read `BROWSER`.
    environment["BROWSER"] = nil
    return Self([], environment: environment, clock: clock)
  }

  /// The time in which a command must fail for the next one to be tried. A command that works may run as long as its
  /// window is open.
  private static let failureDelay = Duration.seconds(1)

  /// Opens an address with the first command that starts and does not fail at once. A command that shows pages on the
  /// terminal gets the terminal until it ends.
  /// - Parameter onFailure: Called when a command fails later.
  /// - Throws: `BrowserError` when every command fails.
  func open(
    _ url: URL, on terminal: Terminal, onFailure: @escaping @Sendable (_ failure: BrowserError) -> Void = { _ in }
  ) async throws {
    for command in commands where isThere(command.name) {
      let isOpen =
        command.needsTerminal(hasDisplay: hasDisplay)
        ? await terminal.run(command.arguments(url), environment: environment) == 0
        : await starts(command, url, onFailure: onFailure)
      if isOpen { return }
    }
    throw BrowserError(tried: commands.map(\.name))
  }

  /// Starts a command; returns false if it could not start or failed at once.
  private func starts(
    _ command: BrowserCommand, _ url: URL, onFailure: @escaping @Sendable (_ failure: BrowserError) -> Void
  ) async -> Bool {
    guard
      let process = try? Subprocess("/bin/sh", command.arguments(url), environment: environment, isLeader: true)
    else { return false }
    let (statuses, ended) = AsyncStream.makeStream(of: Int32.self)
    process.onEnd { status in
      if case .terminated = ended.yield(status), status != 0 { onFailure(BrowserError(tried: [command.name])) }
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

  /// Whether programs can open windows; always assumed on systems other than Linux.
  private var hasDisplay: Bool {
    #if os(Linux)
      ["DISPLAY", "WAYLAND_DISPLAY"].contains { !(environment[$0] ?? "").isEmpty }
    #else
      true
    #endif
  }

  private func isThere(_ name: String) -> Bool {
    let folders = name.contains("/") ? [""] : (environment["PATH"] ?? "").split(separator: ":").map { $0 + "/" }
    return folders.contains { FileManager.default.isExecutableFile(atPath: $0 + name) }
  }
}

/// A command in the form of `BROWSER`.
private struct BrowserCommand {
  var text: String

  var name: String { String(text.prefix { $0 != " " }) }

  /// Returns arguments for `/bin/sh`. The address is a separate argument, so the shell never interprets it.
  func arguments(_ url: URL) -> [String] {
    let script = text.contains("%s") ? text.replacing("%s", with: "\"$1\"") : text + " \"$1\""
    return ["-c", "exec " + script, "sh", url.absoluteString]
  }

  /// Returns whether the command uses the terminal that it is started from, to show pages or for its keys.
  /// - Parameter hasDisplay: Whether programs can open windows.
  func needsTerminal(hasDisplay: Bool) -> Bool {
    if Self.windowOptions.contains(where: text.contains) { return false }
    let words = text.split { " \t;|&()'\"".contains($0) }.map { String($0.split(separator: "/").last ?? "") }
    let pagers = hasDisplay ? Self.pagers : Self.pagers.union(Self.choosers)
    return Self.windows.isDisjoint(with: words) && !pagers.isDisjoint(with: words)
  }

  private static let pagers: Set = [
    "browsh", "carbonyl", "cha", "edbrowse", "elinks", "less", "links", "links2", "lynx", "more", "most", "nano",
    "netrik", "nvim", "pager", "retawq", "sensible-pager", "vi", "view", "vim", "w3m", "www-browser",
    "mpg123", "mpg321", "mplayer", "mpv", "nvlc", "ogg123", "play",
  ]
  /// The options of mpv with which it leaves the terminal alone, because it has a window or no keys.
  private static let windowOptions = ["--force-window", "--no-terminal", "--terminal=no", "pseudo-gui"]
  /// Programs that choose a browser; without a display they choose one for the terminal.
  private static let choosers: Set = ["sensible-browser", "x-www-browser", "xdg-open"]
  /// Terminals that can run such a program in their own window.
  private static let windows: Set = [
    "alacritty", "foot", "ghostty", "gnome-terminal", "kitty", "konsole", "rxvt", "screen", "st", "terminator", "tmux",
    "urxvt", "wezterm", "x-terminal-emulator", "xfce4-terminal", "xterm",
  ]
}
