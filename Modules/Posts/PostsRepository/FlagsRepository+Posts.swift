public import Essentials
public import FlagsRepository
public import FlagsStore
public import ItemKind
public import PagedList
public import PostDomain

extension ItemKind {
  /// Posts, by their identifiers.
  public static let post = Self("post")
}

extension FlagsRepository<Post.ID> {
  /// The marks of posts, out of the store of all kinds.
  public static func posts<Item>(
    flags: FlagsStore, list: ListReader<Item>, now: @escaping @Sendable () -> Date
  ) -> Self where Item.ID == ID {
    .live(.post, flags: flags, list: list, idText: \.text, now: now)
  }
}

extension Post.ID {
  /// Where the server has the post, for programs.
  public func page(on server: URL) -> URL { server.appending(path: "posts").appending(component: text) }
}
