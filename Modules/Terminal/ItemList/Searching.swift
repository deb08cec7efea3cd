import Feed

extension ItemListState {
  /// Looks for another query. What the old one found stays until something is found for the new one.
  mutating func search() -> [ItemListEffect<Item>] {
    guard let filter else { return [] }
    self.filter?.isStale = false
    let number = nextNumber()
    guard !filter.isBlank else {
      self.filter = Filter()
      self.filter?.line = filter.line
      self.filter?.isInTexts = filter.isInTexts
      self.filter?.origin = filter.origin
      return [.stop([.search, .readFound], number: number)] + refill()
    }
    self.filter?.search = Search(number: number, isAwaited: true, isAgain: false)
    return [.search(query: textQuery, rows: 2 * height + 1, number: number)]
  }

  mutating func takeFound(_ places: [Place], _ items: [Item]) -> [ItemListEffect<Item>] {
    if filter?.search?.isAwaited == true {
      guard !places.isEmpty else { return [] }
      filter?.search?.isAwaited = false
      show(found: places, items)
    } else {
      filter?.matches.append(places)
      filter?.rows.count += places.count
    }
    return refillFound()
  }

  private mutating func show(found places: [Place], _ items: [Item]) {
    var matches = Matches()
    matches.append(places)
    filter?.matches = matches
    filter?.rows = ItemRows(items, count: places.count)
    filter?.isApplied = true
    filter?.reading = nil
  }

  mutating func endSearch(_ failure: String?) -> [ItemListEffect<Item>] {
    if filter?.search?.isAwaited == true { show(found: [], []) }
    filter?.search = nil
    if let failure { self.failure = failure }
    return filter?.isStale == true ? searchAgain() : []
  }

  /// Looks for the same again, because what is kept has changed, as soon as no search is under way.
  mutating func searchAgain() -> [ItemListEffect<Item>] {
    guard let filter, !filter.isBlank else { return [] }
    guard filter.search == nil else {
      self.filter?.isStale = true
      return []
    }
    let (number, row) = (nextNumber(), filter.rows.selectedRow)
    self.filter?.isStale = false
    self.filter?.search = Search(number: number, isAwaited: false, isAgain: true, row: row)
    return [
      .searchAgain(
        ItemListSearch(
          number: number, query: textQuery, item: filter.rows.selected?.id, row: row,
          distance: 2 * height))
    ]
  }

  /// - Parameter row: where the item stands that was selected when the search began.
  mutating func takeFoundAgain(_ matches: Matches, row: Int, _ rows: ItemRows<Item>) -> [ItemListEffect<Item>] {
    guard let filter, let search = filter.search else { return [] }
    let moved = filter.rows.selectedRow - search.row
    let selected = filter.rows.selected.flatMap { rows.row(of: $0.id) } ?? row + moved
    self.filter?.matches = matches
    self.filter?.rows.replace(
      with: rows.items, first: rows.first, count: matches.count, selected: selected, height: height)
    if !filter.isApplied { self.filter?.rows.center(height: height) }
    self.filter?.isApplied = true
    self.filter?.reading = nil
    self.filter?.search = nil
    return (filter.isStale ? searchAgain() : []) + refillFound()
  }

  mutating func refillFound() -> [ItemListEffect<Item>] {
    guard let filter, filter.isApplied, filter.reading == nil, !filter.rows.isEnough(height: height) else { return [] }
    let reading = Reading(number: nextNumber(), rows: filter.rows.wanted(height: height))
    self.filter?.reading = reading
    return [.readFound(filter.matches[reading.rows], number: reading.number)]
  }

  mutating func takeFound(_ items: [Item]) -> [ItemListEffect<Item>] {
    guard let filter, let reading = filter.reading else { return [] }
    self.filter?.rows.items = items
    self.filter?.rows.first = reading.rows.lowerBound
    self.filter?.reading = nil
    return reading.rows == filter.rows.wanted(height: height) ? [] : refillFound()
  }

  /// Shows everything again.
  mutating func endFilter() -> [ItemListEffect<Item>] {
    filter = nil
    return [.stop([.search, .readFound], number: nextNumber())] + refill()
  }

  /// Shows everything again, as it was. What has changed since is read then.
  mutating func leaveFilter() -> [ItemListEffect<Item>] {
    guard let origin = filter?.origin else { return endFilter() }
    all = origin
    return endFilter() + readAgain()
  }

  /// Looks for more matches behind the last item.
  mutating func searchRest() -> [ItemListEffect<Item>] { isFiltered && !isComplete ? loadRest() : [] }
}
