import Feed

extension ItemListState {
  /// Reads the rows around the selection anew, as soon as no read is under way.
  mutating func readAgain() -> [ItemListEffect<Item>] {
    guard work.read == nil else {
      work.isStale = true
      return []
    }
    work.isStale = false
    let end = work.followsEnd ? max(all.count, rest?.count ?? 0) - 1 : nil
    let read = ItemListRead(
      number: nextNumber(), query: query, item: end == nil ? work.revealed ?? all.selected?.id : nil,
      row: max(
        0, end ?? work.turnedTo ?? (filter == nil ? work.restored?.row : work.restored?.listRow) ?? all.selectedRow),
      distance: 2 * height)
    work.read = read
    return [.read(read)]
  }

  /// Selects an item as soon as it is read, wherever it stands among all. Where it is not there, nothing is done.
  mutating func reveal(_ item: Item.ID) -> [ItemListEffect<Item>] {
    work.revealed = item
    return readAgain()
  }

  /// Reads rows where the selection has come near the end of those that are there, and asks the server for them.
  mutating func refill() -> [ItemListEffect<Item>] {
    let reading = work.read == nil && isRead && !all.isEnough(height: height) ? readAgain() : []
    return reading + (isFiltered ? refillFound() : loadNear())
  }

  mutating func take(
    _ window: ListWindow<Item>, _ read: ItemListRead<Item.ID>
  ) -> [ItemListEffect<Item>] {
    work.read = nil
    guard read.query.rows == query.rows else { return readAgain() }
    if query.unreadSince == nil { query.unreadSince = window.flags }
    let row = row(in: window, read)
    if work.revealed == read.item { work.revealed = nil }
    guard let row else { return readAgain() }
    work.turnedTo = nil
    let isFirst = !isRead
    all.replace(with: window.items, first: window.first, count: window.count, selected: row, height: height)
    if isFirst { all.center(height: height) }
    (isRead, isComplete, fetchedAt) = (true, window.isComplete, window.fetchedAt)
    if let last = work.refreshed, read.number > last {
      (work.refreshed, isLive, isRefreshing) = (nil, true, false)
    }
    forgetWhatWasNotLoaded(read)
    if filter == nil { work.restored = nil }
    var effects = isFirst ? searchRestored() + refreshOnce() : []
    let isOver = all.isEnough(height: height)
    if isOver, let last = work.restEnded, window.isComplete || read.number > last {
      (work.restEnded, work.followsEnd) = (nil, false)
    }
    if work.isStale || !isOver && (window.anchor != all.selectedRow || read.distance < 2 * height) {
      effects += readAgain()
    }
    return effects + loadNear() + (all.count > 0 ? stopSpinner() : [])
  }

  /// Where the selection is in a window; nil where the window does not tell, because the selection has moved since.
  private mutating func row(in window: ListWindow<Item>, _ read: ItemListRead<Item.ID>) -> Int? {
    if work.followsEnd { return window.count - 1 }
    if let id = work.revealed, let index = window.items.firstIndex(where: { $0.id == id }) {
      work.revealed = nil
      return window.first + index
    }
    guard let id = all.selected?.id else {
      return !isRead && (filter == nil || work.restored?.listRow != nil) ? window.anchor : all.selectedRow
    }
    if let index = window.items.firstIndex(where: { $0.id == id }) { return window.first + index }
    return id == read.item ? window.anchor : nil
  }

  mutating func takeNoWindow(_ failure: String?, _ advice: String?) -> [ItemListEffect<Item>] {
    work.read = nil
    let isFirst = !isRead
    isRead = true
    if work.refreshed != nil { (work.refreshed, isRefreshing) = (nil, false) }
    if work.restEnded != nil { (work.restEnded, work.followsEnd) = (nil, false) }
    var effects = isFirst ? refreshOnce() : []
    if work.isStale { effects += readAgain() }
    if let failure { (self.failure, failureAdvice) = (failure, advice) }
    return effects
  }
}
