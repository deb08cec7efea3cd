public import LineEditor
import PagedList

/// Filtering by a text, and searching the saved copy for it.
extension ItemListState {
  /// A text that narrows the list.
  public struct Filter: Equatable, Sendable {
    /// The text, as it is typed.
    public var line: LineEditor
    /// Whether it is being typed.
    public var isEditing: Bool
    /// Whether whole texts are searched, and not titles alone.
    public var isInTexts = false
    /// The rows that are shown instead of all; nil until something was searched. While a new text is searched these are
    /// those of the old one, until something is found.
    public var found: Found?
    /// The search under way.
    var search: Search?
    /// All rows as they were before the filter, where the selection has moved among them since.
    var rowsBefore: ItemRows<Item>?

    /// - `rows`: the rows that were found; nil if nothing was searched.
    public init(query: String = "", isEditing: Bool = true, rows: ItemRows<Item>? = nil) {
      line = LineEditor(query)
      self.isEditing = isEditing
      found = rows.map { Found(rows: $0) }
    }

    /// The text.
    public var query: String { line.text }

    /// Whether every item has the text.
    var isBlank: Bool { line.isBlank }

    /// Whether more may be found.
    public var isSearching: Bool { search != nil }

    /// Whether nothing has been found yet for what is searched.
    var isAwaited: Bool {
      switch search?.phase {
      case .restoring, .beginning: true
      case .finding, .repeating, nil: false
      }
    }
  }

  /// Rows that were found.
  public struct Found: Equatable, Sendable {
    /// The rows, of which only those around the selection are there.
    public var rows: ItemRows<Item>
    /// Where all of them are saved.
    var matches = Matches()
    /// The rows that are being read.
    var reading: Reading?

    struct Reading: Equatable, Sendable {
      var number: Int
      var rows: Range<Int>
    }
  }

  /// A search.
  struct Search: Equatable, Sendable {
    enum Phase: Equatable, Sendable {
      /// A saved filter is searched as soon as the list is read; an item is selected, or a row where it is gone.
      case restoring(Item.ID?, row: Int)
      /// Nothing was found yet for a new text.
      case beginning
      /// Something was found, and there may be more.
      case finding
      /// The same is searched again, because something has changed: all that was found is replaced at the end. The row
      /// was selected when it began.
      case repeating(row: Int)
    }

    var number: Int
    var phase: Phase
    /// Whether something has changed since it began, so that another follows.
    var isStale = false
  }

  /// Searches for another text.
  mutating func search() -> [ItemListEffect<Item>] {
    guard let filter else { return [] }
    let number = nextNumber()
    guard !filter.isBlank else {
      self.filter?.found = nil
      self.filter?.search = nil
      return [.stop([.search, .readFound], number: number)] + refill()
    }
    self.filter?.search = Search(number: number, phase: .beginning)
    return [.search(query: textQuery, rows: 2 * height + 1, number: number)]
  }

  /// Searches for the same text, because something has changed, as soon as no search is under way.
  mutating func searchAgain() -> [ItemListEffect<Item>] {
    guard let filter, !filter.isBlank else { return [] }
    guard filter.search == nil else {
      self.filter?.search?.isStale = true
      return []
    }
    let row = filter.found?.rows.selectedRow ?? 0
    return searchAgain(.repeating(row: row), item: filter.found?.rows.selected?.id, row: row)
  }

  /// Searches for a saved filter, once the list is read.
  mutating func searchRestored() -> [ItemListEffect<Item>] {
    guard case .restoring(let item, let row)? = filter?.search?.phase else { return [] }
    return searchAgain(.restoring(item, row: row), item: item, row: row)
  }

  private mutating func searchAgain(_ phase: Search.Phase, item: Item.ID?, row: Int) -> [ItemListEffect<Item>] {
    let number = nextNumber()
    filter?.search = Search(number: number, phase: phase)
    return [
      .searchAgain(ItemListRead(number: number, query: textQuery, item: item, row: row, distance: 2 * height))
    ]
  }

  mutating func receiveFound(_ rowKeys: [RowKey], _ items: [Item], number: Int) -> [ItemListEffect<Item>] {
    guard let filter, filter.search?.number == number else { return [] }
    if filter.isAwaited {
      guard !rowKeys.isEmpty else { return [] }
      self.filter?.search?.phase = .finding
      self.filter?.found = Found(rows: ItemRows(items, count: rowKeys.count), matches: Matches(rowKeys))
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

  /// - Parameter row: where the item stands that was selected when the search began.
  mutating func receiveFoundAgain(
    _ matches: Matches, row: Int, _ rows: ItemRows<Item>, number: Int
  ) -> [ItemListEffect<Item>] {
    guard let filter, let search = filter.search, search.number == number else { return [] }
    var found = filter.found ?? Found(rows: ItemRows())
    var selected = row
    if let item = found.rows.selected, let row = rows.row(of: item.id) {
      selected = row
    } else if case .repeating(let before) = search.phase {
      selected += found.rows.selectedRow - before
    }
    found.rows.replace(with: rows.items, first: rows.first, count: matches.count, selected: selected, height: height)
    if filter.found == nil { found.rows.center(height: height) }
    self.filter?.found = Found(rows: found.rows, matches: matches)
    self.filter?.search = nil
    return (search.isStale ? searchAgain() : []) + refillFound()
  }

  /// Reads found rows where the selection has come near the end of those that are there.
  mutating func refillFound() -> [ItemListEffect<Item>] {
    guard let found = filter?.found, found.reading == nil, !found.rows.isEnough(height: height) else { return [] }
    let reading = Found.Reading(number: nextNumber(), rows: found.rows.wanted(height: height))
    filter?.found?.reading = reading
    return [.readFound(found.matches[reading.rows], number: reading.number)]
  }

  mutating func receiveFoundRows(_ items: [Item], number: Int) -> [ItemListEffect<Item>] {
    guard let found = filter?.found, let reading = found.reading, reading.number == number else { return [] }
    filter?.found?.rows.items = items
    filter?.found?.rows.first = reading.rows.lowerBound
    filter?.found?.reading = nil
    return reading.rows == found.rows.wanted(height: height) ? [] : refillFound()
  }

  /// Searches for more behind the last row.
  mutating func searchRest() -> [ItemListEffect<Item>] { isFiltered && !isComplete ? loadRest() : [] }

  /// Shows all rows, where the selection is.
  mutating func endFilter() -> [ItemListEffect<Item>] {
    filter = nil
    return [.stop([.search, .readFound], number: nextNumber())] + refill()
  }

  /// Shows all rows as they were before the filter, and reads what has changed since.
  mutating func leaveFilter() -> [ItemListEffect<Item>] {
    guard let rowsBefore = filter?.rowsBefore else { return endFilter() }
    all = rowsBefore
    return endFilter() + readAgain()
  }
}
