public import FlagsStore
public import LineEditor
public import Observed
public import StyleGuide

/// The part of an item that is known before it is loaded: its ID, and its title if a list has shown it.
public typealias DetailHeading = Equatable & Identifiable & Sendable

/// The state of a screen that shows one item.
public struct ItemDetailState<Heading: DetailHeading, Value: Equatable & Sendable>: Equatable, Sendable
where Heading.ID: Sendable {
  /// The heading of the item.
  public var heading: Heading
  /// The item as far as it is loaded, whether a load is in flight, and why the last one failed.
  public var item = Loadable<Value>()
  /// Whether the server has said that there is no such item.
  public var isMissing = false
  /// The step of the spinner; nil while a load is too young to show one.
  public var tick: Int?
  /// Whether the load takes so long that the header says so.
  public var isSlow = false
  /// The provenance and age of the item; nil before it is shown, and while the grace period of a cached copy lasts.
  public var freshness: Freshness?
  /// A notice about the last command: "Copied."
  public var notice: String?
  /// The number that is being typed, to go to an item; nil if none is.
  public var number: String?
  /// The flags of the item.
  public var flags = ItemFlags()
  /// The row at the top of the window.
  public var top: DetailPosition = 0
  /// The row that was at the top before the reader jumped to the appendix; nil if the reader did not.
  public var returnPosition: DetailPosition?
  /// The search in the text; nil if there is none.
  public var search: DetailSearch?
  /// The text of the last search, which the Up key brings back.
  public var lastQuery: String?
  /// The number that is being typed, to open a link; nil if none is.
  public var link: String?

  public init(_ heading: Heading) { self.heading = heading }

  /// Whether keys are typed into a line: a search, or the number of an item or of a link.
  public var isTyping: Bool { search?.isEditing == true || number != nil || link != nil }
}

/// The actions of a screen that shows one item. `Command` adds those of one kind of item.
public enum ItemDetailAction<Command: Equatable & Sendable>: Equatable, Sendable {
  /// The screen appears for the first time.
  case appeared
  /// An item that a list showed in its preview is opened.
  case opened
  /// The screen is closed for good.
  case disappeared
  /// Load the item again; until it arrives, the screen does not change.
  case reload
  /// Scroll until a row is at the top of the window.
  case scroll(to: DetailPosition)
  /// Show the item that many positions further on.
  case neighbour(Int)
  /// Go to a row; `returning` is the row to come back to, nil on the way back.
  case jump(to: DetailPosition, returning: DetailPosition?)
  /// Change the search, or end it with nil; `top` is the first visible row from then on.
  case find(DetailSearch?, top: DetailPosition, notice: String? = nil)
  /// Change the number of a link that is being typed, or leave that with nil.
  case choose(String?)
  /// Open an address in the browser.
  case follow(String)
  /// Continue from the end of the item, usually with the next unread one.
  case nextUnread
  /// Begin to type the number of an item.
  case beginNumber
  /// Edit the number that is being typed, go to the item with it, or leave it.
  case type(Typing)
  /// Show a notice until the next key.
  case say(String)
  /// Run a command of this kind of item.
  case command(Command)
}

/// The view model of a screen that shows one item.
public typealias ItemDetailViewModel<
  Heading: DetailHeading, Value: Equatable & Sendable, Command: Equatable & Sendable
> = ViewModel<ItemDetailState<Heading, Value>, ItemDetailAction<Command>> where Heading.ID: Sendable
