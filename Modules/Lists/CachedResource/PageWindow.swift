/// The items of a page that shows the newest part of a list, as the document of a feed does: what leaves the page stays in
/// the list, which is in the order of dates.
///
/// A document may be long. So its items are not held at once, but handed over in portions while they are saved.
public struct PageWindow<Item: Sendable>: Sendable {
  /// Passes all items, in portions of some hundred, in the order of the page.
  public var portions: @Sendable (_ body: ([Item]) throws -> Void) throws -> Void
  /// Whether all items are in memory already. Their rows are made before the change that saves them begins.
  public var isAtHand: Bool
  /// Returns what is saved in place of a saved item when the page has another content of it; nil to leave that as it is.
  public var merged: @Sendable (_ saved: Item, _ new: Item) -> Item?

  public init(
    portions: @escaping @Sendable (_ body: ([Item]) throws -> Void) throws -> Void, isAtHand: Bool = false,
    merged: @escaping @Sendable (_ saved: Item, _ new: Item) -> Item? = { $1 }
  ) {
    self.portions = portions
    self.isAtHand = isAtHand
    self.merged = merged
  }
}
