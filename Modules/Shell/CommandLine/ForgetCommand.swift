import Database
import Essentials
import LocalData
import Messages
import Repositories
import Settings

extension Command {
  /// Deletes the saved data of a server, or a part of it.
  static let forget = Command(
    name: "forget",
    usages: [
      "forget posts|comics [URL] [--state-too]": "",
      "forget server URL [--state-too]":
        "remove what is saved of a server (URL or @NAME),\nand print how much; what is not a cache only with\n"
        + "--state-too",
      "forget server URL --state-too --force": "to-dos that were never sent, too",
      "forget feeds [--state-too]":
        "the posts of all feeds; the list of feeds stays. So\ndoes forget posts where no server is named",
    ],
    options: [.stateToo, .force], words: DataPart.allCases.map { ($0.rawValue, $0 == .feeds ? nil : .servers) }
  ) { words, file throws(UsageError) in
    let arguments = words.arguments
    guard let word = arguments.first else {
      throw UsageError("forget needs what to forget: posts, comics, feeds, or server and its address")
    }
    guard let part = DataPart(rawValue: word) else {
      let hint = suggestion(for: word, in: DataPart.allCases.map(\.rawValue))
      throw UsageError("forget takes posts, comics, feeds or server URL, not \(word)\(hint)")
    }
    let state: ForgottenState = words.has("--force") ? .all : words.has("--state-too") ? .delivered : .none
    if state == .all, part != .server || !words.has("--state-too") {
      throw UsageError(
        "--force belongs to forget server URL --state-too: to-dos that were never sent are forgotten, too")
    }
    if part == .server, arguments.count != 2 {
      throw UsageError("forget server needs one address or @NAME, as satchel status and config servers list them")
    }
    if part == .feeds, arguments.count != 1 {
      throw UsageError("forget feeds is about all feeds, and takes no address. Remove one with: satchel feeds remove")
    }
    guard arguments.count <= 2 else { throw UsageError("forget \(word) takes one server: its address, or @NAME") }
    var server: URL?
    if arguments.count == 2 {
      if let problem = file.problem { throw problem }
      let (text, command) = (arguments[1], "forget \(word)")
      let options = ["--server"] + (part == .comics ? ["--comics-server"] : [])
      if let other = words.server.map({ "@" + $0 }) ?? options.first(where: words.has) {
        throw UsageError("\(other) and \(command) \(text) both name a server; leave one out")
      }
      do throws(ValueError) {
        server = try file.address(text, of: part == .comics ? "comics" : "address").address.url
      } catch {
        throw UsageError(command, error)
      }
    }
    return Action(server: part == .comics && server == nil ? \.comicsServer : \.server) { [server] run in
      // Without a server, posts are those of the subscriptions.
      let isOfFeeds = part == .posts && server == nil && !run.settings.namesServer()
      return try await run.forget(isOfFeeds ? .feeds : part, of: server ?? run.server, state)
    }
  }
}

extension Option {
  static let stateToo = Option("--state-too", in: .reading, "forget: bookmarks, read marks and to-dos, too")
  static let force = Option("--force", in: .reading, "forget server --state-too: to-dos that were", "never sent, too")
}

extension CommandRun {
  fileprivate func forget(
    _ part: DataPart, of server: URL, _ state: ForgottenState
  ) async throws -> Invocation.ExitStatus {
    let address = part == .feeds ? "feeds" : server.absoluteString
    let forgotten: Forgotten
    do { forgotten = try await repositories.localData.forget(part, server, state) } catch let error as ForgetError {
      self.error(error.sentence(address))
      if case .nothingSaved = error { return .noSuchItem }
      return .unavailable
    } catch let error as DatabaseError {
      self.error(
        "cannot forget all of it (\(Messages.savingFailure(error))); run it again, it does no harm. "
          + Messages.savingAdvice(error, option: "--cache"))
      return .unavailable
    }
    let (bookmarks, unsent) = (forgotten.emptyBookmarks, forgotten.unsent)
    let what = part == .server || part == .feeds ? "" : "\(part.rawValue) of "
    try print(
      "\(what)\(address) forgotten, \(Messages.size(forgotten.bytes)) freed",
      json: ["freed": forgotten.bytes.json, "emptyBookmarks": bookmarks.json, "unsent": unsent.json])
    if bookmarks > 0 {
      notice(
        "\(bookmarks) \(bookmarks == 1 ? "bookmark is" : "bookmarks are") left, but not saved any more. "
          + "Get what is bookmarked again with: satchel sync")
    }
    if unsent > 0 { notice("\(unsent) \(unsent == 1 ? "change was" : "changes were") never sent.") }
    return .shown
  }
}

extension ForgetError {
  /// The reason why nothing was forgotten, and advice.
  fileprivate func sentence(_ address: String) -> String {
    switch self {
    case .nothingSaved(let servers):
      let others =
        servers.isEmpty
        ? "Nor is anything of another server." : "There is something of: \(servers.joined(separator: ", "))"
      return "nothing is saved of \(address). \(others)"
    case .unsent(let titles):
      let shown = titles.prefix(3).map { $0.prefix(60) }.joined(separator: ", ") + (titles.count > 3 ? ", …" : "")
      let count = titles.count == 1 ? "1 change was" : "\(titles.count) changes were"
      return "\(count) never sent (\(shown)); nothing was forgotten. Add --force to lose them, or send them with: "
        + "satchel todos --deliver --todos-server \(address)"
    case .unreadable(let cause):
      return "cannot read whether changes wait to be sent (\(Messages.savingFailure(cause))); nothing was forgotten. "
        + "Add --force to forget them all the same."
    }
  }
}
