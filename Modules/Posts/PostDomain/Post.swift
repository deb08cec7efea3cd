// Posts, users, and comments as threads.

public import Essentials

/// A post: a title and a text by one author.
public struct Post: Equatable, Sendable, Identifiable {
  /// The identifier of a post.
  public typealias ID = Identifier<Post>

  /// The identifier of this post.
  public var id: ID
  /// The author, if the server names one.
  public var userID: User.ID?
  /// The headline, as the server sent it.
  public var title: String
  /// The text, as the server sent it; paragraphs are separated by line breaks.
  public var body: String
  /// The date of publication, if the server sends one.
  public var date: Date?
  /// The http or https address of the post's page for people, if the server sends one.
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
