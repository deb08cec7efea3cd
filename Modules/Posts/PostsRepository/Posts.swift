public import BookmarksStore
public import Essentials
public import ItemKind
public import ItemMarks
public import PostDomain
public import ReadMarksStore

extension ItemKind {
  /// Posts, by their identifiers.
  public static let post = Self("post")
}

extension ItemMarks<Post.ID> {
  /// The marks of posts, out of the stores of all kinds.
  public static func posts(
    reads: ReadMarksStore, bookmarks: BookmarksStore, now: @escaping @Sendable () -> Date
  ) -> Self {
    .live(.post, reads: reads, bookmarks: bookmarks, idText: \.text, id: { Post.ID($0) }, now: now)
  }
}

extension Post.ID {
  /// Where the server has the post, for programs.
  public func page(on server: URL) -> URL { server.appending(path: "posts").appending(component: text) }
}
