import PostDomain
import PostsRepository

extension Fact<[PostDomain.Comment]> {
  /// So many comments.
  static func count(_ count: Int) -> Self {
    .known((0..<count).map { .init(id: .init($0), postID: Post.ID(1), name: "Name \($0)", body: "Comment \($0)") })
  }
}
