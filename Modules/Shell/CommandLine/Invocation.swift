public import Essentials
import LocalData
import Messages
public import Repositories
public import Screen
public import Settings
import TextLayout

/// A command line, understood: the settings that hold, and the work that was asked for.
@dynamicMemberLookup
public struct Invocation: Sendable {
  /// The version of the program.
  public static let version = "0.1.0"
  /// The day of its release.
  static let releaseDate = "2026-11-22"

  /// The settings that hold.
  public var settings: Settings
  /// The words of the command line.
  public let words: Words
  let action: Action

  /// A setting.
  public subscript<Value>(dynamicMember member: WritableKeyPath<Settings, Value>) -> Value {
    get { settings[keyPath: member] }
    set { settings[keyPath: member] = newValue }
  }

  /// Understands a command line.
  /// - Parameters:
  ///   - arguments: Those behind the program's name.
  ///   - environment: The variables of `Setting.all` are read.
  ///   - caches: The user's folder for caches.
  ///   - states: The user's folder for state.
  ///   - file: The configuration file. It is read at most once, and not for help and the like.
  public init(
    arguments: [String], environment: [String: String], caches: URL, states: URL, file: SettingsFile = .stub()
  ) throws(UsageError) {
    words = try Words(arguments)
    let command = try Command.named(by: words)
    let options = command.isAlwaysThere ? [:] : words.options
    let environment = command.isAlwaysThere ? [:] : environment
    let file =
      command.isAlwaysThere
      ? ConfigurationFile(path: file.path) : ConfigurationFile(file, options: options, environment: environment)
    action = try command.action(words, file)
    if let problem = file.problem, command.name != Command.doctor.name || words.server != nil { throw problem }
    settings = Settings(file: file, caches: caches, states: states)
    try settings.read(
      options: options, server: command.isAlwaysThere ? nil : words.server, environment: environment)
  }

  /// Whether the reader is opened where there is a terminal.
  public var opensReader: Bool { action.opensReader }
  /// Whether everything is downloaded: that takes long, may be stopped, and says then how far it came.
  public var downloadsEverything: Bool { action.downloadsEverything }
  /// Whether nothing is done without SQLite.
  public var needsDatabases: Bool { action.needsDatabases }

  /// Does the work, on plain output; the reader prints the titles of posts.
  /// - Parameters:
  ///   - input: Returns all of standard input.
  ///   - keys: Returns the keys of the reader, for the man page.
  public func run(
    _ repositories: Repositories, input: @escaping @Sendable () throws -> String = { "" }, output: CommandOutput,
    keys: @escaping @Sendable () -> [KeySection] = { [] }, now: @escaping @Sendable () -> Date
  ) async -> ExitStatus {
    let run = CommandRun(
      settings: settings, repositories: repositories, server: settings[keyPath: action.server], input: input,
      output: output, keys: keys, now: now)
    let status: ExitStatus
    do { status = try await action.run(run) } catch OutputError.closed {
      status = .shown
    } catch OutputError.failed(let reason) {
      status = run.failure(ofOutput: reason)
    } catch {
      status = run.failure(error)
    }
    if action.saves, !settings.isOffline { await run.makeRoom() }
    return status
  }
}

extension CommandRun {
  /// Removes cached copies that there is no room for. At a terminal, it says why that takes more than a moment; a program
  /// that is stopped meanwhile has lost nothing.
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
    // The command itself has not failed.
    let freed = (try? await repositories.localData.trim(settings.keep, [])) ?? 0
    explanation?.cancel()
    _ = await explanation?.result
    guard freed > 0 else { return }
    notice("removed \(Messages.size(freed)) of saved copies not seen for longest, to keep at most \(limit) (--keep).")
  }
}

extension Invocation {
  /// The exit statuses of the program, as `sysexits.h` has them.
  public enum ExitStatus: Int32, Sendable {
    /// The command did its work, at least from cached copies.
    case shown = 0
    /// The command line is wrong.
    case usage = 64
    /// There is no such post, comic or to-do, or nothing is saved of the server to forget.
    case noSuchItem = 66
    /// The server failed, or the disk where it is needed: nothing shown, nothing changed; or edits of to-dos were refused
    /// or wait.
    case unavailable = 69
    /// The output could not be written.
    case outputFailed = 74
    /// Not everything could be downloaded; the rest is saved.
    case incomplete = 75
    /// The configuration file is wrong.
    case configuration = 78
    /// Stopped by the interrupt key; what was saved stays.
    case interrupted = 130

    /// Every exit status and its meaning, in the order of the help.
    public static let table: [(status: ExitStatus, meaning: String)] = [
      (.shown, "shown, even if only the saved copy, or a part of it"),
      (.usage, "wrong command line"),
      (.noSuchItem, "no such post, comic, to-do or saved server"),
      (.unavailable, "nothing shown or changed; to-dos: not all sent"),
      (.outputFailed, "cannot write the output"),
      (.incomplete, "sync: not everything could be had; run it again"),
      (.configuration, "wrong configuration file"),
      (.interrupted, "sync: stopped by ctrl-c; what was saved stays"),
    ]
  }
}

extension UsageError {
  /// The exit status of the program.
  public var status: Invocation.ExitStatus { isInFile ? .configuration : .usage }

  /// The message on standard error: one line, whatever was written on the command line.
  public var line: String {
    TextLayout.line("satchel: \(message)\(message.hasSuffix("?") ? "" : ".") \(advice)")
  }
}
