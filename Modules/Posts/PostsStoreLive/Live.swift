public import Database
public import Feed
import FeedTable
import PostDomain
public import PostsStore

extension PostsStore {
  /// The posts in tables of their own.
  public static func live(database: Database) -> Self {
    .table(
      "posts", version: 1, columns: ["user TEXT", "title TEXT NOT NULL", "body TEXT NOT NULL"], in: database,
      id: \.text, identity: { Post.ID($0) },
      encode: { [$0.userID.map { .text($0.text) } ?? .null, .text($0.title), .text($0.body)] },
      decode: { Post($0) }, text: \.title)
  }
}

extension Post {
  fileprivate init?(_ row: Row) {
    guard let id = row.text(0), let title = row.text(2), let body = row.text(3) else { return nil }
    self.init(id: ID(id), userID: row.text(1).map { User.ID($0) }, title: title, body: body)
  }
}
