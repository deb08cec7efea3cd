public import Rendering
import StyleGuide
public import Terminal
import TextLayout
import TextSearch

/// What one list looks like and another does not.
public struct ItemListLook<Item: ListItem>: Sendable {
  /// The rows on the screen: given the items there, so that columns can be as wide as their widest, what one of them
  /// looks like; and how many columns there are.
  public typealias Rows = @Sendable (_ visible: [Item], _ width: Int) -> (_ item: Item, _ style: RowStyle) -> [Span]

  /// What the header says: "Posts".
  public var title: String
  /// What the items are called: "posts".
  public var plural: String
  /// The server's address, for the page with nothing on it.
  public var address: String
  /// The rows.
  public var rows: Rows
  /// What a number names that is typed; nil for a row.
  public var numbers: Numbers?
  /// What the header says besides the title, which may change: "4 open"; nil for nothing.
  public var detail: @Sendable () -> String?
  /// What Enter does with an item, in a word: "open".
  public var opens: String
  /// Other keys that the line at the bottom names: "a add".
  public var hints: [String]
  /// What is said where nothing is shown because of the reader, not of the server: in a word, and with what to do. Nil
  /// where that is not why.
  public var empty: @Sendable () -> (word: String, advice: String)? = { nil }
  /// Whether a filter can also look in the whole texts of the items.
  public var hasTexts = false
  /// Whether what is selected has a page, which may stand beside the list.
  public var hasPages = false
  /// Whether the list is the reader's own, which no server has.
  public var isOwn: Bool

  /// Numbers that name items, whatever row these are in.
  public struct Numbers: Sendable {
    /// The keys that begin to type one.
    public var keys: [Key]
    /// What is done then, for people: "go to a comic by its number".
    public var meaning: String

    public init(keys: [Key], meaning: String) { (self.keys, self.meaning) = (keys, meaning) }
  }

  public init(
    title: String, plural: String, address: String, numbers: Numbers? = nil, isOwn: Bool = false,
    detail: @escaping @Sendable () -> String? = { nil }, opens: String = "open", hints: [String] = [],
    rows: @escaping Rows
  ) {
    self.title = title
    self.plural = plural
    self.address = address
    self.numbers = numbers
    self.isOwn = isOwn
    self.detail = detail
    self.opens = opens
    self.hints = hints
    self.rows = rows
  }
}

extension ItemListState {
  /// What the list looks like.
  func frame(in size: Size, _ look: ItemListLook<Item>) -> Frame {
    let header = header(
      look.title, detail: look.detail(), look.isOwn ? nil : freshness, isRefreshing: isRefreshing,
      width: size.width)
    let (body, focus) = all.count == 0 ? emptyPage(in: size, look) : page(in: size, look)
    return ScreenLayout(
      header: header, body: body, status(width: size.width, look), focus: isTyping ? nil : focus, in: size
    ).frame(in: size)
  }

  private func page(in size: Size, _ look: ItemListLook<Item>) -> ([Line], focus: Int?) {
    let rows = shown
    guard rows.count > 0 else { return (noMatch(in: size), nil) }
    let screen = rows.screen(height: bodyHeight(in: size))
    let items = screen.map { rows[$0] }
    let spans = look.rows(items.compactMap(\.self), size.width - 3)
    let query = (filter?.query).map { TextSearch.Query($0) }
    let lines = zip(screen, items).map { row, item in
      let isSelected = row == rows.selectedRow
      let style = RowStyle(isSelected: isSelected, query: query)
      let start = Span(isSelected ? " › " : "   ", style.base)
      return Line([start] + (item.map { spans($0, style) } ?? [Span("…", style.quiet)]), fill: style.base)
        .cut(to: size.width)
    }
    return (lines, rows.selectedRow - screen.lowerBound)
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
    if !isRead, tick == nil { return ([], nil) }
    if isOwnEmpty, let (word, advice) = look.empty() {
      let body = emptyBody(word, because: advice, button: nil, address: "", in: size)
      return (body.lines, nil)
    }
    let body = emptyBody(
      word(for: look.plural), because: failure?.sentence, button: button, address: look.address,
      advice: failure == nil ? [] : noServer, in: size)
    return (body.lines, body.focus)
  }

  private func word(for plural: String) -> String {
    if isWaiting { return "Loading…" }
    return freshness == nil || failure != nil ? "Nothing to show." : "No \(plural) yet."
  }

  /// Whether nothing is there because the reader has put nothing there.
  var isOwnEmpty: Bool { all.count == 0 && failure == nil && !isWaiting }

  private var isWaiting: Bool { !isRead || isRefreshing }

  /// The button on a page with nothing on it.
  var button: AsyncButtonState {
    let phase: AsyncButtonState.Phase = isWaiting ? tick.map { .busy($0) } ?? .working : .ready
    return AsyncButtonState(title: buttonTitle, doing: buttonDoing, phase: phase)
  }
}

/// What can be done where a server gives nothing, wherever the program was installed.
private let noServer = [
  "Another server: satchel --server URL", "Sample content, no server: satchel --configuration stub",
  "Test server, in the source folder: python3 server/server.py",
]
