/// The rule by which items of different parts have the same content. All but one of them are hidden, and the flags of all
/// say that they were read as soon as one was.
public struct DuplicateRule<Item: Sendable>: Sendable {
  /// Returns a number that items share which may have the same content; nil for an item that is like no other. Its lowest
  /// byte is zero, and its upper half is that of the item's address: an address that several items of one part have tells
  /// nothing.
  public var key: @Sendable (_ item: Item) -> UInt64?
  /// Returns whether two items have the same content.
  public var isSame: @Sendable (_ one: Item, _ other: Item) -> Bool
  /// Returns whether one of two such items is to be shown rather than the other, which came first.
  public var isFuller: @Sendable (_ one: Item, _ other: Item) -> Bool

  public init(
    key: @escaping @Sendable (_ item: Item) -> UInt64?,
    isSame: @escaping @Sendable (_ one: Item, _ other: Item) -> Bool,
    isFuller: @escaping @Sendable (_ one: Item, _ other: Item) -> Bool
  ) {
    self.key = key
    self.isSame = isSame
    self.isFuller = isFuller
  }
}
