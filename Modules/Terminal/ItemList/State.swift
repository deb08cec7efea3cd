public import Essentials
public import Feed
import Messages
public import StyleGuide
public import ViewModel

/// What a screen with a list shows, of however many items: those around the selection, and what is known of the whole.
///
/// It changes by `apply` and `receive` alone. Both are pure: they return what is to be asked, and what comes of that is
/// received again.
public struct ItemListState<Item: ListItem>: Equatable, Sendable where Item.ID: Sendable {
  /// The scope, order and filters of the list; its text is that of `filter`.
  public var query = ListQuery()
  /// The list of the other scope as it was left; none where it was not shown yet.
  var other: [Self] = []
  /// The rows that were selected with other filters.
  var rowsByFilters: [Set<ListQuery.Filter>: Int] = [:]
  /// The rows of the query, without its text.
  public var all = ItemRows<Item>()
  /// Whether that is the whole list, as far as the server has told.
  public var isComplete = false
  /// Whether what is kept has been looked at.
  public var isRead = false
  /// Whether the server gave the beginning of the list, or confirmed it, since it appeared or was last asked.
  public var isLive = false
  /// When that was.
  public var confirmedAt: Date?
  /// When the server gave what is kept; nil where it never has.
  public var fetchedAt: Date?
  /// Why the server's latest cannot be had, or what is kept cannot be read, as a clause.
  public var failure: String?
  /// What to do about it where no server is to blame.
  public var failureAdvice: String?
  /// A word about what was just done: "Copied."
  public var notice: String?
  /// What narrows the list; nil for nothing.
  public var filter: Filter?
  /// The filter that was last kept, for who wants it again.
  public var lastQuery: String?
  /// The number of a row that is being typed; nil when none is.
  public var number: String?
  /// Whether the server is being asked for the latest.
  public var isRefreshing = false { didSet { if !isRefreshing { isSlow = false } } }
  /// Whether that takes so long that it is to be seen.
  public var isSlow = false
  /// Whether more is being loaded behind the last item.
  public var isLoadingMore = false
  /// How far everything behind the last item is loaded; nil when it is not being loaded.
  public var rest: Rest?
  /// Turns a spinner on the empty page; nil while it is too early for one.
  public var tick: Int?
  /// How many rows fit on the screen.
  public var height = 40
  var work = Work()

  public init() {}

  /// Loading everything behind the last item.
  public struct Rest: Equatable, Sendable {
    /// How many items are kept by now.
    public var count: Int
    /// The row to go to as soon as it is there.
    public var target: Int?

    public init(count: Int, target: Int? = nil) {
      self.count = count
      self.target = target
    }
  }

  /// The rows that are shown: those that were found, or all.
  public var shown: ItemRows<Item> {
    if let filter, filter.isApplied { filter.rows } else { all }
  }

  /// Where the list comes from, and when the server last gave or confirmed it.
  public var freshness: Freshness? {
    guard let date = [confirmedAt, fetchedAt].compactMap(\.self).max() else { return nil }
    if failure == Messages.offline { return .offline(date) }
    return failure == nil && isLive ? .live(date) : .kept(date, because: nil)
  }

  /// Whether Esc stops what is asked of the server. What nobody has asked for does not keep it from leaving a filter.
  var isStoppable: Bool { rest != nil || isRefreshing && (filter == nil || work.isAskedFor) }

  /// Whether the rows that were found are shown.
  var isFiltered: Bool { filter?.isApplied == true }

  /// Whether everything was looked through and nothing found.
  var foundNothing: Bool { isFiltered && shown.count == 0 && filter?.search?.isAwaited != true }

  /// The number that is typed; nil where none is, or none yet.
  var typedNumber: Int? { number.flatMap { $0.isEmpty ? nil : Int($0) ?? .max } }

  /// Whether a filter or a number is being typed.
  public var isTyping: Bool { number != nil || filter?.isEditing == true }
}

/// A list and what can be done with it; `Command` is what else can be done with the selected item.
public typealias ItemListViewModel<Item: ListItem, Command: Equatable & Sendable> =
  ViewModel<ItemListState<Item>, ItemListAction<Command>> where Item.ID: Sendable
