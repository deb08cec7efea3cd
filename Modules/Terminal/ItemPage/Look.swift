import ItemMarks
import LineEditor
import Loadable
import Messages
public import Rendering
import StyleGuide
public import Terminal
import TextLayout

/// What one kind of page looks like and another does not.
public struct ItemPageLook<Heading: PageHeading, Value: Equatable & Sendable, Content: Equatable & Sendable>: Sendable
where Heading.ID: Sendable {
  /// What the header says: "Posts › 8".
  public var title: @Sendable (_ state: ItemPageState<Heading, Value>) -> String
  /// What there is to be read, of which the lines are made anew only when it changes.
  public var content: @Sendable (_ state: ItemPageState<Heading, Value>) -> Content
  /// The lines of it, for the room of the body.
  public var layout: @Sendable (_ content: Content, _ room: Size) -> PageLayout
  /// The few keys that matter.
  public var keys: [String]

  public init(
    title: @escaping @Sendable (_ state: ItemPageState<Heading, Value>) -> String,
    content: @escaping @Sendable (_ state: ItemPageState<Heading, Value>) -> Content,
    layout: @escaping @Sendable (_ content: Content, _ room: Size) -> PageLayout, keys: [String]
  ) {
    (self.title, self.content, self.layout, self.keys) = (title, content, layout, keys)
  }
}

/// The lines of a page, for one width.
public struct PageLayout: Equatable, Sendable {
  /// From the top.
  public private(set) var lines: [Line] = []
  /// The pictures among them, by their rows.
  public private(set) var pictures: [PlacedPicture] = []
  /// How many columns a text may have: as many as read well.
  public let measure: Int
  private let margin: Span

  public init(width: Int) {
    (measure, margin) = (max(1, min(72, width - 2)), Span(width > 4 ? " " : ""))
  }

  /// Adds a text, wrapped.
  /// - Parameter first: what stands before its first line; the others begin below the text.
  public mutating func add(_ text: String, _ style: Style = .plain, after first: String = "") {
    let indent = min(TextLayout.width(of: first), measure - 1)
    for (number, line) in TextLayout.wrap(text, to: measure - indent).enumerated() {
      let start = number == 0 ? TextLayout.cut(first, to: indent, ellipsis: "") : ""
      lines.append(Line([margin, Span(TextLayout.pad(start, to: indent), style), Span(line, style)]))
    }
  }

  /// Adds an empty line.
  public mutating func addSpace() { lines.append(Line()) }

  /// Adds rows of a picture.
  public mutating func add(_ picture: PlacedPicture) {
    var placed = picture
    (placed.row, placed.column) = (lines.count, margin.width)
    pictures.append(placed)
    lines += Array(repeating: Line(), count: placed.cells.height)
  }
}

extension ItemPageState {
  /// What the page looks like, given its lines.
  func frame<Content>(
    _ layout: PageLayout, in size: Size, _ look: ItemPageLook<Heading, Value, Content>
  ) -> Frame {
    let height = bodyHeight(in: size)
    let first = max(0, min(top, layout.lines.count - height))
    return ScreenLayout(
      header: header(look.title(self) + (mark.isBookmarked ? " ★" : ""), freshness, back: .escape, width: size.width),
      body: Array(layout.lines.dropFirst(first).prefix(height)),
      status(place: place(first, height, layout.lines.count), keys: look.keys, width: size.width), focus: 0,
      pictures: layout.pictures.map { $0.moved(down: -first) }, in: size
    ).frame(in: size)
  }

  private func place(_ first: Int, _ height: Int, _ count: Int) -> String {
    if count <= height { return "all" }
    if first == 0 { return "top" }
    return first + height >= count ? "end" : "\((first + height) * 100 / count)%"
  }

  private func status(place: String, keys: [String], width: Int) -> StatusBar {
    let typed = number.map { prompt("#", LineEditor($0), keys: ["↵ go", "esc cancel"], width: width) }
    var said = notice.map { [Span("  \($0)")] } ?? []
    if item.isLoading, let tick { said.append(Span("  Loading \(spinner(tick))", .quiet)) }
    return StatusBar(place, said, failure: shownFailure, typed: typed, keys: ["? help", "esc back"] + keys)
  }

  /// How many rows of a screen are left for the text.
  func bodyHeight(in size: Size) -> Int { ScreenLayout.bodyHeight(in: size, hasFailed: shownFailure != nil) }

  /// Why not all of it is the latest, or why that is not known; nil where it stands in the place of the text.
  private var shownFailure: String? {
    if let failure = item.failure, item.value != nil { return failure }
    return if case .kept(_, let because?) = freshness, because != Messages.offline { because } else { nil }
  }
}
