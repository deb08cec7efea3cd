public import PagedList

/// The items to show, and their order.
extension ItemListState {
  /// The query including the text of the filter.
  public var textQuery: ListQuery {
    var query = query
    query.text = filter?.query ?? ""
    query.isInTexts = filter?.isInTexts == true
    return query
  }

  /// The query of the rows as they are shown, without items that arrived since.
  public var shownQuery: ListQuery {
    var query = textQuery
    if let arrival { query.condition = .arrivedBy(arrival) }
    return query
  }

  mutating func toggle(_ filter: ListFilter) -> [ItemListEffect<Item>] {
    let effects = turn { $0.filters.formSymmetricDifference([filter]) }
    if query.filters.contains(filter) { notice = "Only \(filter.rawValue). Press \(filter.key) to show all." }
    return effects
  }

  mutating func toggleHidden() -> [ItemListEffect<Item>] {
    let effects = turn { $0.showsHidden.toggle() }
    notice = query.showsHidden ? "With hidden ones. Press M to leave them out." : "Without hidden ones."
    return effects
  }

  mutating func sort() -> [ItemListEffect<Item>] {
    let effects = turn { $0.order = $0.order.next }
    notice = "Sorted: \(query.order.name ?? query.scope.order)."
    return effects
  }

  /// Changes the query within its scope. The selected item stays selected; if it is no longer listed, the next one in the
  /// order is that still is, or else the last one.
  private mutating func turn(_ change: (inout ListQuery) -> Void) -> [ItemListEffect<Item>] {
    change(&query)
    more.asked = nil
    query.unreadSince = nil
    return readAgain() + (isRead ? searchAgain() : [])
  }

  /// Removes the items that were read while they were listed as unread.
  mutating func settle() -> [ItemListEffect<Item>] {
    guard query.readsFlags else { return [] }
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
    if isRefreshedElsewhere { next = next.refreshedElsewhere() }
    next.lastNumber = lastNumber
    next.height = height
    next.other = [left]
    self = next
    let number = nextNumber()
    return [.stop(Set(ItemListWork.allCases).subtracting([.watch]), number: number)]
      + fit(height) + readAgain() + resumeSearch() + (isRead && !isLive && !isOffline ? refreshOnce() : [])
  }

  private init(scope: ListQuery.Scope) { query.scope = scope }

  /// Returns the list of a scope, as it is or was left; nil if that scope was not shown yet.
  public func showing(_ scope: ListQuery.Scope) -> Self? { query.scope == scope ? self : other.first }

  /// Returns the list together with that of the other scope.
  public func with(other: Self) -> Self {
    var state = self
    state.other = [other]
    return state
  }
}

extension ListQuery {
  /// The query as the user has chosen it: without `unreadSince`, which the first window sets.
  var withoutUnreadSince: Self {
    var query = self
    query.unreadSince = nil
    return query
  }
}

extension ListQuery.Scope {
  fileprivate var other: Self { self == .list ? .bookmarked : .list }

  /// The name of the scope's own order.
  fileprivate var order: String { self == .list ? "own order" : "newest bookmark first" }
}

extension ListQuery.Order {
  /// The name of the order: "by title"; nil for the order of the scope.
  public var name: String? {
    switch self {
    case .listed: nil
    case .newest: "newest first"
    case .title: "by title"
    case .unreadFirst: "unread first"
    }
  }

  /// The next order that the `s` key chooses.
  fileprivate var next: Self {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}
