import PagedList

/// Loading rows that are not cached yet: those near the selection as it moves, and the rest of the list on request.
extension ItemListState {
  /// Loading of the rows near the selection.
  struct LoadingMore: Equatable, Sendable {
    enum Phase: Equatable, Sendable {
      case idle
      case loading(Load)
      /// Rows after the last one were loaded. The first read with a number above `after` shows them.
      case loaded(Load, after: Int)
    }

    var phase = Phase.idle
    /// The rows that were requested since the last refresh.
    var asked: Range<Int>?
    /// The number of the last refresh. Failures of earlier loads are ignored.
    var lastRefresh = 0
  }

  /// A request for some rows.
  struct Load: Equatable, Sendable {
    var number: Int
    /// The number of rows when the request began.
    var count: Int
    /// Whether the request goes beyond the last row.
    var isMore: Bool
  }

  /// Loading of everything after the last row.
  public struct Rest: Equatable, Sendable {
    var number: Int
    /// The number of cached rows so far.
    public var count: Int
    /// The row to go to as soon as it is loaded; loading stops there. Nil to load everything.
    var target: Int?
  }

  /// Whether rows after the last one are being loaded.
  public var isLoadingMore: Bool { if case .loading(let load) = more.phase { load.isMore } else { false } }

  /// Whether more rows may appear soon.
  var isMoreExpected: Bool { if case .loaded = more.phase { true } else { isLoadingMore } }

  /// Whether rows are saved, even if the filters leave none. A list without any is refreshed instead.
  var hasSavedRows: Bool { all.count > 0 || isFilteredEmpty }

  /// Requests the rows on the screen and on the next one, each once after every refresh. It requests whole screens, so
  /// that a single step does not cause a request for a single row.
  mutating func loadNear() -> [ItemListEffect<Item>] {
    guard isRead, !isRefreshing, failure == nil, more.phase == .idle, !isFiltered, hasSavedRows, query.scope == .list
    else { return [] }
    let screen = all.screen(height: height)
    let lower = screen.lowerBound / height * height
    var upper = ((screen.upperBound + height - 1) / height + 1) * height
    if isComplete || rest != nil { upper = min(upper, all.count) }
    let rows = lower..<upper
    if let asked = more.asked, asked.contains(rows) { return [] }
    more.asked = more.asked.map { $0.overlaps(rows) ? $0.joined(with: rows) : rows } ?? rows
    let number = nextNumber()
    more.phase = .loading(Load(number: number, count: all.count, isMore: upper > all.count))
    return [.load(query: query, rows: rows, number: number)]
  }

  mutating func receiveLoaded(_ outcome: ItemListOutcome, number: Int) -> [ItemListEffect<Item>] {
    guard case .loading(let load) = more.phase, load.number == number else { return [] }
    more.phase = .idle
    switch outcome {
    case .done(let notice):
      self.notice = notice ?? self.notice
      // The database signals changes of cached rows.
      guard load.isMore else { return loadNear() }
      more.phase = .loaded(load, after: lastNumber)
      return readAgain()
    case .failed(let failure):
      if let failure, load.number > more.lastRefresh { self.failure = failure }
      return []
    }
  }

  /// Forgets that rows were requested which a page did not contain, so that they are requested again.
  mutating func forgetRowsNotLoaded(_ read: ItemListRead<Item.ID>) {
    guard case .loaded(let load, let last) = more.phase, read.number > last else { return }
    more.phase = .idle
    guard !isComplete, all.count > load.count, let asked = more.asked, asked.upperBound > all.count else { return }
    more.asked = min(asked.lowerBound, all.count)..<all.count
  }

  /// Loads everything after the last row, in parallel to all other work.
  ///
  /// - Parameter row: The row to go to as soon as it is loaded.
  mutating func loadRest(upTo row: Int? = nil) -> [ItemListEffect<Item>] {
    if rest != nil {
      rest?.target = row
      return []
    }
    failure = nil
    let number = nextNumber()
    rest = Rest(number: number, count: all.count, target: row)
    return [.loadRest(number: number)]
  }

  mutating func receiveRest(count: Int, number: Int) -> [ItemListEffect<Item>] {
    guard rest?.number == number else { return [] }
    rest?.count = count
    // Some of the cached rows may not be shown, so the next read counts those.
    return readAgain()
  }

  /// Ends the loading of the rest. A selection that follows the end does so once more, unless the end has been read.
  mutating func receiveEndOfRest(_ outcome: ItemListOutcome, number: Int) -> [ItemListEffect<Item>] {
    guard let rest, rest.number == number else { return [] }
    if case .end = target { target = isComplete ? .selection : .end(after: lastNumber) }
    // The last rows are not read yet.
    if let row = rest.target { target = .row(row) }
    self.rest = nil
    if case .failed(let failure?) = outcome { self.failure = failure }
    return readAgain()
  }

  mutating func stopRest() -> [ItemListEffect<Item>] {
    rest = nil
    if case .end = target { target = .selection }
    return [.stop([.loadRest], number: nextNumber())]
  }
}

extension Range<Int> {
  fileprivate func joined(with other: Self) -> Self {
    Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}
