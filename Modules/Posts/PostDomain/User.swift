/// An author of posts. The store saves it as JSON, with these names.
public struct User: Equatable, Codable, Sendable, Identifiable {
  /// The identifier of a user.
  public typealias ID = Identifier<User>

  /// The identifier of this user.
  public var id: ID
  /// The name to show.
  public var name: String

  public init(id: ID, name: String) {
    self.id = id
    self.name = name
  }
}
