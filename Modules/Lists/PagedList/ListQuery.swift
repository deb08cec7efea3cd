public import Essentials
public import FlagsStore

/// The scope, order, filters and text of a window, a search or a count.
public struct ListQuery: Hashable, Sendable {
  /// An order to choose.
  public enum Order: String, CaseIterable, Codable, Sendable {
    /// As the server lists them; bookmarks the newest first.
    case listed
    /// By their dates, the newest first; behind them those without a date.
    case newest
    /// By title, folded as for a search.
    case title
    /// Unread items first; each part as the server lists it.
    case unreadFirst
  }

  /// A condition that items meet.
  public enum Filter: Hashable, Sendable {
    /// Not read.
    case unread
    /// Came to the list after a date, in front of items that were listed or behind a list that was known to its end.
    case arrived(after: Date)
    /// Had arrived when a window was read, by the window's number.
    case arrivedBy(Int64)
  }

  /// The items to choose from.
  public enum Scope: String, CaseIterable, Codable, Sendable {
    /// The items of the list.
    case list
    /// The bookmarked items, whether they are listed, or saved, or not.
    case bookmarked
  }

  /// The items to choose from.
  public var scope = Scope.list
  /// The order.
  public var order = Order.listed
  /// Conditions, of which each item meets all.
  public var filters: Set<Filter> = []
  /// The version of the flags since which an item that was read still counts as unread, so that it does not move away from
  /// under the selection; nil where all that was read is read.
  public var unreadSince: FlagsVersion?
  /// Words that items hold; empty for all items.
  public var text = ""
  /// Whether they may hold them in their whole texts, not only in their titles.
  public var isInTexts = false

  public init(
    scope: Scope = .list, order: Order = .listed, filters: Set<Filter> = [], unreadSince: FlagsVersion? = nil,
    text: String = "", isInTexts: Bool = false
  ) {
    self.scope = scope
    self.order = order
    self.filters = filters
    self.unreadSince = unreadSince
    self.text = text
    self.isInTexts = isInTexts
  }

  /// Whether the rows are those of the server's list.
  public var isPlain: Bool { scope == .list && order == .listed && filters.isEmpty && text.isEmpty }
}
