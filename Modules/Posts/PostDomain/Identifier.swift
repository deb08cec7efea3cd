/// The identifier of an entity. Servers use numbers or texts; both are stored as text.
public struct Identifier<Entity>: Hashable, Sendable, CustomStringConvertible {
  /// The identifier as it appears in a URL.
  public let text: String

  public init(_ text: String) { self.text = text }
  public init(_ number: Int) { text = String(number) }

  /// The text.
  public var description: String { text }
}
