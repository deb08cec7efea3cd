extension ItemListState {
  /// Something came of what was asked for; returns what is to be asked for next. What was asked for before something
  /// newer took its place changes nothing.
  public mutating func receive(_ event: ItemListEvent<Item>) -> [ItemListEffect<Item>] {
    switch event {
    case .changed: return readAgain() + searchAgain()
    case .retry: return retry()
    case .slow(let number):
      if number == work.refresh { isSlow = isRefreshing }
      return []
    case .read(let window, let read):
      return read.number == work.read?.number ? take(window, read) : []
    case .notRead(let failure, let advice, let number):
      return number == work.read?.number ? takeNoWindow(failure, advice) : []
    case .readFound(let items, let number):
      return number == filter?.reading?.number ? takeFound(items) : []
    case .found(let places, let items, let number):
      return number == filter?.search?.number ? takeFound(places, items) : []
    case .searched(let failure, let number):
      return number == filter?.search?.number ? endSearch(failure) : []
    case .foundAgain(let matches, let row, let rows, let number):
      return number == filter?.search?.number ? takeFoundAgain(matches, row: row, rows) : []
    case .refreshed(let outcome, let number, let date):
      return isRefreshing && number == work.refresh ? endRefresh(outcome, at: date) : []
    case .loaded(let outcome, let number): return number == work.load?.number ? endLoad(outcome) : []
    case .loadedRest(let count, let number):
      return rest != nil && number == work.rest ? takeRest(count) : []
    case .endedRest(let outcome, let number): return rest != nil && number == work.rest ? endRest(outcome) : []
    case .turned(let tick, let number):
      if number == work.spinner { self.tick = tick }
      return []
    case .performed(let notice, let item, let isSettled):
      self.notice = notice
      return (isSettled ? settle() : []) + (item.map { reveal($0) } ?? [])
    }
  }
}
