import PostDomain
import RemoteItems

/// A comment as servers send it.
struct CommentDTO: Decodable {
  var id: WireID
  var postId: WireID?
  var name: String?
  var body: String?
}

extension Comment {
  /// A comment that does not say what it is about is about what was asked for.
  init(_ wire: CommentDTO, about post: Post.ID) {
    self.init(
      id: ID(wire.id.text), postID: wire.postId.map { Post.ID($0.text) } ?? post, name: wire.name ?? "",
      body: wire.body ?? "")
  }
}
