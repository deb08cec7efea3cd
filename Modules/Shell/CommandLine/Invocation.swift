public import Essentials
import Messages
import Observed
public import Repositories
public import Screen
public import Settings
import TextLayout

/// A parsed command line: the settings, and the work to do.
@dynamicMemberLookup
public struct Invocation: Sendable {
  /// The version of the program.
  public static let version = "0.1.0"
  /// The date of the release.
  static let releaseDate = "2026-11-22"

  /// The settings of this run.
  public var settings: Settings
  /// The words of the command line.
  public let words: Words
  let action: Action

  /// The value of a setting.
  public subscript<Value>(dynamicMember member: KeyPath<Settings, Value>) -> Value { settings[keyPath: member] }
  /// A property of the work.
  public subscript<Value>(dynamicMember member: KeyPath<Action, Value>) -> Value { action[keyPath: member] }

  /// Parses a command line.
  /// - Parameters:
  ///   - arguments: The arguments without the program's name.
  ///   - environment: The environment; only `NO_COLOR` and the variables of `Setting.all` are read.
  ///   - caches: The user's folder for caches.
  ///   - states: The user's folder for state.
  ///   - file: The configuration file. It is read at most once, and not for commands such as `help`.
  public init(
    arguments: [String], environment: [String: String], caches: URL, states: URL, file: SettingsFile = .stub()
  ) throws(UsageError) {
    var words = try Words(arguments)
    let command = try Command.named(by: words)
    words.command = command.name
    let isCompletion = command.name == Command.complete.name
    if isCompletion { words.readCompletedLine() }
    self.words = words
    let options = command.ignoresSettings ? [:] : words.options
    let environment = command.ignoresSettings ? [:] : environment
    let settingsFile = file
    let file =
      command.ignoresSettings
      ? ConfigurationFile(path: file.path) : ConfigurationFile(file, options: options, environment: environment)
    var action = try command.action(words, file)
    settings = Settings(file: file, caches: caches, states: states)
    do throws(UsageError) {
      let needsFile = command.name != Command.doctor.name && !isCompletion
      if let problem = file.problem, needsFile || words.server != nil { throw problem }
      if let name = options["--server"], !file.servers.contains(where: { $0.name == name }),
        settingsFile.hasFile(named: name)
      {
        throw UsageError("--server needs an address, not \(name); did you mean \(URL(filePath: name).absoluteString)?")
      }
      try settings.read(
        options: options, server: command.ignoresSettings ? nil : words.server, environment: environment)
      if !command.ignoresSettings { try settings.checkFolders() }
    } catch {
      guard isCompletion else { throw error }
      action = try Command.completeWords.action(words, file)
    }
    self.action = action
  }

  /// Whether the work may ask feeds, and run the programs that make some of them.
  public var asksFeeds: Bool { action.saves && !settings.isOffline }

  /// Whether the work edits to-dos, and says what is saved when it is stopped while the edit is sent.
  /// Reading a title from standard input is ended at once.
  public var editsTodos: Bool { action.result == "todos" && !words.arguments.contains("-") }

  /// Does the work with plain output, and returns the exit status. Instead of opening the reader, this prints the
  /// titles of posts.
  /// - Parameters:
  ///   - repositories: The data of the servers and the feeds.
  ///   - input: Returns all of a file, or more than `InputError.sizeLimit` bytes of a larger one; `-` is standard
  ///     input. It throws `InputError`.
  ///   - output: Takes the output and the errors.
  ///   - keys: Returns the keys of the reader, for the man page.
  ///   - now: Returns the date from which ages are measured.
  public func run(
    _ repositories: Repositories, input: @escaping @Sendable (_ path: String) throws -> [UInt8] = { _ in [] },
    output: CommandOutput,
    keys: @escaping @Sendable () -> [KeySection] = { [] }, now: @escaping @Sendable () -> Date
  ) async -> ExitStatus {
    var run = CommandRun(
      words: words, settings: settings, repositories: repositories, server: settings[keyPath: action.server],
      input: input, output: output, keys: keys, now: now)
    let outputError = Observed<OutputError?>(nil)
    if action.result != nil {
      run.output.write = { text in
        do { try output.write(text) } catch let error as OutputError { outputError.update { $0 = $0 ?? error } }
      }
    }
    var failure: CommandFailure?
    do {
      try run.expectServer(action.server)
      try await action.run(run)
    } catch is CancellationError {
      return .interrupted
    } catch {
      failure = run.failure(error, changing: action.result)
    }
    if let file = repositories.damagedCache.value {
      run.error("\(Messages.damagedCache(file)). Save everything again with: \(run.satchel) sync")
    }
    let lostRows = repositories.lostRows.value
    if lostRows > 0 {
      run.error("\(Messages.lostRows(lostRows)). Save everything again with: \(run.satchel) sync")
      // With a network, the server has sent them again.
      if settings.isOffline { failure = failure ?? CommandFailure(nil, .incomplete) }
    }
    if case .failed? = outputError.value, let error = outputError.value {
      failure?.message.map(run.error)
      failure = run.failure(error, changing: action.result)
    }
    failure?.message.map(run.error)
    if action.saves, !settings.isOffline { await run.makeRoom() }
    return failure?.status ?? .success
  }
}

extension SettingsFile {
  /// Returns whether a text is no address, but the name of a file.
  fileprivate func hasFile(named text: String) -> Bool {
    !text.contains("://") && !text.hasPrefix("@") && (try? read(text)) != nil
  }
}

extension CommandRun {
  /// Returns the failure of a command that ends with an error.
  /// - Parameter result: The command that prints what it has changed; nil if it changes nothing.
  fileprivate func failure(_ error: any Error, changing result: String?) -> CommandFailure {
    switch error {
    case let failure as CommandFailure: return failure
    case OutputError.closed: return CommandFailure(nil, .success)
    case OutputError.failed(let reason):
      let rest = result.map { " What was changed is saved; see it with: \(satchel) \($0)" } ?? ""
      return CommandFailure("cannot write the output: \(reason).\(rest)", .outputFailed)
    case let error as InputError:
      let rest = result == nil ? "" : "; nothing changed"
      return CommandFailure("cannot read \(error.name) (\(error.reason))\(rest).", .noSuchItem)
    default: return failure(error)
    }
  }

  /// - Throws: `CommandFailure` if the command is about comics, to-dos or the response code, and no server of them is
  ///   named.
  func expectServer(_ server: any KeyPath<Settings, URL> & Sendable) throws {
    let missing: (setting: String, name: String, example: String)
    switch server {
    case \.comicsServer: missing = ("comics", "server of comics", "--comics-server https://xkcd.com")
    case \.todosServer: missing = ("todos", "to-do server", "--todos-server URL")
    case \.fetchServer: missing = ("fetch", "server of the response code", "--fetch-server URL")
    default: return
    }
    if settings.namesServer(missing.setting) { return }
    throw CommandFailure("no \(missing.name) is named. Name it in the configuration file, or with: \(missing.example)")
  }

  /// Removes cached copies beyond the limit. On a terminal it explains a wait of more than a moment. Stopping the
  /// program meanwhile loses nothing.
  fileprivate func makeRoom() async {
    let limit = Messages.size(settings.keep)
    let explanation = output.progress.map { progress in
      Task {
        try await progress.clock.sleep(for: .milliseconds(300))
        notice(
          "freeing space, because more than \(limit) is saved (--keep). "
            + "ctrl-c stops that; the next command goes on with it.")
      }
    }
    // A failure to free space is not a failure of the command.
    let freed = (try? await repositories.localData.trim(settings.keep, [])) ?? 0
    explanation?.cancel()
    _ = await explanation?.result
    guard freed > 0 else { return }
    notice("removed \(Messages.size(freed)) of saved copies not seen for longest, to keep at most \(limit) (--keep).")
  }
}

extension Invocation {
  /// The exit statuses of the program, with the numbers of `sysexits.h` and of shells.
  public enum ExitStatus: Int32, Sendable {
    /// The command succeeded, perhaps from cached copies.
    case success = 0
    /// The command line is invalid.
    case usage = 64
    /// The post, feed, comic, to-do or file does not exist, or there is no saved data to forget.
    case noSuchItem = 66
    /// The server failed, or the disk when it is needed: nothing is shown or changed. Or edits of to-dos were refused
    /// or still wait.
    case unavailable = 69
    /// The output could not be written.
    case outputFailed = 74
    /// Some downloads failed; the rest is saved. Or no feed could be refreshed.
    case incomplete = 75
    /// The configuration file is invalid.
    case configuration = 78
    /// The interrupt key stopped the program; what was saved stays.
    case interrupted = 130

    /// Every exit status and its meaning, in the order of the help.
    public static let table: [(status: ExitStatus, meaning: String)] = [
      (.success, "shown, even if only the saved copy, or a part of it"),
      (.usage, "wrong command line"),
      (.noSuchItem, "no such item, feed or file; forget: nothing saved"),
      (.unavailable, "nothing shown or changed; todos, doctor: a problem"),
      (.outputFailed, "cannot write the output"),
      (.incomplete, "sync, feeds: incomplete; run it again"),
      (.configuration, "wrong configuration file"),
      (.interrupted, "sync: stopped by ctrl-c; what was saved stays"),
    ]
  }
}

extension UsageError {
  /// The exit status for the error.
  public var status: Invocation.ExitStatus { isInFile ? .configuration : .usage }

  /// The message for standard error, always in one line.
  public var line: String {
    TextLayout.line("satchel: \(message)\(message.hasSuffix("?") ? "" : ".") \(advice)")
  }
}
