import CachedResource
import Essentials
import Messages
import NetworkClient
import Observed
import Repositories
import Screen
import Settings
import TextLayout

/// A running command: its settings and dependencies, and its messages on standard error.
struct CommandRun: Sendable {
  let words: Words
  let settings: Settings
  var repositories: Repositories
  /// The server that the command is about.
  var server: URL
  /// The owner of the posts that the command is about.
  var subject = Repositories.Subject.server
  /// Returns all of a file, or more than `InputError.sizeLimit` bytes of a larger one; `-` is standard input.
  let input: @Sendable (_ path: String) throws -> [UInt8]
  var output: CommandOutput
  let keys: @Sendable () -> [KeySection]
  let now: @Sendable () -> Date

  /// Shows progress; nil with `--quiet`, and where standard error is no terminal.
  var progress: CommandOutput.Progress? { settings.isQuiet ? nil : output.progress }

  /// Returns the bytes of an input if they are all of it.
  /// - Throws: `InputError` for an input that is too large.
  func whole(_ bytes: [UInt8], of name: String) throws -> [UInt8] {
    if bytes.count > InputError.sizeLimit { throw InputError(name, reason: "it is larger than 4 MB") }
    return bytes
  }

  /// Prints a text for people, or a value in JSON.
  func print(_ text: @autoclosure () -> String, json: @autoclosure () -> JSON) throws {
    try output.write((settings.format == .json ? json().text : text()) + "\n")
  }

  /// Prints a list for people, or in JSON with an element on each line.
  func print(lines: @autoclosure () -> String, json: @autoclosure () -> [JSON]) throws {
    guard settings.format == .json else { return try output.write(lines()) }
    let elements = json().map(\.text)
    try output.write(elements.isEmpty ? "[]\n" : "[\n  \(elements.joined(separator: ",\n  "))\n]\n")
  }

  /// Prints a message that is not an error, unless `--quiet` is given.
  func notice(_ sentence: String) {
    if !settings.isQuiet { error(sentence) }
  }

  /// Prints an error message.
  func error(_ sentence: String) { output.note(TextLayout.line("satchel: " + sentence)) }

  /// The program with the server, the folders and the files that the command line names, for commands to try next:
  /// "satchel -s http://host".
  var satchel: String { words.program }

  /// Prints a notice if cached copies are shown, and another if downloaded data could not be saved.
  /// - Parameter isIncomplete: Whether the end of a list is missing.
  func notices(_ sources: CombinedProvenance, isIncomplete: Bool = false) {
    if let failure = sources.failure {
      let why = why(failure)
      let copy = sources.cachedAt.map { "showing the copy saved \(Messages.age(of: $0, now: now()))" }
      let advice = "Save everything with: \(satchel) sync"
      switch (copy, failure) {
      case (let copy?, _): notice(isIncomplete ? "\(why); \(copy), which is incomplete. \(advice)" : "\(why); \(copy).")
      case (nil, _) where isIncomplete: notice("\(why); the list is incomplete. \(advice)")
      case (nil, is UnreadableItems), (nil, is LinkFailure), (nil, is PageNotice): notice("\(why).")
      case (nil, _): notice("\(why); parts are missing.")
      }
    }
    if sources.isFromServer, let failure = repositories.cacheFailure.value {
      notice(settings.cannot("save", failure, "--cache"))
    }
  }
}

/// The failure of a command: the message for standard error, and the exit status.
struct CommandFailure: Error {
  /// The reason and advice, as sentences; nil if they are printed already.
  let message: String?
  let status: Invocation.ExitStatus

  static var stopped: Self { Self("stopped; what is saved stays. Run it again to go on.", .interrupted) }

  init(_ message: String?, _ status: Invocation.ExitStatus = .unavailable) {
    self.message = message
    self.status = status
  }
}

extension Invocation.ExitStatus {
  /// Returns the status of a command for which a server did not answer, or a file could not be read.
  static func withoutAnswer(_ error: any Error) -> Self {
    if case AnswerFailure.unreadableFile = error.cause { .noSuchItem } else { .unavailable }
  }
}

extension CommandRun {
  /// Ends the command with a status, after its messages are printed.
  /// - Throws: `CommandFailure`, unless the status is that of success.
  func end(_ status: Invocation.ExitStatus) throws {
    if status != .success { throw CommandFailure(nil, status) }
  }

  /// Ends a command that has loaded something.
  /// - Throws: `CommandFailure`, also if it could not be saved.
  func endLoading(_ status: Invocation.ExitStatus) throws {
    if let failure = repositories.cacheFailure.value {
      throw CommandFailure(settings.cannot("save", failure, "--cache"))
    }
    try end(status)
  }

  /// Returns the reason of a failure as a clause. The subscriptions together have no address.
  private func why(_ error: any Error) -> String {
    let isNamed = subject == .server || server != settings.server
    return isNamed ? Messages.failure(error, server: server) : Messages.reason(error, server: server)
  }

  /// Returns the error for a server that did not answer, where there is no cached copy.
  /// - Parameter nothing: "nothing more" if part of the answer is printed.
  func failure(_ error: any Error, nothing: String = "nothing") -> CommandFailure {
    let unread = (error as? NoCachedCopy)?.readingFailure.map(Messages.notRead)
    return CommandFailure(
      "\(why(error)); \(unread ?? "\(nothing) is saved"). "
        + (subject == .server ? Messages.advice(error) : Messages.feedAdvice(error)),
      .withoutAnswer(error))
  }

  /// Returns the error for state that could not be read.
  /// - Parameters:
  ///   - state: The name of the state: "bookmarks".
  ///   - rest: The end of the clause: "; nothing changed".
  func failure(_ error: any Error, reading state: String, rest: String = "") -> CommandFailure {
    CommandFailure(settings.cannot("read the \(state)", error, "--state", rest))
  }

  /// Returns the error for state that could not be written.
  func failure(writing error: any Error) -> CommandFailure {
    CommandFailure(settings.cannot("save", error, "--state", "; nothing changed"))
  }

  /// Does the work with one item. The failure names an item that the server does not have.
  /// - Parameters:
  ///   - item: The name of the item: "post 5".
  ///   - list: The command that lists such items.
  func with(_ item: String, listedBy list: String, _ work: () async throws -> Void) async throws {
    do { try await work() } catch let error as NoCachedCopy {
      guard case NetworkClient.Error.rejected(404) = error.failure else { throw failure(error) }
      let location = subject == .server ? " at \(server.absoluteString)" : ""
      throw CommandFailure("there is no \(item)\(location). List them with: \(satchel) \(list)", .noSuchItem)
    }
  }
}
