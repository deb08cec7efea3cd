import Essentials
import PostDomain

/// A comment as a row of a table stores it.
struct CommentRecord: Codable {
  var id: String
  var postID: String
  var parentID: String?
  var name: String
  var body: String
  /// Seconds since the start of 2001.
  var date: Double?

  init(_ comment: Comment) {
    id = comment.id.text
    postID = comment.postID.text
    parentID = comment.parentID?.text
    name = comment.name
    body = comment.body
    date = comment.date?.timeIntervalSinceReferenceDate
  }
}

extension Comment {
  init(_ record: CommentRecord) {
    self.init(
      id: ID(record.id), postID: Post.ID(record.postID), parentID: record.parentID.map { ID($0) }, name: record.name,
      body: record.body, date: record.date.map(Date.init(timeIntervalSinceReferenceDate:)))
  }
}
