public import FlagsRepository
public import LineEditor
public import Observed
public import StyleGuide

/// What is known of an item before the rest: which one it is, and what it is called.
public typealias PageHeading = Equatable & Identifiable & Sendable

/// What a screen with one item to be read shows.
public struct ItemDetailState<Heading: PageHeading, Value: Equatable & Sendable>: Equatable, Sendable
where Heading.ID: Sendable {
  /// Which item it is.
  public var heading: Heading
  /// The item, as far as it is known; whether it is being loaded; why the last load came to nothing.
  public var item = Loadable<Value>()
  /// Whether the server has said that there is no such item.
  public var isMissing = false
  /// Turns a spinner while it is being loaded; nil while it is too early for one.
  public var tick: Int?
  /// Whether it is being loaded for so long that it is to be seen.
  public var isSlow = false
  /// Where the item comes from; nil before it is there.
  public var freshness: Freshness?
  /// A word about what was just done: "Copied."
  public var notice: String?
  /// The number of an item that is being typed; nil when none is.
  public var number: String?
  /// What the reader has marked it with.
  public var mark = ItemMark()
  /// How many lines of it are above the window.
  public var top = 0
  /// The line at the top before what belongs to it was looked at; nil where it was not.
  public var returnLine: Int?
  /// What is looked for in its text; nil where nothing is.
  public var search: PageSearch?
  /// What was last looked for in a text, for who wants it again.
  public var lastQuery: String?
  /// The number of a link that is being typed; nil when none is.
  public var link: String?

  public init(_ heading: Heading) { self.heading = heading }
}

/// What can be done with an item that is read; `Command` is what else can be done.
public enum ItemDetailAction<Command: Equatable & Sendable>: Equatable, Sendable {
  /// The screen is there for the first time.
  case appeared
  /// What was only looked at beside a list is opened now.
  case opened
  /// The screen will not come back.
  case disappeared
  /// Load again; what is shown stays until then.
  case reload
  /// Scroll by lines; `lines` is how many there are, `height` how many fit.
  case scroll(by: Int, lines: Int, height: Int)
  /// Show the item that many places further on.
  case neighbour(Int)
  /// Show the lines from one on; `returning` is the line to come back to, nil after coming back.
  case jump(to: Int, returning: Int?)
  /// Look for something in the text, or for nothing any more; `top` is the first line that is shown then.
  case find(PageSearch?, top: Int, notice: String? = nil)
  /// Type the number of a link, or leave that.
  case choose(String?)
  /// Open an address in the browser.
  case follow(String)
  /// Go on from the end of the item.
  case goOn
  /// Begin to type the number of an item.
  case beginNumber
  /// Change what is typed.
  case edit(LineEdit)
  /// Go to the item of the number that is typed.
  case accept
  /// Leave what is typed.
  case cancel
  /// Do something else.
  case command(Command)
}

/// An item and what can be done with it.
public typealias ItemDetailViewModel<
  Heading: PageHeading, Value: Equatable & Sendable, Command: Equatable & Sendable
> = ViewModel<ItemDetailState<Heading, Value>, ItemDetailAction<Command>> where Heading.ID: Sendable
