// Kinds of items, such as posts and comics.

/// A kind of item, by which the identifier of one is unique: what the reader keeps of items names them by both.
public struct ItemKind: Hashable, Sendable {
  /// Names the kind: "comic". It is kept on disk: it never changes.
  public let text: String

  public init(_ text: String) { self.text = text }
}
