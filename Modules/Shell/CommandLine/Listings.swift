import ComicDomain
import ComicsRepository
import Essentials
import Messages
import PostDomain
import PostsRepository
import TextLayout

extension Listing<PostTitle> {
  /// The titles of posts: ID, tab, title.
  static func posts(_ server: URL, isBookmarked: Bool = false) -> Self {
    Self(
      items: "posts", title: \.title, mark: \.mark,
      text: { TextLayout.line($0.id.text) + "\t" + TextLayout.line($0.title) }, json: { $0.json(server) },
      nothing: isBookmarked
        ? "no bookmarked posts yet. Bookmark one with: satchel bookmark post ID"
        : "no posts yet at \(server.absoluteString).")
  }
}

extension Listing<ComicEntry> {
  /// The titles of comics: number, tab, title; or why there is none.
  static func comics(_ server: URL, isBookmarked: Bool) -> Self {
    @Sendable func failure(_ entry: ComicEntry) -> String? {
      switch entry.content {
      case .comic: nil
      case .failed(let error): Messages.failure(error, server: server)
      case .notKept: "not saved"
      }
    }
    return Self(
      items: "comics", title: { $0.title ?? "" }, mark: \.mark,
      text: { entry in
        "\(entry.id)\t" + TextLayout.line(entry.title ?? failure(entry).map { "— (\($0))" } ?? "—")
      },
      json: { $0.json(server, failure: failure($0)) },
      nothing: isBookmarked
        ? "no bookmarked comics yet. Bookmark one with: satchel bookmark comic N"
        : "no comics yet at \(server.absoluteString).")
  }
}
