import CachedResource
import Essentials
import Messages
import NetworkClient
import Repositories
import Screen
import Settings
import TextLayout

/// A running command: its settings and dependencies, and its messages on standard error.
struct CommandRun: Sendable {
  let settings: Settings
  var repositories: Repositories
  /// The server that the command is about.
  var server: URL
  /// The owner of the posts that the command is about.
  var subject = Repositories.Subject.server
  /// Returns all of a file; `-` is standard input.
  let input: @Sendable (_ path: String) throws -> [UInt8]
  var output: CommandOutput
  let keys: @Sendable () -> [KeySection]
  let now: @Sendable () -> Date
  /// Returns the offset of local time from GMT at a date, in seconds.
  let secondsFromGMT: @Sendable (_ date: Date) -> Int

  /// Shows progress; nil with `--quiet`, and where standard error is no terminal.
  var progress: CommandOutput.Progress? { settings.isQuiet ? nil : output.progress }

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

  /// Prints a notice if cached copies are shown, and another if downloaded data could not be saved.
  /// - Parameter isIncomplete: Whether the end of a list is missing.
  func notices(_ sources: CombinedProvenance, isIncomplete: Bool = false) {
    if let failure = sources.failure {
      let why = Messages.failure(failure, server: server)
      let copy = sources.cachedAt.map { "showing the copy saved \(Messages.age(of: $0, now: now()))" }
      let advice = "Save everything with: satchel sync"
      switch (copy, failure) {
      case (let copy?, _): notice(isIncomplete ? "\(why); \(copy), which is incomplete. \(advice)" : "\(why); \(copy).")
      case (nil, _) where isIncomplete: notice("\(why); the list is incomplete. \(advice)")
      case (nil, is UnreadableItems), (nil, is LinkFailure), (nil, is PageNotice): notice("\(why).")
      case (nil, _): notice("\(why); missing parts are shown as —.")
      }
    }
    if sources.isFromServer, let failure = repositories.cacheFailure() {
      notice(settings.cannot("save", failure, "--cache"))
    }
  }
}

/// The failures of a command. Each function prints the reason and returns the exit status.
extension CommandRun {
  /// Reports that the server did not answer and there is no cached copy.
  /// - Parameter nothing: "nothing more" if part of the answer is printed.
  func failure(_ error: any Error, nothing: String = "nothing") -> Invocation.ExitStatus {
    let unread = (error as? NoCachedCopy)?.readingFailure.map(Messages.notRead)
    self.error(
      "\(Messages.failure(error, server: server)); \(unread ?? "\(nothing) is saved"). "
        + (subject == .server ? Messages.advice(error) : Messages.feedAdvice(error)))
    return .unavailable
  }

  /// Reports that state could not be read.
  /// - Parameters:
  ///   - state: The name of the state: "bookmarks".
  ///   - rest: The end of the clause: "; nothing changed".
  func failure(_ error: any Error, reading state: String, rest: String = "") -> Invocation.ExitStatus {
    self.error(settings.cannot("read the \(state)", error, "--state", rest))
    return .unavailable
  }

  /// Reports that state could not be written.
  func failure(writing error: any Error) -> Invocation.ExitStatus {
    self.error(settings.cannot("save", error, "--state", "; nothing changed"))
    return .unavailable
  }

  /// Does the work with one item, and reports an item that the server does not have.
  /// - Parameters:
  ///   - item: The name of the item: "post 5".
  ///   - list: The command that lists such items.
  func with(
    _ item: String, listedBy list: String, _ work: () async throws -> Void
  ) async throws -> Invocation.ExitStatus {
    do { try await work() } catch let error as NoCachedCopy {
      guard case NetworkClient.Error.rejected(404) = error.failure else { return failure(error) }
      let place = subject == .server ? " at \(server.absoluteString)" : ""
      self.error("there is no \(item)\(place). List them with: satchel \(list)")
      return .noSuchItem
    }
    return .shown
  }
}
