/// Somebody who writes.
public struct User: Equatable, Sendable, Identifiable {
  /// Names a user.
  public typealias ID = Identifier<User>

  /// Names this user.
  public var id: ID
  /// The name to show.
  public var name: String

  public init(id: ID, name: String) {
    self.id = id
    self.name = name
  }
}
