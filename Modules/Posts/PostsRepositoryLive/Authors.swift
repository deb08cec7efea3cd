import CachedResource
import Concurrency
import Observed
import PostDomain

/// The names of authors. The server is asked for its list of users once a run.
actor Authors {
  private let join: Join
  /// The requests in flight; nil is that for the list of users.
  private let requests = SingleFlight<User.ID?, Void>()
  private var known: [User.ID: String]?
  /// The users whose saved names are the latest; nil until the server was asked for its list.
  private var latest: Set<User.ID>?
  private var isListed = false
  /// Signals that other names are known.
  let changes = ChangeSource()

  init(_ join: Join) { self.join = join }

  /// Returns the names that are known.
  func names() async -> [User.ID: String] {
    if let known { return known }
    let saved = Self.names(await join.users.cached()?.value ?? [])
    if known == nil { known = saved }
    return known ?? saved
  }

  /// Returns whether one of some posts has an author whose name is not known.
  func areMissing(of posts: [Post]) async -> Bool {
    let names = await names()
    return posts.contains { post in post.userID.map { names[$0] == nil } ?? false }
  }

  /// Asks the server for its list of users, unless it has answered before.
  func ask() async {
    if !isListed { try? await requests.value(nil) { try await self.list() } }
  }

  /// Saves the latest name of an author. Where the list of users does not have it, the author is asked for alone.
  func save(_ id: User.ID) async throws {
    if latest == nil { await ask() }
    try Task.checkCancellation()
    if latest?.contains(id) != true { try await requests.value(id) { try await self.load(id) } }
  }

  private func list() async throws {
    do {
      let users = try await join.users.load().latest()
      isListed = true
      latest = (latest ?? []).union(users.map(\.id))
      let names = Self.names(users)
      guard names != known else { return }
      known = names
      changes.send()
    } catch {
      try Task.checkCancellation()
      latest = latest ?? []
    }
  }

  private func load(_ id: User.ID) async throws {
    _ = try await join.user(id).load().latest()
    latest?.insert(id)
  }

  private static func names(_ users: [User]) -> [User.ID: String] {
    Dictionary(users.filter { !$0.name.allSatisfy(\.isWhitespace) }.map { ($0.id, $0.name) }) { first, _ in first }
  }
}
