public import Essentials
import PagedList
import Rendering
import StyleGuide
public import Terminal
import TextLayout

/// The appearance of one kind of list.
public struct ItemListLook<Item: ListItem>: Sendable {
  /// Returns the layout of the rows, given the items on the screen, so that a column can be as wide as its widest text,
  /// and the width in columns.
  public typealias Rows = @Sendable (_ visible: [Item], _ width: Int) -> RowLayout<Item>

  /// Returns the title of the header: "Posts".
  public var title: @Sendable () -> String
  /// The plural of an item: "posts".
  public var plural: String
  /// The server's address, for the empty screen.
  public var address: String
  /// The layout of the rows.
  public var rows: Rows
  /// The date from which ages are measured.
  public var now: @Sendable () -> Date
  /// The meaning of a number that is typed; nil if it is a row number.
  public var numbers: Numbers?
  /// Returns more text for the header: "4 open"; nil for none.
  public var detail: @Sendable () -> String? = { nil }
  /// Returns whether all servers failed when they were last asked, or one was not asked yet, for a list that something
  /// else refreshes.
  public var hasFailed: @Sendable () -> Bool = { false }
  /// Returns the verb for the Enter key on an item: "open".
  public var opens: @Sendable (_ item: Item) -> String = { _ in "open" }
  /// The hint for the key that leaves the list: "q back" for one that was opened from another screen.
  public var leaving = "q quit"
  /// Further keys for the status line: "a add".
  public var hints: [String] = []
  /// Returns a heading and advice, in paragraphs, for a list that is empty because of the reader's own choice; nil if
  /// there is no such reason.
  public var empty: @Sendable () -> (word: String, advice: [String])? = { nil }
  /// The advice for a list that is empty because its server sends nothing, a line each.
  public var failureAdvice = otherServers
  /// Returns a remark about the selected item for the status line of a screen with a width; nil for none.
  public var remark: @Sendable (_ selected: Item, _ width: Int) -> String? = { _, _ in nil }
  /// Whether a filter can also search the whole texts of the items.
  public var hasTexts = false
  /// Whether an item has a detail screen, which may be shown beside the list.
  public var hasDetail = false
  /// The advice for an empty list of bookmarks: "Press b on a post to bookmark it."; nil if items cannot be bookmarked.
  public var bookmarkAdvice: String?

  /// Numbers that name items independently of their rows.
  public struct Numbers: Sendable {
    /// The keys that begin to type a number.
    public var keys: [Key]
    /// The description of the keys for the help: "go to a comic by its number".
    public var meaning: String

    public init(keys: [Key], meaning: String) {
      self.keys = keys
      self.meaning = meaning
    }
  }

  public init(
    title: @autoclosure @escaping @Sendable () -> String, plural: String, address: String,
    now: @escaping @Sendable () -> Date, rows: @escaping Rows
  ) {
    self.title = title
    self.plural = plural
    self.address = address
    self.now = now
    self.rows = rows
  }
}

extension ItemListState {
  /// Returns the frame of the screen.
  ///
  /// - Parameter drawn: The rows as they were last drawn.
  func frame(in size: Size, _ look: ItemListLook<Item>, _ drawn: inout DrawnRows<Item>) -> Frame {
    let header = header(
      query.scope == .list ? look.title() : "\(look.title()) › Bookmarked", detail: look.detail(),
      query.scope == .list ? freshness(hasFailed: look.hasFailed()) : nil, now: look.now(),
      isRefreshing: refreshing?.isSlow == true && (all.count > 0 || failure != nil), width: size.width)
    let (body, focus) = all.count == 0 ? emptyPage(in: size, look) : page(in: size, look, &drawn)
    return Frame(
      header: header, body: body, status(width: size.width, look), focus: isTyping ? nil : focus, in: size)
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
    let names = filterNames
    let match = "No match for “\(filter?.query ?? "")”\(names.isEmpty ? "" : " among the \(names)")."
    let text =
      isComplete
      ? match + (names.isEmpty || filter?.isEditing != false ? "" : " Press \(filterKeys) to search all.")
      : "No match in the \(grouped(all.count))\(names.isEmpty ? "" : " " + names) loaded."
        + (rest == nil ? " Press Enter to search the rest." : "")
    let lines = TextLayout.wrap(text, to: max(1, size.width - 4)).map { Line([Span("   "), Span($0, .quiet)]) }
    return lines.count < bodyHeight(in: size) ? [""] + lines : lines
  }

  private func emptyPage(in size: Size, _ look: ItemListLook<Item>) -> ([Line], focus: Int?) {
    if !isRead, spinner?.tick == nil { return ([], nil) }
    if let (word, advice) = ownEmpty(look) {
      let body = emptyBody(
        word, because: advice.first, button: nil, address: "", advice: Array(advice.dropFirst()), in: size)
      return (body.lines, nil)
    }
    let advice = isOffline ? ["Start satchel without --offline to load them."] : look.failureAdvice
    let body = emptyBody(
      word(for: look.plural), because: failure?.reason.sentence, button: isOffline ? nil : button,
      address: look.address, advice: failure == nil ? [] : failure?.advice.map { [$0] } ?? advice, in: size)
    return (body.lines, body.focus)
  }

  private func word(for plural: String) -> String {
    if failure != nil { return "Nothing to show." }
    if isWaiting { return "Loading…" }
    return !isLive && fetchedAt == nil ? "Nothing to show." : "No \(plural) yet."
  }

  /// Returns the heading and advice for a list that is empty because of its filters, its scope, or its look's own
  /// reason; nil if it is not, or if the server may be the reason.
  func ownEmpty(_ look: ItemListLook<Item>) -> (word: String, advice: [String])? {
    if isFilteredEmpty {
      let reasons = query.filtersInOrder.prefix(1).map { $0.emptiness(isComplete: isComplete) }
      let isLoading = isMoreExpected || rest != nil
      let load = isComplete || isLoading || isOffline ? "" : "G to load the rest, "
      return (
        "Nothing \(filterNames)\(isLoading ? " yet" : "").",
        [(reasons + ["Press \(load)\(filterKeys) to show all."]).joined(separator: " ")]
      )
    }
    guard all.count == 0, failure == nil || isOffline, !isWaiting else { return nil }
    if query.scope == .bookmarked, let advice = look.bookmarkAdvice {
      return ("No bookmarked \(look.plural).", [advice])
    }
    return look.empty()
  }

  private var filterNames: String { query.filtersInOrder.map(\.rawValue).joined(separator: " ") }

  private var filterKeys: String { query.filtersInOrder.map { String($0.key) }.joined(separator: " or ") }

  /// Whether there is a saved list of which the filters leave nothing, whatever the server answers.
  var isFilteredEmpty: Bool {
    all.count == 0 && !isWaiting && !query.filters.isEmpty
      && (fetchedAt != nil || query.scope == .bookmarked || isRefreshedElsewhere)
  }

  private var isWaiting: Bool { !isRead || isRefreshing }

  /// The button of an empty screen. It does not turn busy during an automatic retry.
  var button: AsyncButtonState {
    let isBusy = isWaiting && (failure == nil || refreshing?.isRequested == true)
    let phase: AsyncButtonState.Phase = isBusy ? spinner?.tick.map { .busy($0) } ?? .working : .ready
    return AsyncButtonState(title: "Load", doing: "Loading", phase: phase)
  }
}

/// Advice for a server that sends nothing. It applies to every installation.
private let otherServers = [
  "Another server: satchel --server URL", "Comics to begin with: satchel --comics-server https://xkcd.com",
  "For every time: config.json5; satchel config prints where it is",
  "Sample content, no server: satchel --configuration stub",
  "Test server, in the source folder: python3 server/server.py",
]
