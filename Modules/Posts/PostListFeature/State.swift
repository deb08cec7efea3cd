public import PostsRepository
public import StyleGuide
public import ViewModel

/// What the list of titles shows.
public struct PostListState: Equatable, Sendable {
  /// The titles that are there, in the server's order.
  public var titles: [PostTitle] = []
  /// Where they come from; nil before the first are there.
  public var freshness: Freshness?
  /// Whether more titles follow the last.
  public var hasMore = false
  /// What is being loaded.
  public var loading: Loading?
  /// Why the last load came to nothing, as a sentence; it goes away.
  public var failure: String?
  /// A word about what was just done: "Copied."
  public var notice: String?
  /// Which title is selected, of those the filter lets through.
  public var position = ListPosition()
  /// Which titles are let through; nil for all.
  public var filter: Filter?
  /// The titles, folded for the search.
  var index: [String] = []
  /// Counts searches: what an earlier one finds comes too late.
  var searches = 0
  /// How many titles have been looked through.
  var searched = 0

  /// What is being loaded.
  public enum Loading: Equatable, Sendable {
    /// The list from its beginning; the tick turns a spinner, nil while it is too early for one.
    case first(tick: Int?)
    /// The page after the last title.
    case more
  }

  /// Which titles are let through.
  public struct Filter: Equatable, Sendable {
    /// What they hold.
    public var query = ""
    /// Whether it is being typed.
    public var isEditing = true
    /// Which titles hold it, of those looked through so far.
    public var matches: [Int] = []
    /// Whether not all have been looked through.
    public var isSearching = false
    /// The row that was selected before.
    public var origin = 0

    public init(
      query: String = "", isEditing: Bool = true, matches: [Int] = [], isSearching: Bool = false, origin: Int = 0
    ) {
      self.query = query
      self.isEditing = isEditing
      self.matches = matches
      self.isSearching = isSearching
      self.origin = origin
    }
  }

  /// What the button on a page with nothing on it says.
  static let buttonTitle = "Load"

  public init() {}

  /// How many titles the filter lets through.
  public var count: Int { filter?.matches.count ?? titles.count }

  /// Which title stands in a row of the list.
  public func title(at row: Int) -> PostTitle? {
    guard (0..<count).contains(row) else { return nil }
    return titles[filter?.matches[row] ?? row]
  }

  /// The selected title.
  public var selected: PostTitle? { title(at: position.selected) }

  /// Whether there is nothing to show and nothing on its way.
  public var isEmpty: Bool { titles.isEmpty && loading == nil }
}

/// What can be done with the list. `height` is how many titles fit on the screen.
public enum PostListAction: Equatable, Sendable {
  /// The screen is there for the first time.
  case appeared
  /// The screen will not come back.
  case disappeared
  /// Load from the beginning; what is shown stays until then.
  case reload
  /// Press the button on a page with nothing on it.
  case press
  /// Move the selection.
  case move(by: Int, height: Int)
  /// Select the first or the last.
  case moveToFirst(height: Int)
  case moveToLast(height: Int)
  /// Open what is selected.
  case open
  /// Select a row, or open it if it was selected.
  case click(row: Int, height: Int)
  /// Begin to type a filter, or go on with the one there is.
  case beginFilter
  /// Add to the filter.
  case type(String)
  /// Take the last character from the filter; from an empty one, end it.
  case deleteBackward
  /// End typing and keep the filter.
  case keepFilter
  /// Show all titles again.
  case clearFilter
  /// Copy the selected title to the clipboard.
  case copy
  /// Open the selected post in the browser.
  case browse
}

/// The list and what can be done with it.
public typealias PostListViewModel = ViewModel<PostListState, PostListAction>
