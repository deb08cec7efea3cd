public import Essentials
public import FlagsStore
public import ItemKind
public import ItemMarks
public import PostDomain

extension ItemKind {
  /// Posts, by their identifiers.
  public static let post = Self("post")
}

extension ItemMarks<Post.ID> {
  /// The marks of posts, out of the store of all kinds.
  public static func posts(
    flags: FlagsStore, now: @escaping @Sendable () -> Date
  ) -> Self {
    .live(.post, flags: flags, idText: \.text, now: now)
  }
}

extension Post.ID {
  /// Where the server has the post, for programs.
  public func page(on server: URL) -> URL { server.appending(path: "posts").appending(component: text) }
}
