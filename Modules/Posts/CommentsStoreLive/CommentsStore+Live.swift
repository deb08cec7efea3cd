// Comments in a database.

public import CommentsStore
public import Database
import DatabaseStore
import PostDomain
public import Store

extension CommentsStore {
  /// Stores the comments in the table `comments`, one row for each post.
  public static func live(database: Database) -> Self {
    database.copies(named: "comments", versions: 2...2, key: { "about " + $0.text })
  }
}
