import AppCoordinator
public import CommandLine
import CommentsService
import CommentsServiceLive
import CommentsStore
import CommentsStoreLive
import FileStore
public import Foundation
import NetworkClient
import PostsRepository
import PostsRepositoryLive
import PostsService
import PostsServiceLive
import PostsStore
import PostsStoreLive
import Surroundings
import Terminal
import UsersService
import UsersServiceLive
import UsersStore
import UsersStoreLive

/// Builds the program from its doors, and runs it. The one place that knows every Live but those of the doors.
public struct Assembler: Sendable {
  private let invocation: Invocation
  private let doors: Doors
  private let now: @Sendable () -> Date

  /// - Parameter now: the date that copies are kept with, and their age is measured from.
  public init(invocation: Invocation, doors: Doors, now: @escaping @Sendable () -> Date) {
    self.invocation = invocation
    self.doors = doors
    self.now = now
  }

  /// Does what was asked for, and returns the exit status.
  /// - Parameter clock: what grace periods and spinners are measured with.
  public func run(output: Output, clock: some Clock<Duration>) async -> Int32 {
    if invocation.command == .reader, let ending = await read(clock) { return ending.exitStatus }
    return await invocation.run(posts, output: output, now: now).rawValue
  }

  /// Opens the reader; nil where there is no terminal for it.
  private func read(_ clock: some Clock<Duration>) async -> Ending? {
    var terminal = doors.terminal
    if terminal.capabilities.isDumb { return nil }
    if invocation.isASCII { terminal.capabilities.unicode = false }
    let surroundings = Surroundings(
      server: invocation.server, now: now, report: { _ in }, copy: { _ in }, browse: doors.browse)
    return try? await AppCoordinator.reader(
      on: terminal, posts: posts, surroundings: surroundings, clock: clock
    ).run()
  }

  private var posts: PostsRepository {
    let server = invocation.server
    let network = invocation.isOffline ? .failing(NetworkClient.Error.unreachable(.notUsed)) : doors.network
    return .live(
      postsService: .live(client: network, base: server), postsStore: .live(files: folder("posts")),
      usersService: .live(client: network, base: server), usersStore: .live(files: folder("users")),
      commentsService: .live(client: network, base: server), commentsStore: .live(files: folder("comments")),
      now: now)
  }

  /// A folder of this server's: what is kept of different servers never mixes.
  private func folder(_ kind: String) -> FileStore {
    doors.folder([FileName(invocation.server.keptName), FileName(kind)])
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
