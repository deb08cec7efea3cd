public import Essentials
public import FlagsStore
public import PostDomain

extension ItemKind {
  /// Posts, by their identifiers.
  public static let post = Self("post")
}

extension PostTitle {
  /// Returns the page of the post for people, or else the one that its server would have; nil for an entry of a feed
  /// without a link.
  public func page(on server: URL) -> URL? { link ?? (hasServerPage ? id.page(on: server) : nil) }

  /// Returns the page to open for people: its own, or else that of its comments.
  public func opened(on server: URL) -> URL? { page(on: server) ?? commentsPage }
}

extension Post.ID {
  /// Returns the address of the post's resource on a server, for programs rather than people.
  public func page(on server: URL) -> URL { server.appending(path: "posts").appending(component: text) }
}
