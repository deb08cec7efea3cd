/// The keys of one or more screens under a heading of the help.
public struct KeySection: Hashable, Sendable {
  /// The heading: "On the list of posts".
  public var title: String
  /// The keys.
  public var keys: [KeyHelp]

  public init(_ title: String, _ keys: [KeyHelp]) { (self.title, self.keys) = (title, keys) }
}
