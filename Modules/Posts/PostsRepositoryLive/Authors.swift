import ItemsLoader
import Observed
import PostDomain

/// The names of authors for lists of posts, as far as they are known. What the server lists is asked for once a run.
actor Authors {
  private let users: ItemsLoader<[User]>
  private var known: [User.ID: String]?
  private var isAsked = false
  /// Tells that others are known.
  let changes = ChangeSource()

  init(_ users: ItemsLoader<[User]>) { self.users = users }

  /// The names that are known.
  func names() async -> [User.ID: String] {
    if let known { return known }
    let kept = Self.names(await users.kept()?.value ?? [])
    if known == nil { known = kept }
    return known ?? kept
  }

  /// Whether one of some posts has an author whose name is not known.
  func areMissing(of posts: [Post]) async -> Bool {
    let names = await names()
    return posts.contains { post in post.userID.map { names[$0] == nil } ?? false }
  }

  /// Asks the server, unless it was asked; when that fails, it may be asked again.
  func ask() async {
    guard !isAsked else { return }
    isAsked = true
    guard let loaded = try? await users.load(), loaded.origin == .server else {
      isAsked = false
      return
    }
    let names = Self.names(loaded.value)
    guard names != known else { return }
    known = names
    changes.send()
  }

  private static func names(_ users: [User]) -> [User.ID: String] {
    Dictionary(users.filter { !$0.name.allSatisfy(\.isWhitespace) }.map { ($0.id, $0.name) }) { first, _ in first }
  }
}
