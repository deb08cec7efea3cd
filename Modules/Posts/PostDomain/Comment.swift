/// What somebody said about a post.
public struct Comment: Equatable, Sendable, Identifiable {
  /// Names a comment.
  public typealias ID = Identifier<Comment>

  /// Names this comment.
  public var id: ID
  /// The post it is about.
  public var postID: Post.ID
  /// Its headline or its writer, as the server has it.
  public var name: String
  /// The text.
  public var body: String

  public init(id: ID, postID: Post.ID, name: String, body: String) {
    self.id = id
    self.postID = postID
    self.name = name
    self.body = body
  }
}
