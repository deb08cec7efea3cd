import CodeFetcher
public import ContentService
public import Essentials
import PostDomain
public import PostsRepository
public import ResponseCodeStore

extension Invocation {
  /// The version of the program.
  public static let version = "0.1.0"

  /// Does what was asked for, on plain output; the reader prints all titles.
  public func run(
    _ posts: PostsRepository, _ content: ContentService, _ codes: ResponseCodeStore, output: CommandOutput,
    now: @Sendable () -> Date
  ) async -> Invocation.ExitStatus {
    let report = Report(invocation: self, output: output)
    do {
      switch command {
      case .help: try output.write(Self.help)
      case .version: try output.write("satchel \(Self.version)\n")
      case .reader: try await printTitles(posts.feed, format: format, report: report, now: now)
      case .posts(let query, let limit):
        try await printTitles(
          posts.feed, matching: query, limit: limit, format: format, report: report, now: now)
      case .post(let id):
        try await printDetail(posts.detail(Post.ID(id)), format: format, report: report, now: now)
      case .fetch:
        try await printFetched(CodeFetcher(content, codes), format: format, report: report)
      case .lastFetched:
        try await printLastFetched(CodeFetcher(content, codes), format: format, report: report)
      }
      return .shown
    } catch OutputError.closed {
      return .shown
    } catch OutputError.failed(let reason) {
      let rest = command == .fetch ? " The code is counted and kept: satchel fetch --last" : ""
      output.note("satchel: the output could not be written: \(reason).\(rest)")
      return .outputFailed
    } catch let fetch as FetchFailure {
      return report.failure(fetch)
    } catch let list as CutShort {
      return report.failure(list.cause, nothing: "nothing more")
    } catch {
      return report.failure(error)
    }
  }
}
