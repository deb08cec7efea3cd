// Comments in a database.

import CachedResource
public import CommentsStore
public import Database
import DatabaseStore
import Essentials
import PostDomain
public import Store

extension CommentsStore {
  /// Stores the comments in the table `comments`, one row for each post.
  public static func live(database: Database) -> Self {
    database.copies(
      named: "comments", versions: 2...2, key: { "about " + $0.text },
      encode: { try JSONEncoder().encode($0.map(CommentRecord.init)) },
      decode: { try JSONDecoder().decode([CommentRecord].self, from: $0).map(Comment.init) })
  }
}

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
