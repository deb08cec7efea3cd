public import Essentials
import Messages
public import PagedList
public import StyleGuide

/// The state of a list screen, for a list of any length: the rows around the selection, the extent of the whole list,
/// and the work in progress.
///
/// Only `apply` and `receive` change it. Both are pure: they return effects, and the outcome of an effect comes back as
/// an event. Each concern is a property with the phases it can be in, and a file with every transition between them.
public struct ItemListState<Item: ListItem>: Equatable, Sendable where Item.ID: Sendable {
  /// The scope, order and filters of the list. The text to search for is in `filter`.
  public var query = ListQuery()
  /// The rows of the query, without its text.
  public var all = ItemRows<Item>()
  /// Whether these rows are the whole list, as far as the server has told.
  public var isComplete = false
  /// The number of the last arrival that the rows include.
  public internal(set) var arrival: Int64?
  /// Whether the cached rows have been read.
  public var isRead = false
  /// The date when the server sent the cached rows; nil if it never did.
  public var fetchedAt: Date?
  /// The server's last confirmation of the list since the screen appeared.
  public var confirmation: Confirmation?
  /// The reason why the server's latest is not available, or the cached rows are unreadable.
  public var failure: ItemListFailure?
  /// A notice about the last action: "Copied."
  public var notice: String?
  /// The number that is being typed; nil if none is.
  public var number: String?
  /// The last filter that was accepted, which the Up key brings back.
  public var lastQuery: String?
  /// The number of rows that fit on the screen.
  public var height = 40
  /// Whether something else refreshes the list, so that the screen only does on request, and the date of the cached rows
  /// is that of the last refresh.
  public private(set) var isRefreshedElsewhere = false

  /// The read of the rows around the selection.
  var reading = Reading.idle
  /// The row to select after the next read.
  var target = Target.selection
  /// The request for the server's latest; nil if there is none.
  public internal(set) var refreshing: Refresh?
  /// The loading of rows as the selection comes near them.
  var more = LoadingMore()
  /// The loading of everything after the last row; nil if it is not being loaded.
  public internal(set) var rest: Rest?
  /// The filter and its search; nil for none.
  public var filter: Filter?
  /// The spinner of the empty screen; nil if nothing is being loaded.
  public internal(set) var spinner: Spinner?

  /// The number of the last effect. Effects are numbered so that events of earlier ones can be ignored.
  var lastNumber = 0
  /// The list of the other scope as it was left, in an array of at most one element because a struct cannot contain
  /// itself.
  var other: [Self] = []

  public init() {}

  /// Returns the state of a list that something else refreshes, unless the program is in offline mode.
  public func refreshedElsewhere(isOffline: Bool = false) -> Self {
    var state = self
    state.isRefreshedElsewhere = true
    if isOffline, query.scope == .list { state.failure = ItemListFailure(Messages.offline) }
    state.other = other.map { $0.refreshedElsewhere(isOffline: isOffline) }
    return state
  }

  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// The rows to show: the matches of the filter, or all.
  public var shown: ItemRows<Item> { filter?.found?.rows ?? all }

  /// The provenance of the list, and the date when the server last sent or confirmed it.
  public var freshness: Freshness? { freshness(hasFailed: false) }

  /// - Parameter hasFailed: Whether what refreshes the list has failed since.
  func freshness(hasFailed: Bool) -> Freshness? {
    guard let date = [confirmation?.date, fetchedAt].compactMap(\.self).max() else { return nil }
    if isOffline { return .offline(date) }
    let isLatest = failure == nil && (isLive || isRefreshedElsewhere && !hasFailed)
    return isLatest ? .live(date) : .cached(date, because: nil)
  }

  /// Whether the server confirmed the list when it was last asked.
  public var isLive: Bool { confirmation?.isLatest == true }

  /// Whether the program is in offline mode.
  var isOffline: Bool { failure?.reason == Messages.offline }

  /// Whether the rows are the matches of a filter.
  var isFiltered: Bool { filter?.found != nil }

  /// Whether the filter matches none of the loaded rows.
  var foundNothing: Bool { isFiltered && shown.count == 0 && filter?.isAwaited == false }

  /// Whether a filter or a number is being typed.
  public var isTyping: Bool { number != nil || filter?.isEditing == true }

  /// Whether the selected row is being read.
  var isSelectedBeingRead: Bool {
    guard shown.count > 0, shown.selected == nil else { return false }
    return filter?.found.map { $0.reading != nil } ?? (reading != .idle)
  }

  /// Returns whether an action needs rows that are being read, so that it has to be repeated after the next change.
  /// Typing never waits, and no action waits for the server.
  public func mustWait<Command>(_ action: ItemListAction<Command>) -> Bool {
    let isAwaited = filter?.isAwaited == true
    switch action {
    case .move: return !isRead || isAwaited
    case .moveToLast: return !isRead || isAwaited || isFiltered && filter?.search?.phase == .finding
    case .open, .click, .command: return !isRead || isAwaited || isSelectedBeingRead
    case .accept:
      let isBlank = number?.isEmpty ?? filter?.isBlank ?? true
      return isTyping && !isBlank && (!isRead || number == nil && isAwaited)
    case .appeared, .disappeared, .fit, .reload, .moveToFirst, .beginFilter, .toggleFullText, .beginNumber, .edit,
      .cancel,
      .preview, .say, .toggle, .toggleHidden, .sort, .toggleBookmarked:
      return false
    }
  }
}

/// A failure of a list.
public struct ItemListFailure: Equatable, Sendable {
  /// The reason, as a clause.
  public var reason: String
  /// The advice, if the server is not the reason.
  public var advice: String?
  /// Whether the saved rows could not be read, which the next read may be able to.
  var isOfReading = false

  public init(_ reason: String, advice: String? = nil) {
    self.reason = reason
    self.advice = advice
  }
}
