import PostDomain

/// A post as it stands in a file.
struct PostRecord: Codable {
  var id: String
  var userID: String?
  var title: String
  var body: String

  init(_ post: Post) {
    id = post.id.text
    userID = post.userID?.text
    title = post.title
    body = post.body
  }
}

extension Post {
  init(_ record: PostRecord) {
    self.init(
      id: ID(record.id), userID: record.userID.map { User.ID($0) }, title: record.title, body: record.body)
  }
}
