import PostDomain
import RESTCollections

/// A comment as servers send it.
struct CommentDTO: Decodable {
  var id: WireID
  var postId: WireID?
  var parent: WireID?
  var name: String?
  var body: String?
  var date: WireDate?

  /// Decodes a comment. A missing or malformed parent, author or date does not fail it.
  init(from decoder: any Decoder) throws {
    let fields = try WireFields(from: decoder)
    id = try fields.value("id")
    postId = try fields.optional("postId")
    parent = fields.first(.parents)
    name = (try? fields.optional("name")) ?? fields.first(.authors) ?? nickname(try? fields.optional("email"))
    body = try fields.optional("body")
    date = fields.first(.dates)
  }
}

/// Returns the part of an email address before the `@`. The rest is private and is not shown.
private func nickname(_ email: String?) -> String? { email.map { String($0.prefix { $0 != "@" }) } }

extension Comment {
  /// Creates a comment. One without a `postId` belongs to the post that was asked for.
  init(_ wire: CommentDTO, about post: Post.ID) {
    self.init(
      id: ID(wire.id.text), postID: wire.postId.map { Post.ID($0.text) } ?? post,
      parentID: wire.parent.map { ID($0.text) }, name: wire.name ?? "", body: wire.body ?? "", date: wire.date?.date)
  }
}
