import CodeFetcher
import Database
import Essentials
import ItemsLoader
import Messages
import NetworkClient
import Paging
import TextLayout

/// What is said on standard error.
struct Report {
  let invocation: Invocation
  let output: CommandOutput
  /// Why downloaded data cannot be saved; nil while it is.
  let cacheFailure: @Sendable () -> (any Error)?

  /// What is asked.
  var server: URL {
    switch invocation.command {
    case .comics, .comic, .bookmark(.comic, _): invocation.comicsServer
    case .todos: invocation.todosServer
    case .fetch, .lastFetched: invocation.fetchServer
    case .reader, .posts, .post, .bookmark(.post, _), .sync, .status, .forget, .doctor, .settings, .servers,
      .completions, .manPage, .help, .version:
      invocation.server
    }
  }

  /// One notice for a kept copy, one for what a server gave and could not be saved.
  /// - Parameter isIncomplete: whether the end of a list is missing.
  func notices(_ sources: Sources, isIncomplete: Bool = false, now: Date) {
    guard !invocation.isQuiet else { return }
    if let failure = sources.failure {
      let why = Messages.failure(failure, server: server)
      let advice = "Save everything with: satchel sync"
      switch (sources.keptAt, failure) {
      case (let date?, _) where isIncomplete:
        say("\(why); showing the copy saved \(Messages.age(of: date, now: now)), which is incomplete. \(advice)")
      case (nil, _) where isIncomplete: say("\(why); the list is incomplete. \(advice)")
      case (let date?, _): say("\(why); showing the copy saved \(Messages.age(of: date, now: now)).")
      case (nil, is UnreadableItems), (nil, is LinkFailure): say("\(why).")
      case (nil, _): say("\(why); missing parts are shown as —.")
      }
    }
    if sources.isFromServer, let failure = cacheFailure() {
      say("\(notKept(failure, in: invocation.cache)). \(Messages.keepingAdvice(failure, option: "--cache"))")
    }
  }

  func notKept(_ failure: any Error, in folder: URL) -> String {
    "cannot save in \(folder.path(percentEncoded: false)) (\(Messages.keepingFailure(failure)))"
  }

  /// A notice of its own.
  func notice(_ sentence: String) {
    if !invocation.isQuiet { say(sentence) }
  }

  /// An error of its own.
  func error(_ sentence: String) { say(sentence) }

  /// Says why nothing, or not all of it, could be shown, and how the program ends.
  func failure(_ error: any Error, nothing: String = "nothing") -> Invocation.ExitStatus {
    let notKept = error as? NothingKept
    if let (item, list) = invocation.command.item, case NetworkClient.Error.rejected(404)? = notKept?.failure {
      say("there is no \(item) at \(server.absoluteString). List them with: satchel \(list)")
      return .noSuchItem
    }
    let why = Messages.failure(error, server: server)
    let saved =
      switch notKept?.readingFailure {
      case let failure?: "cannot read the saved copy (\(Messages.keepingFailure(failure)))"
      case nil: "\(nothing) is saved"
      }
    say("\(why); \(saved). \(Messages.advice(error))")
    return .unavailable
  }

  /// Says why nothing was fetched, or nothing can be shown of what was, and how the program ends.
  func failure(_ fetch: FetchFailure) -> Invocation.ExitStatus {
    switch fetch.cause {
    case let unread as CodeFetcher.Unread:
      let folder = invocation.state.path(percentEncoded: false)
      let outcome = invocation.command == .fetch ? "; nothing changed" : ""
      say(
        "cannot read the last response code in \(folder) (\(Messages.keepingFailure(unread.cause)))\(outcome). "
          + Messages.keepingAdvice(unread.cause, option: "--state"))
    case let error as DatabaseError: return failure(StateFailure(cause: error))
    case NetworkClient.Error.unreachable(.notUsed):
      say(
        "\(Messages.failure(fetch.cause, server: server)); nothing changed. "
          + "Leave out --offline, or print the last one: satchel fetch --last")
    case let error:
      say("\(Messages.failure(error, server: server)); nothing changed. \(Messages.advice(error))")
    }
    return .unavailable
  }

  /// Says why state could not be written, or not be read.
  func failure(_ state: StateFailure) -> Invocation.ExitStatus {
    let advice = Messages.keepingAdvice(state.cause, option: "--state")
    switch state.reading {
    case nil: say("\(notKept(state.cause, in: invocation.state)); nothing changed. \(advice)")
    case let what?:
      let folder = invocation.state.path(percentEncoded: false)
      say("cannot read the \(what) in \(folder) (\(Messages.keepingFailure(state.cause))). \(advice)")
    }
    return .unavailable
  }

  private func say(_ sentence: String) { output.note(TextLayout.line("satchel: " + sentence)) }
}

extension Invocation.Command {
  /// What is asked for by itself, and the command that lists its kind.
  fileprivate var item: (name: String, list: String)? {
    switch self {
    case .post(let id), .bookmark(.post(let id), _): ("post \(id)", "posts")
    case .comic(.number(let number)), .bookmark(.comic(let number), _): ("comic \(number)", "comics")
    case .comic: ("comic", "comics")
    case .reader, .posts, .comics, .todos, .fetch, .lastFetched, .sync, .status, .forget, .doctor, .settings, .servers,
      .completions, .help, .manPage, .version:
      nil
    }
  }
}
