public import PagedList

/// Which items are shown, and in which order.
extension ItemListState {
  /// The query with the text of the filter.
  public var textQuery: ListQuery {
    var query = query
    query.text = filter?.query ?? ""
    query.isInTexts = filter?.isInTexts == true
    return query
  }

  /// The same, without what arrived after it was last shown.
  public var shownQuery: ListQuery {
    var query = textQuery
    if let arrival { query.filters.insert(.arrivedBy(arrival)) }
    return query
  }

  mutating func toggleUnread() -> [ItemListEffect<Item>] {
    let effects = turn { $0.filters.formSymmetricDifference([.unread]) }
    if query.filters.contains(.unread) { notice = "Only unread. Press u to show all." }
    return effects
  }

  mutating func sort() -> [ItemListEffect<Item>] {
    let effects = turn { $0.order = $0.order.next }
    notice = "Sorted: \(query.order.name ?? query.scope.order)."
    return effects
  }

  /// Shows other rows of the same scope. The selected item stays selected; where it is not among them, the row that was
  /// selected with these filters is.
  private mutating func turn(_ change: (inout ListQuery) -> Void) -> [ItemListEffect<Item>] {
    rowsByFilters[query.filters] = all.selectedRow
    change(&query)
    switch target {
    case .selection, .row: target = rowsByFilters[query.filters].map { .row($0) } ?? .selection
    case .item, .end: break
    }
    more.asked = nil
    query.unreadSince = nil
    return readAgain() + (isRead ? searchAgain() : [])
  }

  /// Items that were read while they were shown as unread are not any more.
  mutating func settle() -> [ItemListEffect<Item>] {
    guard query.filters.contains(.unread) || query.order == .unreadFirst else { return [] }
    query.unreadSince = nil
    return readAgain() + (isRead ? searchAgain() : [])
  }

  /// Shows the list of the other scope, as it was left.
  mutating func toggleBookmarked() -> [ItemListEffect<Item>] {
    var left = self
    _ = left.leave()
    left.other = []
    left.notice = nil
    var next = other.first ?? Self(scope: query.scope.other)
    next.lastNumber = lastNumber
    next.height = height
    next.other = [left]
    self = next
    let number = nextNumber()
    return [.stop(Set(ItemListWork.allCases).subtracting([.watch]), number: number)]
      + fit(height) + readAgain() + (isRead && !isLive && !isOffline ? refreshOnce() : [])
  }

  private init(scope: ListQuery.Scope) { query.scope = scope }

  /// The list as it is, or was left, in a scope; nil where that was not shown yet.
  public func showing(_ scope: ListQuery.Scope) -> Self? { query.scope == scope ? self : other.first }

  /// The same list with that of the other scope.
  public func with(other: Self) -> Self {
    var state = self
    state.other = [other]
    return state
  }
}

extension ListQuery {
  /// The same, whatever was read since.
  var rows: Self {
    var query = self
    query.unreadSince = nil
    return query
  }
}

extension ListQuery.Scope {
  fileprivate var other: Self { self == .list ? .bookmarked : .list }

  /// The order of the items where no other is chosen.
  fileprivate var order: String { self == .list ? "as the server lists them" : "newest bookmark first" }
}

extension ListQuery.Order {
  /// A list in this order; nil for that of the scope.
  public var name: String? {
    switch self {
    case .listed: nil
    case .newest: "newest first"
    case .title: "by title"
    case .unreadFirst: "unread first"
    }
  }

  /// The one that `s` leads to.
  fileprivate var next: Self {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}
