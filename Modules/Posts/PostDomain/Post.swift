// Posts, users, and comments as threads.

public import Essentials

/// Something somebody wrote.
public struct Post: Equatable, Sendable, Identifiable {
  /// Names a post.
  public typealias ID = Identifier<Post>

  /// Names this post.
  public var id: ID
  /// Who wrote it, where the server says so.
  public var userID: User.ID?
  /// The headline, as the server sent it.
  public var title: String
  /// The text, as the server sent it; paragraphs are separated by line breaks.
  public var body: String
  /// When it was published, where the server says so.
  public var date: Date?
  /// Where people read it, where the server says so: http or https.
  public var link: URL?

  public init(id: ID, userID: User.ID?, title: String, body: String, date: Date? = nil, link: URL? = nil) {
    self.id = id
    self.userID = userID
    self.title = title
    self.body = body
    self.date = date
    self.link = link
  }
}
