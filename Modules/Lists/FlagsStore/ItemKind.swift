/// A kind of item. Flags and positions name an item by its kind and its identity, which is unique only within the kind.
public struct ItemKind: Hashable, Sendable {
  /// The name of the kind: "comic". It is saved on disk and must never change.
  public let text: String

  public init(_ text: String) { self.text = text }
}
