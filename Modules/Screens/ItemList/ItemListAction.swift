public import LineEditor
public import PagedList

/// The actions of a list screen.
public enum ItemListAction<Command: Equatable & Sendable>: Equatable, Sendable {
  /// The screen appears for the first time.
  case appeared
  /// The screen is closed for good.
  case disappeared
  /// Use the height of the screen, in rows.
  case fit(height: Int)
  /// Ask the server for the latest; until it arrives, the screen does not change.
  case reload
  /// Move the selection.
  case move(by: Int)
  /// Select the first or the last row. If the server has more rows, `moveToLast` loads them.
  case moveToFirst, moveToLast
  /// Open the selected item; press the button of an empty screen; search the rest of the list if nothing was found.
  case open
  /// Select the row on a line of the screen, or open it if it is selected already.
  case click(line: Int)
  /// Begin to type a filter, or continue to edit the current one.
  case beginFilter
  /// Filter by whole texts, or by titles alone again.
  case toggleFullText
  /// Begin to type the number of a row.
  case beginNumber
  /// Edit the filter or the number that is being typed.
  case edit(LineEdit)
  /// Apply the filter or the number that was typed.
  case accept
  /// Cancel typing, else stop loading, else leave the filter or the bookmarks.
  case cancel
  /// Show the selected item beside the list, without opening it.
  case preview
  /// Show only the items that pass a filter, or all again.
  case toggle(ListFilter)
  /// Show hidden items, too, or hide them again.
  case toggleHidden
  /// Show the list in the next order.
  case sort
  /// Show the bookmarked items, or the list again.
  case toggleBookmarked
  /// Show a notice until the next key.
  case say(String)
  /// Run a command on the selected item.
  case command(Command)
}

extension ItemListState {
  /// Applies an action, and returns the effects to perform.
  public mutating func apply<Command>(_ action: ItemListAction<Command>) -> [ItemListEffect<Item>] {
    switch action {
    case .appeared, .disappeared, .fit, .preview: break
    default: notice = nil
    }
    switch action {
    case .appeared:
      return [.watch(number: nextNumber())] + readAgain() + resumeSearch() + (failure == nil ? [] : retry()) + spin()
    case .disappeared: return leave()
    case .fit(let height): return fit(height)
    case .preview, .command: return []
    case .say(let sentence):
      notice = sentence
      return []
    case .toggle(let filter): return toggle(filter)
    case .toggleHidden: return toggleHidden()
    case .sort: return sort()
    case .toggleBookmarked: return toggleBookmarked()
    case .reload: return refresh(isRequested: true)
    case .move(let step): return select(shown.selectedRow + max(-shown.count, min(step, shown.count)))
    case .moveToFirst: return select(0)
    case .moveToLast: return moveToLast()
    case .open: return open()
    case .click(let line): return click(line)
    case .beginFilter:
      number = nil
      if filter == nil { filter = Filter() } else { filter?.isEditing = true }
      return []
    case .toggleFullText:
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

  /// Stops all work.
  mutating func leave() -> [ItemListEffect<Item>] {
    reading = .idle
    target = .selection
    refreshing = nil
    more = LoadingMore()
    rest = nil
    spinner = nil
    if case .restoring? = filter?.search?.phase {} else { filter?.search = nil }
    filter?.found?.reading = nil
    return [.stop(Set(ItemListWork.allCases), number: nextNumber())]
  }

  mutating func fit(_ height: Int) -> [ItemListEffect<Item>] {
    self.height = max(1, height)
    all.select(all.selectedRow, height: self.height)
    if let row = filter?.found?.rows.selectedRow { filter?.found?.rows.select(row, height: self.height) }
    return refill()
  }

  /// Selects a row.
  mutating func select(_ row: Int) -> [ItemListEffect<Item>] {
    switch target {
    case .end: target = .selection
    case .row: if isRead { target = .selection }
    case .selection, .item: break
    }
    if isFiltered {
      filter?.found?.rows.select(row, height: height)
    } else {
      if filter != nil, filter?.rowsBefore == nil { filter?.rowsBefore = all }
      all.select(row, height: height)
    }
    return refill()
  }

  private mutating func moveToLast() -> [ItemListEffect<Item>] {
    let isMore = !isFiltered && !isComplete && hasSavedRows
    let rest = isMore ? loadRest() : []
    let effects = select(.max)
    if isMore { target = .end(after: nil) }
    return effects + rest
  }

  /// The number that is being typed; nil if there is none, or no digit yet.
  var typedNumber: Int? { number.flatMap { $0.isEmpty ? nil : Int($0) ?? .max } }

  private mutating func open() -> [ItemListEffect<Item>] {
    filter?.isEditing = false
    if shown.count > 0 { return shown.selected.map { [.show($0)] } ?? [] }
    if all.count == 0 { return refresh(isRequested: true) }
    return searchRest()
  }

  private mutating func click(_ line: Int) -> [ItemListEffect<Item>] {
    if all.count == 0 { return refresh(isRequested: true) }
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
    let isBeyond = !isFiltered && !isComplete && row >= all.count && hasSavedRows
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
