public import Essentials

/// A comment about a post. The store saves it as JSON, with these names.
public struct Comment: Hashable, Codable, Sendable, Identifiable {
  /// The identifier of a comment.
  public typealias ID = Identifier<Comment>

  /// The identifier of this comment.
  public var id: ID
  /// The post that this comment is about.
  public var postID: Post.ID
  /// The comment that it answers, which may be missing; nil for a comment that answers the post itself.
  public var parentID: ID?
  /// The headline or the author's name, as the server sent it.
  public var name: String
  /// The text.
  public var body: String
  /// The date of the comment, if the server sends one.
  public var date: Date?

  public init(id: ID, postID: Post.ID, parentID: ID? = nil, name: String, body: String, date: Date? = nil) {
    self.id = id
    self.postID = postID
    self.parentID = parentID
    self.name = name
    self.body = body
    self.date = date
  }
}
