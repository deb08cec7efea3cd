import Assembler
import CommandLine
import Database
import DatabaseLive
import Dispatch
import Essentials
import NetworkClient
import NetworkClientLive
import Observed
import Pictures
import Repositories
import Screen
import Settings
import SubscriptionsStore
import SubscriptionsStoreLive
import Terminal
import TerminalLive

/// The program: it reads the arguments, creates the live dependencies and runs the assembler.
@main
enum Satchel {
  static func main() {
    // This comes before any file is opened, because a file would take the descriptor of a closed stream.
    holdStandardStreams()
    endIfLimited(isReader: false)
    Limits.shareHeaps()
    Database.prewarmWithoutSignals()
    signal(SIGPIPE, SIG_IGN)
    // `exit` would destroy data that libcurl's thread may still use; all output is written by now.
    do {
      let environment = ProcessInfo.processInfo.environment
      let invocation = try Invocation(
        arguments: try arguments, environment: environment,
        caches: try folder(.cachesDirectory, "XDG_CACHE_HOME", or: ".cache", environment),
        states: try folder(.applicationSupportDirectory, "XDG_STATE_HOME", or: ".local/state", environment),
        file: .live(in: try configuration(environment)))
      let subscriptions = try configuration(environment).appending(path: "satchel/feeds")
      if invocation.opensReader { endIfLimited(isReader: true) }
      let interrupts = Interrupts(for: invocation)
      let programs = Programs(environment: environment, clock: ContinuousClock())
      let running = Task(executorPreference: invocation.opensReader ? ReaderThread() : nil) {
        let browsers = (invocation.browser ?? "").split(separator: ":").map(String.init)
        let browser = Browser(browsers, environment: environment, clock: ContinuousClock())
        let viewer = Viewer(browser)
        let dependencies = Dependencies.opened(
          for: invocation, environment: environment, subscriptions: subscriptions, browser: browser, viewer: viewer,
          programs: programs)
        let assembler = Assembler(
          invocation: invocation, dependencies: dependencies, now: { Date() }, secondsFromGMT: secondsFromGMT)
        let status = await assembler.run(input: readInput, output: output, clock: ContinuousClock())
        viewer.removeFiles()
        programs.endAll()
        interrupts?.endIfInterrupted()
        _exit(status)
      }
      interrupts?.wait(toCancel: running, end: programs.endAll)
    } catch let error as UsageError {
      output.note(error.line)
      _exit(error.status.rawValue)
    } catch let error as NotUTF8 {
      let advice = "Check the character set of the terminal."
      output.note(UsageError("\(error.text) is not UTF-8", advice: advice).line)
      _exit(Invocation.ExitStatus.usage.rawValue)
    } catch {
      output.note("satchel: no folder for saved copies. Choose one with --cache.")
      _exit(Invocation.ExitStatus.usage.rawValue)
    }
    dispatchMain()
  }

  /// The user's folder for configuration.
  private static func configuration(_ environment: [String: String]) throws -> URL {
    try folder(.applicationSupportDirectory, "XDG_CONFIG_HOME", or: ".config", environment)
  }

  private static func endIfLimited(isReader: Bool) {
    guard let problem = Limits.problem(forReader: isReader) else { return }
    output.note("satchel: " + problem)
    _exit(Invocation.ExitStatus.unavailable.rawValue)
  }

  /// Returns the offset of the time zone of the system, or of `TZ`, at a date.
  private static func secondsFromGMT(_ date: Date) -> Int {
    var seconds = time_t(date.timeIntervalSince1970)
    var local = tm()
    return localtime_r(&seconds, &local) == nil ? 0 : local.tm_gmtoff
  }

  private static let output = CommandOutput(
    width: width(of: STDOUT_FILENO), progress: progress, write: { text in try write(text, to: STDOUT_FILENO) },
    note: { line in try? write(line + "\n", to: STDERR_FILENO) })
}

/// The progress line on standard error; nil unless that is a terminal that can return to the start of a line.
private let progress: CommandOutput.Progress? = {
  guard let width = width(of: STDERR_FILENO), ProcessInfo.processInfo.environment["TERM"] != "dumb" else { return nil }
  return CommandOutput.Progress(clock: ContinuousClock()) { line in
    // The last column stays free: some terminals wrap to the next line after a character there.
    let text = String(line.prefix(width - 1))
    let rest = String(repeating: " ", count: max(0, width - 1 - text.count))
    try? write("\r\(text)\(rest)\r", to: STDERR_FILENO)
  }
}()

extension Dependencies {
  fileprivate static func opened(
    for invocation: Invocation, environment: [String: String], subscriptions: URL, browser: Browser, viewer: Viewer,
    programs: Programs
  ) -> Self {
    let hasColors = Capabilities(environment: environment).colors != .none
    let terminal = Terminal.live(
      environment: environment,
      questions: TerminalQuestion.all(
        background: invocation.theme == .auto && hasColors, environment: environment))
    switch invocation.configuration {
    case .stub: return .stub(terminal: terminal)
    case .failing: return .failing(terminal: terminal)
    case .live:
      let damagedCache = Observed<String?>(nil)
      let lostRows = Observed(0)
      var live = Self(
        network: .live(
          timeout: invocation.timeout, userAgent: "satchel/\(Invocation.version)", environment: environment),
        cache: { name in
          var cache = Database.live(
            file: invocation.cache.appending(component: name.text + ".db"), durability: .normal, damage: .replace,
            replaced: { damagedCache.replace(with: $0) })
          cache.lost = { count in lostRows.update { $0 += count } }
          return cache
        },
        state: { name in
          .live(file: invocation.state.appending(component: name.text + ".db"), durability: .full, damage: .keep)
        },
        terminal: terminal)
      live.damagedCache = damagedCache
      live.lostRows = lostRows
      live.cacheFiles = { try files(in: invocation.cache) }
      live.stateFiles = { try files(in: invocation.state) }
      live.removeFile = { try DatabaseFile(url: URL(filePath: $0.path), bytes: $0.bytes).remove() }
      live.readFile = { try Data(contentsOf: $0) }
      live.process = Int64(getpid())
      live.isRunning = { kill(pid_t(truncatingIfNeeded: $0), 0) == 0 || errno != ESRCH }
      live.system = systemName
      live.terminalName = environment["TERM"] ?? ""
      live.libcurlVersion = { try NetworkClient.libcurlVersion() }
      live.checkSQLite = { try Database.checkSQLite() }
      live.checkFolder = { try DatabaseFile.check($0) }
      live.subscriptions = .live(at: subscriptions)
      live.foreignDatabase = { .foreign(file: $0) }
      live.runProgram = { try await programs.output(of: $0, input: $1) }
      live.desktop.browse = { try await browser.open($0, on: terminal, onFailure: $1) }
      live.desktop.view = { try await viewer.open($0, name: $1, on: terminal) }
      if let command = invocation.player {
        let player = Browser([command], environment: environment, clock: browser.clock)
        live.desktop.play = { try await player.open($0, on: terminal, onFailure: $1) }
      }
      let editor = Editor(environment: environment)
      live.desktop.edit = { try await editor.open($0, line: $1, on: terminal) }
      live.desktop.pipe = { await programs.run($1, input: $0, on: terminal) }
      live.desktop.save = { try NewFile.write($0, name: $1) }
      return live
    }
  }
}

/// The name and the release of the system, and the architecture of the machine.
private var systemName: String {
  var names = utsname()
  guard uname(&names) == 0 else { return "an unknown system" }
  func text(_ name: some Any) -> String {
    withUnsafeBytes(of: name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
  return "\(text(names.sysname)) \(text(names.release)) \(text(names.machine))"
}

/// Returns the databases in a folder whose names this program has made.
private func files(in folder: URL) throws -> [FileName: SavedFile] {
  let files = try DatabaseFile.all(in: folder).compactMap { file in
    FileName(existing: String(file.url.lastPathComponent.dropLast(".db".count))).map { name in
      (name, SavedFile(path: file.url.path(percentEncoded: false), bytes: file.bytes))
    }
  }
  return Dictionary(files) { first, _ in first }
}

/// Returns a folder of the user: the system's own on macOS, otherwise the one of the XDG Base Directory Specification,
/// which ignores relative paths.
private func folder(
  _ directory: FileManager.SearchPathDirectory, _ variable: String, or path: String, _ environment: [String: String]
) throws -> URL {
  #if canImport(Darwin)
    return try FileManager.default.url(for: directory, in: .userDomainMask, appropriateFor: nil, create: false)
  #else
    if let folder = environment[variable], folder.hasPrefix("/") {
      return URL(filePath: folder, directoryHint: .isDirectory)
    }
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0, directoryHint: .isDirectory) : nil }
    return (home ?? FileManager.default.homeDirectoryForCurrentUser).appending(path: path, directoryHint: .isDirectory)
  #endif
}

/// Opens `/dev/null` for each standard stream that was closed at the start. Otherwise the next file that is opened
/// would get the stream's descriptor, and receive its output.
private func holdStandardStreams() {
  while true {
    let descriptor = open("/dev/null", O_RDONLY)
    guard (0...STDERR_FILENO).contains(descriptor) else {
      close(descriptor)
      return
    }
  }
}
