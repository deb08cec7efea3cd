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
import UsersService
import UsersServiceLive
import UsersStore
import UsersStoreLive

/// Builds the program from its doors, and runs it. The one place that knows every Live but those of the doors.
public struct Assembler: Sendable {
  private let invocation: Invocation
  private let doors: Doors
  private let now: @Sendable () -> Date

  public init(invocation: Invocation, doors: Doors, now: @escaping @Sendable () -> Date) {
    self.invocation = invocation
    self.doors = doors
    self.now = now
  }

  /// Does what was asked for, and says how it ended.
  public func run(output: Output) async -> Invocation.ExitStatus {
    await invocation.run(posts, output: output, now: now)
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
