import CachedResource
import Concurrency
import Observed
import PostDomain

/// The names of authors. Once the server has answered with its list of users, that list is not requested again.
actor Authors {
  private let join: DetailJoin
  /// The requests in flight; the key nil is the request for the list of users.
  private let requests = SingleFlight<User.ID?, Void>()
  private var known: [User.ID: String]?
  /// The users whose saved names are the latest; nil before the first request for the list of users.
  private var latest: Set<User.ID>?
  private var isListed = false
  /// Sends a signal when the known names change.
  let changes = ChangeSource()

  init(_ join: DetailJoin) { self.join = join }

  /// Returns the known names.
  func names() async -> [User.ID: String] {
    if let known { return known }
    let saved = Self.names(await join.users.cached()?.value ?? [])
    if known == nil { known = saved }
    return known ?? saved
  }

  /// Returns whether any of the posts has an author whose name is unknown.
  func areMissing(of posts: [Post]) async -> Bool {
    let names = await names()
    return posts.contains { post in post.userID.map { names[$0] == nil } ?? false }
  }

  /// Requests the list of users, unless the server has answered it before.
  func ask() async {
    if !isListed { try? await requests.value(nil) { try await self.list() } }
  }

  /// Saves the latest name of an author. An author who is not in the list of users is requested individually.
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
