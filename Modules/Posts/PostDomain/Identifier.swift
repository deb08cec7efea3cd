/// What names one entity of its kind. Servers number them or give them names; here it is always the text.
public struct Identifier<Entity>: Hashable, Sendable, CustomStringConvertible {
  /// The identifier as it stands in an address.
  public let text: String

  public init(_ text: String) { self.text = text }
  public init(_ number: Int) { text = String(number) }

  /// The text.
  public var description: String { text }
}
