public import Essentials

/// In which order the items of a list may be wanted.
public enum FeedOrder: String, CaseIterable, Sendable {
  /// As the server lists them.
  case listed
  /// By their dates, the newest first; behind them those without a date, as the server lists them.
  case newest
  /// By the text that a search looks at, as it is folded for that.
  case title
}

/// An item of a list, without its content.
public struct FeedKey<ID: Hashable & Sendable>: Hashable, Sendable {
  /// Where it is kept.
  public var place: Place
  /// Names it.
  public var id: ID

  public init(place: Place, id: ID) { (self.place, self.id) = (place, id) }
}

extension FeedOrder {
  /// Items that are at hand, in this order.
  /// - `title`: what a search looks at, folded.
  /// - `date`: when an item was written, if that is known.
  public func sorted<Item>(_ items: [Item], title: (Item) -> String, date: (Item) -> Date?) -> [Item] {
    let places = items.indices
    switch self {
    case .listed: return items
    case .newest:
      let dates = items.map { date($0) ?? .distantPast }
      return places.sorted { (dates[$1], $0) < (dates[$0], $1) }.map { items[$0] }
    case .title:
      let titles = items.map(title)
      return places.sorted { left, right in
        titles[left] == titles[right]
          ? left < right : titles[left].utf8.lexicographicallyPrecedes(titles[right].utf8)
      }.map { items[$0] }
    }
  }
}
