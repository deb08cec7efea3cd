public import Essentials

/// What somebody said about a post.
public struct Comment: Hashable, Sendable, Identifiable {
  /// Names a comment.
  public typealias ID = Identifier<Comment>

  /// Names this comment.
  public var id: ID
  /// The post it is about.
  public var postID: Post.ID
  /// The comment that it answers, which need not be there; nil where it is about the post alone.
  public var parentID: ID?
  /// Its headline or its writer, as the server has it.
  public var name: String
  /// The text.
  public var body: String
  /// When it was written, where the server says so.
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
