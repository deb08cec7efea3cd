public import Essentials
import PagedList

/// Asking the server for the latest, and waiting for it.
extension ItemListState {
  /// A question for the server's latest, until the answer is shown.
  public struct Refresh: Equatable, Sendable {
    enum Phase: Equatable, Sendable {
      case asking
      /// Answered at a date; a read after an effect's number shows the answer.
      case answered(after: Int, at: Date)
    }

    var number: Int
    /// Whether a person has asked for it.
    var isRequested: Bool
    /// Whether it takes so long that the screen says so.
    public var isSlow = false
    var phase = Phase.asking
  }

  /// The server's word that the beginning of the list is the latest.
  public struct Confirmation: Equatable, Sendable {
    /// When it came.
    public var date: Date
    /// Whether it holds: the server has not been asked in vain since.
    public var isLatest = true

    public init(_ date: Date) { self.date = date }
  }

  /// A spinner, which turns if it is awaited for longer than a moment.
  public struct Spinner: Equatable, Sendable {
    var number: Int
    /// How far it has turned; nil while it is too early to show it.
    public var tick: Int?
  }

  /// Whether the server is being asked for the latest.
  public var isRefreshing: Bool { refreshing != nil }

  /// Whether Esc stops what is asked of the server. It leaves a filter first, unless a person has asked.
  var isStoppable: Bool { rest != nil || isRefreshing && (filter == nil || refreshing?.isRequested == true) }

  /// Asks the server for the latest, unless it is being asked. The failure of the last time stays until the answer.
  mutating func refresh(isRequested: Bool = false) -> [ItemListEffect<Item>] {
    let settling = isRequested ? settle() : []
    if refreshing != nil {
      if isRequested { refreshing?.isRequested = true }
      return settling
    }
    let number = nextNumber()
    refreshing = Refresh(number: number, isRequested: isRequested)
    more.refresh = number
    spinner?.tick = nil
    return settling + [.refresh(query.scope, number: number)] + (all.count == 0 ? spin() : [])
  }

  /// Asks the server for the latest where the list is read for the first time. Bookmarks are made here, not there.
  mutating func refreshOnce() -> [ItemListEffect<Item>] { query.scope == .list ? refresh() : [] }

  /// Asks again for what could not be had.
  mutating func retry() -> [ItemListEffect<Item>] { isRead && !isOffline ? refresh() : [] }

  mutating func receiveSlow(number: Int) -> [ItemListEffect<Item>] {
    if number == refreshing?.number { refreshing?.isSlow = true }
    return []
  }

  /// The saved copy stays, whatever the outcome; it is read anew if the server gave the latest.
  mutating func receiveRefreshed(_ outcome: ItemListOutcome, number: Int, at date: Date) -> [ItemListEffect<Item>] {
    guard let refreshing, refreshing.number == number, refreshing.phase == .asking else { return [] }
    switch outcome {
    case .done(let notice):
      self.notice = notice ?? self.notice
      failure = nil
      more.asked = nil
      self.refreshing?.phase = .answered(after: lastNumber, at: date)
      return stopSpinner() + readAgain()
    case .failed(let failure):
      self.refreshing = nil
      if let failure {
        self.failure = failure
        confirmation?.isLatest = false
      }
      return stopSpinner()
    }
  }

  /// The latest is shown as soon as a read that began after the answer is.
  mutating func confirm(_ read: ItemListRead<Item.ID>) {
    guard case .answered(let last, let date)? = refreshing?.phase, read.number > last else { return }
    refreshing = nil
    confirmation = Confirmation(date)
  }

  /// Waits for the latest no longer: the saved copy is shown, as old as it is by now.
  mutating func stopRefresh() -> [ItemListEffect<Item>] {
    refreshing = nil
    confirmation?.isLatest = false
    return [.stop([.refresh], number: nextNumber())] + stopSpinner() + readAgain()
  }

  mutating func spin() -> [ItemListEffect<Item>] {
    let number = nextNumber()
    spinner = Spinner(number: number)
    return [.spin(number: number)]
  }

  mutating func receiveTurn(_ tick: Int, number: Int) -> [ItemListEffect<Item>] {
    if number == spinner?.number { spinner?.tick = tick }
    return []
  }

  mutating func stopSpinner() -> [ItemListEffect<Item>] {
    guard spinner != nil else { return [] }
    spinner = nil
    return [.stop([.spin], number: nextNumber())]
  }
}
