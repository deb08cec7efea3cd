public import Essentials
import Messages
public import PagedList
public import StyleGuide

/// A list on a screen, however long it is: the rows around the selection, what is known of the whole, and what is going on.
///
/// It changes by `apply` and `receive` alone. Both are pure: they return effects, and what comes of an effect is received
/// as an event. Each concern is a property with the phases it can be in, and a file with every transition between them.
public struct ItemListState<Item: ListItem>: Equatable, Sendable where Item.ID: Sendable {
  /// The scope, order and filters of the list; its text is that of `filter`.
  public var query = ListQuery()
  /// The rows of the query, without its text.
  public var all = ItemRows<Item>()
  /// Whether those are the whole list, as far as the server has told.
  public var isComplete = false
  /// The number of the last arrival that was shown.
  var arrival: Int64?
  /// Whether the saved copy has been read.
  public var isRead = false
  /// When the server gave the saved copy; nil if it never did.
  public var fetchedAt: Date?
  /// When the server last confirmed the list while it was shown.
  public var confirmation: Confirmation?
  /// Why the server's latest cannot be had, or the saved copy cannot be read.
  public var failure: ItemListFailure?
  /// A sentence about what was just done: "Copied."
  public var notice: String?
  /// The number of a row that is being typed; nil when none is.
  public var number: String?
  /// The filter that was last accepted, to be brought back.
  public var lastQuery: String?
  /// How many rows fit on the screen.
  public var height = 40

  /// Reading the rows around the selection.
  var reading = Reading.idle
  /// The row that reading selects.
  var target = Target.selection
  /// Asking the server for the latest; nil when it is not being asked.
  public internal(set) var refreshing: Refresh?
  /// Loading rows from the server as the selection comes near them.
  var more = LoadingMore()
  /// Loading everything behind the last row; nil when it is not being loaded.
  public internal(set) var rest: Rest?
  /// The filter that is typed or applied, and its search; nil for none.
  public var filter: Filter?
  /// A spinner on the empty page; nil when nothing is awaited.
  public internal(set) var spinner: Spinner?

  /// The number of the last effect. Effects are numbered so that events which answer an earlier one are ignored.
  var lastNumber = 0
  /// The list of the other scope as it was left, in an array of one or none.
  var other: [Self] = []
  /// The rows that were selected with other filters.
  var rowsByFilters: [Set<ListQuery.Filter>: Int] = [:]

  public init() {}

  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// The rows that are shown: those that the filter found, or all.
  public var shown: ItemRows<Item> { filter?.found?.rows ?? all }

  /// Where the list comes from, and when the server last gave or confirmed it.
  public var freshness: Freshness? {
    guard let date = [confirmation?.date, fetchedAt].compactMap(\.self).max() else { return nil }
    if isOffline { return .offline(date) }
    return failure == nil && isLive ? .live(date) : .cached(date, because: nil)
  }

  /// Whether the server confirmed the list when it was last asked.
  public var isLive: Bool { confirmation?.isLatest == true }

  /// Whether the network is not to be used.
  var isOffline: Bool { failure?.reason == Messages.offline }

  /// Whether the rows that a filter found are shown.
  var isFiltered: Bool { filter?.found != nil }

  /// Whether everything was searched and nothing found.
  var foundNothing: Bool { isFiltered && shown.count == 0 && filter?.isAwaited == false }

  /// Whether a filter or a number is being typed.
  public var isTyping: Bool { number != nil || filter?.isEditing == true }

  /// Whether the selected row is about to be there.
  var isSelectedBeingRead: Bool {
    guard shown.count > 0, shown.selected == nil else { return false }
    return filter?.found.map { $0.reading != nil } ?? (reading != .idle)
  }

  /// Whether an action needs rows that are being read right now, and is to be done after the next change. Typing never
  /// waits, and nothing waits for the server.
  public func mustWait<Command>(_ action: ItemListAction<Command>) -> Bool {
    let isAwaited = filter?.isAwaited == true
    switch action {
    case .move: return !isRead || isAwaited
    case .moveToLast: return !isRead || isAwaited || isFiltered && filter?.search?.phase == .finding
    case .open, .click, .command: return !isRead || isAwaited || isSelectedBeingRead
    case .accept:
      let isBlank = number?.isEmpty ?? filter?.isBlank ?? true
      return isTyping && !isBlank && (!isRead || number == nil && isAwaited)
    case .appeared, .disappeared, .fit, .reload, .moveToFirst, .beginFilter, .turnToTexts, .beginNumber, .edit, .cancel,
      .preview, .say, .toggleUnread, .sort, .toggleBookmarked:
      return false
    }
  }
}

/// Something that went wrong in a list.
public struct ItemListFailure: Equatable, Sendable {
  /// What went wrong, as a clause.
  public var reason: String
  /// What to do about it, if no server is to blame.
  public var advice: String?

  public init(_ reason: String, advice: String? = nil) {
    self.reason = reason
    self.advice = advice
  }
}
