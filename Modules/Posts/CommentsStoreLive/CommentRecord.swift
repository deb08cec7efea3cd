import PostDomain

/// A comment as it stands in a table.
struct CommentRecord: Codable {
  var id: String
  var postID: String
  var name: String
  var body: String

  init(_ comment: Comment) {
    id = comment.id.text
    postID = comment.postID.text
    name = comment.name
    body = comment.body
  }
}

extension Comment {
  init(_ record: CommentRecord) {
    self.init(id: ID(record.id), postID: Post.ID(record.postID), name: record.name, body: record.body)
  }
}
