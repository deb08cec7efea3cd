import Database
import Essentials
import KeptServers
import Messages
import TextLayout

/// Prints what is kept of each server, and says of what cannot be read why.
/// - Returns: How the program ends.
func printStatus(
  of kept: KeptServers, report: Report, now: @Sendable () -> Date
) async throws -> Invocation.ExitStatus {
  let servers: [KeptServer]
  do { servers = try await kept.all() } catch {
    try Task.checkCancellation()
    let why = Messages.keepingFailure(error)
    report.error(
      "cannot read the folders of saved copies (\(why)). \(Messages.keepingAdvice(error, option: "--cache"))")
    return .unavailable
  }
  switch report.invocation.format {
  case .json:
    let objects = servers.map { "\n  " + $0.json }.joined(separator: ",")
    try report.output.write(servers.isEmpty ? "[]\n" : "[\(objects)\n]\n")
  case .text:
    try report.output.write(servers.map { $0.text(now: now()) }.joined(separator: "\n"))
    let (files, limit) = (servers.compactMap(\.cache), Messages.size(report.invocation.keep))
    let size = Messages.size(files.reduce(0) { $0 + $1.bytes })
    if !files.isEmpty { try report.output.write("\nsaved copies: \(size) of at most \(limit)\n") }
  }
  if servers.isEmpty { report.notice("nothing is saved yet. Save everything with: satchel sync") }
  for server in servers {
    for failure in server.failures { report.error("\(server.address): \(Messages.notRead(failure)).") }
  }
  return servers.allSatisfy(\.failures.isEmpty) ? .shown : .unavailable
}

/// Forgets something of a server, and says what that was.
/// - Returns: How the program ends.
func printForgotten(
  _ choice: Invocation.ForgetChoice, of kept: KeptServers, report: Report
) async throws -> Invocation.ExitStatus {
  let server = choice.server ?? (choice.part == .comics ? report.invocation.comicsServer : report.invocation.server)
  let forgotten: Forgotten
  do { forgotten = try await kept.forget(choice.part, server, choice.state) } catch let error as ForgetError {
    return report.failure(error, server)
  } catch let error as DatabaseError {
    report.error(
      "cannot forget all of it (\(Messages.keepingFailure(error))); run it again, it does no harm. "
        + Messages.keepingAdvice(error, option: "--cache"))
    return .unavailable
  }
  let what = choice.part == .server ? "" : "\(choice.part.rawValue) of "
  switch report.invocation.format {
  case .json:
    try report.output.write(
      #"{"freed":\#(forgotten.bytes),"emptyBookmarks":\#(forgotten.emptyBookmarks),"unsent":\#(forgotten.unsent)}"#
        + "\n")
  case .text:
    try report.output.write("\(what)\(server.absoluteString) forgotten, \(Messages.size(forgotten.bytes)) freed\n")
  }
  if forgotten.emptyBookmarks > 0 {
    let count = forgotten.emptyBookmarks
    report.notice(
      "\(count) \(count == 1 ? "bookmark is" : "bookmarks are") left, but not saved any more. "
        + "Get what is bookmarked again with: satchel sync")
  }
  if forgotten.unsent > 0 {
    report.notice("\(forgotten.unsent) \(forgotten.unsent == 1 ? "change was" : "changes were") never sent.")
  }
  return .shown
}

extension Report {
  /// Says why nothing of a server was forgotten.
  fileprivate func failure(_ error: ForgetError, _ server: URL) -> Invocation.ExitStatus {
    let address = server.absoluteString
    switch error {
    case .nothingKept(let servers):
      let others =
        servers.isEmpty
        ? "Nor is anything of another server." : "There is something of: \(servers.joined(separator: ", "))"
      self.error("nothing is saved of \(address). \(others)")
      return .noSuchItem
    case .unsent(let titles):
      let shown = titles.prefix(3).map { $0.prefix(60) }.joined(separator: ", ") + (titles.count > 3 ? ", …" : "")
      let count = titles.count == 1 ? "1 change was" : "\(titles.count) changes were"
      self.error(
        "\(count) never sent (\(shown)); nothing was forgotten. Add --force to lose them, or send them with: "
          + "satchel todos --deliver --todos-server \(address)")
    case .unreadable(let cause):
      self.error(
        "cannot read whether changes wait to be sent (\(Messages.keepingFailure(cause))); nothing was forgotten. "
          + "Add --force to forget them all the same.")
    }
    return .unavailable
  }
}

extension KeptServer {
  /// The address, and a line for each thing that is kept.
  fileprivate func text(now: Date) -> String {
    func list(_ list: KeptList, _ more: (Int, String)...) -> String? {
      let parts = more.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
      guard list.count > 0 || !parts.isEmpty else { return nil }
      let age = list.fetchedAt.map { ["from " + Messages.age(of: $0, now: now)] } ?? []
      return (["\(list.count)"] + parts + age).joined(separator: ", ")
    }
    func file(_ file: KeptFile) -> String { "\(Messages.size(file.bytes)) in \(TextLayout.line(file.path))" }
    let size = "\(pictures.count == 1 ? "picture" : "pictures") (\(Messages.size(pictures.bytes)))"
    let lines: [(name: String, text: String?)] = [
      ("posts", list(posts, (comments, "with comments"))), ("comics", list(comics, (pictures.count, size))),
      ("to-dos", list(todos, (waiting, "waiting to be sent"), (refused, "refused"))),
      ("bookmarks", bookmarks > 0 ? "\(bookmarks)" : nil), ("codes", codes > 0 ? "\(codes) fetched" : nil),
      ("cache", cache.map(file)), ("state", state.map(file)),
    ]
    let width = 11
    return TextLayout.line(address) + "\n"
      + lines.compactMap { name, text in
        text.map { "  " + name + String(repeating: " ", count: width - name.count) + $0 + "\n" }
      }.joined()
  }

  /// `{"server", "posts", "comics", "todos", "bookmarks", "codes", "cache", "state"}`; dates as ISO 8601, sizes in bytes.
  fileprivate var json: String {
    func file(_ file: KeptFile?) -> String {
      file.map { #"{"path":\#($0.path.json),"bytes":\#($0.bytes)}"# } ?? "null"
    }
    func list(_ list: KeptList, _ more: String) -> String {
      #"{"count":\#(list.count),"fetched":\#((list.fetchedAt?.formatted(.iso8601)).json),\#(more)}"#
    }
    return """
      {"server":\(address.json),"posts":\(list(posts, #""comments":\#(comments)"#)),\
      "comics":\(list(comics, #""pictures":\#(pictures.count),"pictureBytes":\#(pictures.bytes)"#)),\
      "todos":\(list(todos, #""waiting":\#(waiting),"refused":\#(refused)"#)),\
      "bookmarks":\(bookmarks),"codes":\(codes),"cache":\(file(cache)),"state":\(file(state))}
      """
  }
}
