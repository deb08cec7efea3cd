public import LineEditor
import PagedList

/// Filtering by a text, and searching the cached items for it.
extension ItemListState {
  /// A filter by a text.
  public struct Filter: Equatable, Sendable {
    /// The text, as a line that is edited.
    public var line: LineEditor
    /// Whether the text is being typed.
    public var isEditing: Bool
    /// Whether to search whole texts instead of titles alone.
    public var isInTexts = false
    /// The rows to show instead of all; nil before the first search. During a search for a new text these are the rows
    /// of the old one, until something is found.
    public var found: Found?
    /// The search in progress.
    var search: Search?
    /// All rows as they were before the filter, if the selection has moved among them since.
    var rowsBefore: ItemRows<Item>?

    /// - Parameters:
    ///   - query: The words that are searched for.
    ///   - isEditing: Whether the words are being typed.
    ///   - rows: The rows that were found; nil if nothing was searched.
    public init(query: String = "", isEditing: Bool = true, rows: ItemRows<Item>? = nil) {
      line = LineEditor(query)
      self.isEditing = isEditing
      found = rows.map { Found(rows: $0) }
    }

    /// The text to search for.
    public var query: String { line.text }

    /// Whether the text is blank, so that it matches every item.
    var isBlank: Bool { line.isBlank }

    /// Whether a search is in progress, so that more may be found.
    public var isSearching: Bool { search != nil }

    /// Whether a search for a new text has found nothing yet.
    var isAwaited: Bool {
      switch search?.phase {
      case .restoring, .beginning: true
      case .finding, .repeating, .revealing, nil: false
      }
    }
  }

  /// The rows that a search found.
  public struct Found: Equatable, Sendable {
    /// The rows; only those around the selection are in memory.
    public var rows: ItemRows<Item>
    /// The row keys of the matches.
    var matches = Matches()
    /// The query of the search.
    var query = ListQuery()
    /// The rows that are being read.
    var reading: Reading?

    struct Reading: Equatable, Sendable {
      var number: Int
      var rows: Range<Int>
    }
  }

  /// A search in progress.
  struct Search: Equatable, Sendable {
    enum Phase: Equatable, Sendable {
      /// The search for a saved filter, which begins as soon as the list is read; it selects an item, or a row if that
      /// is gone.
      case restoring(Item.ID?, row: Int)
      /// A search for a new text that has found nothing yet.
      case beginning
      /// A search that has found something, and may find more.
      case finding
      /// A repetition of the last search because something has changed. Its result replaces all matches at the end.
      /// `row` is the row that was selected when it began.
      case repeating(row: Int)
      /// A repetition of the last search that selects another item, if that matches.
      case revealing(Item.ID)
    }

    var number: Int
    var phase: Phase
    var query = ListQuery()
    /// Whether something has changed since the search began, so that another must follow.
    var isStale = false
  }

  /// Searches for the current text.
  mutating func search() -> [ItemListEffect<Item>] {
    guard let filter else { return [] }
    let number = nextNumber()
    guard !filter.isBlank else {
      self.filter?.found = nil
      self.filter?.search = nil
      return [.stop([.search, .readFound], number: number)] + refill()
    }
    let query = textQuery
    self.filter?.search = Search(number: number, phase: .beginning, query: query)
    return [.search(query: query, rows: 2 * height + 1, number: number)]
  }

  /// Repeats the search because something has changed, as soon as no other is in progress.
  mutating func searchAgain() -> [ItemListEffect<Item>] {
    guard let filter, !filter.isBlank else { return [] }
    guard filter.search == nil else {
      self.filter?.search?.isStale = true
      return []
    }
    let row = filter.found?.rows.selectedRow ?? 0
    return searchAgain(.repeating(row: row), item: filter.found?.rows.selected?.id, row: row)
  }

  /// Searches for the saved filter, once the list is read.
  mutating func searchRestored() -> [ItemListEffect<Item>] {
    guard case .restoring(let item, let row)? = filter?.search?.phase else { return [] }
    return searchAgain(.restoring(item, row: row), item: item, row: row)
  }

  /// Searches again in a list that is shown again: it was not told of changes, and a search of it was stopped.
  mutating func resumeSearch() -> [ItemListEffect<Item>] {
    guard isRead, let filter, !filter.isBlank else { return [] }
    if filter.isAwaited { return searchRestored() }
    return filter.found == nil ? search() : searchAgain()
  }

  /// Searches once more, to select an item that is not among the matches in memory.
  mutating func searchAgain(revealing item: Item.ID) -> [ItemListEffect<Item>] {
    guard filter?.isBlank == false else { return [] }
    return searchAgain(.revealing(item), item: item, row: filter?.found?.rows.selectedRow ?? 0)
  }

  private mutating func searchAgain(_ phase: Search.Phase, item: Item.ID?, row: Int) -> [ItemListEffect<Item>] {
    let number = nextNumber()
    let query = textQuery
    filter?.search = Search(number: number, phase: phase, query: query)
    return [.searchAgain(ItemListRead(number: number, query: query, item: item, row: row, distance: 2 * height))]
  }

  mutating func receiveFound(_ rowKeys: [RowKey], _ items: [Item], number: Int) -> [ItemListEffect<Item>] {
    guard let filter, let search = filter.search, search.number == number else { return [] }
    if filter.isAwaited {
      guard !rowKeys.isEmpty else { return [] }
      self.filter?.search?.phase = .finding
      self.filter?.found = Found(
        rows: ItemRows(items, count: rowKeys.count), matches: Matches(rowKeys), query: search.query)
    } else {
      self.filter?.found?.matches.append(rowKeys)
      self.filter?.found?.rows.count += rowKeys.count
    }
    return refillFound()
  }

  mutating func receiveEndOfSearch(_ failure: ItemListFailure?, number: Int) -> [ItemListEffect<Item>] {
    guard let filter, let search = filter.search, search.number == number else { return [] }
    if filter.isAwaited { self.filter?.found = Found(rows: ItemRows()) }
    self.filter?.search = nil
    if let failure { self.failure = failure }
    return search.isStale ? searchAgain() : []
  }

  /// - Parameter row: The row to which the item has moved that was selected when the search began.
  mutating func receiveFoundAgain(
    _ matches: Matches, row: Int, _ rows: ItemRows<Item>, number: Int
  ) -> [ItemListEffect<Item>] {
    guard let filter, let search = filter.search, search.number == number else { return [] }
    var found = filter.found ?? Found(rows: ItemRows())
    var selected = row
    if case .revealing(let item) = search.phase {
      guard let row = rows.row(of: item) else {
        self.filter?.search = nil
        return searchAgain()
      }
      selected = row
    } else if let item = found.rows.selected, let row = rows.row(of: item.id) {
      selected = row
    } else if case .repeating(let before) = search.phase {
      selected += found.rows.selectedRow - before
      if found.rows.selectedRow == before { selected = found.rows.movedSelection { rows.row(of: $0) } ?? selected }
    }
    found.rows.replace(with: rows.items, first: rows.first, count: matches.count, selected: selected, height: height)
    if filter.found == nil { found.rows.center(height: height) }
    self.filter?.found = Found(rows: found.rows, matches: matches, query: search.query)
    self.filter?.search = nil
    return (search.isStale ? searchAgain() : []) + refillFound()
  }

  /// Reads more of the matches if the selection has come near the end of those in memory.
  mutating func refillFound() -> [ItemListEffect<Item>] {
    guard let found = filter?.found, found.reading == nil, !found.rows.isEnough(height: height) else { return [] }
    let reading = Found.Reading(number: nextNumber(), rows: found.rows.wanted(height: height))
    filter?.found?.reading = reading
    return [.readFound(found.matches[reading.rows], found.query, number: reading.number)]
  }

  mutating func receiveFoundRows(_ items: [Item], number: Int) -> [ItemListEffect<Item>] {
    guard let found = filter?.found, let reading = found.reading, reading.number == number else { return [] }
    filter?.found?.rows.items = items
    filter?.found?.rows.first = reading.rows.lowerBound
    filter?.found?.reading = nil
    return reading.rows == found.rows.wanted(height: height) ? [] : refillFound()
  }

  /// Loads the rows after the last one, to search them too.
  mutating func searchRest() -> [ItemListEffect<Item>] { isFiltered && !isComplete ? loadRest() : [] }

  /// Leaves the filter, and shows all rows with their current selection.
  mutating func endFilter() -> [ItemListEffect<Item>] {
    filter = nil
    return [.stop([.search, .readFound], number: nextNumber())] + refill()
  }

  /// Leaves the filter, shows all rows as they were before it, and reads the changes since then.
  mutating func leaveFilter() -> [ItemListEffect<Item>] {
    guard let rowsBefore = filter?.rowsBefore else { return endFilter() }
    all = rowsBefore
    return endFilter() + readAgain()
  }
}
