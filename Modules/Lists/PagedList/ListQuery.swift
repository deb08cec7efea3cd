public import FlagsStore

/// The scope, order, filters and text of a window, a search or a count.
public struct ListQuery: Hashable, Sendable {
  /// An order of the rows.
  public enum Order: String, CaseIterable, Codable, Sendable {
    /// The server's order; for bookmarks, the newest first.
    case listed
    /// By date, newest first; items without a date come last.
    case newest
    /// By title, folded as in a search.
    case title
    /// Unread items first; within each half, the order of `listed`.
    case unreadFirst
  }

  /// A set of items to choose from.
  public enum Scope: String, CaseIterable, Codable, Sendable {
    /// The items of the list.
    case list
    /// The bookmarked items, whether or not they are listed or saved.
    case bookmarked
  }

  /// The items to choose from.
  public var scope = Scope.list
  /// The order of the rows.
  public var order = Order.listed
  /// The filters that are on; an item must pass all of them.
  public var filters: Set<ListFilter> = []
  /// Another condition that an item must meet.
  public var condition = ListCondition.always
  /// The version of the flags since which items that were read still count as unread, so that they do not move away
  /// from under the selection; nil if every read item counts as read.
  public var unreadSince: FlagsVersion?
  /// The words that items must contain; empty for all items.
  public var text = ""
  /// Whether the words may be anywhere in an item's full text, not only in its title.
  public var isInTexts = false
  /// Whether hidden items are shown, too: those that are left out otherwise, except those that a list of several parts
  /// shows with the same content from another part.
  public var showsHidden = false

  public init(
    scope: Scope = .list, order: Order = .listed, filters: Set<ListFilter> = [], condition: ListCondition = .always,
    unreadSince: FlagsVersion? = nil, text: String = "", isInTexts: Bool = false, showsHidden: Bool = false
  ) {
    self.scope = scope
    self.order = order
    self.filters = filters
    self.condition = condition
    self.unreadSince = unreadSince
    self.text = text
    self.isInTexts = isInTexts
    self.showsHidden = showsHidden
  }

  /// Whether the rows are those of the server's list.
  public var isPlain: Bool { scope == .list && order == .listed && conditions.isEmpty && text.isEmpty }

  /// The filters that are on, always in the same order.
  public var filtersInOrder: [ListFilter] { ListFilter.allCases.filter { filters.contains($0) } }

  /// The conditions of the filters, and the other one, in parts; an item must meet all of them.
  public var conditions: [ListCondition] {
    if filters.isEmpty, condition == .always { return [] }
    let all = ListCondition.conjunction(filtersInOrder.map { $0.condition } + [condition])
    return if case .all(let parts) = all { parts } else { [all] }
  }

  /// Whether the rows or their order depend on what was read.
  public var readsFlags: Bool { order == .unreadFirst || conditions.contains { $0.readsFlags } }
}

/// A filter that a person turns on or off for a list. The raw value names it in saved positions and in sentences: "Only
/// unread."
public enum ListFilter: String, CaseIterable, Sendable {
  /// Only unread items.
  case unread

  /// The condition that an item meets.
  public var condition: ListCondition {
    switch self {
    case .unread: .unread
    }
  }
}
