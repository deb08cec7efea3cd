import CodeFetcher
import ComicsRepository
import Database
public import Essentials
import Feed
import KeptServers
import Messages
import PostDomain
import PostsRepository
public import Repositories
public import Screen

extension Invocation {
  /// The version of the program.
  public static let version = "0.1.0"
  /// When it was released.
  static let releaseDate = "2026-11-22"

  /// Does what was asked for, on plain output; the reader prints all titles of posts.
  /// - `input`: all of standard input.
  /// - `keys`: what the keys of the reader do, for the man page.
  public func run(
    _ repositories: Repositories, input: @Sendable () throws -> String = { "" }, output: CommandOutput,
    keys: @Sendable () -> [KeySection] = { [] }, now: @escaping @Sendable () -> Date
  ) async -> Invocation.ExitStatus {
    let status = await show(repositories, input: input, output: output, keys: keys, now: now)
    if command.keeps, !isOffline { await makeRoom(in: repositories.kept, report(repositories, output)) }
    return status
  }

  private func report(_ repositories: Repositories, _ output: CommandOutput) -> Report {
    Report(invocation: self, output: output, cacheFailure: repositories.cacheFailure)
  }

  private func show(
    _ repositories: Repositories, input: @Sendable () throws -> String, output: CommandOutput,
    keys: @Sendable () -> [KeySection], now: @escaping @Sendable () -> Date
  ) async -> Invocation.ExitStatus {
    let (posts, comics) = (repositories.posts, repositories.comics)
    let codes = CodeFetcher(repositories.content, repositories.codes)
    let report = report(repositories, output)
    do {
      switch command {
      case .help(let command): try output.write(command.flatMap(Self.help) ?? Self.help)
      case .manPage: try output.write(Self.manPage(keys: keys()))
      case .completions(let shell): try output.write(Self.completions(for: shell))
      case .version: try output.write("satchel \(Self.version)\n")
      case .reader: try await printList(posts.feed, as: .posts(server), report: report, now: now)
      case .posts(let query, let limit, let isBookmarked, let isUnread):
        if isUnread { try await checkFlags(posts.marks) }
        try await readingState(isBookmarked ? "bookmarks" : nil) {
          try await printList(
            posts.feed, isBookmarked ? .bookmarked : .list, as: .posts(server, isBookmarked: isBookmarked),
            matching: query, onlyUnread: isUnread, limit: limit, report: report, now: now)
        }
      case .post(let id):
        try await printDetail(
          posts.detail(Post.ID(id)), text: \.text, json: \.json, report: report, now: now)
      case .comics(let query, let limit, let isBookmarked, let isUnread):
        if isUnread { try await checkFlags(comics.marks) }
        try await readingState(isBookmarked ? "bookmarks" : nil) {
          try await printList(
            comics.feed, isBookmarked ? .bookmarked : .list, as: .comics(comicsServer, isBookmarked: isBookmarked),
            matching: query, onlyUnread: isUnread, limit: limit, report: report, now: now)
        }
      case .comic(let choice): try await printComic(choice, of: comics, report: report, now: now)
      case .bookmark(let choice, let isRemoved):
        try await printBookmark(choice, isRemoved: isRemoved, in: repositories, report: report)
      case .todos(let command):
        return try await runTodos(command, in: repositories.todos, input: input, report: report, now: now)
      case .fetch:
        try await printFetched(codes, format: format, report: report)
      case .lastFetched:
        try await printLastFetched(codes, format: format, report: report)
      case .sync(let choice):
        return try await runSync(choice, in: repositories, report: report, now: now)
      case .settings: try printSettings(self, report: report)
      case .servers: try printServers(self, report: report)
      case .doctor: return try await printFindings(of: repositories.doctor, report: report)
      case .status: return try await printStatus(of: repositories.kept, report: report, now: now)
      case .forget(let choice): return try await printForgotten(choice, of: repositories.kept, report: report)
      }
      return .shown
    } catch OutputError.closed {
      return .shown
    } catch OutputError.failed(let reason) {
      let rest = command == .fetch ? " The code was counted and saved: satchel fetch --last" : ""
      output.note("satchel: cannot write the output: \(reason).\(rest)")
      return .outputFailed
    } catch let fetch as FetchFailure {
      return report.failure(fetch)
    } catch let state as StateFailure {
      return report.failure(state)
    } catch let list as CutShort {
      return report.failure(list.cause, nothing: "nothing more")
    } catch {
      return report.failure(error)
    }
  }
}

extension Invocation.Command {
  /// Whether it saves what it gets, as far as that can be had again.
  fileprivate var keeps: Bool {
    switch self {
    case .posts, .post, .comics, .comic, .bookmark(_, isRemoved: false), .sync: true
    default: false
    }
  }
}
