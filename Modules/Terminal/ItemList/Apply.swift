import Feed
import LineEditor

extension ItemListState {
  /// Something is done; returns what is to be asked for.
  public mutating func apply<Command>(_ action: ItemListAction<Command>) -> [ItemListEffect<Item>] {
    switch action {
    case .appeared: return [.watch(number: nextNumber())] + readAgain() + retryFailed() + spin()
    case .disappeared: return leave()
    case .fit(let height): return fit(height)
    case .preview: return []
    case .say(let sentence):
      notice = sentence
      return []
    default: break
    }
    notice = nil
    switch action {
    case .appeared, .disappeared, .fit, .preview, .say, .command: return []
    case .toggleUnread: return toggleUnread()
    case .sort: return sort()
    case .toggleBookmarked: return toggleBookmarked()
    case .reload: return refresh(isAskedFor: true)
    case .move(let step): return select(shown.selectedRow.advanced(clampedBy: step))
    case .moveToFirst: return select(0)
    case .moveToLast: return moveToLast()
    case .open: return open()
    case .click(let line): return click(line)
    case .beginFilter:
      number = nil
      if filter == nil { filter = Filter() } else { filter?.isEditing = true }
      return []
    case .turnToTexts:
      guard filter?.isEditing == true else { return [] }
      filter?.isInTexts.toggle()
      return search()
    case .beginNumber:
      number = ""
      return []
    case .edit(let edit): return self.edit(edit)
    case .accept: return accept()
    case .cancel: return cancel()
    }
  }

  mutating func leave() -> [ItemListEffect<Item>] {
    let last = nextNumber()
    work = Work()
    work.last = last
    (isRefreshing, isLoadingMore, rest, tick) = (false, false, nil, nil)
    filter?.search = nil
    filter?.reading = nil
    return [.stop(Set(ItemListWork.allCases), number: last)]
  }

  mutating func fit(_ height: Int) -> [ItemListEffect<Item>] {
    self.height = max(1, height)
    all.select(all.selectedRow, height: self.height)
    if let selected = filter?.rows.selectedRow { filter?.rows.select(selected, height: self.height) }
    return refill()
  }

  /// Selects a row that is shown.
  mutating func select(_ row: Int) -> [ItemListEffect<Item>] {
    work.followsEnd = false
    if isFiltered {
      filter?.rows.select(row, height: height)
    } else {
      if filter != nil, filter?.origin == nil { filter?.origin = all }
      all.select(row, height: height)
    }
    return refill()
  }

  private mutating func moveToLast() -> [ItemListEffect<Item>] {
    let isMore = !isFiltered && !isComplete && all.count > 0
    let rest = isMore ? loadRest() : []
    let effects = select(.max)
    work.followsEnd = isMore
    return effects + rest
  }

  private mutating func open() -> [ItemListEffect<Item>] {
    filter?.isEditing = false
    if shown.count > 0 { return shown.selected.map { [.show($0)] } ?? [] }
    if all.count == 0 { return [.press] }
    return searchRest()
  }

  private mutating func click(_ line: Int) -> [ItemListEffect<Item>] {
    if all.count == 0 { return [.press] }
    let rows = shown.screen(height: height)
    let row = rows.lowerBound + line
    guard line >= 0, rows.contains(row) else { return [] }
    return row == shown.selectedRow ? open() : select(row)
  }

  private mutating func edit(_ edit: LineEdit) -> [ItemListEffect<Item>] {
    if let text = number {
      number = edit.applied(toNumber: text)
      return []
    }
    guard let filter, filter.isEditing else { return [] }
    if edit == .deleteLeft, filter.query.isEmpty { return leaveFilter() }
    self.filter?.line.apply(edit)
    return self.filter?.query == filter.query ? [] : search()
  }

  private mutating func accept() -> [ItemListEffect<Item>] {
    if number != nil {
      defer { number = nil }
      return typedNumber.map { go(toRow: max(1, $0) - 1) } ?? []
    }
    guard let filter, filter.isEditing else { return [] }
    if filter.isBlank { return endFilter() }
    self.filter?.isEditing = false
    lastQuery = filter.query
    return foundNothing && all.count > 0 ? searchRest() : []
  }

  private mutating func go(toRow row: Int) -> [ItemListEffect<Item>] {
    let isBeyond = !isFiltered && !isComplete && row >= all.count && all.count > 0
    let rest = isBeyond ? loadRest(upTo: row) : []
    return select(row) + rest
  }

  private mutating func cancel() -> [ItemListEffect<Item>] {
    if number != nil {
      number = nil
      return []
    }
    if filter?.isEditing == true { return leaveFilter() }
    if rest != nil { return stopRest() }
    if isStoppable { return stopRefresh() }
    if filter != nil { return leaveFilter() }
    return query.scope == .bookmarked ? toggleBookmarked() : []
  }
}

extension Int {
  fileprivate func advanced(clampedBy step: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(step)
    return overflow ? (step < 0 ? .min : .max) : sum
  }
}
