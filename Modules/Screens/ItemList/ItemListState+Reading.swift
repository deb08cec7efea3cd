import PagedList

/// Reading the rows around the selection, one read at a time.
extension ItemListState {
  /// The state of reading rows around the selection.
  enum Reading: Equatable, Sendable {
    case idle
    /// A read in progress. If it is stale, something has changed since it began, and another read follows.
    case reading(ItemListRead<Item.ID>, isStale: Bool)
  }

  /// The row to select after the next read.
  enum Target: Equatable, Sendable {
    /// The selected item or, if it is not listed, the first one after it; the row it was in if it is gone.
    case selection
    /// A row.
    case row(Int)
    /// Another item, or the given row if the item is gone; nil for the selected row.
    case item(Item.ID, orRow: Int?)
    /// The last row, while the rest is being loaded. After that, until a read with a number above `after`.
    case end(after: Int?)
  }

  /// Reads the rows around the selection, as soon as no other read is in progress.
  mutating func readAgain() -> [ItemListEffect<Item>] {
    if case .reading(let read, _) = reading {
      reading = .reading(read, isStale: true)
      return []
    }
    var read = ItemListRead(
      number: nextNumber(), query: query, item: all.selected?.id, row: all.selectedRow, distance: 2 * height)
    switch target {
    case .selection: break
    case .row(let row):
      read.item = nil
      read.row = row
    case .item(let item, let row):
      read.item = item
      read.row = row ?? read.row
    case .end:
      read.item = nil
      read.row = max(0, max(all.count, rest?.count ?? 0) - 1)
    }
    reading = .reading(read, isStale: false)
    return [.read(read)]
  }

  /// Reads more rows if the selection has come near the end of those in memory, and requests rows from the server.
  mutating func refill() -> [ItemListEffect<Item>] {
    let effects = reading == .idle && isRead && !all.isEnough(height: height) ? readAgain() : []
    return effects + (isFiltered ? refillFound() : loadNear())
  }

  /// Selects an item, in whichever row it is, as soon as it is read. If it is not in the list, or does not match
  /// the filter, the selection stays.
  mutating func reveal(_ item: Item.ID) -> [ItemListEffect<Item>] {
    target = .item(item, orRow: nil)
    let effects = readAgain()
    guard isFiltered else { return effects }
    guard let row = filter?.found?.rows.row(of: item) else { return effects + searchAgain(revealing: item) }
    filter?.found?.rows.select(row, height: height)
    return effects + refillFound()
  }

  mutating func receive(_ window: ListWindow<Item>, _ read: ItemListRead<Item.ID>) -> [ItemListEffect<Item>] {
    guard case .reading(read, let isStale) = reading else { return [] }
    reading = .idle
    guard read.query.withoutUnreadSince == query.withoutUnreadSince else { return readAgain() }
    if query.unreadSince == nil { query.unreadSince = window.flags }
    let row = selectedRow(in: window, read)
    if case .item(let item, _) = target, item == read.item || window.row(of: item) != nil { target = .selection }
    guard let row else { return readAgain() }
    if case .row = target { target = .selection }
    if failure?.isOfReading == true { failure = nil }
    let isFirst = !isRead
    all.replace(with: window.items, first: window.first, count: window.count, selected: row, height: height)
    if isFirst { all.center(height: height) }
    isRead = true
    isComplete = window.isComplete
    arrival = window.arrival
    fetchedAt = window.fetchedAt
    confirm(read)
    forgetRowsNotLoaded(read)
    var effects = isFirst ? searchRestored() + refreshOnce() : []
    if let target = rest?.target, all.count > target { effects += stopRest() + select(target) }
    let isEnough = all.isEnough(height: height)
    if isEnough, case .end(let last?) = target, window.isComplete || read.number > last { target = .selection }
    if isStale || !isEnough && (window.anchor != all.selectedRow || read.distance < 2 * height) {
      effects += readAgain()
    }
    return effects + loadNear() + (all.count > 0 || isRefreshedElsewhere && !isRefreshing ? stopSpinner() : [])
  }

  /// Returns the row of the selection in a window; nil if the selection has moved out of the window since the read
  /// began.
  private func selectedRow(in window: ListWindow<Item>, _ read: ItemListRead<Item.ID>) -> Int? {
    if case .end = target { return window.count - 1 }
    if case .item(let item, _) = target, let row = window.row(of: item) { return row }
    if case .row = target { return read.item == nil ? window.anchor : nil }
    guard let item = all.selected?.id else { return isRead ? all.selectedRow : window.anchor }
    if item != read.item { return window.row(of: item) }
    return all.movedSelection { window.row(of: $0) } ?? window.anchor
  }

  mutating func receiveNoWindow(_ failure: ItemListFailure?, number: Int) -> [ItemListEffect<Item>] {
    guard case .reading(let read, let isStale) = reading, read.number == number else { return [] }
    reading = .idle
    let isFirst = !isRead
    isRead = true
    if case .answered = refreshing?.phase { refreshing = nil }
    if case .loaded = more.phase { more.phase = .idle }
    if case .end(.some) = target { target = .selection }
    let effects = (isFirst ? searchRestored() + refreshOnce() : []) + (isStale ? readAgain() : [])
    if let failure { self.failure = failure }
    return effects
  }
}

extension ListWindow where Item: Identifiable {
  fileprivate func row(of id: Item.ID) -> Int? { items.firstIndex { $0.id == id }.map { first + $0 } }
}
