import Assembler
import CommandLine
import Database
import DatabaseLive
import Dispatch
import Essentials
import LocalData
import NetworkClient
import NetworkClientLive
import Pictures
import Settings
import Terminal
import TerminalLive

/// Arguments in, doors opened, the assembler run.
@main
enum Satchel {
  static func main() {
    // Before any file is opened, which would take the place of a stream that is closed.
    holdStandardStreams()
    endIfLimited(isReader: false)
    Database.prewarmWithoutSignals()
    signal(SIGPIPE, SIG_IGN)
    // Not `exit`: it would take apart what libcurl's thread may still be using. Everything is written by now.
    do {
      let environment = ProcessInfo.processInfo.environment
      let invocation = try Invocation(
        arguments: arguments, environment: environment,
        caches: try folder(.cachesDirectory, "XDG_CACHE_HOME", or: ".cache", environment),
        states: try folder(.applicationSupportDirectory, "XDG_STATE_HOME", or: ".local/state", environment),
        file: .live(in: try folder(.applicationSupportDirectory, "XDG_CONFIG_HOME", or: ".config", environment)))
      if invocation.opensReader { endIfLimited(isReader: true) }
      let interrupts = Interrupts(for: invocation)
      let running = Task(executorPreference: invocation.opensReader ? ReaderThread() : nil) {
        let browser = Browser(named: invocation.browser, environment: environment, clock: ContinuousClock())
        let viewer = Viewer(browser)
        let dependencies = Dependencies.opened(
          for: invocation, environment: environment, browser: browser, viewer: viewer)
        let assembler = Assembler(
          invocation: invocation, dependencies: dependencies, now: { Date() }, secondsFromGMT: secondsFromGMT)
        let status = await assembler.run(input: readAll, output: output, clock: ContinuousClock())
        viewer.removeFiles()
        _exit(interrupts?.status ?? status)
      }
      interrupts?.wait(toCancel: running)
    } catch let error as UsageError {
      output.note(error.line)
      _exit(error.status.rawValue)
    } catch {
      output.note("satchel: no folder for saved copies. Choose one with --cache.")
      _exit(Invocation.ExitStatus.usage.rawValue)
    }
    dispatchMain()
  }

  private static func endIfLimited(isReader: Bool) {
    guard let problem = Limits.problem(forReader: isReader) else { return }
    output.note("satchel: " + problem)
    _exit(Invocation.ExitStatus.unavailable.rawValue)
  }

  /// What the time zone of the system, or of `TZ`, says.
  private static func secondsFromGMT(_ date: Date) -> Int {
    var (seconds, local) = (time_t(date.timeIntervalSince1970), tm())
    return localtime_r(&seconds, &local) == nil ? 0 : local.tm_gmtoff
  }

  private static let output = CommandOutput(
    width: width(of: STDOUT_FILENO), progress: progress, write: { text in try write(text, to: STDOUT_FILENO) },
    note: { line in try? write(line + "\n", to: STDERR_FILENO) })
}

/// A line on the terminal that standard error is, if it is one that can go back to the start of a line.
private let progress: CommandOutput.Progress? = {
  guard let width = width(of: STDERR_FILENO), ProcessInfo.processInfo.environment["TERM"] != "dumb" else { return nil }
  return CommandOutput.Progress(clock: ContinuousClock()) { line in
    // The last column is left free: who writes there may find himself on the next line.
    let text = String(line.prefix(width - 1))
    let rest = String(repeating: " ", count: max(0, width - 1 - text.count))
    try? write("\r\(text)\(rest)\r", to: STDERR_FILENO)
  }
}()

extension Dependencies {
  fileprivate static func opened(
    for invocation: Invocation, environment: [String: String], browser: Browser, viewer: Viewer
  ) -> Self {
    let hasColors = Capabilities(environment: environment).colors != .none
    let terminal = Terminal.live(
      environment: environment,
      questions: TerminalQuestion.all(
        background: invocation.theme == .auto && hasColors, environment: environment))
    return switch invocation.configuration {
    case .stub: .stub(terminal: terminal)
    case .failing: .failing(terminal: terminal)
    case .live:
      Self(
        network: .live(
          timeout: invocation.timeout, userAgent: "satchel/\(Invocation.version)", environment: environment),
        cache: { name in
          .live(file: invocation.cache.appending(component: name.text + ".db"), durability: .normal, damage: .replace)
        },
        state: { name in
          .live(file: invocation.state.appending(component: name.text + ".db"), durability: .full, damage: .keep)
        },
        cacheFiles: { try files(in: invocation.cache) }, stateFiles: { try files(in: invocation.state) },
        removeFile: { try DatabaseFile(url: URL(filePath: $0.path), bytes: $0.bytes).remove() },
        terminal: terminal,
        facts: Facts(
          system: system, terminal: environment["TERM"] ?? "", libcurl: { try NetworkClient.libcurlVersion() },
          checkSQLite: { try Database.checkSQLite() },
          checkFolder: { try DatabaseFile.check($0) }),
        browse: { try await browser.open($0, on: terminal, onFailure: $1) },
        view: { try await viewer.open($0, name: $1, on: terminal) })
    }
  }
}

/// The system's name and release, and the machine's.
private var system: String {
  var names = utsname()
  guard uname(&names) == 0 else { return "an unknown system" }
  func text(_ name: some Any) -> String {
    withUnsafeBytes(of: name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
  return "\(text(names.sysname)) \(text(names.release)) \(text(names.machine))"
}

/// The databases of a folder whose names are ours.
private func files(in folder: URL) throws -> [FileName: SavedFile] {
  let files = try DatabaseFile.all(in: folder).compactMap { file in
    FileName(standing: String(file.url.lastPathComponent.dropLast(".db".count))).map { name in
      (name, SavedFile(path: file.url.path(percentEncoded: false), bytes: file.bytes))
    }
  }
  return Dictionary(files) { first, _ in first }
}

/// A folder of the user's: a Mac's own, elsewhere as the XDG Base Directory Specification has it, where a relative path
/// is none.
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

/// A stream that was closed before the start is one nobody writes to or reads from; without this the next file that is
/// opened would take its number, and receive what was meant for the stream.
private func holdStandardStreams() {
  while true {
    let descriptor = open("/dev/null", O_RDONLY)
    guard (0...STDERR_FILENO).contains(descriptor) else {
      close(descriptor)
      return
    }
  }
}
