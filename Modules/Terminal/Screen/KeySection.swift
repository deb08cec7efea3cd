/// The keys of a screen, or of several, under the name of where they are.
public struct KeySection: Hashable, Sendable {
  /// Where: "On the list of posts".
  public var title: String
  /// The keys.
  public var keys: [KeyHelp]

  public init(_ title: String, _ keys: [KeyHelp]) { (self.title, self.keys) = (title, keys) }
}
