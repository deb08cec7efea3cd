import Database
import Essentials
import Messages
import Repositories
import Settings

extension Command {
  /// The commands that delete the saved data of a server, or a part of it.
  static let forget: [Command] = [DataPart.posts, .comics, .server, .feeds].map(command(forgetting:))

  private static func command(forgetting part: DataPart) -> Command {
    let usages: [DataPart: KeyValuePairs] = [
      .posts: ["forget posts|comics [URL] [--state-too]": ""],
      .server: [
        "forget server URL [--state-too]":
          "remove what is saved of a server (URL or @NAME),\nand print how much; state is removed only with\n"
          + "--state-too",
        "forget server URL --state-too --force": "to-dos that were never sent, too",
      ],
      .feeds: [
        "forget feeds [--state-too]":
          "remove the posts of all feeds; their list stays.\nWithout a server, forget posts does the same"
      ],
    ]
    return Command(
      name: "forget \(part.rawValue)", usages: usages[part] ?? [:],
      options: part == .server ? [.stateToo, .force] : [.stateToo], items: part == .feeds ? nil : .servers
    ) { words, file throws(UsageError) in
      let state: ForgottenState = words.has("--force") ? .all : words.has("--state-too") ? .delivered : .none
      if state == .all, !words.has("--state-too") {
        throw UsageError("--force goes with --state-too: to-dos that were never sent are forgotten, too")
      }
      if part == .feeds, !words.arguments.isEmpty {
        throw UsageError("forget feeds is about all feeds, and takes no address. Remove one with: satchel feeds remove")
      }
      let needed = "one address or @NAME, as satchel status and config servers list them"
      let text = part == .server || !words.arguments.isEmpty ? try words.argument("server", needed) : nil
      let server = try text.map { text throws(UsageError) in try words.server(text, of: part, in: file) }
      return Action(server: part == .comics && server == nil ? \.comicsServer : \.server, result: "status") { run in
        // Without a server, posts are those of the subscriptions.
        let isOfFeeds = part == .posts && server == nil && !run.settings.namesServer()
        try await run.forget(isOfFeeds ? .feeds : part, of: server ?? run.server, state, named: text)
      }
    }
  }
}

extension Words {
  /// Returns the address of the server that an argument of `forget` names.
  fileprivate func server(_ text: String, of part: DataPart, in file: ConfigurationFile) throws(UsageError) -> URL {
    if let problem = file.problem { throw problem }
    let options = ["--server"] + (part == .comics ? ["--comics-server"] : [])
    if let other = server.map({ "@" + $0 }) ?? options.first(where: has) {
      throw UsageError("\(other) and \(command) \(text) both name a server; leave one out")
    }
    do throws(ValueError) {
      return try file.address(text, of: part == .comics ? "comics" : "address").address.url
    } catch {
      throw UsageError(command, error)
    }
  }
}

extension Option {
  static let stateToo = Option("--state-too", in: .reading, "forget: bookmarks, read marks and to-dos, too")
  static let force = Option("--force", in: .reading, "forget server --state-too: to-dos that were", "never sent, too")
}

extension CommandRun {
  /// - Parameter named: The server as it follows the command; nil for none.
  fileprivate func forget(
    _ part: DataPart, of server: URL, _ state: ForgottenState, named: String?
  ) async throws {
    let address = part == .feeds ? "feeds" : server.absoluteString
    let forgotten: Forgotten
    do { forgotten = try await repositories.localData.forget(part, server, state) } catch let error as ForgetError {
      throw failure(error, part, address)
    } catch let error as DatabaseError {
      throw CommandFailure(
        "cannot forget all of it (\(Messages.savingFailure(error))); run it again, it does no harm. "
          + Messages.savingAdvice(error, option: "--cache"))
    }
    let bookmarks = forgotten.emptyBookmarks
    let unsent = forgotten.unsent
    let what = part == .server || part == .feeds ? "" : "\(part.rawValue) of "
    try print(
      "\(what)\(address) forgotten, \(Messages.size(forgotten.bytes)) freed",
      json: ["freed": forgotten.bytes.json, "emptyBookmarks": bookmarks.json, "unsent": unsent.json])
    if bookmarks > 0 {
      let option = named.map { " \(part == .comics ? "--comics-server" : "-s") \(withoutPassword($0))" } ?? ""
      notice(
        "\(bookmarks) \(bookmarks == 1 ? "bookmark is" : "bookmarks are") left, but not saved any more. "
          + "Get what is bookmarked again with: \(satchel) sync\(option)")
    }
    if unsent > 0 { notice("\(changes(unsent)) never sent.") }
  }

  private func changes(_ count: Int) -> String { "\(Messages.counted(count, "change")) \(count == 1 ? "was" : "were")" }

  private func shown(_ titles: [String]) -> String { titles.map { String($0.prefix(60)) }.firstThree }

  /// Returns the reason why nothing was forgotten, and advice.
  private func failure(_ error: ForgetError, _ part: DataPart, _ address: String) -> CommandFailure {
    switch error {
    case .nothingSaved(let servers):
      let others =
        servers.isEmpty
        ? "Nothing is saved of any other server either." : "There is something of: \(servers.joined(separator: ", "))"
      let isPart = part == .posts || part == .comics
      let nothing = isPart ? "no \(part.rawValue) of \(address) are saved" : "nothing is saved of \(address)"
      return CommandFailure("\(nothing). \(others)", .noSuchItem)
    case .unsent(let titles):
      return CommandFailure(
        "\(changes(titles.count)) never sent (\(shown(titles))); nothing was forgotten. Add --force to lose them, or send "
          + "them with: \(satchel) todos --deliver --todos-server \(address)")
    case .refused(let titles):
      return CommandFailure(
        "\(changes(titles.count)) refused by the server (\(shown(titles))); nothing was forgotten. Add --force to lose them, "
          + "or decide in the reader: \(satchel) --todos-server \(address)")
    case .unreadable(let cause) where part == .feeds:
      return failure(cause, reading: "feeds", rest: "; nothing was forgotten")
    case .unreadable(let cause):
      return CommandFailure(
        "cannot read whether changes wait to be sent (\(Messages.savingFailure(cause))); nothing was forgotten. "
          + "Add --force to forget them all the same.")
    }
  }
}
