public import Database
import Essentials
public import Feed
import FeedTable
import PostDomain
public import PostsStore

extension PostsStore {
  /// The posts in tables of their own. A date is in seconds since the start of 2001.
  public static func live(database: Database) -> Self {
    .table(
      "posts", version: 3,
      columns: ["user TEXT", "title TEXT NOT NULL", "body TEXT NOT NULL", "date REAL", "link TEXT"], in: database,
      id: \.text, identity: { Post.ID($0) }, encode: \.columns, decode: { Post($0) }, text: \.title,
      fullText: ["title", "body"], date: \.date, dateColumn: "date")
  }
}

extension Post {
  fileprivate var columns: [DatabaseValue] {
    [
      .text(userID?.text), .text(title), .text(body), .real(date?.timeIntervalSinceReferenceDate),
      .text(link?.absoluteString),
    ]
  }

  fileprivate init?(_ row: Row) {
    guard let id = row.text(0), let title = row.text(2), let body = row.text(3) else { return nil }
    self.init(
      id: ID(id), userID: row.text(1).map { User.ID($0) }, title: title, body: body,
      date: row.isNull(4) ? nil : Date(timeIntervalSinceReferenceDate: row.real(4)),
      link: row.text(5).flatMap { URL(string: $0) })
  }
}
