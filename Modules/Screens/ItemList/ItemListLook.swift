public import Essentials
import PagedList
import Rendering
import StyleGuide
public import Terminal
import TextLayout

/// What one list looks like and another does not.
public struct ItemListLook<Item: ListItem>: Sendable {
  /// How the rows on the screen look: given the items there, so that columns can be as wide as their widest, and how many
  /// columns there are.
  public typealias Rows = @Sendable (_ visible: [Item], _ width: Int) -> RowLayout<Item>

  /// What the header says: "Posts".
  public var title: String
  /// What the items are called: "posts".
  public var plural: String
  /// The server's address, for the page with nothing on it.
  public var address: String
  /// The rows.
  public var rows: Rows
  /// The date that ages are measured from.
  public var now: @Sendable () -> Date
  /// Changes when rows look different though their items and their width are the same: with the minute, where ages are
  /// shown.
  public var edition: @Sendable () -> Int = { 0 }
  /// What a number names that is typed; nil for a row.
  public var numbers: Numbers?
  /// What the header says besides the title, which may change: "4 open"; nil for nothing.
  public var detail: @Sendable () -> String?
  /// What Enter does with an item, in a word: "open".
  public var opens: @Sendable (_ item: Item) -> String
  /// Other keys that the line at the bottom names: "a add".
  public var hints: [String]
  /// What is said where nothing is shown because of the reader, not of the server: in a word, and with what to do. Nil
  /// where that is not why.
  public var empty: @Sendable () -> (word: String, advice: String)? = { nil }
  /// Whether a filter can also look in the whole texts of the items.
  public var hasTexts = false
  /// Whether what is selected has a page, which may stand beside the list.
  public var hasPages = false
  /// What to do where nothing is bookmarked: "Press b on a post to bookmark it."; nil where nothing can be.
  public var bookmarkAdvice: String?

  /// Numbers that name items, whatever row these are in.
  public struct Numbers: Sendable {
    /// The keys that begin to type one.
    public var keys: [Key]
    /// What is done then, for people: "go to a comic by its number".
    public var meaning: String

    public init(keys: [Key], meaning: String) { (self.keys, self.meaning) = (keys, meaning) }
  }

  public init(
    title: String, plural: String, address: String, numbers: Numbers? = nil,
    detail: @escaping @Sendable () -> String? = { nil },
    opens: @escaping @Sendable (_ item: Item) -> String = { _ in "open" }, hints: [String] = [],
    now: @escaping @Sendable () -> Date, rows: @escaping Rows
  ) {
    self.title = title
    self.plural = plural
    self.address = address
    self.numbers = numbers
    self.detail = detail
    self.opens = opens
    self.hints = hints
    self.now = now
    self.rows = rows
  }
}

extension ItemListState {
  /// What the list looks like.
  /// - Parameter drawn: the rows as they looked last.
  func frame(in size: Size, _ look: ItemListLook<Item>, _ drawn: inout DrawnRows<Item>) -> Frame {
    let header = header(
      query.scope == .list ? look.title : "\(look.title) › Bookmarked", detail: look.detail(),
      query.scope == .list ? freshness : nil, now: look.now(),
      isRefreshing: refreshing?.isSlow == true && (all.count > 0 || failure != nil), back: .escape, width: size.width)
    let (body, focus) = all.count == 0 ? emptyPage(in: size, look) : page(in: size, look, &drawn)
    return ScreenLayout(
      header: header, body: body, status(width: size.width, look), focus: isTyping ? nil : focus, in: size
    ).frame(in: size)
  }

  private func page(
    in size: Size, _ look: ItemListLook<Item>, _ drawn: inout DrawnRows<Item>
  ) -> ([Line], focus: Int?) {
    let rows = shown
    guard rows.count > 0 else { return (noMatch(in: size), nil) }
    let lines = drawn.lines(of: rows, height: bodyHeight(in: size), width: size.width, query: filter?.query, look)
    return (lines, rows.selectedRow - rows.screen(height: bodyHeight(in: size)).lowerBound)
  }

  private func noMatch(in size: Size) -> [Line] {
    let text =
      isComplete
      ? "No match for “\(filter?.query ?? "")”."
      : "No match in the \(grouped(all.count)) loaded.\(rest == nil ? " Press Enter to search the rest." : "")"
    let lines = TextLayout.wrap(text, to: max(1, size.width - 4)).map { Line([Span("   "), Span($0, .quiet)]) }
    return lines.count < bodyHeight(in: size) ? [""] + lines : lines
  }

  private func emptyPage(in size: Size, _ look: ItemListLook<Item>) -> ([Line], focus: Int?) {
    if !isRead, spinner?.tick == nil { return ([], nil) }
    if let (word, advice) = ownEmpty(look) {
      let body = emptyBody(word, because: advice, button: nil, address: "", in: size)
      return (body.lines, nil)
    }
    let body = emptyBody(
      word(for: look.plural), because: failure?.reason.sentence, button: button, address: look.address,
      advice: failure == nil ? [] : failure?.advice.map { [$0] } ?? noServer, in: size)
    return (body.lines, body.focus)
  }

  private func word(for plural: String) -> String {
    if failure != nil { return "Nothing to show." }
    if isWaiting { return "Loading…" }
    return !isLive && fetchedAt == nil ? "Nothing to show." : "No \(plural) yet."
  }

  /// What is said where nothing is there because of the reader, not of the server.
  func ownEmpty(_ look: ItemListLook<Item>) -> (word: String, advice: String)? {
    guard all.count == 0, failure == nil, !isWaiting else { return nil }
    if query.filters.contains(.unread), fetchedAt != nil || query.scope == .bookmarked {
      return ("Nothing unread.", "Everything here is read. Press u to show all.")
    }
    if query.scope == .bookmarked, let advice = look.bookmarkAdvice {
      return ("No bookmarked \(look.plural) yet.", advice)
    }
    return look.empty()
  }

  private var isWaiting: Bool { !isRead || isRefreshing }

  /// The button on a page with nothing on it. It stays as it is while what has failed is tried again by itself.
  var button: AsyncButtonState {
    let isBusy = isWaiting && (failure == nil || refreshing?.isRequested == true)
    let phase: AsyncButtonState.Phase = isBusy ? spinner?.tick.map { .busy($0) } ?? .working : .ready
    return AsyncButtonState(title: buttonTitle, doing: buttonDoing, phase: phase)
  }
}

/// What can be done where a server gives nothing, wherever the program was installed.
private let noServer = [
  "Another server: satchel --server URL", "Comics to begin with: satchel --comics-server https://xkcd.com",
  "For every time: config.json5; satchel config prints where it is",
  "Sample content, no server: satchel --configuration stub",
  "Test server, in the source folder: python3 server/server.py",
]
