// Posts in a database.

public import Database
import Essentials
import ListTable
public import PagedList
import PostDomain
public import PostsStore

extension PostsStore {
  /// Stores the posts in their own tables.
  public static func live(database: Database) -> Self {
    .table(
      "posts", version: 3, columns: \PostColumn.definition, in: database, id: \.text, identity: { Post.ID($0) },
      value: { $0.value(in: $1) }, decode: { Post($0) }, text: \.title, fullText: [.title, .body],
      dateColumn: .date)
  }
}

private enum PostColumn: Int, CaseIterable {
  case user, title, body
  /// Seconds since the start of 2001, the unit of `Date`, so that a date survives the round trip exactly.
  case date
  case link

  var definition: ListColumn {
    switch self {
    case .user, .link: ListColumn("TEXT")
    case .title, .body: ListColumn("TEXT NOT NULL")
    case .date: ListColumn("REAL")
    }
  }
}

extension Post {
  fileprivate func value(in column: PostColumn) -> DatabaseValue {
    switch column {
    case .user: .text(userID?.text)
    case .title: .text(title)
    case .body: .text(body)
    case .date: .real(date?.timeIntervalSinceReferenceDate)
    case .link: .text(link?.absoluteString)
    }
  }

  fileprivate init?(_ row: ListRow<PostColumn>) {
    guard let title = row.text(.title), let body = row.text(.body) else { return nil }
    self.init(
      id: ID(row.id), userID: row.text(.user).map { User.ID($0) }, title: title, body: body,
      date: row.real(.date).map { Date(timeIntervalSinceReferenceDate: $0) },
      link: row.text(.link).flatMap { URL(string: $0) })
  }
}
