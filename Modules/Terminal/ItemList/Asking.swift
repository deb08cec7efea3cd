import Essentials
import Feed
import Messages

extension ItemListState {
  /// Asks the server for the latest, unless it is being asked. Why that has failed before stays until the answer.
  /// - Parameter isAskedFor: whether it is because the reader has said so.
  mutating func refresh(isAskedFor: Bool = false) -> [ItemListEffect<Item>] {
    if isAskedFor || !isRefreshing { work.isAskedFor = isAskedFor }
    let settling = isAskedFor ? settle() : []
    guard !isRefreshing else { return settling }
    isRefreshing = true
    tick = nil
    work.refresh = nextNumber()
    return settling + [.refresh(query.scope, number: work.refresh)] + (all.count == 0 ? spin() : [])
  }

  /// Asks the server for the latest where the list is read for the first time. Bookmarked items are the reader's own.
  mutating func refreshOnce() -> [ItemListEffect<Item>] { query.scope == .list ? refresh() : [] }

  /// Asks again for what could not be had.
  mutating func retry() -> [ItemListEffect<Item>] {
    isRead && failure != Messages.offline ? refresh() : []
  }

  /// Asks again where that has failed, so that nothing is told that is over.
  mutating func retryFailed() -> [ItemListEffect<Item>] {
    isRead && failure != nil && failure != Messages.offline ? refresh() : []
  }

  /// Waits for the latest no longer: what is shown is what is kept, as old as it is by now.
  mutating func stopRefresh() -> [ItemListEffect<Item>] {
    (isRefreshing, isLive, work.refreshed) = (false, false, nil)
    return [.stop([.refresh], number: nextNumber())] + stopSpinner() + readAgain()
  }

  /// What is kept stays, whatever came of it; it is read anew where the server gave the latest.
  mutating func endRefresh(_ outcome: ItemListOutcome, at date: Date) -> [ItemListEffect<Item>] {
    switch outcome {
    case .done(let notice):
      if let notice { self.notice = notice }
      work.asked = nil
      (failure, failureAdvice) = (nil, nil)
      (work.refreshed, confirmedAt) = (work.last, date)
      return stopSpinner() + readAgain()
    case .failed(let failure, let advice):
      isRefreshing = false
      if let failure { (self.failure, failureAdvice, isLive) = (failure, advice, false) }
      return stopSpinner()
    }
  }

  /// Asks the server for the rows on the screen and those on the next, each once after every refresh; by whole screens,
  /// so that not every step asks for one more row.
  mutating func loadNear() -> [ItemListEffect<Item>] {
    guard isRead, !isRefreshing, failure == nil, work.load == nil, !isFiltered, all.count > 0, query.scope == .list
    else { return [] }
    let screen = all.screen(height: height)
    let lower = screen.lowerBound / height * height
    var upper = ((screen.upperBound + height - 1) / height + 1) * height
    if isComplete || rest != nil { upper = min(upper, all.count) }
    let rows = lower..<upper
    if let asked = work.asked, asked.contains(rows) { return [] }
    work.asked = work.asked.map { $0.overlaps(rows) ? $0.joined(with: rows) : rows } ?? rows
    let load = Load(number: nextNumber(), refresh: work.refresh, count: all.count)
    work.load = load
    isLoadingMore = upper > all.count
    return [.load(query: query, rows: rows, number: load.number)]
  }

  mutating func endLoad(_ outcome: ItemListOutcome) -> [ItemListEffect<Item>] {
    guard let load = work.load else { return [] }
    let isMore = isLoadingMore
    (work.load, isLoadingMore) = (nil, false)
    switch outcome {
    case .done(let notice):
      if let notice { self.notice = notice }
      // What has changed of the rows that are kept is told by itself.
      guard isMore else { return loadNear() }
      work.loaded = Loaded(last: work.last, count: load.count)
      return readAgain()
    case .failed(let failure, let advice):
      if load.refresh == work.refresh, let failure { (self.failure, failureAdvice) = (failure, advice) }
      return []
    }
  }

  /// A page may hold fewer rows than were asked for: those that are still missing are asked for again.
  mutating func forgetWhatWasNotLoaded(_ read: ItemListRead<Item.ID>) {
    guard let loaded = work.loaded, read.number > loaded.last else { return }
    work.loaded = nil
    guard !isComplete, all.count > loaded.count, let asked = work.asked, asked.upperBound > all.count else { return }
    work.asked = min(asked.lowerBound, all.count)..<all.count
  }

  /// Loads everything behind the last item, beside everything else.
  /// - Parameter row: where to go as soon as it is there; the rest is not loaded then.
  mutating func loadRest(upTo row: Int? = nil) -> [ItemListEffect<Item>] {
    if rest != nil {
      rest?.target = row
      return []
    }
    rest = Rest(count: all.count, target: row)
    (failure, failureAdvice, work.restEnded) = (nil, nil, nil)
    work.rest = nextNumber()
    return [.loadRest(number: work.rest)]
  }

  mutating func takeRest(_ count: Int) -> [ItemListEffect<Item>] {
    rest?.count = count
    guard let target = rest?.target, count > target else { return readAgain() }
    all.count = max(all.count, count)
    return stopRest() + select(target)
  }

  /// The selection follows the end once more, unless it is there.
  mutating func endRest(_ outcome: ItemListOutcome) -> [ItemListEffect<Item>] {
    let isAtEnd = isComplete && all.count >= rest?.count ?? 0
    all.count = max(all.count, rest?.count ?? 0)
    rest = nil
    if isAtEnd { work.followsEnd = false } else { work.restEnded = work.last }
    if case .failed(let failure?, let advice) = outcome { (self.failure, failureAdvice) = (failure, advice) }
    return readAgain()
  }

  mutating func stopRest() -> [ItemListEffect<Item>] {
    rest = nil
    work.followsEnd = false
    return [.stop([.loadRest], number: nextNumber())]
  }

  mutating func spin() -> [ItemListEffect<Item>] {
    let number = nextNumber()
    work.spinner = number
    return [.spin(number: number)]
  }

  mutating func stopSpinner() -> [ItemListEffect<Item>] {
    guard work.spinner != nil else { return [] }
    (work.spinner, tick) = (nil, nil)
    return [.stop([.spin], number: nextNumber())]
  }
}

extension Range<Int> {
  fileprivate func joined(with other: Self) -> Self {
    Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}
