public import Essentials
import PagedList
import StyleGuide

/// Asking the server for the latest.
extension ItemListState {
  /// A request for the server's latest, until its answer is shown.
  public struct Refresh: Equatable, Sendable {
    enum Phase: Equatable, Sendable {
      case asking
      /// The answer arrived. The first read with a number above `after` shows it.
      case answered(after: Int, at: Date)
    }

    var number: Int
    /// Whether the reader asked for it.
    var isRequested: Bool
    /// Whether it takes so long that the header says so.
    public var isSlow = false
    var phase = Phase.asking
  }

  /// A confirmation by the server that the beginning of the list is the latest.
  public struct Confirmation: Equatable, Sendable {
    /// The date of the confirmation.
    public var date: Date
    /// Whether it still holds: false once a later request has failed.
    public var isLatest = true

    public init(_ date: Date) { self.date = date }
  }

  /// A spinner, which appears after a grace period.
  public struct Spinner: Equatable, Sendable {
    var number: Int
    /// The frame of the spinner; nil if it is too early to show one.
    public var tick: Int?
  }

  /// Whether the server is being asked for the latest.
  public var isRefreshing: Bool { refreshing != nil }

  /// Whether Esc stops requests to the server. A refresh that the reader did not ask for does not stop Esc from leaving
  /// a filter.
  var isStoppable: Bool { rest != nil || isRefreshing && (filter == nil || refreshing?.isRequested == true) }

  /// Asks the server for the latest, unless it has not answered yet. The last failure stays until the answer.
  mutating func refresh(isRequested: Bool = false) -> [ItemListEffect<Item>] {
    let settling = isRequested ? settle() : []
    if refreshing?.phase == .asking {
      if isRequested { refreshing?.isRequested = true }
      return settling
    }
    let number = nextNumber()
    refreshing = Refresh(number: number, isRequested: isRequested)
    more.lastRefresh = number
    spinner?.tick = nil
    return settling + [.refresh(query.scope, number: number)] + (all.count == 0 ? spin() : [])
  }

  /// Asks the server for the latest after the first read. Bookmarks are not on the server, so they need no request.
  mutating func refreshOnce() -> [ItemListEffect<Item>] {
    query.scope == .list && !isRefreshedElsewhere ? refresh() : []
  }

  /// Repeats a failed request.
  mutating func retry() -> [ItemListEffect<Item>] { isRead && !isOffline ? refresh() : [] }

  /// Ends a refresh. The cached rows stay on the screen. If the request succeeded, they are read again.
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
        if refreshing.isRequested, isOffline { notice = failure.reason.sentence }
      }
      return stopSpinner()
    }
  }

  /// Confirms that the list is the latest, once a read that began after the answer has ended.
  mutating func confirm(_ read: ItemListRead<Item.ID>) {
    guard case .answered(let last, let date)? = refreshing?.phase, read.number > last else { return }
    refreshing = nil
    confirmation = Confirmation(date)
  }

  /// Stops a refresh. The cached rows stay on the screen, with their age.
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

  mutating func stopSpinner() -> [ItemListEffect<Item>] {
    guard spinner != nil else { return [] }
    spinner = nil
    return [.stop([.spin], number: nextNumber())]
  }
}
