import Essentials
import FlagsRepository
import PostDomain
import PostsRepository
import Repositories
import Settings
import TextLayout

extension Command {
  /// Prints the titles of posts.
  static let posts = Command(
    name: "posts",
    usages: [
      "posts [--limit N] [--search TEXT] [--unread] [--bookmarked]": "print the titles: ID, tab, title, one per line"
    ],
    options: Option.ofLists
  ) { words, _ throws(UsageError) in
    let request = try words.listRequest(one: "post ID")
    return Action(saves: true) { run in try await run.printPosts(request) }
  }

  /// Opens the reader, or prints the titles of posts when there is no terminal.
  static let reader = Command(name: "", usages: [:]) { _, _ in
    Action(opensReader: true) { run in try await run.printPosts(ListRequest()) }
  }
}

extension CommandRun {
  fileprivate func printPosts(_ request: ListRequest) async throws -> Invocation.ExitStatus {
    let posts = repositories.posts
    return try await printList(
      posts.list, request, as: .posts(server, isBookmarked: request.isBookmarked),
      checkFlags: { _ = try await posts.marks.marks([]) })
  }
}

extension Listing<PostTitle> {
  /// The titles of posts: ID, tab, title.
  fileprivate static func posts(_ server: URL, isBookmarked: Bool) -> Self {
    Self(
      items: "posts", title: \.title, mark: \.mark,
      text: { TextLayout.line($0.id.text) + "\t" + TextLayout.line($0.title) }, json: { $0.json(server) },
      nothing: isBookmarked
        ? "no bookmarked posts yet. Bookmark one with: satchel bookmark post ID"
        : "no posts yet at \(server.absoluteString).",
      state: isBookmarked ? "bookmarks" : nil)
  }
}
