import AppCoordinator
public import CommandLine
import CommentsService
import CommentsServiceLive
import CommentsStore
import CommentsStoreLive
import ContentService
import ContentServiceLive
import CounterService
import CounterServiceLive
import CounterStore
import CounterStoreLive
import FileLock
import FileStore
public import Foundation
import LastResponseCodeService
import LastResponseCodeServiceLive
import NetworkClient
import PostsRepository
import PostsRepositoryLive
import PostsService
import PostsServiceLive
import PostsStore
import PostsStoreLive
import ResponseCodeStore
import ResponseCodeStoreLive
import ScreenEnvironment
import Terminal
import UsersService
import UsersServiceLive
import UsersStore
import UsersStoreLive

/// Builds the program from its doors, and runs it. The one place that knows every Live but those of the doors.
public struct Assembler: Sendable {
  private let invocation: Invocation
  private let dependencies: Dependencies
  private let now: @Sendable () -> Date

  /// - Parameter now: the date that copies are kept with, and their age is measured from.
  public init(invocation: Invocation, dependencies: Dependencies, now: @escaping @Sendable () -> Date) {
    self.invocation = invocation
    self.dependencies = dependencies
    self.now = now
  }

  /// Does what was asked for, and returns the exit status.
  /// - Parameter clock: what grace periods and spinners are measured with.
  public func run(output: CommandOutput, clock: some Clock<Duration>) async -> Int32 {
    if invocation.command == .reader, let ending = await read(clock) { return ending.exitStatus }
    let (content, counter, lastResponseCode) = content
    return await invocation.run(posts, content, counter, lastResponseCode, output: output, now: now).rawValue
  }

  /// Opens the reader; nil where there is no terminal for it.
  private func read(_ clock: some Clock<Duration>) async -> Ending? {
    var terminal = dependencies.terminal
    if terminal.capabilities.isDumb { return nil }
    if invocation.isASCII { terminal.capabilities.unicode = false }
    let environment = ScreenEnvironment(
      server: invocation.server, now: now, report: { _ in }, copy: { _ in }, copyLines: { _ in },
      browse: dependencies.browse)
    let (content, counter, lastResponseCode) = content
    return try? await AppCoordinator.reader(
      on: terminal, posts: posts, content: content, counter: counter, lastResponseCode: lastResponseCode,
      environment: environment, clock: clock
    ).run()
  }

  private var posts: PostsRepository {
    let server = invocation.server
    return .live(
      postsService: .live(client: network, base: server), postsStore: .live(files: folder("posts")),
      usersService: .live(client: network, base: server), usersStore: .live(files: folder("users")),
      commentsService: .live(client: network, base: server), commentsStore: .live(files: folder("comments")),
      now: now)
  }

  private var content: (ContentService, CounterService, LastResponseCodeService) {
    let lastResponseCode = LastResponseCodeService.live(store: .live(files: state("code")))
    // Somebody else's turn takes two requests, of a patience we do not know; offline there is nothing to take turns in.
    let patience = min(max(invocation.timeout * 2, .seconds(5)), .seconds(20))
    let turn = invocation.isOffline ? FileLock.stub() : lock("fetching", patience: patience)
    return (
      .live(client: network, base: invocation.server, turn: turn),
      .live(
        store: .live(files: state("count")), lastResponseCode: lastResponseCode,
        lock: lock("counting", patience: .seconds(10))),
      lastResponseCode
    )
  }

  private var network: NetworkClient {
    invocation.isOffline ? .failing(NetworkClient.Error.unreachable(.notUsed)) : dependencies.network
  }

  private func state(_ kind: String) -> FileStore {
    dependencies.state([FileName(invocation.server.keptName), FileName(kind)])
  }

  private func lock(_ name: String, patience: Duration) -> FileLock {
    dependencies.lock([FileName(invocation.server.keptName), FileName(name)], patience)
  }

  /// A folder of this server's: what is kept of different servers never mixes.
  private func folder(_ kind: String) -> FileStore {
    dependencies.folder([FileName(invocation.server.keptName), FileName(kind)])
  }
}

extension URL {
  /// The same for every way to write an address of the same resources.
  fileprivate var keptName: String {
    let scheme = scheme?.lowercased() ?? ""
    let port = port ?? (scheme == "https" ? 443 : 80)
    let path = path(percentEncoded: true).split(separator: "/").joined(separator: "/")
    return "\(scheme) \(host()?.lowercased() ?? "") \(port) \(path)"
  }
}

extension Ending {
  /// As shells have it: 128 and the signal that asked for the end.
  fileprivate var exitStatus: Int32 {
    switch self {
    case .quit: Invocation.ExitStatus.shown.rawValue
    case .terminated(let termination): 128 + termination.signal
    }
  }
}
